// Minishogi, fast: bitboards of 25 bits, a mailbox beside them, and two hands.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "search/verified_table.hpp"
#include "tables.hpp"

namespace kikashi::minishogi {

// Promotes, end, start: ordered as the law orders moves. A drop starts behind the last cell, by
// kind.
using Move = std::uint16_t;
constexpr Move no_move = 0xffff;
constexpr int move_codes = (cells + hand_kinds) * 64;
constexpr Move move_of(int from, int to, bool promotes = false) {
    return static_cast<Move>(from << 6 | to << 1 | promotes);
}
constexpr Move drop_of(Kind kind, int to) { return move_of(cells + kind - 1, to); }
constexpr int from_of(Move move) { return move >> 6; }
constexpr Cell to_of(Move move) { return static_cast<Cell>(move >> 1 & 31); }
constexpr bool promotes_in(Move move) { return move & 1; }
constexpr bool drops(Move move) { return from_of(move) >= cells; }
constexpr Kind dropped(Move move) { return static_cast<Kind>(from_of(move) - cells + 1); }

// Two pieces of a kind, one on the board and one in hand: 58 moves and 90 drops are not exceeded.
constexpr int most_moves = 192;

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

using Hand = std::array<std::uint8_t, hand_kinds>;  // rook to pawn

class Position {
   public:
    // 25 letters, cell 0 first ('.' is empty, promoted pieces are D H N T), and the hands. Throws
    // std::invalid_argument for what has no meaning.
    Position(const std::string& board, const std::array<Hand, 2>& hands, Side mover);

    Side mover() const { return mover_; }
    Piece at(int cell) const { return board_[cell]; }
    int in_hand(Side side, Kind kind) const { return hands_[side][kind - 1]; }
    const std::array<Hand, 2>& hands() const { return hands_; }
    bool has_hand(Side side) const;
    Bits pieces(Side side) const { return side_[side]; }
    Bits pieces(Side side, Kind kind) const { return by_[piece_of(side, kind)]; }
    Bits occupied() const { return side_[sente] | side_[gote]; }
    Cell king_of(Side side) const { return king_[side]; }
    std::string board() const;
    Key key() const { return key_; }
    Key key_after(Move move) const;

    Bits attacks_from(Side side, Kind kind, int cell, Bits occupied) const;
    Bits attackers(int cell, Side side, Bits occupied) const;  // pieces of `side` that attack it
    bool attacked(int cell, Side by, Bits occupied) const { return attackers(cell, by, occupied); }
    bool in_check() const { return checkers_ != 0; }
    bool legal(Move move);

    void legal_moves(MoveList& moves);
    bool has_legal_move();
    // The legal moves of the side to move, apart: those that give check, and the others.
    void checks(MoveList& moves);
    void checks_and_others(MoveList& checking, MoveList& others);
    void captures(MoveList& moves);  // the legal ones, and promotions of rook, bishop and pawn
    // What decides whether a move attacks the enemy king: to ask for many moves of one position,
    // take aim once.
    struct Aim {
        Cell target;
        Bits blockers;                  // own pieces that alone hide a slider from the king
        std::array<Bits, kinds> cells;  // from which a piece of each kind would attack
    };
    Aim aim() const;
    bool checks_by(const Aim& aim, Move move) const;
    Kind kind_after(Move move) const;
    Kind kind_before(Move move) const;

    // What a side wins if it begins to take on a cell where an enemy stands and both go on as long
    // as it pays, the cheapest piece first; pins are left aside. `worth` is by kind.
    using Worth = std::array<std::int32_t, kinds>;
    std::int32_t taking(int cell, Side side, Bits occupied, std::int32_t prize,
                        const Worth& worth) const;
    // The same for a move as a whole: what it takes less what the answers there win.
    std::int32_t exchange(Move move, const Worth& worth) const;

    void play(Move move);
    void undo();
    void pass();  // the side to move must not stand in check
    Move last_move() const { return past_.back().move; }
    Piece last_taken() const { return past_.back().taken; }
    int length() const { return static_cast<int>(past_.size()); }
    int occurrences() const;  // how often this position has stood, now included

    std::uint64_t perft(int depth, Control& control);

   private:
    struct Past {
        Key key;
        Bits checkers;
        Move move;
        Piece taken;
    };
    static const Key side_key;

    void put(Piece piece, int cell);
    void lift(Piece piece, int cell);
    void hold(Side side, Kind kind, int change);
    void see_checkers() { checkers_ = attackers(king_[mover_], other(mover_), occupied()); }
    Bits sliders_behind(Side side, int cell, Bits& blockers) const;
    Bits pinned() const;
    bool mates_by_pawn(int to);
    // Stops and answers true when `take` does. `wanted` are the cells that count as ends.
    template <class Take>
    bool each_legal(Take&& take, Bits wanted = every_cell, bool with_drops = true);
    template <class Take>
    bool each_end(int from, Kind kind, Bits ends, Take&& take) const;

    std::array<Piece, cells> board_;
    std::array<Bits, 2 * kinds> by_{};
    std::array<Bits, 2> side_{};
    std::array<Hand, 2> hands_{};
    std::array<Cell, 2> king_{};
    Side mover_;
    Bits checkers_ = 0;
    Key key_;
    std::vector<Past> past_;
};

}  // namespace kikashi::minishogi
