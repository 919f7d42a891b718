// Which turns of the defender leave the attacker without a win of the full-forcing class: what
// makes a defence the only one.
#pragma once

#include <cstdint>
#include <vector>

#include "positional/forcing/full.hpp"
#include "positional/forcing/zone.hpp"

namespace kikashi::positional {

struct Holding {
    enum class Ending : std::uint8_t {
        nothing_threatens,  // with the whole turn passed there is no win to stop
        all_found,          // every turn that holds all stones of one in `turns` holds, no other
        too_many,           // more than were wanted
        open,               // a limit left some turn undecided
    };
    Ending ending = Ending::open;
    std::vector<Turn> turns;  // the smallest sets of stones that hold
    int threatened = 0;       // the turns of the win that follows if the turn is passed
    std::int32_t root = -1;   // that every other turn loses; -1: it took too many nodes
    int bound = 0;            // and within how many turns of the attacker
};

// For a defender to move who cannot fill a set at once. An extra stone of the defender never helps
// the attacker, so a stone that holds by itself stands for all turns with it; and a stone outside
// the zone of a win does not stop it.
class HoldingSearch {
   public:
    HoldingSearch(WarBoard& board, int attacker, Control& control, std::size_t table_bytes);

    struct Wish {
        int most = 1;                  // give up once more turns than this hold
        std::uint64_t most_nodes = 0;  // of one search; 0: no bound
        std::size_t most_proof = 0;    // nodes of the proof; 0: none is wanted
    };
    Holding find(int stones, const Wish& wish, SharedProof& proof);

    // Writes down why the attacker has no win after `turn`; -1 if that takes too many nodes.
    std::int32_t refute(const Turn& turn, SharedProof& proof, std::size_t most_nodes);

   private:
    bool holds_known(const Turn& turn, const Holding& found) const;
    // Searches the win after `placed`, with the rest of the turn passed; its zone if there is one.
    Answer threat(const Turn& placed, int stones, const Wish& wish, Holding& found,
                  SharedProof& proof, CellSet& zone);

    WarBoard& board_;
    const int attacker_;
    Control& control_;
    FullForcing full_;
    std::vector<Proof::Reply> replies_;
    bool certified_ = true;
};

}  // namespace kikashi::positional
