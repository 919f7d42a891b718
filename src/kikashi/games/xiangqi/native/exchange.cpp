// What both sides win by taking on one cell as long as it pays.

#include <algorithm>

#include "position.hpp"
#include "tables.hpp"

namespace kikashi::xiangqi {

namespace {

constexpr int files = 9;

const Tables& t = tables;

}  // namespace

Cell Position::cheapest_taker(Cell cell, Side side) const {
    const auto stands = [&](const auto& targets, Kind kind, bool blocked) {
        for (int i = 0; i < targets.count; ++i)
            if (board_[targets.to[i]] == piece_of(side, kind) &&
                !(blocked && board_[targets.by[i]] != no_piece))
                return targets.to[i];
        return nowhere;
    };
    Cell found = stands(t.pawn_at[side][cell], pawn, false);
    if (found != nowhere) return found;
    const int file = cell % files, rank = cell / files;
    const int ahead = side == red ? rank : 9 - rank;
    const bool palace = ahead <= 2 && file >= 3 && file <= 5;
    if (palace && (found = stands(t.advisor[side][cell], advisor, false)) != nowhere) return found;
    if (ahead <= 4 && (found = stands(t.elephant[side][cell], elephant, true)) != nowhere)
        return found;
    if ((found = stands(t.horse_at[cell], horse, true)) != nowhere) return found;
    const auto on_lines = [&](unsigned across, unsigned along, Kind kind) {
        for (; across; across &= across - 1) {
            const auto at = static_cast<Cell>(files * rank + __builtin_ctz(across));
            if (board_[at] == piece_of(side, kind)) return at;
        }
        for (; along; along &= along - 1) {
            const auto at = static_cast<Cell>(files * __builtin_ctz(along) + file);
            if (board_[at] == piece_of(side, kind)) return at;
        }
        return nowhere;
    };
    const unsigned across = rank_[rank], along = file_[file];
    found = on_lines(t.screened[file][across], t.screened[rank][along], cannon);
    if (found != nowhere) return found;
    found = on_lines(t.rook[file][across] & across, t.rook[rank][along] & along, rook);
    if (found != nowhere || !palace) return found;
    return stands(t.general[side][cell], general, false);
}

std::int32_t Position::taking(Cell cell, Side side, const Worth& worth) {
    constexpr std::int32_t priceless = 1 << 20;  // a general that takes where it could be taken
    struct Taken {
        Cell from;
        Piece piece;
    };
    std::array<Taken, 32> taken;
    int count = 0;
    for (Cell from; (from = cheapest_taker(cell, side)) != nowhere; side = other(side)) {
        taken[count++] = {from, board_[cell]};
        shift(from, cell);
    }
    std::int32_t best = 0;
    for (int i = count; i-- > 0;) {
        unshift(taken[i].from, cell, taken[i].piece);
        const Kind kind = kind_of(taken[i].piece);
        const std::int32_t gain = kind == general ? priceless : worth[kind];
        best = std::max<std::int32_t>(0, gain - best);
    }
    return best;
}

std::int32_t Position::exchange(Move move, const Worth& worth) {
    const Cell from = from_of(move), to = to_of(move);
    const Piece taken = board_[to];
    shift(from, to);
    const std::int32_t lost = taking(to, other(mover_), worth);
    unshift(from, to, taken);
    return (taken == no_piece ? 0 : worth[kind_of(taken)]) - lost;
}

}  // namespace kikashi::xiangqi
