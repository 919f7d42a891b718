// A player whose only knowledge are ten weights: what a stone is worth in a club that holds so many
// stones of one side and none of the other. Fitted by self-play (learning.py).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "positional/geometry.hpp"
#include "score_player.hpp"

namespace kikashi::goclub {

// By the stones that a club holds, 0 to 4: mine, then theirs.
using ClubWeights = std::array<float, 10>;

class WeightPlayers {
   public:
    explicit WeightPlayers(const Geometry& geometry);

    // The first `drawn` stones are drawn by lot.
    Game play(const ClubWeights& first, const ClubWeights& second, int drawn, Random& random);

    // A cell for `side`; of equals the first.
    Cell choose(const ClubWeights& weights, int side) const;
    void set_up(const std::array<std::vector<Cell>, 2>& stones);

   private:
    void reset();
    // Whether the stone completes a club.
    bool place(Cell cell, int side);

    const Geometry& geometry_;
    std::vector<std::array<std::uint8_t, 2>> held_;  // by set
    std::vector<std::uint8_t> taken_;
    // By cell: clubs through it that only one side has stones in, by side and stones.
    std::vector<std::array<std::array<std::int16_t, 5>, 2>> open_;
};

}  // namespace kikashi::goclub
