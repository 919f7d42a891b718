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

// Wins are stored as seen from the position itself, not from the root.
constexpr Value value_to_table(Value value, int ply) {
    return is_win(value) ? value + ply : is_loss(value) ? value - ply : value;
}
constexpr Value value_from_table(Value value, int ply) {
    return is_win(value) ? value - ply : is_loss(value) ? value + ply : value;
}

// All moves that were tried lose, but others were left out: as bad as can be without being proved.
inline constexpr Value unproved_margin = 100'000;
constexpr Value unproved(Value loss) { return loss + unproved_margin; }
// Neither won nor lost, as far as was seen.
constexpr bool is_estimate(Value value) {
    return value < sure - 2 * unproved_margin && value > 2 * unproved_margin - sure;
}

// A move that may be tried, and its place in the move order: larger scores first.
template <class Move>
struct ScoredMove {
    Move move;
    std::int32_t score = 0;
};

// What chance may do, and how often.
template <class Move>
struct Outcome {
    Move move;
    std::int32_t weight = 1;
};

}  // namespace kikashi::search
