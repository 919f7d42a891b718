// The single-threat search of paper 003, sections 3.4.3 and 3.5: every turn of the attacker makes a
// threat or more, and the defender has one answer in each position, chosen by the paper's scores.
// For measuring how often such a claim is true; it proves nothing. The exact search is
// native/positional/forcing/partial.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/control.hpp"
#include "positional/evaluation_patterns.hpp"
#include "positional/forcing/attacks.hpp"
#include "positional/forcing/replies.hpp"

namespace kikashi::connect6 {

// What the defender's free stone is for.
enum class Leaning : std::uint8_t { defensive, aggressive };

class SingleThreats {
   public:
    // `places`: column and row of each cell.
    SingleThreats(positional::WarBoard& board, int attacker, Control& control, Leaning leaning,
                  std::vector<std::array<int, 2>> places);

    struct Found {
        bool wins = false, stopped = false;
        positional::Turn first;
    };
    Found solve(int most_turns);

   private:
    using Cell = positional::Cell;
    using Hole = positional::Hole;
    using Turn = positional::Turn;
    enum class Result : std::uint8_t { win, cut, no, stopped };
    enum class Score : std::uint8_t { attacker, defender, extra, defensive };

    Result attack(int depth, bool root);
    Result answer(const Turn& turn, int depth);
    std::vector<Turn> turns(const std::vector<Hole>& must_hit);
    std::vector<Cell> reply(const std::vector<Hole>& holes);
    int score(Cell cell, int player, Score by) const;
    std::vector<Cell> best_cells(int player, Score by, std::size_t most) const;
    void place(Cell cell, int player);
    void remove(Cell cell);

    positional::WarBoard& board_;
    const int attacker_, defender_;
    Control& control_;
    const Leaning leaning_;
    const std::vector<std::array<int, 2>> places_;
    positional::PatternBoard patterns_;
    std::vector<std::vector<Cell>> around_;  // by cell: those near it
    std::vector<int> crowd_;                 // by cell: the stones near it
    positional::Defences defences_;
    std::unordered_map<std::uint64_t, std::uint8_t> lost_;  // by position: no win so deep
    Found found_;
};

}  // namespace kikashi::connect6
