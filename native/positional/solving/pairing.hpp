// A pairing of Breaker (Hales and Jewett): disjoint pairs of empty cells such that every residual
// set holds a pair. Whenever Maker takes a cell of a pair, Breaker takes the other.
//
// First by matching: two cells for each set, found by augmenting paths. Sets that share two cells
// can share a pair, so those are grouped before, and a group needs a pair in what its sets have in
// common. Where no grouping does, a search branches over the pairs of the set with the fewest, and
// gives up after so many steps. Boards of up to 64 cells have a search of their own, SmallPairing.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "positional/solving/residual.hpp"
#include "positional/solving/small_pairing.hpp"

namespace kikashi::positional {

class PairingSearch {
   public:
    using Pairs = std::vector<std::pair<Cell, Cell>>;

    explicit PairingSearch(const Residual& residual);

    // Whether one was found; `pairs()` has it. A set that misses one cell has no pair.
    bool find();
    const Pairs& pairs() const { return is_small_ ? small_.pairs() : pairs_; }

   private:
    static constexpr std::size_t most_grouped = 4096;  // sets; with more, none are grouped
    // On 7x7, lines of five, 30, 100, 200, 400 and 1000 steps of the small search take 172,360,
    // 151,263, 119,817, 103,024 and 96,727 nodes, and 2.6, 2.6, 2.3, 2.5 and 3.4 s. Steps by lists
    // are so slow that more of them gain nothing.
    static constexpr int small_steps = 200, large_steps = 1;

    struct Group {
        std::array<Cell, max_set_size> cells;  // that all its sets have, empty
        std::uint8_t count;
    };

    bool match(int least_common);
    bool augment(std::size_t group);
    bool extend(int& steps);
    int free_cells(SetId set, Cell* cells) const;
    int gain(Cell one, Cell other) const;
    void take(Cell one, Cell other, std::vector<SetId>& covered);

    const Residual& residual_;
    const bool is_small_;
    SmallPairing small_;
    std::vector<SetId> open_;                  // sets that hold no pair yet
    std::vector<std::uint8_t> waiting_;        // by set: is it one of those
    std::vector<std::uint8_t> paired_;         // by cell
    std::vector<std::vector<SetId>> sharing_;  // by set: earlier ones with two cells in common
    std::vector<Group> groups_;
    std::vector<std::int32_t> group_of_;  // by set, -1: none yet
    std::vector<std::int32_t> taken_by_;  // by cell: the group that has it, or -1
    std::vector<std::uint32_t> visited_;  // by cell, in this round
    std::uint32_t round_ = 0;
    Pairs pairs_;
};

}  // namespace kikashi::positional
