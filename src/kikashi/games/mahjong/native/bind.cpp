// Taiwanese mahjong for Python: hands, tables, scores and players.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "bind/running.hpp"
#include "danger.hpp"
#include "expected.hpp"
#include "flush.hpp"
#include "gather.hpp"
#include "hand.hpp"
#include "simulate.hpp"
#include "view.hpp"
#include "words.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::mahjong;

namespace {

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

Rules rules_of(bool flowers, int left, bool all_win, bool passed_win, bool may_declare, int base,
               int unit, int dealer, int streak, int round, const std::vector<int>& worth,
               const std::vector<std::uint64_t>& voids) {
    if (worth.size() != tai_count || voids.size() != tai_count)
        throw std::invalid_argument("a table of tai has one entry for each");
    if (dealer < 0 || dealer >= seats || round < 0 || round >= seats || streak < 0 ||
        streak > 100 || left < 0 || left > 40)
        throw std::invalid_argument("these rules are out of range");
    // A win pays at most the base and all tai by the unit, and nobody pays for more than three.
    if (base < 0 || base > 1'000'000 || unit < 0 || unit > 10'000 ||
        !std::ranges::all_of(worth, [](int tai) { return tai >= 0 && tai <= 200; }))
        throw std::invalid_argument("payments and tai are not below 0, and none is so large");
    Rules rules{flowers, all_win, passed_win, may_declare, left, base,
                unit,    dealer,  streak,     round,       {}};
    for (std::size_t n = 0; n < tai_count; ++n) {
        rules.profile.worth[n] = static_cast<std::int16_t>(worth[n]);
        rules.profile.voids[n] = voids[n];
    }
    return rules;
}

// A table together with the rules that it points to, and what can be taken back.
class Game {
   public:
    explicit Game(const Rules& rules) : rules_(rules), path_{Table(rules_)} {}
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;

    const Table& table() const { return path_.back(); }
    std::vector<std::string> words() const {
        std::vector<std::string> made;
        const int seat = table().to_move();
        if (table().over()) return made;
        if (seat < 0) {
            for (int tile = 0; tile < all_kinds; ++tile)
                if (table().wall(tile)) made.push_back(tile_text(tile));
        } else {
            for (const Word& word : table().words(seat)) made.push_back(text_of(word));
        }
        return made;
    }
    void play(const std::string& text) {
        Table after = table();
        if (after.over()) throw std::invalid_argument("the deal is over");
        const int seat = after.to_move();
        if (seat < 0) {
            const auto tile = tile_from(text);
            if (!tile || !after.wall(*tile))
                throw std::invalid_argument("there is no such tile left in the wall");
            after.draw(*tile);
        } else {
            const auto word = word_from(text);
            if (!word || !after.words(seat).has(*word))
                throw std::invalid_argument("the word is not one of those that may be said here");
            after.play(*word);
        }
        path_.push_back(after);
    }
    void undo() {
        if (path_.size() == 1) throw std::invalid_argument("there is no move to take back");
        path_.pop_back();
    }
    // What a native player says here, from what the player asked can see.
    std::string choose(int kind, int samples, int noise, std::uint64_t seed) const {
        const Table now = table();  // a copy: while the GIL is free others may play on
        const int seat = now.to_move();
        if (now.over() || seat < 0) throw std::invalid_argument("no player is asked here");
        Random random(seed);
        const Level level = level_of(kind, samples, noise);
        nb::gil_scoped_release let_go;
        return text_of(mahjong::choose(seen_by(now, seat), now.words(seat), level, random));
    }

