// Threats of one side and the fewest stones that stop them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "positional/board.hpp"

namespace kikashi::positional {

// The empty cells of a set that one turn could fill.
struct Hole {
    std::array<Cell, max_stones> cells;
    std::uint8_t count = 0;
    bool has(Cell cell) const {
        return std::find(cells.begin(), cells.begin() + count, cell) != cells.begin() + count;
    }
};

template <class B>
Hole hole_of(const B& board, SetId set) {
    Hole hole;
    for (Cell cell : board.geometry().cells_of(set))
        if (board.is_empty(cell)) hole.cells[hole.count++] = cell;
    return hole;
}

// Those of several sets, each written where it stays: a copy of what was just written in pieces
// makes the processor wait.
template <class B>
void holes_of(const B& board, std::span<const SetId> sets, std::vector<Hole>& holes) {
    holes.resize(sets.size());
    Hole* hole = holes.data();
    for (SetId set : sets) {
        std::uint8_t count = 0;
        for (Cell cell : board.geometry().cells_of(set))
            if (board.is_empty(cell)) hole->cells[count++] = cell;
        hole->count = count;
        ++hole;
    }
}

// The holes of all sets that `player` could fill in one turn, narrow ones first.
template <class B>
std::vector<Hole> threats_of(const B& board, int player) {
    std::vector<Hole> holes;
    for (SetId set : board.fillable(player)) holes.push_back(hole_of(board, set));
    std::stable_sort(holes.begin(), holes.end(),
                     [](const Hole& a, const Hole& b) { return a.count < b.count; });
    return holes;
}

// Fewest cells that hit every hole, or most + 1 where more are needed.
inline int fewest_stoppers(const std::vector<Hole>& holes, int most) {
    if (holes.empty()) return 0;
    if (most <= 0) return 1;
    const Hole& first = holes.front();
    int best = most + 1;
    std::vector<Hole> rest;
    for (int i = 0; i < first.count && best > 1; ++i) {
        rest.clear();
        for (const Hole& hole : holes)
            if (!hole.has(first.cells[i])) rest.push_back(hole);
        best = std::min(best, 1 + fewest_stoppers(rest, best - 2));
    }
    return best;
}

// Can so many stones hit every hole? Exact for turns of one or two stones. With more the question
// is hard: after `effort` steps the answer is yes, for all anyone knows.
inline bool can_stop(const std::vector<Hole>& holes, int stones, int& effort) {
    if (holes.empty()) return true;
    if (stones <= 0) return false;
    if (--effort < 0) return true;
    const Hole& narrow = *std::min_element(
        holes.begin(), holes.end(), [](const Hole& a, const Hole& b) { return a.count < b.count; });
    std::vector<Hole> rest;
    for (int i = 0; i < narrow.count; ++i) {
        rest.clear();
        for (const Hole& hole : holes)
            if (!hole.has(narrow.cells[i])) rest.push_back(hole);
        if (can_stop(rest, stones - 1, effort)) return true;
    }
    return false;
}

inline bool can_stop(const std::vector<Hole>& holes, int stones) {
    int effort = 100;
    return can_stop(holes, stones, effort);
}

}  // namespace kikashi::positional
