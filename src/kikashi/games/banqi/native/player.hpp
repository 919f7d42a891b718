// Chooses an act: iterative deepening over moves and flips at the root. A flip is worth the mean of
// the chances of winning over all that it may turn up (Ballard's Star1 cuts it short, and Star2 on
// demand: one good reply to each outcome first).
#pragma once

#include <vector>

#include "duel.hpp"

namespace kikashi::banqi {

struct Budget {
    std::uint64_t nodes = 0;  // 0: no limit
    double seconds = 0;       // never exceeded; 0: no limit
    double soft = 0;          // no new depth is begun that may not end by then; 0: `seconds`
    std::uint64_t seed = 0;
    Value noise = 0;  // up to so much is added to or taken from each act's value
    int most_depth = 60;
    bool tables = true;     // endgame tables are made where there is time, and looked up
    bool wide = false;      // every act gets a value: for analysis
    bool contempt = false;  // draws are avoided: for games against others, not for analysis
    bool star2 = false;     // flips are probed before they are searched (Ballard's Star2)
    const Evaluation* evaluation = nullptr;  // another than the player's own, for fits and matches
};

struct Turned {
    Piece piece;
    int weight;
    double chance;  // of winning, for who flips, draws half
};

struct Candidate {
    Move move = no_move;
    Value bias = 0;
    Value value = -search::infinite;  // for the side to move
    int depth = 0;                    // to which it was searched last
    std::vector<Move> line;           // begins with the move itself
    std::vector<Turned> outcomes;     // of a flip
};

struct Thought {
    std::vector<Candidate> candidates;  // best first
    int depth = 0;
    std::uint64_t nodes = 0;
    bool from_table = false;  // the value is exact: an endgame table knows it
};

// What a value means: the chance of winning, a draw counting half.
double chance_of(Value value);
Value value_of(double chance);

// The side to move must have an act. What was played before counts for repetitions.
Thought think(const Position& position, const Budget& budget, Control& control);

}  // namespace kikashi::banqi
