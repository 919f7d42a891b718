// The exact value of small boards with face-down pieces: expectimax over all positions, circles
// included. A value is the mean result (won 1, drawn 0, lost -1) of the side to move under best
// play of both; going round for ever is a draw. Values are whole multiples of 1/n!, n the pieces
// that lie face down, so all arithmetic is in integers over one common denominator.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/control.hpp"
#include "position.hpp"

namespace kikashi::banqi {

struct ExactValue {
    bool done = false;
    std::int64_t numerator = 0, denominator = 1;
    std::uint64_t states = 0;
    // By cell and by what it turns up, at the position asked about.
    struct Act {
        Move move;
        std::int64_t numerator;
    };
    std::vector<Act> acts;
};

inline constexpr int most_exact_cells = 12;
inline constexpr std::uint64_t most_exact_states = 60'000'000;

// Pieces may be fewer than cells. GameError-like refusals are the caller's: at most
// `most_exact_cells` cells, and the control or `most_exact_states` may end it unfinished.
ExactValue exact_value(const Position& position, Control& control);

}  // namespace kikashi::banqi
