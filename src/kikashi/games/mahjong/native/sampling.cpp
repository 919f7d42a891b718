// The upper levels: tiles that are not seen are imagined, and each promising word is played out.
#include <algorithm>
#include <vector>

#include "expected.hpp"
#include "player.hpp"
#include "simulate.hpp"

namespace kikashi::mahjong {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

constexpr std::size_t played_out = 3;  // words that are tried
constexpr double near_best = 0.25;     // points behind the best estimate, to be tried at all
constexpr double estimate_off = 0.12;  // standard deviation of the difference of two estimates
constexpr double kept_share = 0.7;     // of the tiles an opponent has seen, thought to be chosen

// Hands of the others as they may be. Opponents have kept the better of the tiles they saw: each
// imagined hand draws more tiles than it needs and throws the least useful ones back.
class Imagined {
   public:
    Imagined(const Seen& seen, Random& random) : seen_(seen), random_(random) {
        for (int tile = 0; tile < kinds; ++tile)
            for (int n = 0; n < seen.unseen(tile); ++n) pool_.push_back(static_cast<Tile>(tile));
        hands_[at(seen.seat)] = seen.hand;
        for (int n = 1; n < seats; ++n) fill((seen.seat + n) % seats);
    }
    const std::array<Counts, seats>& hands() const { return hands_; }
    // What is left: the wall, flowers among it.
    std::vector<Tile> wall() {
        std::vector<Tile> made = pool_;
        std::uint8_t out = 0;
        for (const Spot& place : seen_.open.places) out |= place.flowers;
        if (seen_.rules.flowers)
            for (int n = 0; n < 8; ++n)
                if (!(out >> n & 1)) made.push_back(static_cast<Tile>(first_flower + n));
        for (std::size_t n = made.size(); n > 1; --n)
            std::swap(made[n - 1], made[at(random_.below(static_cast<int>(n)))]);
        return made;
    }

   private:
    Tile draw() {
        const std::size_t n = at(random_.below(static_cast<int>(pool_.size())));
        std::swap(pool_[n], pool_.back());
        const Tile tile = pool_.back();
        pool_.pop_back();
        return tile;
    }
    void fill(int seat) {
        const Spot& place = seen_.open.place(seat);
        Counts& hand = hands_[at(seat)];
        hand = {};
        for (int n = 0; n < place.tiles && !pool_.empty(); ++n) ++hand[at(draw())];
        const int improved = static_cast<int>(kept_share * place.discards);
        const Counts laid = laid_counts(place);
        const int melds = most_melds - place.meld_count;
        for (int n = 0; n < improved && !pool_.empty(); ++n) {
            ++hand[at(draw())];
            const Hand now(hand, laid, melds);
            if (now.missing() == 0 || place.tiles % 3 != 1) break;
            const auto discards = now.discards(true);
            int best = -1, least = never, most = -1;
            for (int tile = 0; tile < kinds; ++tile) {
                const auto& left = discards[at(tile)];
                if (left.missing == never) continue;
                const int useful = __builtin_popcountll(left.useful);
                if (left.missing < least || (left.missing == least && useful > most)) {
                    best = tile;
                    least = left.missing;
                    most = useful;
                }
            }
            --hand[at(best)];
            pool_.push_back(static_cast<Tile>(best));
        }
        trim(hand, place.tiles);
    }
    void trim(Counts& hand, int tiles) {
        int held = 0;
        for (const auto count : hand) held += count;
        for (int tile = 0; held > tiles; tile = (tile + 1) % kinds)
            if (hand[at(tile)]) {
                --hand[at(tile)];
                pool_.push_back(static_cast<Tile>(tile));
                --held;
            }
    }

    const Seen& seen_;
    Random& random_;
    std::vector<Tile> pool_;
    std::array<Counts, seats> hands_{};
};

// What playouts of two words on the same walls say of their difference. It is weighed with the
// estimate by how sure each of the two is, so that few playouts, which scatter by several points,
// change little.
class Difference {
   public:
    void add(int points) {
        ++count_;
        sum_ += points;
        squares_ += static_cast<double>(points) * points;
    }
    double weighed_with(double estimate) const {
        if (count_ < 2) return estimate;
        const double mean = sum_ / count_;
        // As if two more playouts had scattered by a usual win: a few equal ones prove nothing.
        const double variance = (squares_ - sum_ * mean + 2 * usual_win * usual_win) / (count_ + 1);
        const double sure = estimate_off * estimate_off;
        const double playouts = variance / count_;
        return (estimate * playouts + mean * sure) / (playouts + sure);
    }

   private:
    static constexpr double usual_win = 5;  // points
    int count_ = 0;
    double sum_ = 0, squares_ = 0;
};

// The deal to its end by 'fastest hand' players; answers what the viewer gets.
int play_out(Table table, Word first, int seat, const Wall& wall) {
    Drawer drawer{wall};
    table.play(first);
    const std::size_t tiles = wall.size();
    while (!table.over()) {
        const int asked = table.to_move();
        if (asked < 0) {
            if (at(drawer.front + drawer.back) >= tiles) break;
            drawer.draw(table);
            continue;
        }
        table.play(choose_fastest(seen_by(table, asked), table.words(asked)));
    }
    return table.ending().payoffs[at(seat)];
}

}  // namespace

Word choose_sampling(const Seen& seen, const Words& words, int samples, Random& random) {
    std::vector<Valued> found = value_words(seen, words);
    std::stable_sort(found.begin(), found.end(),
                     [](const Valued& a, const Valued& b) { return a.value > b.value; });
    if (found[0].value > 1e5) return found[0].word;
    std::size_t tried = 1;
    while (tried < found.size() && tried < played_out &&
           found[tried].value > found[0].value - near_best)
        ++tried;
    if (tried == 1) return found[0].word;
    std::vector<Difference> found_out(tried);
    for (int n = 0; n < samples; ++n) {
        Imagined imagined(seen, random);
        const Wall wall = imagined.wall();
        const Table table =
            Table::imagined(seen.rules, seen.open, imagined.hands(), seen.drawn, seen.replaced, 0,
                            static_cast<std::uint8_t>(1 << seen.seat));
        const int first = play_out(table, found[0].word, seen.seat, wall);
        for (std::size_t w = 1; w < tried; ++w)
            found_out[w].add(play_out(table, found[w].word, seen.seat, wall) - first);
    }
    std::size_t best = 0;
    double most = 0;  // of the word with the best estimate, against itself
    for (std::size_t w = 1; w < tried; ++w) {
        const double gain = found_out[w].weighed_with(found[w].value - found[0].value);
        if (gain > most) {
            most = gain;
            best = w;
        }
    }
    return found[best].word;
}

}  // namespace kikashi::mahjong
