// The general evaluation of the family: how many open sets each side has, by the stones they lack.
// Kept up to date under do and undo, together with what a stone on each cell would gain.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "positional/board.hpp"
#include "positional/cell_net.hpp"
#include "positional/line_net.hpp"

namespace kikashi::positional {

// All by the number of stones an open set lacks, 1 .. max_set_size; a set without stones of the
// side counts nothing in `mover` and `waiting`.
struct Weights {
    using PerLack = std::array<std::int32_t, max_set_size + 1>;
    PerLack mover{};         // sets of the side to move
    PerLack waiting{};       // sets of the other side
    std::int32_t tempo = 0;  // having the move: without it, searches of odd and even depth differ
    PerLack gain{};  // for the order of moves: a stone in a set that lacked so many before it
    // How a cell's own gain counts in that order, and the gain that it takes from the other side.
    // Own sets count a little more, so that the player builds rather than follows.
    std::int32_t own_share = 5, their_share = 4;
    std::shared_ptr<const LineNet> net{};    // in place of all these, where the sets are its lines
    std::shared_ptr<const CellNet> cells{};  // and what a tree search over stones goes by
};

class Evaluation {
   public:
    Evaluation(const Geometry& geometry, const Weights& weights);

    // Called before the board itself places the stone, and after it has removed it.
    template <class B>
    void place(const B& board, Cell cell, int player) {
        update<1>(board, cell, player);
    }
    template <class B>
    void remove(const B& board, Cell cell, int player) {
        update<-1>(board, cell, player);
    }

    std::int32_t value(int side) const {
        std::int32_t total = weights_.tempo;
        for (int lack = 1; lack <= most_lack_; ++lack)
            total += weights_.mover[index(lack)] * open_[side][index(lack)] -
                     weights_.waiting[index(lack)] * open_[1 - side][index(lack)];
        return total;
    }
    // What a stone of `player` on this cell would gain, for the order of moves.
    std::int32_t gain(int player, Cell cell) const { return gain_[player][cell]; }
    // Its place in the order of moves.
    std::int32_t worth(int player, Cell cell) const {
        return weights_.own_share * gain_[player][cell] +
               weights_.their_share * gain_[1 - player][cell];
    }
    // Open sets of `player` with at least one stone, by the stones they lack.
    int open(int player, int lack) const { return open_[player][index(lack)]; }
    int most_lack() const { return most_lack_; }

   private:
    static std::size_t index(int lack) { return static_cast<std::size_t>(lack); }

    // `board` shows the position without the stone.
    template <int Sign, class B>
    void update(const B& board, Cell cell, int player) {
        const Geometry& geometry = board.geometry();
        const int other = 1 - player;
        for (SetId set : geometry.through(cell)) {
            const int mine = board.stones_in(set, player), theirs = board.stones_in(set, other);
            if (mine > 0 && theirs > 0) continue;
            const int size = geometry.size(set);
            std::int32_t own = 0, their = 0;
            if (theirs == 0) {  // the set grows
                const int lack = size - mine;
                if (mine > 0) open_[player][index(lack)] -= Sign;
                open_[player][index(lack - 1)] += Sign;
                own = weights_.gain[index(lack - 1)] - weights_.gain[index(lack)];
            }
            if (mine == 0) {  // the other side loses it
                const int lack = size - theirs;
                if (theirs > 0) open_[other][index(lack)] -= Sign;
                their = -weights_.gain[index(lack)];
            }
            for (Cell touched : geometry.cells_of(set)) {
                gain_[player][touched] += Sign * own;
                gain_[other][touched] += Sign * their;
            }
        }
    }

    Weights weights_;
    int most_lack_ = 0;
    std::array<std::array<std::int32_t, max_set_size + 1>, 2> open_{};
    std::array<std::vector<std::int32_t>, 2> gain_;
};

}  // namespace kikashi::positional
