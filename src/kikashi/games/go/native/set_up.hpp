// A board from the law's text, one character a point.
#pragma once

#include <stdexcept>
#include <string>

#include "board.hpp"

namespace kikashi::go {

template <int W>
Board<W> set_up(int size, const std::string& text) {
    Board<W> board(size);
    if (text.size() != static_cast<std::size_t>(size * size))
        throw std::invalid_argument("the board text has another size");
    for (int cell = 0; cell < size * size; ++cell) {
        const char stone = text[static_cast<std::size_t>(cell)];
        if (stone == '.') continue;
        if (stone != 'X' && stone != 'O') throw std::invalid_argument("a point is '.', 'X' or 'O'");
        Undo<W> undo;
        board.play(point_of(size, cell), stone == 'X' ? black : white, undo);
        if (undo.taken > 0 || undo.lost)
            throw std::invalid_argument("a string on the board has no liberty");
    }
    board.set_ko(0);
    return board;
}

}  // namespace kikashi::go
