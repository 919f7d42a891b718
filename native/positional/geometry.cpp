#include "positional/geometry.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace kikashi::positional {

namespace {

void demand(bool holds, const std::string& sentence) {
    if (!holds) throw std::invalid_argument(sentence);
}

}  // namespace

Geometry::Geometry(int cells, const std::vector<std::vector<int>>& sets, int stones, int first,
                   int players, const std::vector<std::vector<int>>& symmetries,
                   const std::vector<int>& first_cells)
    : cells_(cells), stones_(stones), first_(first), players_(players), uniform_size_(0) {
    demand(cells >= 1 && cells <= max_cells, "a board has 1 to 729 cells");
    demand(sets.size() <= max_sets, "a board has at most 65000 winning sets");
    demand(stones >= 1 && stones <= max_stones && first >= 1 && first <= max_stones,
           "a turn has 1 to 7 stones");
    demand(players >= 2 && players <= max_players, "a game has two or three players");

    std::vector<std::uint32_t> degree(cells, 0);
    std::vector<int> sorted;
    for (const auto& set : sets) {
        demand(!set.empty() && set.size() <= max_set_size, "a winning set has 1 to 15 cells");
        sorted = set;
        std::sort(sorted.begin(), sorted.end());
        demand(sorted.front() >= 0 && sorted.back() < cells,
               "a winning set names a cell that is not there");
        demand(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(),
               "a winning set names a cell twice");
        set_begin_.push_back(static_cast<std::uint32_t>(set_cells_.size()));
        sizes_.push_back(static_cast<std::uint8_t>(set.size()));
        for (int cell : set) {
            set_cells_.push_back(static_cast<Cell>(cell));
            ++degree[cell];
        }
    }
    if (!sizes_.empty() &&
        std::all_of(sizes_.begin(), sizes_.end(), [&](auto s) { return s == sizes_[0]; }))
        uniform_size_ = sizes_[0];

    through_begin_.assign(cells + 1, 0);
    for (int cell = 0; cell < cells; ++cell)
        through_begin_[cell + 1] = through_begin_[cell] + degree[cell];
    through_.resize(through_begin_[cells]);
    auto next = through_begin_;
    for (std::size_t set = 0; set < sets.size(); ++set)
        for (int cell : sets[set]) through_[next[cell]++] = static_cast<SetId>(set);

    first_allowed_.assign(cells, first_cells.empty());
    for (int cell : first_cells) {
        demand(cell >= 0 && cell < cells, "the first stone's cells must be on the board");
        first_allowed_[cell] = true;
    }
    for (const auto& permutation : symmetries) {
        demand(static_cast<int>(permutation.size()) == cells, "a symmetry maps every cell");
        std::vector<bool> met(cells, false);
        for (int cell : permutation) {
            demand(cell >= 0 && cell < cells && !met[cell], "a symmetry maps cells one to one");
            met[cell] = true;
        }
        symmetries_.emplace_back(permutation.begin(), permutation.end());
    }
}

std::size_t Geometry::bytes() const {
    return sizeof(*this) + sizes_.size() + set_begin_.size() * 4 + through_begin_.size() * 4 +
           set_cells_.size() * sizeof(Cell) + through_.size() * sizeof(SetId) +
           symmetries_.size() * cells_ * sizeof(Cell);
}

}  // namespace kikashi::positional
