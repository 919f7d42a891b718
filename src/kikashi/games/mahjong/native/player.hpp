// Players: what they are handed, the plain ones, and the door to all of them.
#pragma once

#include <cstdint>

#include "table.hpp"

namespace kikashi::mahjong {

// Small and the same everywhere: results of a seed are compared between machines.
class Random {
   public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {  // splitmix64
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ull);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
    int below(int bound) {
        return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(bound) >> 32);
    }

   private:
    std::uint64_t state_;
};

// What one player knows: the open table, the own hand and what was drawn.
struct Seen {
    const Rules& rules;
    const Open& open;
    int seat;
    Counts hand;
    Tile drawn;
    Replaced replaced = Replaced::no;

    const Spot& place() const { return open.place(seat); }
    int melds() const { return most_melds - place().meld_count; }
    // Copies that lie neither in the own hand nor open on the table.
    int unseen(int tile) const {
        return copies - hand[static_cast<std::size_t>(tile)] -
               open.visible[static_cast<std::size_t>(tile)];
    }
    int drawable() const { return open.left - rules.left; }
};

Seen seen_by(const Table& table, int seat);

enum class Kind : std::uint8_t { random, fastest, paper, expected, sampling };

struct Level {
    Kind kind = Kind::fastest;
    int samples = 0;  // playouts of each candidate, for `sampling`
    int noise = 0;    // hundredths of a point by which values are blurred, for weaker levels
};

// A word of `words`; equal views, words, level and seed give equal answers.
Word choose(const Seen& seen, const Words& words, const Level& level, Random& random);

Word choose_fastest(const Seen& seen, const Words& words);
Word choose_paper(const Seen& seen, const Words& words);
Word choose_expected(const Seen& seen, const Words& words, int noise, Random& random);
Word choose_sampling(const Seen& seen, const Words& words, int samples, Random& random);

// Shared: the hand after a claim, before the discard that must follow.
struct Claimed {
    Counts hand, laid;
    int melds;
};
Claimed after_claim(const Seen& seen, Word word);

}  // namespace kikashi::mahjong