   private:
    Rules rules_;
    std::vector<Table> path_;
};

std::uint64_t count_lines(const Table& table, int depth) {
    if (depth == 0) return 1;
    if (table.over()) return 0;
    std::uint64_t count = 0;
    const int seat = table.to_move();
    if (seat < 0) {
        for (int tile = 0; tile < all_kinds; ++tile)
            if (table.wall(tile)) {
                Table after = table;
                after.draw(tile);
                count += count_lines(after, depth - 1);
            }
        return count;
    }
    for (const Word& word : table.words(seat)) {
        Table after = table;
        after.play(word);
        count += count_lines(after, depth - 1);
    }
    return count;
}

std::vector<std::tuple<int, int, int>> settled_of(const DealEnd& ending) {
    std::vector<std::tuple<int, int, int>> made;
    for (int n = 0; n < ending.winners; ++n) {
        const Settled& part = ending.settled[static_cast<std::size_t>(n)];
        made.emplace_back(part.winner, part.giver, part.tai);
    }
    return made;
}

nb::typed<nb::dict, nb::str, nb::any> match(const Rules& rules, std::tuple<int, int, int> a,
                                            std::tuple<int, int, int> b,
                                            const std::vector<int>& seatings, std::uint64_t seed,
                                            int walls) {
    const auto level = [](const std::tuple<int, int, int>& given) {
        return level_of(std::get<0>(given), std::get<1>(given), std::get<2>(given));
    };
    std::vector<std::uint8_t> masks;
    for (const int mask : seatings) {
        if (mask < 1 || mask > 14) throw std::invalid_argument("a seating is 1 to 14");
        masks.push_back(static_cast<std::uint8_t>(mask));
    }
    if (masks.empty() || walls < 1 || walls > 1'000'000)
        throw std::invalid_argument("a match has a seating, and 1 to 1000000 walls");
    const Level first = level(a), second = level(b);
    const Tally tally = bind::run({}, nb::none(), [&](Control& control) {
        return play_match(rules, first, second, masks, seed, walls,
                          [&] { return control.consult(); });
    });
    nb::dict made;
    made["deals"] = tally.deals;
    made["sets"] = tally.sets;
    made["wins"] = tally.wins;
    made["self_drawn"] = tally.self_drawn;
    made["deal_ins"] = tally.deal_ins;
    made["empty"] = tally.empty;
    made["tai"] = tally.tai;
    made["points"] = tally.points;
    made["squares"] = tally.squares;
    return made;
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

    nb::class_<Rules>(m, "MahjongRules")
        .def(
            "__init__",
            [](Rules* self, bool flowers, int left, bool all_win, bool passed_win, bool may_declare,
               int base, int unit, int dealer, int streak, int round, const std::vector<int>& worth,
               const std::vector<std::uint64_t>& voids) {
                new (self) Rules(rules_of(flowers, left, all_win, passed_win, may_declare, base,
                                          unit, dealer, streak, round, worth, voids));
            },
            nb::kw_only(), "flowers"_a, "left"_a, "all_win"_a, "passed_win"_a, "may_declare"_a,
            "base"_a, "unit"_a, "dealer"_a, "streak"_a, "round"_a, "worth"_a, "voids"_a);
    nb::class_<Game>(m, "MahjongGame")
        .def(nb::init<const Rules&>(), "rules"_a)
        .def("words", &Game::words)
        .def("play", &Game::play, "word"_a)
        .def("undo", &Game::undo)
        .def("choose", &Game::choose, nb::kw_only(), "kind"_a, "samples"_a, "noise"_a, "seed"_a)
        .def_prop_ro("to_move", [](const Game& game) { return game.table().to_move(); })
        .def_prop_ro("over", [](const Game& game) { return game.table().over(); })
        .def_prop_ro("from_back", [](const Game& game) { return game.table().from_back(); })
        .def_prop_ro("key", [](const Game& game) { return game.table().key(); })
        .def_prop_ro("payoffs",
                     [](const Game& game) {
                         const auto& payoffs = game.table().ending().payoffs;
                         return std::vector<int>(payoffs.begin(), payoffs.end());
                     })
        .def_prop_ro("settled", [](const Game& game) { return settled_of(game.table().ending()); })
        .def(
            "perft",
            [](const Game& game, int depth) {
                if (depth < 0 || depth > 4) throw std::invalid_argument("depth: 0 to 4");
                const Table now = game.table();
                nb::gil_scoped_release let_go;
                return count_lines(now, depth);
            },
            "depth"_a);
    nb::class_<ViewOfTable>(m, "MahjongView")
        .def(nb::init<const Rules&, int, const std::vector<int>&, int, int, int, int, int, int, int,
                      int, const std::vector<int>&, const std::vector<int>&,
                      const std::vector<int>&, const std::vector<std::vector<MeldFields>>&,
                      const std::vector<std::pair<int, int>>&,
                      const std::vector<std::vector<int>>&>(),
             "rules"_a, nb::kw_only(), "seat"_a, "hand"_a, "drawn"_a, "replaced"_a, "left"_a,
             "turn"_a, "phase"_a, "giver"_a, "target"_a, "calls"_a, "tiles"_a, "flowers"_a,
             "ready"_a, "melds"_a, "discards"_a, "taken"_a)
        .def("choose", &ViewOfTable::choose, nb::call_guard<nb::gil_scoped_release>(), "words"_a,
             nb::kw_only(), "kind"_a, "samples"_a, "noise"_a, "seed"_a)
        .def("values", &ViewOfTable::values, "words"_a)
        .def("dangers", &ViewOfTable::dangers);
    m.def(
        "mahjong_flush",
        [](int missing, int left, int trials, std::uint64_t seed) {
            if (missing < 1 || missing > flush_columns || left < 1 || left > flush_rows ||
                trials < 1 || trials > 10'000'000)
                throw std::invalid_argument("1 to 9 tiles missing, 1 to 71 tiles left");
            nb::gil_scoped_release let_go;
            return simulate_flush(missing, left, trials, seed);
        },
        "missing"_a, "left"_a, "trials"_a, "seed"_a);
    m.def(
        "mahjong_flush_table", [](int missing, int left) { return flush_chance(missing, left); },
        "missing"_a, "left"_a);
    m.def(
        "mahjong_gather",
        [](const Rules& rules, std::tuple<int, int, int> player, std::uint64_t seed, int walls,
           int thin) {
            if (walls < 1 || walls > 1'000'000 || thin < 1)
                throw std::invalid_argument("1 to 1000000 walls");
            const Level level =
                level_of(std::get<0>(player), std::get<1>(player), std::get<2>(player));
            const Gathered found = [&] {
                nb::gil_scoped_release let_go;
                return gather(rules, {level, level, level, level}, seed, walls, thin);
            }();
            const auto bytes = [](const std::vector<float>& rows) {
                return nb::bytes(reinterpret_cast<const char*>(rows.data()), rows.size() * 4);
            };
            return std::make_tuple(bytes(found.danger), danger_features + 1, bytes(found.chance),
                                   chance_features + 2);
        },
        "rules"_a, "player"_a, "seed"_a, "walls"_a, "thin"_a);
    m.def(
        "mahjong_wall",
        [](const Rules& rules, std::uint64_t seed) {
            std::vector<int> made;
            for (const Tile tile : shuffled(rules, seed)) made.push_back(tile);
            return made;
        },
        "rules"_a, "seed"_a);
    m.def("mahjong_match", &match, "rules"_a, "a"_a, "b"_a, "seatings"_a, "seed"_a, "walls"_a);
}
