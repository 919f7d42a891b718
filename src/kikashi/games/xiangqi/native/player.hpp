// Chooses a move: a mate by checks first, else what the tree search likes best.
#pragma once

#include <vector>

#include "duel.hpp"
#include "mate_search.hpp"

namespace kikashi::xiangqi {

struct Budget {
    std::uint64_t nodes = 0;  // 0: no limit
    double seconds = 0;       // never exceeded; 0: no limit
    double soft = 0;          // no new depth is begun that may not end by then; 0: `seconds`
    std::uint64_t seed = 0;
    Value noise = 0;  // up to so much is added to or taken from each move's value
    int most_depth = 60;
    bool mates = true;              // looks for mates by checks before anything else
    std::vector<Move> barred{};     // moves that the law forbids or that lose by it; never all
    const PieceNet* net = nullptr;  // adds what was learned to what is judged by hand
};

enum class Reason : std::uint8_t { only, forced_win, searched, lost };

struct Thought {
    Move move = no_move;
    Reason reason = Reason::searched;
    Value value = 0;  // for the side to move
    int depth = 0;
    std::vector<Move> line;
    std::uint64_t nodes = 0;
    MateAnswer mate;  // with its proof, where `reason` is `forced_win`
};

// The side to move must have a legal move. What was played on the position before counts for
// repetitions; those that the law forbids are avoided.
Thought think(const Position& position, const Budget& budget, Control& control);

}  // namespace kikashi::xiangqi
