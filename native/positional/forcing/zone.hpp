// The zone of a strategy: outside it, extra stones of the defender change nothing.
#pragma once

#include "positional/cell_set.hpp"
#include "positional/forcing/attacks.hpp"
#include "positional/forcing/proof.hpp"

namespace kikashi::positional {

// The zone of the strategy at `root`, played from the board as it is, when the defender has
// already passed `free_stones` stones on the way here. It must agree with the checker's own
// (docs/reference/soundness.md): the attacker's stones, the holes of all threats, and the empty
// cells of every set in which the defender's stones plus all free stones could reach a win in one
// turn.
CellSet zone_of(WarBoard& board, int attacker, const Proof& proof, std::int32_t root,
                int free_stones);

// What one position after an attacker's turn adds to a zone.
void add_reply_zone(const WarBoard& board, int attacker, int free_stones, CellSet& zone);

}  // namespace kikashi::positional
