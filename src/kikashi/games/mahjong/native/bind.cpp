// Taiwanese mahjong for Python: hands, tables, scores and players.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "hand.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::mahjong;

namespace {

Counts counts_of(const std::vector<int>& given) {
    if (given.size() != kinds) throw std::invalid_argument("a hand is 34 counts");
    Counts counts{};
    for (int tile = 0; tile < kinds; ++tile) {
        const int held = given[static_cast<std::size_t>(tile)];
        if (held < 0 || held > copies) throw std::invalid_argument("a tile has four copies");
        counts[static_cast<std::size_t>(tile)] = static_cast<std::uint8_t>(held);
    }
    return counts;
}

Hand hand_of(const std::vector<int>& held, const std::vector<int>& laid, int melds) {
    const Counts in_hand = counts_of(held), on_table = counts_of(laid);
    if (melds < 0 || melds > most_melds) throw std::invalid_argument("melds: 0 to 5");
    int tiles = 0;
    for (int tile = 0; tile < kinds; ++tile) {
        const auto n = static_cast<std::size_t>(tile);
        tiles += in_hand[n];
        if (in_hand[n] + on_table[n] > copies)
            throw std::invalid_argument("a tile has four copies");
    }
    if (tiles > most_tiles) throw std::invalid_argument("a hand has 17 tiles at most");
    return Hand(in_hand, on_table, melds);
}

std::vector<int> tiles_of(TileSet set) {
    std::vector<int> tiles;
    for (int tile = 0; tile < kinds; ++tile)
        if (set & bit(tile)) tiles.push_back(tile);
    return tiles;
}

nb::bytes many_distances(const nb::bytes& counts, int melds) {
    if (counts.size() % kinds) throw std::invalid_argument("a hand is 34 bytes");
    if (melds < 0 || melds > most_melds) throw std::invalid_argument("melds: 0 to 5");
    const auto hands = static_cast<std::int64_t>(counts.size() / kinds);
    std::vector<std::int8_t> answers(static_cast<std::size_t>(hands));
    const auto* data = static_cast<const std::uint8_t*>(counts.data());
    const std::int64_t bad = [&] {
        nb::gil_scoped_release let_go;
        return distances(data, hands, melds, answers.data());
    }();
    if (bad >= 0)
        throw std::invalid_argument("hand " + std::to_string(bad + 1) +
                                    " has over 17 tiles, or five of one kind");
    return nb::bytes(reinterpret_cast<const char*>(answers.data()), answers.size());
}

using Discard = std::tuple<int, int, std::vector<int>>;

}  // namespace

void bind_mahjong(nb::module_& m) {
    m.def("mahjong_suit_tables", [] {
        const SuitTables& tables = SuitTables::get();
        return std::make_tuple(tables.bytes(), tables.distinct_rows(), tables.seconds());
    });
    m.def("mahjong_distances", &many_distances, "counts"_a, "melds"_a);
    m.def(
        "mahjong_distance",
        [](const std::vector<int>& held, const std::vector<int>& laid, int melds) {
            return hand_of(held, laid, melds).distance();
        },
        "held"_a, "laid"_a, "melds"_a);
    m.def(
        "mahjong_useful",
        [](const std::vector<int>& held, const std::vector<int>& laid, int melds) {
            return tiles_of(hand_of(held, laid, melds).useful());
        },
        "held"_a, "laid"_a, "melds"_a);
    m.def(
        "mahjong_discards",
        [](const std::vector<int>& held, const std::vector<int>& laid, int melds) {
            std::vector<Discard> found;
            const auto discards = hand_of(held, laid, melds).discards();
            for (int tile = 0; tile < kinds; ++tile) {
                const auto& left = discards[static_cast<std::size_t>(tile)];
                if (left.missing != never)
                    found.emplace_back(tile, left.missing - 1, tiles_of(left.useful));
            }
            return found;
        },
        "held"_a, "laid"_a, "melds"_a);
    m.def(
        "mahjong_needs",
        [](const std::vector<int>& held, const std::vector<int>& laid, int melds, int tile) {
            if (tile < 0 || tile >= kinds) throw std::invalid_argument("there is no such tile");
            const int bits = hand_of(held, laid, melds).needs(tile);
            std::vector<int> needs;
            for (int need = 1; need <= Need::indirect; ++need)
                if (bits >> need & 1) needs.push_back(need);
            return needs;
        },
        "held"_a, "laid"_a, "melds"_a, "tile"_a);
}
