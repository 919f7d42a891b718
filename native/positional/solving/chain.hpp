// Wins by forced replies alone: each stone of the attacker leaves one of its sets a cell short, the
// defender has one answer, and in the end none.
//
// Where the defender's own sets count (the full game), an answer that leaves one of them a cell
// short ends the chain. Complete without them, up to the nodes it may look at.
#pragma once

#include <vector>

#include "positional/cell_set.hpp"
#include "positional/solving/residual.hpp"

namespace kikashi::positional {

class ChainSearch {
   public:
    // `defence` is nullptr in the weak game.
    ChainSearch(Residual& attack, Residual* defence) : attack_(attack), defence_(defence) {}

    struct Chain {
        Cell first;    // the attacker's stone
        CellSet zone;  // an extra stone of the defender elsewhere does not stop it
    };
    // The attacker to move, with no set a cell short on either side.
    bool find(Chain& chain, int most_nodes);

   private:
    struct Two {
        Cell one, other;
        friend auto operator<=>(const Two&, const Two&) = default;
    };
    bool search(Chain& chain, int& nodes);
    void add_counters(CellSet& zone) const;
    void place(Cell cell, bool attacker);
    void undo();

    Residual& attack_;
    Residual* const defence_;
};

}  // namespace kikashi::positional
