// The proof that a side takes at least so many tricks, as nodes that the room's judge replays.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "solver.hpp"

namespace kikashi::honeymoon {

// Children stand before their parents. `kind`: 't' the claimant plays `card`, 'r' every card of the
// other side is answered (equal cards once), 'c' the rest is on top.
struct ProofNode {
    char kind = 'c';
    int need = 0;
    std::string card;
    int child = -1;
    std::vector<std::pair<std::string, int>> replies;
};

// The deal is seen by the claimant (its cards are the 1 bits), suits in the order S H D C; `trump`
// -1 for none. Empty where the claim is false or the proof would be longer than `most_nodes`.
std::vector<ProofNode> prove(Solver& solver, const std::array<Suit, 4>& suits, int trump,
                             bool claimant_leads, int need, std::size_t most_nodes);

}  // namespace kikashi::honeymoon
