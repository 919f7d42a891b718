#include "position.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "core/keys.hpp"
#include "tables.hpp"

namespace kikashi::xiangqi {

namespace {

constexpr std::string_view letters = "KABNRCP.kabnrcp.";
constexpr int files = 9;

const Tables& t = tables;

// How a piece that arrives on a cell could itself attack a general.
constexpr std::uint16_t arriving[] = {by_file,           0,      0, by_horses, by_rank | by_file,
                                      by_rank | by_file, by_pawn};

}  // namespace

const Key Position::side_key{mix(0), mix(1)};

Position::Position(const std::string& board, Side mover) : mover_(mover) {
    if (board.size() != cells) throw std::invalid_argument("a board has 90 cells");
    board_.fill(no_piece);
    slot_.fill(0);
    for (auto& places : where_) places.fill(nowhere);
    general_.fill(nowhere);
    rank_.fill(0);
    file_.fill(0);
    if (mover == black) key_ ^= side_key;
    std::array<int, 2> count{};
    for (int cell = 0; cell < cells; ++cell) {
        if (board[cell] == '.') continue;
        const auto found = letters.find(board[cell]);
        if (found == std::string_view::npos)
            throw std::invalid_argument("a letter on the board is no piece");
        const auto piece = static_cast<Piece>(found);
        const Side side = side_of(piece);
        if (count[side] == 16) throw std::invalid_argument("a side has at most 16 pieces");
        if (kind_of(piece) == general) {
            const int file = cell % files, rank = side == red ? cell / files : 9 - cell / files;
            if (general_[side] != nowhere || file < 3 || file > 5 || rank > 2)
                throw std::invalid_argument("a side has one general, in its own palace");
            general_[side] = static_cast<Cell>(cell);
        }
        put(count[side]++, piece, static_cast<Cell>(cell));
    }
    if (general_[red] == nowhere || general_[black] == nowhere)
        throw std::invalid_argument("a side has one general, in its own palace");
    if (attacked(other(mover))) throw std::invalid_argument("the side that moved stands in check");
}

std::string Position::board() const {
    std::string text(cells, '.');
    for (int cell = 0; cell < cells; ++cell)
        if (board_[cell] != no_piece) text[cell] = letters[board_[cell]];
    return text;
}

void Position::put(int slot, Piece piece, Cell cell) {
    drop(cell, piece);
    slot_[cell] = static_cast<std::uint8_t>(slot);
    where_[side_of(piece)][slot] = cell;
    key_ ^= t.keys[piece][cell];
}

void Position::lift(Cell cell, Piece) {
    board_[cell] = no_piece;
    rank_[cell / files] &= static_cast<std::uint16_t>(~(1u << cell % files));
    file_[cell % files] &= static_cast<std::uint16_t>(~(1u << cell / files));
}

void Position::drop(Cell cell, Piece piece) {
    board_[cell] = piece;
    rank_[cell / files] |= static_cast<std::uint16_t>(1u << cell % files);
    file_[cell % files] |= static_cast<std::uint16_t>(1u << cell / files);
}

void Position::shift(Cell from, Cell to) {
    const Piece piece = board_[from];
    lift(from, piece);
    drop(to, piece);
}

void Position::unshift(Cell from, Cell to, Piece taken) {
    const Piece piece = board_[to];
    if (taken == no_piece)
        lift(to, piece);
    else
        board_[to] = taken;
    drop(from, piece);
}

bool Position::attacked(Side side) const { return attacked_at(general_[side], side); }

bool Position::attacked_at(Cell cell, Side side) const {
    return attacking(cell, side, every_way, true) != 0;
}

bool Position::attacked_by(std::uint16_t ways, Cell cell, Side side) const {
    return attacking(cell, side, ways, true) != 0;
}

inline std::uint16_t Position::attacking(Cell cell, Side side, std::uint16_t ways, bool one) const {
    const Side enemy = other(side);
    const int file = cell % files, rank = cell / files;
    const Piece its_rook = piece_of(enemy, rook), its_cannon = piece_of(enemy, cannon);
    std::uint16_t found = 0;
    if (ways & by_rank) {
        const unsigned across = rank_[rank];
        const Piece* const line = board_.data() + files * rank;
        for (unsigned near = t.rook[file][across] & across; near; near &= near - 1)
            if (line[__builtin_ctz(near)] == its_rook) found |= by_rank;
        for (unsigned far = t.screened[file][across]; far; far &= far - 1)
            if (line[__builtin_ctz(far)] == its_cannon) found |= by_rank;
        if (one && found) return found;
    }
    if (ways & by_file) {
        const Piece its_general = piece_of(enemy, general);
        const unsigned along = file_[file];
        for (unsigned near = t.rook[rank][along] & along; near; near &= near - 1) {
            const Piece piece = board_[files * __builtin_ctz(near) + file];
            if (piece == its_rook || piece == its_general) found |= by_file;
        }
        for (unsigned far = t.screened[rank][along]; far; far &= far - 1)
            if (board_[files * __builtin_ctz(far) + file] == its_cannon) found |= by_file;
        if (one && found) return found;
    }
    const auto& horses = t.horse_at[cell];
    for (unsigned rest = ways / by_horse(0) & ((1u << horses.count) - 1); rest; rest &= rest - 1) {
        const int i = __builtin_ctz(rest);
        if (board_[horses.to[i]] != piece_of(enemy, horse) || board_[horses.by[i]] != no_piece)
            continue;
        found |= by_horse(i);
        if (one) return found;
    }
    if (ways & by_pawn) {
        const auto& pawns = t.pawn_at[enemy][cell];
        for (int i = 0; i < pawns.count; ++i)
            if (board_[pawns.to[i]] == piece_of(enemy, pawn)) found |= by_pawn;
    }
    return found;
}

template <class Take>
bool Position::each_step(int slot, Take&& take) const {
    const Cell from = where_[mover_][slot];
    const Piece piece = board_[from];
    const auto mine = [&](Cell cell) {
        return board_[cell] != no_piece && side_of(board_[cell]) == mover_;
    };
    const auto each = [&](const auto& targets, bool blocked) {
        for (int i = 0; i < targets.count; ++i) {
            if (blocked && board_[targets.by[i]] != no_piece) continue;
            if (!mine(targets.to[i]) && take(from, targets.to[i])) return true;
        }
        return false;
    };
    switch (kind_of(piece)) {
        case general:
            return each(t.general[mover_][from], false);
        case advisor:
            return each(t.advisor[mover_][from], false);
        case elephant:
            return each(t.elephant[mover_][from], true);
        case horse:
            return each(t.horse[from], true);
        case pawn:
            return each(t.pawn[mover_][from], false);
        case rook:
        case cannon:
            break;
    }
    const int file = from % files, rank = from / files;
    unsigned across = t.rook[file][rank_[rank]], along = t.rook[rank][file_[file]];
    if (kind_of(piece) == cannon) {
        across = (across & ~rank_[rank]) | t.screened[file][rank_[rank]];
        along = (along & ~file_[file]) | t.screened[rank][file_[file]];
    }
    for (across &= 0x1ff; across; across &= across - 1) {
        const auto to = static_cast<Cell>(files * rank + __builtin_ctz(across));
        if (!mine(to) && take(from, to)) return true;
    }
    for (; along; along &= along - 1) {
        const auto to = static_cast<Cell>(files * __builtin_ctz(along) + file);
        if (!mine(to) && take(from, to)) return true;
    }
    return false;
}

std::uint16_t Position::open_ways(Side side) const {
    const Side enemy = other(side);
    const Cell cell = general_[side];
    const int file = cell % files, rank = cell / files;
    const auto line = [&](Piece piece) {
        return piece == piece_of(enemy, rook) || piece == piece_of(enemy, cannon);
    };
    std::uint16_t ways = by_pawn;
    for (unsigned there = rank_[rank]; there; there &= there - 1)
        if (line(board_[files * rank + __builtin_ctz(there)])) ways |= by_rank;
    for (unsigned there = file_[file]; there; there &= there - 1) {
        const Piece piece = board_[files * __builtin_ctz(there) + file];
        if (line(piece) || piece == piece_of(enemy, general)) ways |= by_file;
    }
    const auto& horses = t.horse_at[cell];
    for (int i = 0; i < horses.count; ++i)
        if (board_[horses.to[i]] == piece_of(enemy, horse)) ways |= by_horse(i);
    return ways;
}

Position::Cover Position::cover() const {
    const Cell own = general_[mover_];
    const std::uint16_t ways = open_ways(mover_);
    return {own, ways, attacking(own, mover_, ways, false), t.sight[own].data()};
}

// A move of another piece than the general changes only the ways on which it leaves a cell or comes
// to one.
inline bool Position::stays_safe(const Cover& cover, Cell from, Cell to) {
    std::uint16_t touched = every_way;
    if (from != cover.own) {
        touched = (cover.sight[from] | cover.sight[to]) & cover.open;
        if (cover.attacking & ~touched) return false;
        if (!touched) return true;
    }
    const Piece taken = board_[to];
    shift(from, to);
    const bool safe = !attacked_by(touched, from == cover.own ? to : cover.own, mover_);
    unshift(from, to, taken);
    return safe;
}

bool Position::attacks(const Aim& aim, Cell from, Cell to) {
    const std::uint16_t touched = (aim.sight[from] & aim.open) |
                                  (aim.sight[to] & (arriving[kind_of(board_[from])] | aim.open));
    if (!touched) return false;
    const Piece taken = board_[to];
    shift(from, to);
    const bool check = attacked_by(touched, aim.target, other(mover_));
    unshift(from, to, taken);
    return check;
}

Position::Aim Position::aim() const {
    const Side enemy = other(mover_);
    return {general_[enemy], open_ways(enemy), t.sight[general_[enemy]].data()};
}

template <class Want, class Take>
bool Position::each_legal(Want&& want, Take&& take) {
    const Cover cover = this->cover();
    for (int slot = 0; slot < 16; ++slot) {
        if (where_[mover_][slot] == nowhere) continue;
        const bool stop = each_step(slot, [&](Cell from, Cell to) {
            return want(to) && stays_safe(cover, from, to) && take(from, to);
        });
        if (stop) return true;
    }
    return false;
}

void Position::legal_moves(MoveList& moves) {
    moves.clear();
    each_legal([&](Cell from, Cell to) {
        moves.push(move_of(from, to));
        return false;
    });
}

bool Position::has_legal_move() {
    return each_legal([](Cell, Cell) { return true; });
}

bool Position::legal(Move move) {
    if (move >= move_codes) return false;
    return each_legal([&](Cell from, Cell to) { return move_of(from, to) == move; });
}

void Position::checks(MoveList& moves) {
    moves.clear();
    const Cover cover = this->cover();
    const Aim aim = this->aim();
    for (int slot = 0; slot < 16; ++slot) {
        if (where_[mover_][slot] == nowhere) continue;
        each_step(slot, [&](Cell from, Cell to) {
            if (attacks(aim, from, to) && stays_safe(cover, from, to))
                moves.push(move_of(from, to));
            return false;
        });
    }
}

void Position::checks_and_others(MoveList& checking, MoveList& others) {
    checking.clear();
    others.clear();
    const Aim aim = this->aim();
    each_legal([&](Cell from, Cell to) {
        (attacks(aim, from, to) ? checking : others).push(move_of(from, to));
        return false;
    });
}

void Position::captures(MoveList& moves) {
    moves.clear();
    each_legal([&](Cell to) { return board_[to] != no_piece; },
               [&](Cell from, Cell to) {
                   moves.push(move_of(from, to));
                   return false;
               });
}

int Position::promise(Move move) const {
    const Cell from = from_of(move), to = to_of(move), target = general_[other(mover_)];
    const auto far = [&](Cell cell) {
        return std::abs(cell % files - target % files) + std::abs(cell / files - target / files);
    };
    constexpr int weight[] = {1, 0, 0, 4, 5, 4, 3};  // by kind: what hunts a general best
    const int kind = kind_of(board_[from]);
    const int lines = (t.sight[target][to] & arriving[kind]) ? 4 : 0;
    return weight[kind] * (far(from) - far(to) + lines) + (board_[to] != no_piece ? 6 : 0);
}

Key Position::key_after(Move move) const {
    const Cell from = from_of(move), to = to_of(move);
    const Piece piece = board_[from], taken = board_[to];
    Key key = key_ ^ t.keys[piece][from] ^ t.keys[piece][to] ^ side_key;
    if (taken != no_piece) key ^= t.keys[taken][to];
    return key;
}

void Position::play(Move move) {
    const Cell from = from_of(move), to = to_of(move);
    const Piece piece = board_[from], taken = board_[to];
    past_.push_back({key_, move, taken, slot_[to], since_capture_});
    if (taken != no_piece) {
        where_[side_of(taken)][slot_[to]] = nowhere;
        key_ ^= t.keys[taken][to];
        since_capture_ = 0;
    } else {
        ++since_capture_;
    }
    shift(from, to);
    slot_[to] = slot_[from];
    where_[mover_][slot_[to]] = to;
    if (kind_of(piece) == general) general_[mover_] = to;
    key_ ^= t.keys[piece][from];
    key_ ^= t.keys[piece][to];
    key_ ^= side_key;
    mover_ = other(mover_);
}

void Position::undo() {
    const Past past = past_.back();
    past_.pop_back();
    const Cell from = from_of(past.move), to = to_of(past.move);
    mover_ = other(mover_);
    const std::uint8_t slot = slot_[to];
    unshift(from, to, past.taken);
    slot_[from] = slot;
    where_[mover_][slot] = from;
    if (kind_of(board_[from]) == general) general_[mover_] = from;
    if (past.taken != no_piece) {
        slot_[to] = past.slot;
        where_[other(mover_)][past.slot] = to;
    }
    key_ = past.key;
    since_capture_ = past.since_capture;
}

int Position::occurrences() const {
    int found = 1;
    const int size = length();
    for (int back = 4; back <= since_capture_ && back <= size; back += 2)
        found += past_[size - back].key == key_;
    return found;
}

std::uint64_t Position::perft(int depth, Control& control) {
    if (depth == 0) return 1;
    if (!control.tick() || occurrences() >= 3) return 0;
    std::uint64_t count = 0;
    if (depth == 1) {
        each_legal([&](Cell, Cell) {
            ++count;
            return false;
        });
        return count;
    }
    MoveList moves;
    legal_moves(moves);
    for (Move move : moves) {
        play(move);
        count += perft(depth - 1, control);
        undo();
    }
    return count;
}

}  // namespace kikashi::xiangqi
