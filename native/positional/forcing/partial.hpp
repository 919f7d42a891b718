// Victory by turns that leave the defender some stones free: `vcst` (at least one threat a turn,
// two stones a turn) and `vct` (one stone a turn). A free stone is first passed; if the attack
// wins all the same, it must win once more against every free stone inside the zone of that win.
// Sound: every win found is a win. Not complete: what it does not find may exist.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "positional/forcing/free_turns.hpp"
#include "positional/forcing/full.hpp"
#include "positional/forcing/zone.hpp"

namespace kikashi::positional {

class PartialForcing {
   public:
    PartialForcing(WarBoard& board, int attacker, Control& control, std::size_t table_bytes);

    // Searches with 0, 1, 2 ... turns that leave stones free, ever wider, until it wins, the
    // control says stop, or nothing is left to widen. `most_turns`: of the win; 0 for no bound.
    Finding solve(int stones, Proof& proof, int most_turns = 0);

   private:
    struct Effort {
        int turns;            // the attacker may still take; 0: no bound
        int slack;            // turns that may still leave the defender free stones
        int width;            // how many such turns are tried in one position
        std::uint64_t nodes;  // for one search of the full-forcing kind
    };
    // A strategy in the proof, and the zone it needs.
    struct Won {
        std::int32_t node = -1;
        CellSet zone;
    };
    // The replies to one turn that have their answers.
    struct Answered {
        CellSet zone;  // of all of them
        std::vector<Proof::Reply> replies;
        std::vector<std::pair<Turn, CellSet>> parts;  // that leave stones free, each with its zone
        bool has(const Turn& turn) const;
    };

    bool attack(int stones, Effort effort, int passed, Proof& proof, Won& won);
    bool try_turn(const Turn& turn, Effort effort, int passed, Proof& proof, Won& won);
    bool cover(Turn& placed, Effort effort, int passed, Proof& proof, Answered& answered);
    std::uint64_t failure_key(const Effort& effort) const;
    static std::vector<Cell> killer_first(const CellSet& zone, Cell killer);
    void place(const Turn& turn, int player);
    void remove(const Turn& turn);

    WarBoard& board_;
    const int attacker_, defender_;
    Control& control_;
    FullForcing full_;
    Defences defences_;
    FreeTurns free_turns_;
    bool narrowed_ = false;  // did any limit of the effort cut something off?
    // By position and turns to go: the slack that did not help.
    std::unordered_map<std::uint64_t, int> failed_;
    // By slack and stones before it: the free stone that refuted the last turn tried.
    std::vector<Cell> refuters_;
};

}  // namespace kikashi::positional
