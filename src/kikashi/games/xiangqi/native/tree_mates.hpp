// Mates of any kind, found by the alpha-beta search of the player and proved afterwards: a value is
// an opinion until each move of the defender has its answer in a proof.
#pragma once

#include <array>
#include <vector>

#include "duel.hpp"
#include "mates.hpp"
#include "search/alphabeta.hpp"
#include "search/bounded.hpp"

namespace kikashi::xiangqi {

// Finds a mate by tree searches, and then answers for each position of its proof. Three searches
// take turns over one table, and what each sees helps the others: a wide one, a narrow one that
// leaves out more and sees further, and a keen one that looks at threats of mate alone.
class TreeMates {
   public:
    // The bounded search over `game` looks for mates by checks on the way.
    TreeMates(Mates& game, Bounded<Mates>& checks, Control& control, std::size_t table_bytes);

    // All search on, for so many nodes or their share of them; true once a mate is seen.
    bool look(std::uint64_t nodes);
    bool exhausted() const;  // to look on would show nothing new
    void doubt();            // what was seen could not be proved: begin with an empty table

    // What `Adviser` asks: what the table knows, then what a search sees again.
    Move advice(int attempt);
    void play(Move move) { duel_.play(move); }
    void undo(Move move) { duel_.undo(move); }

   private:
    using Search = search::AlphaBeta<Duel>;
    struct Looker {
        Search search;
        std::vector<search::RootMove<Move>> root;
        int share = 100;         // of the nodes of a round, in percent
        bool wins_only = false;  // asks for nothing else, and in that window
        int depth = 0;           // the last one that was looked through
        bool exhausted = false;
        int doubted = 0;  // how often what it saw could not be proved
    };

    void begin(std::uint64_t nodes);
    bool look(Looker& looker, std::uint64_t nodes);
    bool sees_win(Looker& looker);
    int scout(const Position& position, int depth, Move& move);
    Move known();
    Move seen_again();

    Mates& game_;
    Bounded<Mates>& checks_;
    Control& control_;
    Control own_;  // of the search in progress: it has limits of its own
    search::TranspositionTable table_;
    Duel duel_;
    std::array<Looker, 3> lookers_;
    Looker* saw_ = nullptr;  // the one that saw a mate last
};

}  // namespace kikashi::xiangqi
