// A game in progress: the board, whose turn it is, and the way back.
#pragma once

#include <vector>

#include "core/control.hpp"
#include "positional/board.hpp"

namespace kikashi::positional {

template <int Players>
class Game {
   public:
    static constexpr int nobody = Players;

    explicit Game(std::shared_ptr<const Geometry> geometry)
        : board_(std::move(geometry)), left_(board_.geometry().first()) {}

    const Board<Players>& board() const { return board_; }
    int to_move() const { return mover_; }
    int left() const { return left_; }
    int winner() const { return winner_; }
    bool over() const { return winner_ != nobody || board_.empty_cells() == 0; }
    int length() const { return static_cast<int>(past_.size()); }

    bool legal(Cell cell) const {
        if (over() || !board_.is_empty(cell)) return false;
        return board_.empty_cells() < board_.geometry().cells() ||
               board_.geometry().first_allowed(cell);
    }
    void play(Cell cell) {  // must be legal
        past_.push_back(
            {cell, static_cast<std::uint8_t>(mover_), static_cast<std::uint8_t>(left_)});
        board_.place(cell, mover_);
        if (board_.filled(mover_) > 0) {
            winner_ = mover_;
            --left_;
        } else if (left_ > 1) {
            --left_;
        } else {
            mover_ = (mover_ + 1) % Players;
            left_ = board_.geometry().stones();
        }
    }
    void undo() {  // there must be a stone to take back
        const Past& last = past_.back();
        board_.remove(last.cell);
        mover_ = last.mover;
        left_ = last.left;
        winner_ = nobody;
        past_.pop_back();
    }
    // A position that was set up and not played; there is no way back past it.
    void set_up(const std::vector<std::vector<Cell>>& stones, int mover, int left) {
        for (int player = 0; player < Players; ++player)
            for (Cell cell : stones[player]) board_.place(cell, player);
        mover_ = mover;
        left_ = left;
        for (int player = 0; player < Players; ++player)
            if (board_.filled(player) > 0) winner_ = player;
    }
    // Stones, side to move and stones left; not the order of the stones.
    std::uint64_t key() const {
        return board_.key() ^
               mix(0x10000u + static_cast<unsigned>(mover_) * 16u + static_cast<unsigned>(left_));
    }

    std::uint64_t perft(int depth, Control& control);
    std::uint64_t perft_turns(int depth, Control& control);

   private:
    struct Past {
        Cell cell;
        std::uint8_t mover, left;
    };
    std::uint64_t turns_from(int first_cell, int depth, std::vector<Cell>& turn, Control& control);
    bool some_order_is_legal(const std::vector<Cell>& turn);

    Board<Players> board_;
    std::vector<Past> past_;
    int mover_ = 0;
    int left_;
    int winner_ = nobody;
};

extern template class Game<2>;
extern template class Game<3>;

}  // namespace kikashi::positional
