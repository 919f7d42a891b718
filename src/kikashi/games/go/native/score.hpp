// Counting a board on which all stones stand: area, or territory by the number of stones played.
#pragma once

#include <array>
#include <vector>

#include "board.hpp"

namespace kikashi::go {

struct Counting {
    int komi = 15;           // half points for White, a handicap's bonus with them
    bool territory = false;  // area less the stones that a side has played more

    bool operator==(const Counting&) const = default;
};

// Who owns each point by simple sight: a stone its own side, an empty point the one side beside it.
// Enough at the end of a playout, where empty points are eyes or neutral.
template <int W, class See>
int quick_area(const Board<W>& board, See see) {
    int area = 0;
    for (int cell = 0; cell < board.points(); ++cell) {
        const Point at = point_of(board.size(), cell);
        int owner = board.at(at);
        if (owner == empty) {
            int beside = 0;
            for (int way = 0; way < 4; ++way) {
                const Colour there = board.at(board.step(at, way));
                if (there != border) beside |= there;
            }
            owner = beside == border ? 0 : beside;
        }
        const int sign = owner == black ? 1 : owner == white ? -1 : 0;
        area += sign;
        see(cell, sign);
    }
    return area;
}

// By regions, exactly as the law does with no dead stones.
template <int W>
int exact_area(const Board<W>& board) {
    int area = 0;
    std::vector<bool> seen(static_cast<std::size_t>(Board<W>::capacity));
    std::vector<Point> region;
    for (int cell = 0; cell < board.points(); ++cell) {
        const Point at = point_of(board.size(), cell);
        if (board.at(at) == black) ++area;
        if (board.at(at) == white) --area;
        if (board.at(at) != empty || seen[at]) continue;
        region.assign(1, at);
        seen[at] = true;
        int touched = 0;
        for (std::size_t n = 0; n < region.size(); ++n)
            for (int way = 0; way < 4; ++way) {
                const Point beside = board.step(region[n], way);
                const Colour there = board.at(beside);
                if (there == empty) {
                    if (!seen[beside]) region.push_back(beside);
                    seen[beside] = true;
                } else if (there != border) {
                    touched |= there;
                }
            }
        if (touched == black) area += static_cast<int>(region.size());
        if (touched == white) area -= static_cast<int>(region.size());
    }
    return area;
}

}  // namespace kikashi::go
