#include "position.hpp"

#include <cstring>
#include <stdexcept>

#include "core/keys.hpp"

namespace kikashi::banqi {

namespace {

struct Keys {
    std::array<std::array<std::uint64_t, most_cells>, 16> at{};
    std::array<std::array<std::uint64_t, 8>, pieces> hidden{};
    std::array<std::uint64_t, 3> colour{};
    std::array<std::uint64_t, most_cells> turned{};
    Keys() {
        std::uint64_t seed = 0x62616e7169;  // 'banqi'
        const auto next = [&] { return mix(++seed); };
        for (std::size_t piece = 0; piece < 15; ++piece)
            for (auto& key : at[piece]) key = next();
        for (auto& counts : hidden)
            for (auto& key : counts) key = next();
        for (auto& key : colour) key = next();
        for (auto& key : turned) key = next();
    }
};
const Keys keys;

constexpr std::size_t index(int number) { return static_cast<std::size_t>(number); }

}  // namespace

Position::Position(const Geometry& geometry, const std::string& board,
                   const std::array<std::uint8_t, pieces>& hidden, int colour, int quiet,
                   const DrawRules& rules)
    : geometry_(&geometry), hidden_(hidden), colour_(colour), quiet_(quiet), rules_(rules) {
    if (board.size() != index(geometry.cells))
        throw std::invalid_argument("the board has another number of cells");
    if (colour < red || colour > open || quiet < 0 || quiet > 9999)
        throw std::invalid_argument("there is no such colour, or too many quiet plies");
    at_.fill(no_piece);
    key_ = keys.colour[index(colour)];
    int face_downs = 0;
    for (Cell cell = 0; cell < geometry.cells; ++cell) {
        const char letter = board[index(cell)];
        if (letter == '.') continue;
        if (letter == 'X') {
            put(cell, face_down);
            ++face_downs;
            continue;
        }
        const char* found = letter ? std::strchr(letters, letter) : nullptr;
        if (!found) throw std::invalid_argument("a letter of the board is no piece");
        const auto piece = static_cast<Piece>(found - letters);
        put(cell, piece);
        ++left_[index(colour_of(piece))];
    }
    for (Piece piece = 0; piece < pieces; ++piece) {
        if (hidden[piece] > 5) throw std::invalid_argument("too many hidden pieces of a kind");
        hidden_total_ += hidden[piece];
        left_[index(colour_of(piece))] += hidden[piece];
        key_ ^= keys.hidden[piece][hidden[piece]];
    }
    if (hidden_total_ != face_downs)
        throw std::invalid_argument("the hidden pieces do not fit those that lie face down");
    past_.reserve(512);
}

void Position::put(Cell cell, Piece piece) {
    at_[index(cell)] = piece;
    key_ ^= keys.at[piece][index(cell)];
    if (piece == face_down) {
        down_ |= bit(cell);
        return;
    }
    piece_[piece] |= bit(cell);
    side_[index(colour_of(piece))] |= bit(cell);
}

void Position::lift(Cell cell) {
    const Piece piece = at_[index(cell)];
    at_[index(cell)] = no_piece;
    key_ ^= keys.at[piece][index(cell)];
    if (piece == face_down) {
        down_ &= ~bit(cell);
        return;
    }
    piece_[piece] &= ~bit(cell);
    side_[index(colour_of(piece))] &= ~bit(cell);
}

Bits Position::takable(Kind kind, int enemy) const {
    const Bits all = side(enemy);
    switch (kind) {
        case general:
            return all & ~of(piece_of(enemy, soldier));
        case advisor:
            return all & ~of(piece_of(enemy, general));
        case elephant:
            return all & ~(of(piece_of(enemy, general)) | of(piece_of(enemy, advisor)));
        case rook:
            return of(piece_of(enemy, rook)) | of(piece_of(enemy, horse)) |
                   of(piece_of(enemy, cannon)) | of(piece_of(enemy, soldier));
        case horse:
            return of(piece_of(enemy, horse)) | of(piece_of(enemy, cannon)) |
                   of(piece_of(enemy, soldier));
        case soldier:
            return of(piece_of(enemy, general)) | of(piece_of(enemy, soldier));
        default:
            return 0;
    }
}

Bits Position::takers(Kind kind, int enemy) const {
    const Piece first = piece_of(enemy, general);
    switch (kind) {
        case general:
            return of(first) | of(piece_of(enemy, soldier));
        case advisor:
            return of(first) | of(piece_of(enemy, advisor));
        case elephant:
            return of(first) | of(piece_of(enemy, advisor)) | of(piece_of(enemy, elephant));
        case rook:
            return of(first) | of(piece_of(enemy, advisor)) | of(piece_of(enemy, elephant)) |
                   of(piece_of(enemy, rook));
        case soldier:
            return side(enemy) & ~(of(first) | of(piece_of(enemy, cannon)));
        default:  // horse and cannon
            return side(enemy) & ~(of(piece_of(enemy, cannon)) | of(piece_of(enemy, soldier)));
    }
}

// `visit(kind, prey)` for every kind, in order: what each takes by a step. Below the general each
// takes what the kind above it does, less that kind.
template <class Visit>
void Position::each_kind(int enemy, Visit visit) const {
    Bits prey = side(enemy) & ~of(piece_of(enemy, general));
    visit(general, side(enemy) & ~of(piece_of(enemy, soldier)));
    visit(advisor, prey);
    visit(elephant, prey &= ~of(piece_of(enemy, advisor)));
    visit(rook, prey &= ~of(piece_of(enemy, elephant)));
    visit(horse, prey & ~of(piece_of(enemy, rook)));
    visit(cannon, Bits{0});
    visit(soldier, of(piece_of(enemy, general)) | of(piece_of(enemy, soldier)));
}

void Position::moves(MoveList& out) const {
    if (colour_ == open) return;
    const int enemy = 1 - colour_;
    const Bits free = empty(), taken = occupied();
    each_kind(enemy, [&](Kind kind, Bits prey) {
        for (Bits own = of(piece_of(colour_, kind)); own;) {
            const Cell from = take_cell(own);
            Bits to = geometry_->step[index(from)] & (free | prey);
            if (kind == cannon) to |= geometry_->jumps(from, taken) & side(enemy);
            while (to) out.push(step_move(from, take_cell(to)));
        }
    });
}

void Position::captures(MoveList& out) const {
    if (colour_ == open) return;
    const int enemy = 1 - colour_;
    const Bits taken = occupied();
    each_kind(enemy, [&](Kind kind, Bits prey) {
        for (Bits own = of(piece_of(colour_, kind)); own;) {
            const Cell from = take_cell(own);
            Bits to = kind == cannon ? geometry_->jumps(from, taken) & side(enemy)
                                     : geometry_->step[index(from)] & prey;
            while (to) out.push(step_move(from, take_cell(to)));
        }
    });
}

void Position::flips(MoveList& out) const {
    for (Bits cells = down_; cells;) out.push(flip_move(take_cell(cells)));
}

bool Position::has_move() const {
    if (down_) return true;
    MoveList list;
    moves(list);
    return !list.empty();
}

bool Position::legal(Move move) const {
    if (turned_ >= 0)
        return is_outcome(move) && turned_up(move) < pieces && hidden_[turned_up(move)] > 0;
    if (move >= 0x400) return false;
    if (from_of(move) >= geometry_->cells || to_of(move) >= geometry_->cells) return false;
    if (is_flip(move)) return down_ >> from_of(move) & 1;
    return can_step(move);
}

bool Position::can_step(Move move) const {
    if (move >= 0x400 || turned_ >= 0 || colour_ == open) return false;
    const Cell from = from_of(move), to = to_of(move);
    if (from >= geometry_->cells || !(side(colour_) >> from & 1)) return false;
    const Kind kind = kind_of(at(from));
    Bits reach = geometry_->step[index(from)] & (empty() | takable(kind, 1 - colour_));
    if (kind == cannon) reach |= geometry_->jumps(from, occupied()) & side(1 - colour_);
    return reach >> to & 1;
}

std::uint64_t Position::key_after(Move move) const {
    if (move == pass_move) return key_ ^ keys.colour[0] ^ keys.colour[1];
    if (move >= 0x400 || is_flip(move)) return key_;  // only a hint for the table
    const Cell from = from_of(move), to = to_of(move);
    const Piece piece = at(from), taken = at(to);
    std::uint64_t key = key_ ^ keys.at[piece][index(from)] ^ keys.at[piece][index(to)] ^
                        keys.colour[0] ^ keys.colour[1];
    if (taken != no_piece) key ^= keys.at[taken][index(to)];
    return key;
}

void Position::play(Move move) {
    past_.push_back({key_, move, no_piece, static_cast<std::int8_t>(colour_),
                     static_cast<std::int8_t>(turned_), static_cast<std::int16_t>(quiet_)});
    if (is_outcome(move)) {
        const Piece piece = turned_up(move);
        key_ ^= keys.turned[index(turned_)];
        lift(turned_);
        put(turned_, piece);
        key_ ^= keys.hidden[piece][hidden_[piece]];
        --hidden_[piece];
        key_ ^= keys.hidden[piece][hidden_[piece]];
        --hidden_total_;
        turned_ = -1;
        quiet_ = 0;
        const int next = 1 - (colour_ == open ? colour_of(piece) : colour_);
        key_ ^= keys.colour[index(colour_)] ^ keys.colour[index(next)];
        colour_ = next;
        return;
    }
    if (move == pass_move) {
        key_ ^= keys.colour[0] ^ keys.colour[1];
        colour_ = 1 - colour_;
        quiet_ = 0;  // it stands for a flip, which cannot be taken back
        return;
    }
    if (is_flip(move)) {
        turned_ = from_of(move);
        key_ ^= keys.turned[index(turned_)];
        quiet_ = 0;
        return;
    }
    const Cell from = from_of(move), to = to_of(move);
    const Piece piece = at(from), taken = at(to);
    key_ = key_after(move);
    ++quiet_;
    if (taken != no_piece) {
        past_.back().taken = taken;
        piece_[taken] ^= bit(to);
        side_[index(1 - colour_)] ^= bit(to);
        --left_[index(1 - colour_)];
        quiet_ = 0;
    }
    at_[index(from)] = no_piece;
    at_[index(to)] = piece;
    piece_[piece] ^= bit(from) | bit(to);
    side_[index(colour_)] ^= bit(from) | bit(to);
    colour_ = 1 - colour_;
}

void Position::undo() {
    const Past before = past_.back();
    past_.pop_back();
    const Move move = before.move;
    if (is_outcome(move)) {
        const Piece piece = turned_up(move);
        lift(before.turned);
        put(before.turned, face_down);
        ++hidden_[piece];
        ++hidden_total_;
    } else if (move != pass_move && !is_flip(move)) {
        const Cell from = from_of(move), to = to_of(move);
        const Piece piece = at(to);
        at_[index(from)] = piece;
        at_[index(to)] = before.taken;
        piece_[piece] ^= bit(from) | bit(to);
        side_[index(before.colour)] ^= bit(from) | bit(to);
        if (before.taken != no_piece) {
            piece_[before.taken] ^= bit(to);
            side_[index(1 - before.colour)] ^= bit(to);
            ++left_[index(1 - before.colour)];
        }
    }
    colour_ = before.colour;
    turned_ = before.turned;
    quiet_ = before.quiet;
    key_ = before.key;
}

int Position::occurrences() const {
    int count = 1;
    const int length = this->length();
    for (int back = 2; back <= quiet_ && back <= length; back += 2)
        count += past_[index(length - back)].key == key_;
    return count;
}

int Position::repeated() const {
    const int length = this->length();
    for (int back = 4; back <= quiet_ && back <= length; back += 2)
        if (past_[index(length - back)].key == key_) return back;
    return 0;
}

bool Position::cycled() const {
    const int length = this->length();
    constexpr int cycle = 4, checks = 9;
    if (quiet_ < cycle + checks - 1 || length < cycle + checks - 1) return false;
    const auto key = [&](int back) { return back == 0 ? key_ : past_[index(length - back)].key; };
    for (int back = 0; back < checks; ++back)
        if (key(back) != key(back + cycle)) return false;
    return true;
}

std::string Position::board() const {
    std::string made;
    for (Cell cell = 0; cell < geometry_->cells; ++cell) {
        const Piece piece = at(cell);
        made += piece == no_piece ? '.' : piece == face_down ? 'X' : letters[piece];
    }
    return made;
}

std::uint64_t Position::perft(int depth, Control& control) {
    if (depth == 0) return 1;
    if (!control.tick()) return 0;
    if (turned_ < 0 && colour_ != open && (left_[0] == 0 || left_[1] == 0)) return 0;
    if (drawn()) return 0;
    MoveList list;
    if (turned_ >= 0) {
        for (Piece piece = 0; piece < pieces; ++piece)
            if (hidden_[piece]) list.push(outcome_move(piece));
    } else {
        moves(list);
        flips(list);
    }
    if (depth == 1) return static_cast<std::uint64_t>(list.size());
    std::uint64_t count = 0;
    for (const Move move : list) {
        play(move);
        count += perft(depth - 1, control);
        undo();
    }
    return count;
}

}  // namespace kikashi::banqi
