// The players of paper 002: a cell is worth the live twos, threes and fours it makes, or those of
// the other side that it stops, whichever is more; looked ahead a few plies.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "positional/geometry.hpp"

namespace kikashi::goclub {

using positional::Cell;
using positional::Geometry;
using positional::SetId;

// Which cell is taken where several are worth the same.
enum class Ties : std::uint8_t {
    random_cell,  // 1.0: a cell drawn beforehand, if it is one of them; else the first
    most_clubs,   // 2.0: the one through which most clubs go; else the first
};

struct Style {
    int plies;
    Ties ties;
};

struct Game {
    std::vector<Cell> moves;
    int winner;  // 0, 1, or -1 where the board is full
};

// The paper leaves open which stones of a club count towards the score of a cell.
enum class Reading : std::uint8_t {
    standing,  // those that stand there already: two, three or four
    made,      // those that stand there once the cell is taken
};

class ScorePlayers {
   public:
    ScorePlayers(const Geometry& geometry, Reading reading);

    // A whole game. 1.0 opens on a random cell, 2.0 where most clubs are.
    Game play(Style first, Style second, Random& random);

    // One move in a position.
    Cell move(Style style, const std::array<std::vector<Cell>, 2>& stones, int side,
              Random& random);

   private:
    static constexpr std::int64_t club = 1'000'000'000;

    std::int64_t worth(Cell cell, int side) const {
        return std::max(made_[side][cell], made_[1 - side][cell]);
    }
    void place(Cell cell, int side);
    void remove(Cell cell, int side);
    void shift(SetId set, int side, std::int64_t before, std::int64_t after);
    std::int64_t value_of(SetId set, int side) const;
    Cell choose(Style style, int side, Random& random);
    std::int64_t best_reply(int plies, int side, std::int64_t enough);
    void reset();

    const Geometry& geometry_;
    const Reading reading_;
    std::vector<std::uint8_t> counts_;  // by set: four bits a side
    std::vector<std::uint8_t> taken_;
    std::vector<std::int64_t> made_[2];  // by cell: what a stone of this side there would make
    std::vector<std::vector<Cell>> order_;
};

}  // namespace kikashi::goclub
