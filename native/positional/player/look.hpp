// Looks on a board of its own whether a side wins by forcing moves: after a turn, or as it stands.
#pragma once

#include <cstdint>

#include "core/control.hpp"
#include "positional/forcing/proof.hpp"
#include "positional/player/duel.hpp"

namespace kikashi::positional {

class Look {
   public:
    // Moments are seconds since the thought began; `late`: so many of them were over when the
    // control began to count.
    Look(Duel& duel, Control& control, double late = 0)
        : duel_(duel), control_(control), late_(late) {}

    // Searches on and on with what the table has learnt, until it knows or the share is spent.
    // `most` counts all nodes of the control; 0: no bound. Without a proof the answer has no root.
    Finding persist(int attacker, int stones, Proof* proof, std::uint64_t most, double until);

    // How many turns the other side needs to win by force after `turn` of the side to move, or 0 if
    // no such win was found.
    int refuted(const Turn& turn, std::uint64_t most, double until);

    double now() const { return late_ + control_.seconds(); }

   private:
    Duel& duel_;
    Control& control_;
    double late_;
};

}  // namespace kikashi::positional
