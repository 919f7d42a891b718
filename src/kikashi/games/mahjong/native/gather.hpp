// Positions of played deals with what came of them, for fitting danger and chances.
#pragma once

#include <cstdint>
#include <vector>

#include "chances.hpp"
#include "danger.hpp"
#include "simulate.hpp"

namespace kikashi::mahjong {

struct Gathered {
    std::vector<float>
        danger;  // rows of danger_features and 1 where the opponent waits for the tile
    std::vector<float> chance;  // rows of missing, chance_features, won
};

// One of `thin` discards is kept; of each, all three opponents.
Gathered gather(const Rules& rules, const Players& players, std::uint64_t first_seed, int walls,
                int thin);

}  // namespace kikashi::mahjong
