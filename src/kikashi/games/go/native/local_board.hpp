// The board of a local question: one side attacks a target, the other defends it. Ko threats are
// counted in the state: whoever takes a ko back at once spends one
// (docs/reference/go-local-claims.md).
#pragma once

#include "board.hpp"

namespace kikashi::go {

inline constexpr std::uint8_t unlimited = 15;

struct Threats {
    std::uint8_t attacker = 0, defender = 0;
};

template <int W>
struct LocalUndo {
    Undo<W> stone;
    Threats threats;
    Point ko = 0, last = 0;
    int spent = 0, outside = 0;
    bool passed = false;
};

template <int W>
class LocalBoard {
   public:
    LocalBoard(const Board<W>& on, Point about, Colour to_move, Threats counted)
        : board(on),
          defender(on.at(about)),
          attacker(other(defender)),
          mover(to_move),
          threats(counted),
          target(about) {}

    Board<W> board;
    Colour defender, attacker, mover;
    Threats threats;
    Point target;

    bool attacking() const { return mover == attacker; }
    // Off the board, and the defender cannot take back on its point at once: a ko it may still
    // retake and a snapback are open.
    bool captured() const { return board.at(target) != defender && !retakable(); }
    bool retakable() const {
        if (board.at(target) != empty || mover != defender) return false;
        if (board.ko() == target && threats.defender == 0) return false;
        for (int way = 0; way < 4; ++way) {
            const Point beside = board.step(target, way);
            if (board.at(beside) == attacker && board.liberties(beside) == 1) return true;
        }
        return false;
    }
    int liberties() const { return board.liberties(target); }
    std::uint8_t& left() { return attacking() ? threats.attacker : threats.defender; }

    // An empty point. Notes where a ko decided what may be played.
    bool playable(Point point) {
        if (point == board.ko()) {
            ko_mattered = true;
            if (left() == 0) return false;
        }
        return !board.would_be_suicide(point, mover);
    }
    void play(Point point, LocalUndo<W>& undo) {
        undo.threats = threats;
        undo.ko = board.ko();
        undo.last = last;
        last = point;
        undo.spent = spent;
        undo.outside = outside;
        undo.passed = point == pass_move;
        ++depth;
        if (undo.passed) {
            ++outside;
            board.pass();
        } else {
            if (point == board.ko()) {
                ++outside;
                if (left() != unlimited)
                    --left();
                else if (!attacking())
                    ++spent;
            }
            board.play(point, mover, undo.stone);
        }
        mover = other(mover);
    }
    void undo(const LocalUndo<W>& undo) {
        --depth;
        mover = other(mover);
        if (!undo.passed) board.undo(undo.stone);
        board.set_ko(undo.ko);
        last = undo.last;
        threats = undo.threats;
        spent = undo.spent;
        outside = undo.outside;
    }
    std::uint64_t key() const { return key_with(threats); }
    // The same position under other counts of threats.
    std::uint64_t key_with(Threats counted) const {
        return key_of(board.key(), board.ko(), mover, counted);
    }
    // Whether a playable point takes nothing and needs no threat, and the target stands: then the
    // stone is all that changes.
    bool plain(Point point) const {
        if (point == pass_move || point == board.ko() || board.at(target) != defender) return false;
        const Colour theirs = other(mover);
        for (int way = 0; way < 4; ++way) {
            const Point beside = board.step(point, way);
            if (board.at(beside) == theirs && board.liberties(beside) == 1) return false;
        }
        return true;
    }
    // The key after a plain stone, without playing it.
    std::uint64_t key_after(Point point, Threats counted) const {
        return key_of(board.key() ^ keys.of[mover][point], 0, other(mover), counted);
    }

    bool ko_mattered = false;
    // Threats that a defender without a limit has spent. They are finite all the same: whoever
    // comes back to a position by spending some has gained nothing.
    int spent = 0;
    int outside = 0;         // passes, and threats of either side
    int depth = 0;           // turns since the question
    Point last = pass_move;  // the move before, where one was played here

   private:
    static std::uint64_t key_of(std::uint64_t stones, Point ko, Colour mover, Threats counted) {
        const std::uint64_t extra = (std::uint64_t{ko} << 16) | (std::uint64_t{mover} << 8) |
                                    (std::uint64_t{counted.attacker} << 4) | counted.defender;
        return stones ^ mix(extra + 0x7e'0000'0000ULL);
    }
};

}  // namespace kikashi::go
