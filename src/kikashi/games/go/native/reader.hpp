// Questions about one target, answered with ko: works, works by ko, fails, unknown.
#pragma once

#include <string>
#include <vector>

#include "core/control.hpp"
#include "point.hpp"

namespace kikashi::go {

struct LocalQuestion {
    int size = 19;
    std::string board;  // as the law writes it
    int to_move = 0;    // whom the ko point binds
    int ko = -1;
    int target = 0;                // a cell with a stone
    bool attack = true;            // whether the attacker moves first
    int safe_liberties = 5;        // a string with so many is saved
    std::uint64_t nodes = 30'000;  // for each of the searches that an answer is made of
    bool all_moves = false;
    bool count_threats = false;
    bool life = false;        // about the whole group, not its string alone
    std::vector<int> region;  // of life: cells in which moves are looked for; empty: found here
    int second = -1;          // a stone that a link to the target is asked about
    bool sampling = true;     // of life: playouts say what they think where no search settles it
};

enum class Outcome : std::uint8_t { works, ko, fails, unknown };

struct LocalAnswer {
    Outcome outcome = Outcome::unknown;
    int code = 0;           // as gnugo's: 0 fails, 1 works, 2 and 3 by ko
    int move = -1;          // -1: pass, or nothing works
    int threats = 0;        // by ko: how many more one side needs; 0: not counted, or very many
    std::vector<int> line;  // -1 is a pass
    bool seki = false;      // of life: the target stands, without a shape that needs no answer
    std::vector<std::pair<int, int>> moves;  // first moves that work, with their codes
};

LocalAnswer read_local(const LocalQuestion& question, Control& control);

}  // namespace kikashi::go
