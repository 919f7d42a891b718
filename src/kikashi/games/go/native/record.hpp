// The twin of the law: a board that moves are played on and taken back, with what superko
// remembers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "simulator.hpp"

namespace kikashi::go {

class Record {
   public:
    virtual ~Record() = default;
    // `past` are boards before, with the side to move; see `Question`.
    static std::unique_ptr<Record> make(int size, const std::string& board, int mover, int ko,
                                        const std::vector<std::pair<std::string, int>>& past,
                                        Ko rule, bool suicide);

    virtual int size() const = 0;
    virtual int mover() const = 0;
    virtual std::vector<int> legal_cells() const = 0;
    virtual bool legal(int cell) const = 0;
    virtual void play(int cell) = 0;   // must be legal
    virtual void place(int cell) = 0;  // the same, and the mover moves again: a handicap
    virtual void pass() = 0;
    virtual void turn() = 0;  // the other side is to move; nothing else changes
    virtual void undo() = 0;
    virtual std::string board() const = 0;
    virtual int liberties(int cell) const = 0;
    virtual std::uint16_t around(int cell) const = 0;
    virtual std::uint64_t key() const = 0;
    virtual std::pair<int, int> prisoners() const = 0;  // taken by Black, by White
    virtual int ko() const = 0;
    virtual int area() const = 0;  // Black's less White's with all stones alive
    virtual bool ladder(int cell, int budget) = 0;
};

// How many boards of a size are legal, by trying all: for sizes up to 4.
std::uint64_t count_legal_boards(int size);

}  // namespace kikashi::go
