// The published player (paper 000): among the discards that keep the hand nearest, the one with the
// best score of types, weights that follow what each opponent discards, tiles that meet fewer
// combinations where somebody may be ready, and a flush where its table promises more.
#include <algorithm>
#include <array>

#include "danger.hpp"
#include "flush.hpp"
#include "player.hpp"

namespace kikashi::mahjong {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// The paper gives the order (pong over chow over pair and indirect); the numbers are the sources
// from which each can come: anybody and the wall, the upstream seat and the wall, the wall.
constexpr double pong_weight = 4, chow_weight = 2, other_weight = 1;
// The paper's example: a plain hand wins in 0.8 of the deals (ten turns, nobody else wins) and
// brings 3000, a half flush 6000.
constexpr double plain_chance = 0.8, plain_points = 3000, flush_points = 6000;
constexpr double danger_share = 0.02;  // of the score of types, for one combination
constexpr int danger_from = 8;         // discards of an opponent, before danger counts

// How often each player discards tiles of each suit, against an even spread.
class Habits {
   public:
    explicit Habits(const Seen& seen) : seen_(seen) {
        for (int seat = 0; seat < seats; ++seat) {
            const Spot& place = seen.open.place(seat);
            std::array<double, suits> counts{2.25, 2.25, 2.25,
                                             1.75};  // as if some were seen before
            for (int n = 0; n < place.discards; ++n) ++counts[at(suit_of(place.river[at(n)]))];
            double total = 0;
            for (const double count : counts) total += count;
            for (int suit = 0; suit < suits; ++suit)
                weights_[at(seat)][at(suit)] = counts[at(suit)] / total * kinds / ranks_of(suit);
        }
    }
    double upstream(int tile) const { return of((seen_.seat + 3) % seats, tile); }
    double anybody(int tile) const {
        double sum = 0;
        for (int n = 1; n < seats; ++n) sum += of((seen_.seat + n) % seats, tile);
        return sum / 3;
    }

   private:
    double of(int seat, int tile) const { return weights_[at(seat)][at(suit_of(tile))]; }

    const Seen& seen_;
    std::array<std::array<double, suits>, seats> weights_{};
};

class Paper {
   public:
    explicit Paper(const Seen& seen) : seen_(seen), habits_(seen) {}

    // Tiles of a hand that count: all, or those of a flush.
    TileSet aim(const Counts& hand, const Counts& laid, int melds) const {
        TileSet best = ~TileSet{0};
        double promise = plain_chance * plain_points;
        for (int suit = 0; suit < 3; ++suit) {
            TileSet inside = 0;
            Counts kept{};
            bool possible = true;
            for (int tile = 0; tile < kinds; ++tile) {
                if (suit_of(tile) == suit || suit_of(tile) == 3) {
                    inside |= bit(tile);
                    kept[at(tile)] = hand[at(tile)];
                } else {
                    possible &= laid[at(tile)] == 0;
                }
            }
            if (!possible) continue;
            const int missing = Hand(kept, laid, melds).missing();
            const double hope = flush_chance(missing, seen_.open.left) * flush_points;
            if (hope > promise) {
                promise = hope;
                best = inside;
            }
        }
        return best;
    }

    struct Score {
        int missing = never;
        double types = -1e9;

        bool better_than(const Score& other) const {
            return missing != other.missing ? missing < other.missing : types > other.types;
        }
    };

    double types(Counts hand, const Counts& laid, int melds, TileSet useful) const {
        const Hand now(hand, laid, melds);
        double sum = 0;
        for (int tile = 0; tile < kinds; ++tile) {
            if (!(useful & bit(tile))) continue;
            const int needs = now.needs(tile);
            double weight = other_weight;
            if (needs >> Need::pong & 1)
                weight = std::max(weight, pong_weight * habits_.anybody(tile));
            if (needs >> Need::chow & 1)
                weight = std::max(weight, chow_weight * habits_.upstream(tile));
            sum += weight * std::max(0, seen_.unseen(tile));
        }
        return sum;
    }

    Score discard(const Counts& hand, const Counts& laid, int melds, Tile& chosen) const {
        const TileSet inside = aim(hand, laid, melds);
        Counts kept = hand;
        for (int tile = 0; tile < kinds; ++tile)
            if (!(inside & bit(tile))) kept[at(tile)] = 0;
        const Hand whole(kept, laid, melds);
        const int now = whole.missing();
        const auto discards = whole.discards(true);
        int busy = 0;
        for (int n = 1; n < seats; ++n) {
            const Spot& place = seen_.open.place((seen_.seat + n) % seats);
            busy += place.discards >= danger_from || place.meld_count >= 3;
        }
        Score best;
        for (int tile = 0; tile < kinds; ++tile) {
            if (!hand[at(tile)]) continue;
            Counts rest = kept;
            Score score;
            if (inside & bit(tile)) {
                const auto& left = discards[at(tile)];
                if (left.missing == never) continue;
                --rest[at(tile)];
                score = {left.missing, types(rest, laid, melds, left.useful & inside)};
            } else {  // outside the flush: nothing is lost
                score = {now, types(rest, laid, melds, whole.useful() & inside)};
            }
            score.types *= 1 - std::min(0.9, danger_share * busy * combinations(seen_, tile));
            if (score.better_than(best)) {
                best = score;
                chosen = static_cast<Tile>(tile);
            }
        }
        return best;
    }

   private:
    const Seen& seen_;
    Habits habits_;
};

}  // namespace

Word choose_paper(const Seen& seen, const Words& words) {
    if (words.has({Act::win, -1})) return {Act::win, -1};
    const Paper paper(seen);
    const Counts laid = laid_counts(seen.place());
    if (seen.open.phase == Phase::turn) {
        for (const Word& word : words)
            if (word.act == Act::own_kong && choose_fastest(seen, words) == word) return word;
        if (seen.place().ready != Ready::no) return words[words.size() - 1];
        Tile tile = -1;
        paper.discard(seen.hand, laid, seen.melds(), tile);
        return {Act::discard, tile};
    }
    const TileSet inside = paper.aim(seen.hand, laid, seen.melds());
    if (!(inside & bit(seen.open.target))) return {Act::pass, -1};
    Counts kept = seen.hand;
    for (int tile = 0; tile < kinds; ++tile)
        if (!(inside & bit(tile))) kept[at(tile)] = 0;
    Paper::Score best{Hand(kept, laid, seen.melds()).missing(), 1e9};
    Word chosen{Act::pass, -1};
    for (const Word& word : words) {
        if (word.act == Act::pass || word.act == Act::kong) continue;
        const Claimed claimed = after_claim(seen, word);
        Tile tile = -1;
        const auto score = paper.discard(claimed.hand, claimed.laid, claimed.melds, tile);
        if (score.better_than(best)) {
            best = score;
            chosen = word;
        }
    }
    return chosen;
}

}  // namespace kikashi::mahjong
