// Reading about strings: what a move would leave, escapes from atari, ladders, vital points.
#pragma once

#include <algorithm>
#include <array>

#include "board.hpp"

namespace kikashi::go {

// Empty points beside a point.
template <int W>
int open_beside(const Board<W>& board, Point point) {
    const unsigned code = board.around(point);
    return ((code & 0x03) == 0) + ((code & 0x0c) == 0) + ((code & 0x30) == 0) +
           ((code & 0xc0) == 0);
}

struct After {
    int liberties = 0;  // of the string that the stone would belong to; 3 stands for more
    int stones = 0;
    int taken = 0;  // enemy stones that would go
};

// What a stone on an empty point would leave, without playing it; in `free` the liberties of its
// string, one for each string that it would take.
template <int W>
After after(const Board<W>& board, Point point, Colour colour, Bits<W>& free) {
    After made;
    made.stones = 1;
    free = {};
    std::array<Point, 4> seen{};
    int count = 0;
    for (int way = 0; way < 4; ++way) {
        const Point beside = board.step(point, way);
        const Colour there = board.at(beside);
        if (there == empty) {
            free.set(beside);
        } else if (there == colour || there == other(colour)) {
            const Point head = board.head(beside);
            if (std::find(seen.begin(), seen.begin() + count, head) != seen.begin() + count)
                continue;
            seen[count++] = head;
            if (there == colour) {
                made.stones += board.stones(beside);
                free |= board.liberty_set(beside);
            } else if (board.liberties(beside) == 1) {
                made.taken += board.stones(beside);
                free.set(beside);  // at least this one
            }
        }
    }
    free.reset(point);
    made.liberties = free.count();
    return made;
}
template <int W>
After after(const Board<W>& board, Point point, Colour colour) {
    Bits<W> free;
    return after(board, point, colour, free);
}

// A stone that would leave its own string in atari and takes nothing.
template <int W>
bool is_self_atari(const Board<W>& board, Point point, Colour colour, int& stones) {
    int open = 0;
    bool friends = false;
    for (int way = 0; way < 4; ++way) {
        const Point beside = board.step(point, way);
        const Colour there = board.at(beside);
        open += there == empty;
        if (there == colour) {
            if (board.liberties(beside) > 2) return false;
            friends = true;
        } else if (there == other(colour) && board.liberties(beside) == 1) {
            return false;
        }
    }
    if (open >= 2) return false;
    if (!friends) {
        stones = 1;
        return true;
    }
    const After left = after(board, point, colour);
    stones = left.stones;
    return left.liberties < 2;
}

// Enemy strings in atari beside a string: calls `see(liberty, stones)` for each, until it says no.
template <int W, class See>
void capturable_neighbours(const Board<W>& board, Point stone, See see) {
    const Colour theirs = other(board.at(stone));
    Point at = stone;
    std::array<Point, 8> seen{};
    int count = 0;
    do {
        for (int way = 0; way < 4; ++way) {
            const Point beside = board.step(at, way);
            if (board.at(beside) != theirs || board.liberties(beside) != 1) continue;
            const Point head = board.head(beside);
            if (std::find(seen.begin(), seen.begin() + count, head) != seen.begin() + count)
                continue;
            if (count < 8) seen[count++] = head;
            if (!see(board.only_liberty(beside), board.stones(beside))) return;
        }
        at = board.next(at);
    } while (at != stone);
}

// Reads ladders: strings of one or two liberties, the attacker always giving atari. A budget that
// is spent means 'not caught': nothing is claimed.
template <int W>
class Ladder {
   public:
    Ladder(Board<W>& board, int budget) : board_(board), budget_(budget) {}

    // The side of the string moves; it stands in atari.
    bool caught_to_move(Point stone) { return !escapes(stone, 0); }
    // The attacker moves; the string has two liberties.
    bool can_be_caught(Point stone, Point* by = nullptr) { return catches(stone, 0, by); }
    // Whether a ko came up while it was read: then threats might change the answer.
    bool met_ko() const { return met_ko_; }

   private:
    static constexpr int deepest = 120;

