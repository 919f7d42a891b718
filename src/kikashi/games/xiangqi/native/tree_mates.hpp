// Mates of any kind, found by the alpha-beta search of the player and proved afterwards: a value is
// an opinion until each move of the defender has its answer in a proof.
#pragma once

#include <vector>

#include "duel.hpp"
#include "search/alphabeta.hpp"

namespace kikashi::xiangqi {

// Finds a mate by a tree search, and then answers for each position of its proof.
class TreeMates {
   public:
    TreeMates(const Position& position, Control& control, std::size_t table_bytes);

    // Searches on, for so many nodes; true once a mate is seen.
    bool look(std::uint64_t nodes);
    bool exhausted() const { return exhausted_; }  // to look on would show nothing new

    // What `Adviser` asks.
    std::vector<Move> advice();
    void play(Move move) { duel_.play(move); }
    void undo(Move move) { duel_.undo(move); }

   private:
    using Search = search::AlphaBeta<Duel>;

    void begin(std::uint64_t nodes);

    Control& control_;
    Control own_;  // of the search in progress: it has limits of its own
    search::ValueTable table_;
    Duel duel_;
    search::Tuning tuning_;
    std::vector<search::RootMove<Move>> root_;
    int depth_ = 0;
    bool exhausted_ = false;
};

}  // namespace kikashi::xiangqi
