// What pieces are worth: paper 000's values as they are published, and those that exchanges use.
#pragma once

#include "position.hpp"
#include "search/values.hpp"

namespace kikashi::minishogi {

using search::Value;

// Paper 000: K +R +B R B G S P on the board 10000 850 750 550 450 200 170 120, in hand 10000 800
// 700 500 400 150 100 70. It has none for a promoted silver and a promoted pawn: ours are
// fitted to results of games (bench/minishogi/fit_promoted.py). By kind: K R B G S P +R +B +S +P.
constexpr std::array<Value, kinds> paper_board{10000, 550, 450, 200, 170, 120, 850, 750, 260, 220};
constexpr std::array<Value, kinds> paper_hand{10000, 500, 400, 150, 100, 70};

// What a capture swings: the piece leaves one side and comes to the hand of the other. The king
// counts for more than all the rest.
constexpr Position::Worth worth{20000, 1050, 850, 480, 420, 200, 1350, 1150, 450, 330};

Value paper_value(const Position& position);  // for the side to move

}  // namespace kikashi::minishogi
