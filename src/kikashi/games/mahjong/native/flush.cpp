#include "flush.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "flush_table.hpp"
#include "player.hpp"

namespace kikashi::mahjong {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

constexpr int most_turns =
    10;  // a win counts before the tenth turn; 71 tiles are left at the first

// A complete half flush in the first suit, `missing` of its tiles changed for tiles of other suits.
bool deal_flush(int missing, Random& random, Counts& hand) {
    hand = {};
    const auto pick = [&] {  // ranks of the suit, or honours
        const int n = random.below(16);
        return n < 9 ? n : first_honour + n - 9;
    };
    for (int meld = 0; meld < most_melds; ++meld) {
        const int tile = pick();
        if (tile < 7 && random.below(2) == 0)
            for (int n = 0; n < 3; ++n) ++hand[at(tile + n)];
        else
            hand[at(tile)] = static_cast<std::uint8_t>(hand[at(tile)] + 3);
    }
    const int pair = pick();
    hand[at(pair)] = static_cast<std::uint8_t>(hand[at(pair)] + 2);
    for (const auto held : hand)
        if (held > copies) return false;
    for (int n = 0; n < missing; ++n) {
        int number = random.below(most_tiles - n), tile = 0;
        while ((number -= hand[at(tile)]) >= 0) ++tile;
        --hand[at(tile)];
    }
    if (Hand(hand, Counts{}, most_melds).missing() != missing) return false;
    for (int n = 0; n + 1 < missing; ++n) {
        int tile;
        do tile = 9 + random.below(18);
        while (hand[at(tile)] == copies);
        ++hand[at(tile)];
    }
    return true;
}

constexpr TileSet inside = [] {
    TileSet set = 0;
    for (int tile = 0; tile < kinds; ++tile)
        if (tile < 9 || tile >= first_honour) set |= bit(tile);
    return set;
}();

struct Player {
    Counts hand{}, laid{};
    int melds = most_melds;

    Counts kept() const {
        Counts counts = hand;
        for (int tile = 9; tile < first_honour; ++tile) counts[at(tile)] = 0;
        return counts;
    }
    int missing() const { return Hand(kept(), laid, melds).missing(); }

    // Throws what the flush does not need, else what leaves it nearest with most useful tiles.
    void discard() {
        for (int tile = 9; tile < first_honour; ++tile)
            if (hand[at(tile)]) {
                --hand[at(tile)];
                return;
            }
        const auto discards = Hand(kept(), laid, melds).discards(true);
        int best = -1, least = never, most = -1;
        for (int tile = 0; tile < kinds; ++tile) {
            const auto& left = discards[at(tile)];
            if (left.missing == never) continue;
            const int useful = __builtin_popcountll(left.useful & inside);
            if (left.missing < least || (left.missing == least && useful > most)) {
                best = tile;
                least = left.missing;
                most = useful;
            }
        }
        --hand[at(best)];
    }

    // Claims a discard where that brings the flush nearer; true if it is a win.
    bool offered(int tile, bool upstream) {
        if (!(inside & bit(tile))) return false;
        const int now = missing();
        Player with = *this;
        ++with.hand[at(tile)];
        if (with.missing() == 0) return true;
        if (now <= 1 || with.missing() >= now) return false;
        if (hand[at(tile)] >= 2 && try_meld(tile, {tile, tile, tile}, now)) return false;
        if (upstream && tile < 9)
            for (int low = std::max(0, tile - 2); low <= std::min(6, tile); ++low)
                if (try_meld(tile, {low, low + 1, low + 2}, now)) return false;
        return false;
    }

    bool try_meld(int tile, const std::array<int, 3>& tiles, int now) {
        Player with = *this;
        ++with.hand[at(tile)];
        for (const int t : tiles) {
            if (!with.hand[at(t)]) return false;
            --with.hand[at(t)];
            ++with.laid[at(t)];
        }
        --with.melds;
        if (with.missing() >= now) return false;
        with.discard();
        *this = with;
        return true;
    }
};

bool play(int missing, int left, Random& random) {
    Player player;
    while (!deal_flush(missing, random, player.hand)) {
    }
    std::vector<Tile> unseen;
    for (int tile = 0; tile < kinds; ++tile)
        for (int n = player.hand[at(tile)]; n < copies; ++n)
            unseen.push_back(static_cast<Tile>(tile));
    for (std::size_t n = unseen.size(); n > 1; --n)
        std::swap(unseen[n - 1], unseen[at(random.below(static_cast<int>(n)))]);
    // The wall is `left` of the unseen tiles; others discard tiles of their hands, the rest.
    std::size_t wall = 0, hands = std::min(unseen.size(), at(left));
    const int turns = std::max(0, most_turns - (flush_rows - left) / seats);
    for (int turn = 0; turn < turns; ++turn) {
        for (int seat = 1; seat < seats; ++seat) {
            if (hands >= unseen.size() || wall + 1 >= at(left)) break;
            const int tile = unseen[hands];
            unseen[hands] = unseen[wall++];  // who discards has drawn
            std::swap(unseen[hands],
                      unseen[hands + at(random.below(static_cast<int>(unseen.size() - hands)))]);
            if (player.offered(tile, seat == 3)) return true;
        }
        if (wall >= at(left)) return false;
        ++player.hand[at(unseen[wall++])];
        if (player.missing() == 0) return true;
        player.discard();
    }
    return false;
}

}  // namespace

double flush_chance(int missing, int left) {
    if (missing < 1) return 1;
    if (missing > flush_columns || left < 1) return 0;
    return flush_table[at(std::min(left, flush_rows) - 1)][at(missing - 1)] / 1000.0;
}

double simulate_flush(int missing, int left, int trials, std::uint64_t seed) {
    Random random(seed);
    int won = 0;
    for (int n = 0; n < trials; ++n) won += play(missing, left, random);
    return static_cast<double>(won) / trials;
}

}  // namespace kikashi::mahjong
