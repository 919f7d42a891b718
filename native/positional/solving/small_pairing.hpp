// A pairing on boards of up to 64 cells, where a residual set is one word: a search that branches
// over the pairs of the set with the fewest free cells.
//
// Sets that hold another need no pair of their own. Sets of which any two share at most one cell
// need different pairs, so two cells for each must be matched: where that fails there is no
// pairing, and nothing is searched.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "positional/solving/residual.hpp"

namespace kikashi::positional {

class SmallPairing {
   public:
    static constexpr int most_cells = 64;

    explicit SmallPairing(const Residual& residual);

    static bool fits(const Geometry& geometry) { return geometry.cells() <= most_cells; }

    // Whether one was found within so many steps; `pairs()` has it.
    bool find(int most_steps);
    const std::vector<std::pair<Cell, Cell>>& pairs() const { return pairs_; }

   private:
    using Cells = std::uint64_t;

    bool collect();    // the least residual sets; false where one has no pair
    bool can_match();  // two cells for each set of some that share at most one
    bool augment(std::size_t set, Cells& visited);
    bool extend(std::size_t begin, Cells free, int& steps);

    const Residual& residual_;
    std::vector<Cells> masks_;  // by set
    std::vector<Cells> sets_;   // the least ones; behind them those still open, level by level
    std::vector<Cells> apart_, matched_;
    std::array<std::int8_t, most_cells> taken_by_{};
    std::vector<std::pair<Cell, Cell>> pairs_;
};

}  // namespace kikashi::positional
