// The same player's eyes behind another search: Monte-Carlo tree search with flips as chance nodes.
// A simulation ends where the tree does, and is judged by quiescence: games played out at random
// say little in dark chess.
#pragma once

#include "player.hpp"

namespace kikashi::banqi {

// As `think`; `Budget::nodes` counts simulations, `depth` of the answer is the length of the line.
Thought think_by_mcts(const Position& position, const Budget& budget, Control& control);

}  // namespace kikashi::banqi
