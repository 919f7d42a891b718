// How near a side is to a mate at a glance: what its pieces attack of the enemy palace, and where
// the general there could still go.
#pragma once

#include "evaluation.hpp"

namespace kikashi::xiangqi {

// What the attack of a side is worth to it, never negative; in the units of `evaluate`.
Value menace(const Position& position, Side side);

}  // namespace kikashi::xiangqi
