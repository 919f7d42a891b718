// Chooses a move: a mate by checks first, else what the tree search likes best.
#pragma once

#include <memory>
#include <vector>

#include "duel.hpp"
#include "mate_search.hpp"

namespace kikashi::minishogi {

struct Budget {
    std::uint64_t nodes = 0;  // 0: no limit
    double seconds = 0;       // never exceeded; 0: no limit
    double soft = 0;          // no new depth is begun that may not end by then; 0: `seconds`
    std::uint64_t seed = 0;
    Value noise = 0;  // up to so much is added to or taken from each move's value
    int most_depth = 60;
    bool mates = true;  // looks for mates by checks before anything else
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

// A player and what it remembers from move to move: the table of values.
class Player {
   public:
    explicit Player(std::shared_ptr<const Network> network, Repetition repetition,
                    std::size_t table_bytes = default_bytes)
        : network_(std::move(network)), repetition_(repetition), table_(table_bytes, 2) {}

    // The side to move must have a legal move. What was played on the position before counts for
    // repetitions.
    Thought think(const Position& position, const Budget& budget, Control& control);
    void forget() { table_.clear(); }
    Value evaluate(const Position& position) const;  // at a glance, for the side to move
    // The same, with what the network keeps brought up to date move by move from the start.
    Value evaluate_by_steps(const Position& position) const;

    static constexpr std::size_t default_bytes = std::size_t{64} << 20;

   private:
    std::shared_ptr<const Network> network_;
    Repetition repetition_;
    search::TranspositionTable table_;
};

}  // namespace kikashi::minishogi
