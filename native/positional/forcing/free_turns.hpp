// Turns of the attacker that leave the defender stones free, by what they start and what they
// spoil.
#pragma once

#include <vector>

#include "positional/forcing/attacks.hpp"

namespace kikashi::positional {

class FreeTurns {
   public:
    FreeTurns(const WarBoard& board, int attacker);

    struct Wish {
        int stones;          // of the turn
        int width;           // at most so many turns, the best
        bool quiet = false;  // also turns that threaten nothing, where a turn is several stones
        Turn before = {};    // the turn that won last: its stones are worth more
    };
    // Appends to `out`, best first. True if there were more.
    bool find(const Wish& wish, std::vector<Turn>& out);

   private:
    void judge_cells(const Wish& wish);
    std::int32_t in_one_set(const Turn& turn) const;

    const WarBoard& board_;
    const int attacker_, defender_;
    std::vector<std::int32_t> value_;
    std::vector<bool> threatens_;
};

}  // namespace kikashi::positional
