#include "suits.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <string_view>
#include <unordered_map>

namespace kikashi::mahjong {

namespace {

constexpr int lanes = 16;

Row splat(std::uint8_t value) { return Row{} + value; }

const Row all_never = splat(never);

// Row by row down a suit: which exact sets of tiles are m melds with or without a pair.
class Targets {
   public:
    Targets(int ranks, bool runs) : ranks_(ranks), runs_(runs), marks_(powers_of_five[ranks]) {
        add(0, 0, 0);
        close_upwards();
    }
    // Bit m (melds) or 8 + m (melds and a pair) of a place: its tiles contain such a target.
    std::uint16_t contained(Place place) const { return marks_[place]; }

   private:
    // Melds from number `next` on: each rank's triplet, then each rank's run.
    void add(int next, int melds, Place place) {
        marks_[place] |= static_cast<std::uint16_t>(1 << melds);
        for (int rank = 0; rank < ranks_; ++rank)
            if (digit(place, rank) <= copies - 2)
                marks_[place + 2 * powers_of_five[rank]] |=
                    static_cast<std::uint16_t>(1 << (pair_lane + melds));
        if (melds == most_melds) return;
        const int kinds_of_melds = ranks_ + (runs_ ? ranks_ - 2 : 0);
        for (int meld = next; meld < kinds_of_melds; ++meld) {
            if (meld < ranks_) {
                if (digit(place, meld) <= copies - 3)
                    add(meld, melds + 1, place + 3 * powers_of_five[meld]);
            } else {
                const int low = meld - ranks_;
                if (digit(place, low) < copies && digit(place, low + 1) < copies &&
                    digit(place, low + 2) < copies)
                    add(meld, melds + 1, place + 31 * powers_of_five[low]);
            }
        }
    }
    void close_upwards() {
        for (Place place = 0; place < marks_.size(); ++place)
            for (int rank = 0; rank < ranks_; ++rank)
                if (digit(place, rank) > 0) marks_[place] |= marks_[place - powers_of_five[rank]];
    }
    static int digit(Place place, int rank) {
        return static_cast<int>(place / powers_of_five[rank] % 5);
    }

