// The family's second search: Monte-Carlo tree search over whole turns. A simulation ends where the
// tree does; a glance for forced wins or the evaluation says what it is worth.
#pragma once

#include "positional/player/player.hpp"

namespace kikashi::positional {

// `Budget::nodes` counts simulations. The game must not be over.
Thought think_by_mcts(std::shared_ptr<const Geometry> geometry, const Weights& weights,
                      const Style& style, const Budget& budget,
                      const std::vector<std::vector<Cell>>& stones, int mover, int left,
                      Control& control);

}  // namespace kikashi::positional
