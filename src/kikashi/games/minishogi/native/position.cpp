#include "position.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "core/keys.hpp"

namespace kikashi::minishogi {

namespace {

constexpr std::string_view letters = "KRBGSPDHNTkrbgspdhnt";
const Tables& t = tables;

int first(Bits bits) { return __builtin_ctz(bits); }

template <class Each>
void each_bit(Bits bits, Each&& each) {
    for (; bits; bits &= bits - 1) each(first(bits));
}

}  // namespace

const Key Position::side_key{mix(77), mix(78)};

Position::Position(const std::string& board, const std::array<Hand, 2>& hands, Side mover)
    : mover_(mover) {
    if (board.size() != cells) throw std::invalid_argument("a board has 25 cells");
    board_.fill(no_piece);
    if (mover == gote) key_ ^= side_key;
    std::array<int, kinds> count{};
    for (int cell = 0; cell < cells; ++cell) {
        if (board[cell] == '.') continue;
        const auto found = letters.find(board[cell]);
        if (found == std::string_view::npos)
            throw std::invalid_argument("a letter on the board is no piece");
        const auto piece = static_cast<Piece>(found);
        if (kind_of(piece) == king) king_[side_of(piece)] = static_cast<Cell>(cell);
        if (kind_of(piece) == pawn && (last_rank(side_of(piece)) & bit(cell)))
            throw std::invalid_argument("a pawn stands on its last rank");
        ++count[unpromoted(kind_of(piece))];
        put(piece, cell);
    }
    for (const Side side : {sente, gote}) {
        if (__builtin_popcount(pieces(side, king)) != 1)
            throw std::invalid_argument("a side has one king");
        for (int kind = rook; kind <= pawn; ++kind) {
            const int held = hands[side][kind - 1];
            count[kind] += held;
            if (held > 2) throw std::invalid_argument("there are two pieces of a kind");
            if (held) hold(side, static_cast<Kind>(kind), held);
        }
    }
    for (int kind = rook; kind <= pawn; ++kind)
        if (count[kind] > 2) throw std::invalid_argument("there are two pieces of a kind");
    if (attackers(king_[other(mover)], mover, occupied()))
        throw std::invalid_argument("the side that moved stands in check");
    see_checkers();
}

std::string Position::board() const {
    std::string text(cells, '.');
    for (int cell = 0; cell < cells; ++cell)
        if (board_[cell] != no_piece) text[cell] = letters[board_[cell]];
    return text;
}

bool Position::has_hand(Side side) const {
    return std::any_of(hands_[side].begin(), hands_[side].end(), [](auto n) { return n > 0; });
}

void Position::put(Piece piece, int cell) {
    board_[cell] = piece;
    by_[piece] |= bit(cell);
    side_[side_of(piece)] |= bit(cell);
    key_ ^= t.piece_keys[piece][cell];
}

void Position::lift(Piece piece, int cell) {
    board_[cell] = no_piece;
    by_[piece] &= ~bit(cell);
    side_[side_of(piece)] &= ~bit(cell);
    key_ ^= t.piece_keys[piece][cell];
}

void Position::hold(Side side, Kind kind, int change) {
    std::uint8_t& count = hands_[side][kind - 1];
    key_ ^= t.hand_keys[side][kind - 1][count];
    count = static_cast<std::uint8_t>(count + change);
    key_ ^= t.hand_keys[side][kind - 1][count];
}

Key Position::key_after(Move move) const {
    Key key = key_ ^ side_key;
    const int to = to_of(move);
    if (drops(move)) {
        const Kind kind = dropped(move);
        const int count = hands_[mover_][kind - 1];
        const auto& keys = t.hand_keys[mover_][kind - 1];
        key ^= keys[count] ^ keys[count - 1];
        return key ^ t.piece_keys[piece_of(mover_, kind)][to];
    }
    const Piece piece = board_[from_of(move)], taken = board_[to];
    key ^= t.piece_keys[piece][from_of(move)];
    key ^= t.piece_keys[piece_of(mover_, kind_after(move))][to];
    if (taken != no_piece) {
        const Kind kind = unpromoted(kind_of(taken));
        const int count = hands_[mover_][kind - 1];
        const auto& keys = t.hand_keys[mover_][kind - 1];
        key ^= t.piece_keys[taken][to] ^ keys[count] ^ keys[count + 1];
    }
    return key;
}

Kind Position::kind_before(Move move) const {
    return drops(move) ? dropped(move) : kind_of(board_[from_of(move)]);
}

Kind Position::kind_after(Move move) const {
    const Kind kind = kind_before(move);
    return promotes_in(move) ? promoted(kind) : kind;
}

Bits Position::attacks_from(Side side, Kind kind, int cell, Bits occupied) const {
    switch (kind) {
        case rook:
            return t.rook(cell, occupied);
        case bishop:
            return t.bishop(cell, occupied);
        case dragon:
            return t.rook(cell, occupied) | t.step[side][dragon][cell];
        case horse:
            return t.bishop(cell, occupied) | t.step[side][horse][cell];
        default:
            return t.step[side][kind][cell];
    }
}

Bits Position::attackers(int cell, Side side, Bits occupied) const {
    const auto& back = t.step[other(side)];  // a step backwards is a step of the other side
    const Bits* by = by_.data() + kinds * side;
    const Bits golds = by[gold] | by[promoted_silver] | by[promoted_pawn];
    return (back[king][cell] & by[king]) | (back[gold][cell] & golds) |
           (back[silver][cell] & by[silver]) | (back[pawn][cell] & by[pawn]) |
           (back[dragon][cell] & by[dragon]) | (back[horse][cell] & by[horse]) |
           (t.rook(cell, occupied) & (by[rook] | by[dragon])) |
           (t.bishop(cell, occupied) & (by[bishop] | by[horse]));
}

// The sliders of `side` that would attack a cell but for exactly one piece; `blockers` gets those.
Bits Position::sliders_behind(Side side, int cell, Bits& blockers) const {
    const Bits* by = by_.data() + kinds * side;
    Bits found = 0;
    const Bits all = occupied();
    each_bit((t.rook(cell, 0) & (by[rook] | by[dragon])) |
                 (t.bishop(cell, 0) & (by[bishop] | by[horse])),
             [&](int slider) {
                 const Bits inside = t.between[cell][slider] & all;
                 if (inside && !(inside & (inside - 1))) {
                     blockers |= inside;
                     found |= bit(slider);
                 }
             });
    return found;
}

Bits Position::pinned() const {
    Bits blockers = 0;
    sliders_behind(other(mover_), king_[mover_], blockers);
    return blockers & side_[mover_];
}

template <class Take>
bool Position::each_end(int from, Kind kind, Bits ends, Take&& take) const {
    const Bits zone = last_rank(mover_);
    const bool can = promotes(kind);
    const bool leaves = zone & bit(from);
    for (; ends; ends &= ends - 1) {
        const int to = first(ends);
        const bool may = can && (leaves || (zone & bit(to)));
        if (may && take(move_of(from, to, true))) return true;
        if ((!may || kind != pawn) && take(move_of(from, to))) return true;
    }
    return false;
}

template <class Take>
bool Position::each_legal(Take&& take, Bits wanted, bool with_drops) {
    const Side enemy = other(mover_);
    const Bits all = occupied(), mine = side_[mover_];
    const int own = king_[mover_];
    for (Bits ends = t.step[mover_][king][own] & ~mine & wanted; ends; ends &= ends - 1)
        if (!attacked(first(ends), enemy, all ^ bit(own)) && take(move_of(own, first(ends))))
            return true;
    Bits reach = ~mine & every_cell, free = ~all & every_cell;
    if (checkers_) {
        if (checkers_ & (checkers_ - 1)) return false;  // only the king can answer two checks
        const Bits inside = t.between[own][first(checkers_)];
        reach &= inside | checkers_;
        free &= inside;
    }
    reach &= wanted;
    free &= wanted;
    const Bits pins = pinned();
    for (Bits rest = mine & ~bit(own); rest; rest &= rest - 1) {
        const int from = first(rest);
        const Kind kind = kind_of(board_[from]);
        Bits ends = attacks_from(mover_, kind, from, all) & reach;
        if (pins & bit(from)) ends &= t.line[own][from];
        if (each_end(from, kind, ends, take)) return true;
    }
    if (!with_drops || !free) return false;
    for (int kind = rook; kind <= pawn; ++kind) {
        if (!hands_[mover_][kind - 1]) continue;
        Bits ends = free;
        if (kind == pawn) {
            ends &= ~last_rank(mover_);
            each_bit(pieces(mover_, pawn), [&](int at) { ends &= ~file_bits(at % size); });
            const Bits before = t.step[enemy][pawn][king_[enemy]];
            if ((ends & before) && mates_by_pawn(first(before))) ends &= ~before;
        }
        for (; ends; ends &= ends - 1)
            if (take(drop_of(static_cast<Kind>(kind), first(ends)))) return true;
    }
    return false;
}

// Whether a pawn dropped before the enemy king leaves no answer. The check comes from beside the
// king, so that only a capture or a step of the king could answer it.
bool Position::mates_by_pawn(int to) {
    const Side enemy = other(mover_);
    const Bits all = occupied() | bit(to);
    const int target = king_[enemy];
    Bits takers = attackers(to, enemy, all) & ~bit(target);
    if (takers) {
        Bits blockers = 0;
        sliders_behind(mover_, target, blockers);
        for (; takers; takers &= takers - 1) {
            const int taker = first(takers);
            // A pinned piece may still take along its line; the pawn itself hides nothing new.
            if (!(blockers & bit(taker)) || (t.line[target][taker] & bit(to))) return false;
        }
    }
    for (Bits ends = t.step[enemy][king][target] & ~side_[enemy]; ends; ends &= ends - 1) {
        const int end = first(ends);
        // Taking the pawn leaves its cell occupied by the king itself.
        if (!attacked(end, mover_, (all ^ bit(target)) | bit(end))) return false;
    }
    return true;
}

void Position::legal_moves(MoveList& moves) {
    each_legal([&](Move move) {
        moves.push(move);
        return false;
    });
}

bool Position::has_legal_move() {
    return each_legal([](Move) { return true; });
}

bool Position::legal(Move move) {
    if (move >= move_codes) return false;
    return each_legal([&](Move one) { return one == move; }, bit(to_of(move) & 31));
}

Position::Aim Position::aim() const {
    const Side enemy = other(mover_);
    Aim aim;
    aim.target = king_[enemy];
    aim.blockers = 0;
    sliders_behind(mover_, aim.target, aim.blockers);
    aim.blockers &= side_[mover_];
    const Bits all = occupied();
    for (int kind = 0; kind < kinds; ++kind)
        aim.cells[kind] = attacks_from(enemy, static_cast<Kind>(kind), aim.target, all);
    aim.cells[king] = 0;
    return aim;
}

bool Position::checks_by(const Aim& aim, Move move) const {
    const int to = to_of(move);
    if (aim.cells[kind_after(move)] & bit(to)) return true;
    if (drops(move)) return false;
    const int from = from_of(move);
    return (aim.blockers & bit(from)) && !(t.line[aim.target][from] & bit(to));
}

void Position::checks(MoveList& moves) {
    const Aim aim = this->aim();
    Bits wanted = 0;
    for (const Bits bits : aim.cells) wanted |= bits;
    const Bits ends = aim.blockers ? every_cell : wanted;
    each_legal(
        [&](Move move) {
            if (checks_by(aim, move)) moves.push(move);
            return false;
        },
        ends);
}

void Position::checks_and_others(MoveList& checking, MoveList& others) {
    const Aim aim = this->aim();
    each_legal([&](Move move) {
        (checks_by(aim, move) ? checking : others).push(move);
        return false;
    });
}

void Position::captures(MoveList& moves) {
    const Bits theirs = side_[other(mover_)], zone = last_rank(mover_);
    each_legal(
        [&](Move move) {
            const bool takes = board_[to_of(move)] != no_piece;
            if (takes || (promotes_in(move) && kind_before(move) != silver)) moves.push(move);
            return false;
        },
        (zone & pieces(mover_)) ? every_cell : theirs | zone, false);
}

std::int32_t Position::taking(int cell, Side side, Bits all, std::int32_t prize,
                              const Worth& worth) const {
    // What stands on the cell is worth `prize`; who takes puts its own piece there in turn.
    static constexpr Kind cheapest[] = {pawn,   promoted_pawn, silver, promoted_silver, gold,
                                        bishop, rook,          horse,  dragon,          king};
    std::array<std::int32_t, 24> gain;
    int depth = 0;
    gain[0] = 0;
    for (;;) {
        const Bits takers = attackers(cell, side, all) & all;
        if (!takers) break;
        int from = -1;
        Kind by = king;
        for (const Kind kind : cheapest)
            if (const Bits those = takers & pieces(side, kind)) {
                from = first(those);
                by = kind;
                break;
            }
        if (by == king && (attackers(cell, other(side), all ^ bit(from)) & (all ^ bit(from))))
            break;
        ++depth;
        gain[static_cast<std::size_t>(depth)] = prize;
        prize = worth[by];
        all ^= bit(from);
        side = other(side);
        if (depth == 22) break;
    }
    std::int32_t value = 0;  // of what may still be taken, for whose turn it is
    for (int i = depth; i > 0; --i) value = std::max(0, gain[static_cast<std::size_t>(i)] - value);
    return value;
}

std::int32_t Position::exchange(Move move, const Worth& worth) const {
    const int to = to_of(move);
    Bits all = occupied() | bit(to);
    if (!drops(move)) all ^= bit(from_of(move));
    const Piece taken = board_[to];
    const Kind kind = kind_after(move);
    const std::int32_t gain =
        (taken == no_piece ? 0 : worth[kind_of(taken)]) + worth[kind] - worth[kind_before(move)];
    return gain - taking(to, other(mover_), all, worth[kind], worth);
}

void Position::play(Move move) {
    const int to = to_of(move);
    const Piece taken = board_[to];
    past_.push_back({key_, checkers_, move, taken});
    if (drops(move)) {
        hold(mover_, dropped(move), -1);
        put(piece_of(mover_, dropped(move)), to);
    } else {
        const int from = from_of(move);
        const Piece piece = board_[from];
        if (taken != no_piece) {
            lift(taken, to);
            hold(mover_, unpromoted(kind_of(taken)), 1);
        }
        lift(piece, from);
        put(promotes_in(move) ? piece_of(mover_, promoted(kind_of(piece))) : piece, to);
        if (kind_of(piece) == king) king_[mover_] = static_cast<Cell>(to);
    }
    mover_ = other(mover_);
    key_ ^= side_key;
    see_checkers();
}

void Position::undo() {
    const Past past = past_.back();
    past_.pop_back();
    mover_ = other(mover_);
    const int to = to_of(past.move);
    if (drops(past.move)) {
        lift(board_[to], to);
        hold(mover_, dropped(past.move), 1);
    } else {
        const int from = from_of(past.move);
        const Piece piece = board_[to];
        lift(piece, to);
        put(promotes_in(past.move) ? piece_of(mover_, unpromoted(kind_of(piece))) : piece, from);
        if (kind_of(piece) == king) king_[mover_] = static_cast<Cell>(from);
        if (past.taken != no_piece) {
            put(past.taken, to);
            hold(mover_, unpromoted(kind_of(past.taken)), -1);
        }
    }
    key_ = past.key;
    checkers_ = past.checkers;
}

void Position::pass() {
    mover_ = other(mover_);
    key_ ^= side_key;
    see_checkers();
}

int Position::occurrences() const {
    int count = 1;
    for (auto i = past_.size(); i >= 2; i -= 2) count += past_[i - 2].key == key_;
    return count;
}

std::uint64_t Position::perft(int depth, Control& control) {
    if (depth == 0) return 1;
    if (!control.tick()) return 0;
    if (depth > 1 && occurrences() >= 4) return 0;
    MoveList moves;
    legal_moves(moves);
    if (depth == 1) return occurrences() >= 4 ? 0 : static_cast<std::uint64_t>(moves.size());
    std::uint64_t count = 0;
    for (const Move move : moves) {
        play(move);
        count += perft(depth - 1, control);
        undo();
    }
    return count;
}

}  // namespace kikashi::minishogi