    int ranks_;
    bool runs_;
    std::vector<std::uint16_t> marks_;
};

struct Packed {
    std::vector<std::uint16_t> index;
    std::vector<Row> rows;
};

// From full to empty: a place lacks nothing it contains, else one more than its best neighbour.
Packed build(int ranks, bool runs) {
    const Targets targets(ranks, runs);
    const Place places = powers_of_five[ranks];
    std::vector<Row> lacking(places);
    Packed packed;
    packed.index.assign(places, 0);
    packed.rows.push_back(all_never);  // for places that no hand can have
    std::unordered_map<std::string_view, std::uint16_t> known;
    std::vector<std::uint8_t> digits(static_cast<std::size_t>(ranks), copies);
    for (Place place = places; place-- > 0;) {
        Row least = all_never;
        int tiles = 0;
        for (int rank = 0; rank < ranks; ++rank) {
            const auto held = digits[static_cast<std::size_t>(rank)];
            tiles += held;
            if (held < copies) least = smaller(least, lacking[place + powers_of_five[rank]]);
        }
        Row row = smaller(least + 1, all_never);
        const std::uint16_t contained = targets.contained(place);
        for (int lane = 0; lane < lanes; ++lane)
            if (contained >> lane & 1) row[lane] = 0;
        lacking[place] = row;
        for (auto& digit : digits) {  // count down with the place
            if (digit-- > 0) break;
            digit = copies;
        }
        if (tiles > most_tiles) continue;
        const std::string_view bytes(reinterpret_cast<const char*>(&lacking[place]), sizeof(Row));
        const auto [entry, fresh] =
            known.try_emplace(bytes, static_cast<std::uint16_t>(packed.rows.size()));
        if (fresh) packed.rows.push_back(row);
        packed.index[place] = entry->second;
    }
    return packed;
}

}  // namespace

const SuitTables& SuitTables::get() {
    static const SuitTables tables;
    return tables;
}

SuitTables::SuitTables() {
    const auto begun = std::chrono::steady_clock::now();
    Packed numbers = build(9, true), honours = build(7, false);
    numbers_ = std::move(numbers.index);
    rows_ = std::move(numbers.rows);
    honours_ = std::move(honours.index);
    honour_rows_ = std::move(honours.rows);
    rows_.shrink_to_fit();
    honour_rows_.shrink_to_fit();
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

std::size_t SuitTables::bytes() const {
    return (numbers_.size() + honours_.size()) * sizeof(std::uint16_t) +
           (rows_.size() + honour_rows_.size()) * sizeof(Row);
}

Row merge(Row a, Row b) {
    const Row low_only = __builtin_shufflevector(b, all_never, 16, 16, 16, 16, 16, 16, 16, 16, 0, 1,
                                                 2, 3, 4, 5, 6, 7);
    // `both` feeds pairs that lie in b (or nowhere), `low_only` pairs that lie in a.
    Row both = b, lower = low_only;
    Row best = smaller(both + a[0], lower + a[pair_lane]);
    for (int melds = 1; melds <= most_melds; ++melds) {
        both = __builtin_shufflevector(both, all_never, 16, 0, 1, 2, 3, 4, 5, 6, 16, 8, 9, 10, 11,
                                       12, 13, 14);
        lower = __builtin_shufflevector(lower, all_never, 16, 0, 1, 2, 3, 4, 5, 6, 16, 8, 9, 10, 11,
                                        12, 13, 14);
        best = smaller(best, smaller(both + a[melds], lower + a[pair_lane + melds]));
    }
    return best;
}

namespace {

int least(Row row) {
    row = smaller(row, __builtin_shufflevector(row, row, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3,
                                               4, 5, 6, 7));
    row = smaller(
        row, __builtin_shufflevector(row, row, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3));
    row = smaller(
        row, __builtin_shufflevector(row, row, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1));
    return std::min(row[0], row[1]);
}

// b turned round, so that lane m of a meets what b must give beside m melds; then added up.
template <int melds>
int across(Row a, Row b) {
    constexpr auto from = [](int lane) {  // with a pair: the pair lies in the other half
        const int m = lane % 8;
        return m > melds ? 16 : (lane < 8 ? 8 : 0) + melds - m;
    };
    const Row turned = __builtin_shufflevector(
        b, all_never, from(0), from(1), from(2), from(3), from(4), from(5), from(6), from(7),
        from(8), from(9), from(10), from(11), from(12), from(13), from(14), from(15));
    return least(a + turned);
}

}  // namespace

int missing(Row a, Row b, int melds, bool pair) {
    if (!pair) {
        int fewest = never;
        for (int m = 0; m <= melds; ++m) fewest = std::min(fewest, a[m] + b[melds - m]);
        return fewest;
    }
    switch (melds) {
        case 0:
            return across<0>(a, b);
        case 1:
            return across<1>(a, b);
        case 2:
            return across<2>(a, b);
        case 3:
            return across<3>(a, b);
        case 4:
            return across<4>(a, b);
        default:
            return across<5>(a, b);
    }
}

namespace {

// Plain dynamic programming over the ranks: runs that began one and two ranks before, melds, pair.
Row computed_row(int suit, Place held, Place laid) {
    constexpr int most_runs = copies + 1;
    using Plane = std::array<std::array<Row, most_runs>, most_runs>;
    Plane now, next;
    for (auto& line : now) line.fill(all_never);
    now[0][0][0] = 0;
    const int ranks = ranks_of(suit);
    for (int rank = 0; rank < ranks; ++rank, held /= 5, laid /= 5) {
        const int have = static_cast<int>(held % 5), cap = copies - static_cast<int>(laid % 5);
        for (auto& line : next) line.fill(all_never);
        const bool may_begin = suit < 3 && rank + 2 < ranks;
        for (int older = 0; older < most_runs; ++older)
            for (int old = 0; older + old <= cap && old < most_runs; ++old) {
                const Row from =
                    now[static_cast<std::size_t>(older)][static_cast<std::size_t>(old)];
                for (int fresh = 0; older + old + fresh <= cap && (may_begin || fresh == 0);
                     ++fresh)
                    for (int triplet = 0; triplet < 2; ++triplet)
                        for (int pair = 0; pair < 2; ++pair) {
                            const int used = older + old + fresh + 3 * triplet + 2 * pair;
                            if (used > cap) continue;
                            const int cost = std::max(0, used - have);
                            const int melds = fresh + triplet;
                            Row& to = next[static_cast<std::size_t>(old)]
                                          [static_cast<std::size_t>(fresh)];
                            for (int lane = 0; lane < lanes; ++lane) {
                                if (from[lane] >= never || (pair && lane >= pair_lane)) continue;
                                const int m = lane % 8 + melds;
                                if (m > most_melds) continue;
                                const int target = (lane >= pair_lane || pair ? pair_lane : 0) + m;
                                to[target] = std::min<std::uint8_t>(
                                    to[target], static_cast<std::uint8_t>(from[lane] + cost));
                            }
                        }
            }
        now = next;
    }
    return now[0][0];
}

}  // namespace

const Row& capped_row(int suit, Place held, Place laid) {
    struct Entry {
        Row row;
        std::uint64_t key = 0;
    };
    constexpr std::size_t entries = 1 << 14;
    thread_local std::vector<Entry> remembered(entries);
    const std::uint64_t key =
        1 + (static_cast<std::uint64_t>(suit == 3) + 2 * (held + std::uint64_t{1953125} * laid));
    Entry& entry = remembered[(key * 0x9E3779B97F4A7C15ull) >> 50];
    if (entry.key != key) entry = {computed_row(suit, held, laid), key};
    return entry.row;
}

}  // namespace kikashi::mahjong