    bool escapes(Point stone, int depth) {
        if (--budget_ <= 0 || depth > deepest) return true;
        const Colour own = board_.at(stone);
        if (open_beside(board_, board_.only_liberty(stone)) > 2) return true;
        std::array<Point, 6> tries{};
        int count = 0;
        capturable_neighbours(board_, stone, [&](Point liberty, int) {
            if (std::find(tries.begin(), tries.begin() + count, liberty) == tries.begin() + count)
                tries[count++] = liberty;
            return count < 5;
        });
        const Point out = board_.only_liberty(stone);
        if (std::find(tries.begin(), tries.begin() + count, out) == tries.begin() + count)
            tries[count++] = out;
        for (int n = 0; n < count; ++n) {
            if (!board_.playable(tries[n], own)) continue;
            Undo<W> undo;
            board_.play(tries[n], own, undo);
            met_ko_ |= board_.ko() != 0;
            const int free = board_.liberties(stone);
            const bool out_of_it = free > 2 || (free == 2 && !catches(stone, depth + 1, nullptr));
            board_.undo(undo);
            if (out_of_it) return true;
        }
        return false;
    }

    bool catches(Point stone, int depth, Point* by) {
        if (--budget_ <= 0 || depth > deepest) return false;
        const Colour theirs = other(board_.at(stone));
        std::array<Point, 2> tries{};
        int count = 0;
        board_.liberty_set(stone).each([&](Point liberty) {
            if (count < 2) tries[count++] = liberty;
        });
        for (int n = 0; n < count; ++n) {
            // Running to the other liberty would give three.
            if (count == 2 && runs_free(tries[1 - n], tries[n])) continue;
            if (!board_.playable(tries[n], theirs)) continue;
            int stones = 0;
            if (is_self_atari(board_, tries[n], theirs, stones) && stones > 1) continue;
            Undo<W> undo;
            board_.play(tries[n], theirs, undo);
            met_ko_ |= board_.ko() != 0;
            const bool caught = board_.liberties(stone) == 1 && !escapes(stone, depth + 1);
            board_.undo(undo);
            if (caught) {
                if (by) *by = tries[n];
                return true;
            }
        }
        return false;
    }

    bool runs_free(Point to, Point attacked) const {
        int open = open_beside(board_, to);
        for (int way = 0; way < 4; ++way) open -= board_.step(to, way) == attacked;
        return open > 2;
    }

    Board<W>& board_;
    int budget_;
    bool met_ko_ = false;
};

// The point that decides whether a small eye space makes one eye or two, or 0: three in a row, the
// T of four, the cross and the bulky five, the rabbity six.
template <int W>
Point vital_point(const Board<W>& board, Point inside, Colour* around = nullptr) {
    std::array<Point, 7> region{};
    int count = 1;
    region[0] = inside;
    int touched = 0;
    for (int n = 0; n < count; ++n)
        for (int way = 0; way < 4; ++way) {
            const Point beside = board.step(region[n], way);
            const Colour there = board.at(beside);
            if (there == empty) {
                if (std::find(region.begin(), region.begin() + count, beside) !=
                    region.begin() + count)
                    continue;
                if (count == 6) return 0;
                region[count++] = beside;
            } else if (there != border) {
                touched |= there;
                if (touched == (black | white)) return 0;
            }
        }
    if (count < 3 || (touched != black && touched != white)) return 0;
    if (around) *around = static_cast<Colour>(touched);
    std::array<int, 7> degrees{};
    int best = 0, twos = 0;
    for (int n = 0; n < count; ++n) {
        for (int way = 0; way < 4; ++way) {
            const Point beside = board.step(region[n], way);
            degrees[n] +=
                std::find(region.begin(), region.begin() + count, beside) != region.begin() + count;
        }
        if (degrees[n] > degrees[best]) best = n;
        twos += degrees[n] == 2;
    }
    const bool vital = (count == 3) || (count == 4 && degrees[best] == 3) ||
                       (count == 5 && (degrees[best] == 4 || (degrees[best] == 3 && twos == 3))) ||
                       (count == 6 && degrees[best] == 4 && twos == 3);
    return vital ? region[best] : 0;
}

}  // namespace kikashi::go
