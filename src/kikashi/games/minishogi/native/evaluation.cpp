#include "evaluation.hpp"

namespace kikashi::minishogi {

Value paper_value(const Position& position) {
    Value value = 0;  // for the first player
    for (int kind = rook; kind < kinds; ++kind) {
        const auto one = static_cast<Kind>(kind);
        value += paper_board[kind] * (__builtin_popcount(position.pieces(sente, one)) -
                                      __builtin_popcount(position.pieces(gote, one)));
    }
    for (int kind = rook; kind <= pawn; ++kind) {
        const auto one = static_cast<Kind>(kind);
        value += paper_hand[kind] * (position.in_hand(sente, one) - position.in_hand(gote, one));
    }
    return position.mover() == sente ? value : -value;
}

}  // namespace kikashi::minishogi
