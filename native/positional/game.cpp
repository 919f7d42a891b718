#include "positional/game.hpp"

namespace kikashi::positional {

template <int Players>
std::uint64_t Game<Players>::perft(int depth, Control& control) {
    if (depth == 0) return 1;
    std::uint64_t count = 0;
    for (int cell = 0; cell < board_.geometry().cells(); ++cell) {
        if (!legal(static_cast<Cell>(cell))) continue;
        if (!control.tick()) return count;
        if (depth == 1) {
            ++count;
            continue;
        }
        play(static_cast<Cell>(cell));
        count += perft(depth - 1, control);
        undo();
    }
    return count;
}

// A turn is a set of stones: it counts once, whatever the order, if some order of it is legal.
template <int Players>
std::uint64_t Game<Players>::perft_turns(int depth, Control& control) {
    if (depth == 0) return 1;
    if (over()) return 0;
    std::vector<Cell> turn;
    return turns_from(0, depth, turn, control);
}

template <int Players>
std::uint64_t Game<Players>::turns_from(int first_cell, int depth, std::vector<Cell>& turn,
                                        Control& control) {
    std::uint64_t count = 0;
    const int player = mover_;
    const bool empty_board = board_.empty_cells() == board_.geometry().cells();
    for (int c = first_cell; c < board_.geometry().cells(); ++c) {
        const Cell cell = static_cast<Cell>(c);
        if (!board_.is_empty(cell)) continue;
        if (empty_board && left_ == 1 && !board_.geometry().first_allowed(cell)) continue;
        if (!control.tick()) return count;
        board_.place(cell, player);
        turn.push_back(cell);
        const bool whole = static_cast<int>(turn.size()) == left_ || board_.empty_cells() == 0;
        const bool wins = board_.filled(player) > 0;
        if ((wins || whole) && some_order_is_legal(turn)) {
            if (depth == 1) {
                ++count;
            } else if (!wins && board_.empty_cells() > 0) {
                const int left = left_;
                mover_ = (player + 1) % Players;
                left_ = board_.geometry().stones();
                count += perft_turns(depth - 1, control);
                mover_ = player;
                left_ = left;
            }
        }
        if (!whole) count += turns_from(c + 1, depth, turn, control);
        turn.pop_back();
        board_.remove(cell);
    }
    return count;
}

// The stones of `turn` lie on the board. Some stone must be last, with no set full before it; and
// on an empty board some stone must be allowed to be first.
template <int Players>
bool Game<Players>::some_order_is_legal(const std::vector<Cell>& turn) {
    const int player = mover_;
    const int before = board_.geometry().cells() - board_.empty_cells();
    if (before == static_cast<int>(turn.size())) {
        bool first = false;
        for (Cell cell : turn) first = first || board_.geometry().first_allowed(cell);
        if (!first) return false;
    }
    if (board_.filled(player) == 0) return true;
    bool found = false;
    for (Cell cell : turn) {
        board_.remove(cell);
        found = board_.filled(player) == 0;
        board_.place(cell, player);
        if (found) return true;
    }
    return false;
}

template class Game<2>;
template class Game<3>;

}  // namespace kikashi::positional
