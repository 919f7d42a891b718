// Xiangqi, fast: a mailbox with the occupancy of ranks and files beside it.
//
// Rooks, cannons and the test for check look the occupied cells of one rank or file up in a table.
// Whether a general is attacked depends on few cells (its sight), and on fewer still where the
// enemy has nothing on a line: a move of another piece outside them needs no test, which is most of
// the speed (docs/decisions/xiangqi-mailbox.md has figures).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "search/verified_table.hpp"

namespace kikashi::xiangqi {

using Cell = std::uint8_t;
constexpr int cells = 90;
constexpr Cell nowhere = 255;

enum Side : std::uint8_t { red, black };
constexpr Side other(Side side) { return side == red ? black : red; }

enum Kind : std::uint8_t { general, advisor, elephant, horse, rook, cannon, pawn };
using Piece = std::uint8_t;  // 8 * side + kind
constexpr Piece no_piece = 16;
constexpr Piece piece_of(Side side, Kind kind) { return static_cast<Piece>(8 * side + kind); }
constexpr Kind kind_of(Piece piece) { return static_cast<Kind>(piece & 7); }
constexpr Side side_of(Piece piece) { return piece < 8 ? red : black; }

using Move = std::uint16_t;  // 90 * from + to
constexpr Move no_move = 0xffff;
constexpr int move_codes = cells * cells;
constexpr Move move_of(int from, int to) { return static_cast<Move>(cells * from + to); }
constexpr Cell from_of(Move move) { return static_cast<Cell>(move / cells); }
constexpr Cell to_of(Move move) { return static_cast<Cell>(move % cells); }

// A side has at most 16 pieces, and no piece of any set-up has more than 17 moves.
constexpr int most_moves = 16 * 17;

class MoveList {
   public:
    void push(Move move) { moves_[size_++] = move; }
    void clear() { size_ = 0; }
    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](int i) const { return moves_[i]; }
    Move& operator[](int i) { return moves_[i]; }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + size_; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }

   private:
    std::array<Move, most_moves> moves_;
    int size_ = 0;
};

class Position {
   public:
    // 90 letters as in FEN, cell 0 first ('.' is empty). Throws std::invalid_argument for what has
    // no meaning: no general, or one outside its palace, or more than 16 pieces of a side.
    Position(const std::string& board, Side mover);

    Side mover() const { return mover_; }
    Piece at(int cell) const { return board_[cell]; }
    std::string board() const;
    Key key() const { return key_; }
    Key key_after(Move move) const;

    bool attacked(Side side) const;  // whether the general of `side` is
    bool in_check() const { return attacked(mover_); }
    bool legal(Move move);

    void legal_moves(MoveList& moves);
    bool has_legal_move();
    // The legal moves of the side to move, apart: those that give check, and the others.
    void checks(MoveList& moves);
    void checks_and_others(MoveList& checking, MoveList& others);
    void captures(MoveList& moves);  // the legal ones
    // What decides whether a move attacks the enemy general: to ask for many moves of one position,
    // take aim once.
    struct Aim {
        Cell target;
        std::uint16_t open;          // ways
        const std::uint16_t* sight;  // by cell
    };
    Aim aim() const;
    bool attacks(const Aim& aim, Cell from, Cell to);
    // What a side wins if it begins to take on a cell where an enemy stands and both go on as long
    // as it pays, the cheapest piece first; pins are left aside. `worth` is by kind.
    using Worth = std::array<std::int32_t, 7>;
    std::int32_t taking(Cell cell, Side side, const Worth& worth);
    // The same for a move as a whole: what it takes less what the answers there win.
    std::int32_t exchange(Move move, const Worth& worth);
    // The cells of a side's pieces, by slot; `nowhere` where one was taken.
    const std::array<Cell, 16>& pieces(Side side) const { return where_[side]; }
    Cell general_of(Side side) const { return general_[side]; }
    unsigned on_rank(int rank) const { return rank_[rank]; }
    unsigned on_file(int file) const { return file_[file]; }

    // Piece knowledge for quiet moves: strong pieces that come near the enemy general.
    int promise(Move move) const;

    void play(Move move);
    void undo();
    void pass() {  // the side to move must not stand in check
        mover_ = other(mover_);
        key_ ^= side_key;
    }
    Move last_move() const { return past_.back().move; }
    Piece last_taken() const { return past_.back().taken; }
    int since_capture() const { return since_capture_; }
    int length() const { return static_cast<int>(past_.size()); }
    // How often this position has stood since the last capture that was played here, now included.
    int occurrences() const;

    std::uint64_t perft(int depth, Control& control);

   private:
    struct Past {
        Key key;
        Move move;
        Piece taken;
        std::uint8_t slot;
        std::uint16_t since_capture;
    };
    static const Key side_key;

    void put(int slot, Piece piece, Cell cell);
    void lift(Cell cell, Piece piece);
    void drop(Cell cell, Piece piece);
    bool attacked_at(Cell cell, Side side) const;
    Cell cheapest_taker(Cell cell, Side side) const;  // `nowhere`: none
    std::uint16_t open_ways(Side side) const;         // on which the enemy could come to attack
    bool attacked_by(std::uint16_t ways, Cell cell, Side side) const;  // on one of these ways
    // Of these ways, those on which a cell of `side` is attacked; one of them will do if `one`.
    std::uint16_t attacking(Cell cell, Side side, std::uint16_t ways, bool one) const;
    // What decides whether a move leaves the own general safe.
    struct Cover {
        Cell own;
        std::uint16_t open, attacking;  // ways
        const std::uint16_t* sight;     // by cell
    };
    Cover cover() const;
    bool stays_safe(const Cover& cover, Cell from, Cell to);
    template <class Take>
    bool each_step(int slot, Take&& take) const;  // stops and answers true when `take` does
    template <class Want, class Take>
    bool each_legal(Want&& want, Take&& take);  // of the moves whose end is wanted
    template <class Take>
    bool each_legal(Take&& take) {
        return each_legal([](Cell) { return true; }, take);
    }
    void shift(Cell from, Cell to);  // without key, slots and memory
    void unshift(Cell from, Cell to, Piece taken);

    std::array<Piece, cells> board_;
    std::array<std::uint8_t, cells> slot_;       // valid where a piece stands
    std::array<std::array<Cell, 16>, 2> where_;  // by slot; nowhere once taken
    std::array<Cell, 2> general_;
    std::array<std::uint16_t, 10> rank_;  // occupied files of each rank
    std::array<std::uint16_t, 9> file_;   // occupied ranks of each file
    Side mover_;
    Key key_;
    std::uint16_t since_capture_ = 0;
    std::vector<Past> past_;
};

}  // namespace kikashi::xiangqi
