// A position of dark chess that moves are played on and taken back.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "geometry.hpp"

namespace kikashi::banqi {

using Piece = std::uint8_t;  // 0-6 red K G M R N C P, 7-13 the same in black
using Kind = int;
inline constexpr int kinds = 7, pieces = 14;
inline constexpr Piece face_down = 14, no_piece = 15;
enum KindName : Kind { general, advisor, elephant, rook, horse, cannon, soldier };
enum Colour : int { red, black, open };  // open: nobody has flipped yet

constexpr Kind kind_of(Piece piece) { return piece >= kinds ? piece - kinds : piece; }
constexpr int colour_of(Piece piece) { return piece >= kinds; }
constexpr Piece piece_of(int colour, Kind kind) {
    return static_cast<Piece>(colour * kinds + kind);
}

// By rank, the cannon's jump aside: cannons take nothing by a step.
constexpr bool beats(Kind taker, Kind taken) {
    if (taker == cannon) return false;
    if (taker == soldier) return taken == general || taken == soldier;
    if (taker == general) return taken != soldier;
    return taker <= taken;
}

// From and to; the same cell twice is a flip. What chance turns up, and a pass, which only searches
// know, are words of their own.
using Move = std::uint16_t;
inline constexpr Move no_move = 0xffff, pass_move = 0x800;
constexpr Move step_move(Cell from, Cell to) { return static_cast<Move>(from | to << 5); }
constexpr Move flip_move(Cell cell) { return step_move(cell, cell); }
constexpr Move outcome_move(Piece piece) { return static_cast<Move>(0x400 | piece); }
constexpr Cell from_of(Move move) { return move & 31; }
constexpr Cell to_of(Move move) { return move >> 5 & 31; }
constexpr bool is_outcome(Move move) { return (move & 0xc00) == 0x400; }
constexpr bool is_flip(Move move) { return move < 0x400 && from_of(move) == to_of(move); }
constexpr Piece turned_up(Move move) { return static_cast<Piece>(move & 15); }

inline constexpr int most_moves = 160;
class MoveList {
   public:
    void push(Move move) { moves_[static_cast<std::size_t>(count_++)] = move; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + count_; }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + count_; }
    int size() const { return count_; }
    bool empty() const { return count_ == 0; }
    void clear() { count_ = 0; }

   private:
    std::array<Move, most_moves> moves_;
    int count_ = 0;
};

// When a game is drawn; 0 and false: never so.
struct DrawRules {
    int occurrences = 3;  // of one position
    bool cycle = false;   // a cycle of four plies three times
    int plies = 180;      // without capture or flip
};

class Position {
   public:
    // `board` begins with bit 0: letters, 'X' face down, '.' empty. `hidden` counts each piece.
    Position(const Geometry& geometry, const std::string& board,
             const std::array<std::uint8_t, pieces>& hidden, int colour, int quiet,
             const DrawRules& rules = {});

    const Geometry& geometry() const { return *geometry_; }
    int colour() const { return colour_; }  // of the side to move; while chance turns, of its flip
    Piece at(Cell cell) const { return at_[static_cast<std::size_t>(cell)]; }
    Bits of(Piece piece) const { return piece_[piece]; }
    Bits side(int colour) const { return side_[static_cast<std::size_t>(colour)]; }
    Bits down() const { return down_; }
    Bits occupied() const { return side_[0] | side_[1] | down_; }
    Bits empty() const { return geometry_->all & ~occupied(); }
    int hidden(Piece piece) const { return hidden_[piece]; }
    int hidden_total() const { return hidden_total_; }
    int left(int colour) const { return left_[static_cast<std::size_t>(colour)]; }
    int quiet() const { return quiet_; }
    Cell turned() const { return turned_; }  // the cell that chance is about to turn up, or -1
    std::uint64_t key() const { return key_; }
    std::uint64_t key_after(Move move) const;

    void moves(MoveList& out) const;     // steps and captures, no flips
    void captures(MoveList& out) const;  // captures alone
    void flips(MoveList& out) const;
    bool has_move() const;
    bool legal(Move move) const;
    bool can_step(Move move) const;  // whether it is a step or capture of the side to move
    // Whether an enemy of `colour` could take `piece` on a cell, if the board were so occupied.
    bool attacked(Cell cell, Piece piece, Bits occupied) const {
        const int enemy = 1 - colour_of(piece);
        const Bits beside = geometry_->step[static_cast<std::size_t>(cell)] & occupied;
        if (beside & side(enemy) && beside & takers(kind_of(piece), enemy)) return true;
        const Bits cannons = of(piece_of(enemy, cannon)) & occupied;
        return cannons && (geometry_->jumps(cell, occupied) & cannons);
    }

    void play(Move move);
    void undo();
    int length() const { return static_cast<int>(past_.size()); }
    Move last_move() const { return past_.back().move; }
    Piece last_taken() const { return past_.back().taken; }

    // How often this position has stood since the last capture or flip, this time included.
    int occurrences() const;
    // So many plies ago it stood last, if it did (4 or more), else 0.
    int repeated() const;
    // The course's rule: nine positions in a row equal to those four plies before them.
    bool cycled() const;

    // Whether the rules of a draw end the game here; who has no move loses first.
    bool drawn() const {
        if (turned_ >= 0) return false;
        return (rules_.plies && quiet_ >= rules_.plies) || circled();
    }
    // Whether the game ends by going in circles.
    bool circled() const {
        if (turned_ >= 0 || quiet_ < 4) return false;
        return (rules_.cycle && cycled()) ||
               (rules_.occurrences && occurrences() >= rules_.occurrences);
    }
    const DrawRules& rules() const { return rules_; }

    std::string board() const;
    std::uint64_t perft(int depth, Control& control);

   private:
    struct Past {
        std::uint64_t key;
        Move move;
        Piece taken;
        std::int8_t colour, turned;
        std::int16_t quiet;
    };
    template <class Visit>
    void each_kind(int enemy, Visit visit) const;
    Bits takable(Kind kind, int enemy) const;  // by a step of this kind
    Bits takers(Kind kind, int enemy) const;   // by a step: what takes this kind
    void put(Cell cell, Piece piece);
    void lift(Cell cell);

    const Geometry* geometry_;
    std::array<Bits, pieces> piece_{};
    std::array<Bits, 2> side_{};
    Bits down_ = 0;
    std::array<std::uint8_t, most_cells> at_{};
    std::array<std::uint8_t, pieces> hidden_{};
    std::array<int, 2> left_{};  // pieces of each colour, face up or face down
    int hidden_total_ = 0;
    int colour_, quiet_;
    Cell turned_ = -1;
    DrawRules rules_;
    std::uint64_t key_ = 0;
    std::vector<Past> past_;
};

inline constexpr const char* letters = "KGMRNCPkgmrncp";

}  // namespace kikashi::banqi
