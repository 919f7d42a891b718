// One door to the mate searches of minishogi: what is asked, and what is answered.
#pragma once

#include <vector>

#include "mates.hpp"
#include "search/forcing_proof.hpp"

namespace kikashi::minishogi {

struct MateQuestion {
    bool any = false;      // moves of every kind count, not checks alone
    int most_turns = 0;    // 0: as many as it takes
    bool shortest = true;  // go on until a win found is known to be the shortest
    bool refute = false;   // also prove that it cannot be done faster
    bool table = true;     // without one, for a second opinion
    std::size_t proof_nodes = 200'000;
    std::vector<Key> barred{};  // positions whose next occurrence ends the game
};

struct MateAnswer {
    Answer answer = Answer::fails;
    int turns = 0;    // of a win; otherwise the most turns refuted
    int refuted = 0;  // no mate of the class within so many turns
    bool shortest = false;
    std::vector<Move> line;
    std::vector<ProofNode<Move>> proof, refutation;
    std::uint64_t nodes = 0, entries = 0;
    double seconds = 0;
    Ending ending = Ending::finished;
};

MateAnswer search_mate(const Position& position, const MateQuestion& question, Control& control);

}  // namespace kikashi::minishogi
