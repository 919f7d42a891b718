// A board for two from lists of stones that come from Python: nothing in them is trusted.
#pragma once

#include <memory>
#include <stdexcept>
#include <vector>

#include "positional/forcing/attacks.hpp"

namespace kikashi::bind {

inline positional::WarBoard board_of(std::shared_ptr<const positional::Geometry> geometry,
                                     const std::vector<std::vector<int>>& stones) {
    using positional::Cell;
    if (geometry->players() != 2 || stones.size() != 2)
        throw std::invalid_argument("forcing searches are for two players");
    positional::WarBoard board(std::move(geometry));
    for (int player = 0; player < 2; ++player)
        for (int cell : stones[static_cast<std::size_t>(player)]) {
            if (cell < 0 || cell >= board.geometry().cells())
                throw std::invalid_argument("there is no such cell on this board");
            if (!board.is_empty(static_cast<Cell>(cell)))
                throw std::invalid_argument("two stones lie on one cell");
            board.place(static_cast<Cell>(cell), player);
        }
    if (board.filled(0) || board.filled(1))
        throw std::invalid_argument("a side already holds a full winning set");
    return board;
}

}  // namespace kikashi::bind
