// What a game-tree search says about a position: a value for the side to move.
#pragma once

#include <cstdint>

namespace kikashi::search {

using Value = std::int32_t;

// A win is worth this much less the plies until it comes; nothing else reaches `sure`.
inline constexpr Value win_value = 1'000'000;
inline constexpr Value sure = win_value - 10'000;
inline constexpr Value infinite = win_value + 1;

constexpr Value wins_after(int plies) { return win_value - plies; }
constexpr bool is_win(Value value) { return value >= sure; }
constexpr bool is_loss(Value value) { return value <= -sure; }

// A move that may be tried, and how promising it looks: larger first.
template <class Move>
struct Choice {
    Move move;
    std::int32_t order = 0;
};

// What chance may do, and how often.
template <class Move>
struct Outcome {
    Move move;
    std::int32_t weight = 1;
};

}  // namespace kikashi::search
