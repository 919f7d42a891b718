// The double-threat search of paper 001, section 3.1, with every heuristic as a switch: for
// measuring what each saves and what it loses. It proves nothing; the exact search is
// native/positional/forcing/full.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/control.hpp"
#include "positional/forcing/attacks.hpp"
#include "positional/forcing/replies.hpp"

namespace kikashi::connect6 {

using positional::Cell;
using positional::Hole;
using positional::Turn;
using positional::WarBoard;

enum class Defence : std::uint8_t {
    exact,         // every smallest way to stop all threats, one after the other
    conservative,  // all stoppers at once: a win is a win, but some are not found
    improved,      // at once, but far ends of a four only where they help the defender's own lines
    three,         // at once, the three best stoppers at most
};

struct Switches {
    Defence defence = Defence::conservative;
    bool cache = true;   // remembers positions
    int step = 1;        // turns by which the search deepens
    int candidates = 0;  // 1 narrowest to 9 widest; 0: all
    int distance = 0;    // between the two stones of a turn, at most; 0: any
};

struct Found {
    bool wins = false, stopped = false;
    Turn first;
    std::uint64_t asked = 0, hits = 0;  // of the cache
};

class ThreatSearch {
   public:
    // `places`: column and row of each cell.
    ThreatSearch(WarBoard& board, int attacker, Control& control, const Switches& switches,
                 std::vector<std::array<int, 2>> places);
    Found solve(int most_turns);

   private:
    enum class Result : std::uint8_t { win, cut, no, stopped };

    Result attack(int depth, int ply);
    Result answer(const Turn& turn, int depth, int ply);
    std::vector<Cell> stoppers(const std::vector<Hole>& holes, const Turn& reply) const;
    bool next_to_four(Cell cell, const Hole& hole) const;
    int between(Cell a, Cell b) const;
    bool helps_defender(Cell cell) const;
    std::size_t most_candidates(int ply) const;

    struct Known {
        std::uint8_t lost = 0;  // turns within which there is no win; 255: none at all
        bool won = false;
    };

    WarBoard& board_;
    const int attacker_, defender_;
    Control& control_;
    const Switches switches_;
    const std::vector<std::array<int, 2>> places_;
    positional::Attacks attacks_;
    positional::Defences defences_;
    std::unordered_map<std::uint64_t, Known> cache_;
    Found found_;
};

}  // namespace kikashi::connect6
