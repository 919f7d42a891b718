// One door to the mate searches of xiangqi: what is asked, and what is answered.
#pragma once

#include <string>
#include <vector>

#include "mates.hpp"
#include "search/forcing_proof.hpp"

namespace kikashi::xiangqi {

struct MateQuestion {
    ForcingRules rules;
    bool any = false;      // a mate of any kind, whatever its quiet moves (`rules.quiet` is 0)
    int most_turns = 0;    // 0: as many as it takes
    bool shortest = true;  // go on until a win found is known to be the shortest
    bool refute = false;   // also prove that it cannot be done faster
    std::size_t proof_nodes = 200'000;
    std::vector<Key> barred{};  // positions whose next occurrence ends the game
};

struct MateAnswer {
    Answer answer = Answer::fails;
    int turns = 0;  // of a win; otherwise the most turns refuted
    int quiet = 0;  // of a win: the quiet moves of its proof, on the worst path
    // A win of any kind may rest on the rule against perpetual check; its turns then leave out
    // answers to checks.
    bool perpetual = false;
    bool shortest = false;  // a win, and no faster one exists in the class
    std::vector<Move> line;
    std::vector<ProofNode<Move>> proof, refutation;
    std::uint64_t nodes = 0, entries = 0;
    double seconds = 0;
    Ending ending = Ending::finished;
};

MateAnswer search_mate(const Position& position, const MateQuestion& question, Control& control);

}  // namespace kikashi::xiangqi
