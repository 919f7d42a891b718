// Playing a game to its end at random, with the little knowledge that makes it worth counting:
// answers to atari, captures, vital points, 3x3 patterns near the last move, eyes kept.
#pragma once

#include "board.hpp"
#include "core/random.hpp"
#include "reading.hpp"
#include "shapes.hpp"

namespace kikashi::go {

// Numbers of the playout policy; set by hand, not yet by matches.
struct PlayoutTuning {
    bool knowledge = true;  // without it: any move that fills no eye of one's own
    float atari = 0.9f;     // how often each rule is asked
    float capture = 0.9f;
    float nakade = 0.8f;
    float two_liberties = 0.4f;
    float elsewhere = 7.3f;  // weight of all moves away from the last one, against patterns
    float accept = 1.5f;     // a strength that is always good enough for a move elsewhere
    float throw_in = 0.3f;   // a single stone into atari
    int ladder_budget = 60;  // stones read
    float mercy = 0.35f;     // of the board: so many more prisoners end it
};

template <int W>
class Playout {
   public:
    // `within`, if it is given, holds the only points that are played on.
    Playout(Board<W>& board, Random& random, const PlayoutTuning& tuning,
            const Bits<W>* within = nullptr)
        : board_(board), random_(random), tuning_(tuning), within_(within) {}

    // Plays on until both pass, or until `over`. `note(point, colour)` hears every stone.
    template <class Note>
    void run(Colour mover, Point last, Note note) {
        run(mover, last, note, [] { return false; });
    }
    template <class Note, class Over>
    void run(Colour mover, Point last, Note note, Over over) {
        const int most = 3 * board_.points();
        const int mercy = static_cast<int>(tuning_.mercy * static_cast<float>(board_.points())) + 3;
        int passes = 0;
        last_ = last;
        for (int n = 0; n < most && passes < 2 && !over(); ++n) {
            Point point = tuning_.knowledge ? choose(mover) : anywhere(mover, false);
            if (outside(point)) point = anywhere(mover, tuning_.knowledge);
            if (point == pass_move) {
                ++passes;
                board_.pass();
            } else {
                passes = 0;
                board_.play(point, mover);
                note(point, mover);
                const int lead = board_.prisoners(black) - board_.prisoners(white);
                if (lead > mercy || -lead > mercy) break;
            }
            last_ = point;
            mover = other(mover);
        }
    }

   private:
    bool outside(Point point) const {
        return within_ && point != pass_move && !within_->test(point);
    }

    Point choose(Colour mover) {
        count_ = 0;
        if (last_ != pass_move && board_.at(last_) == other(mover)) {
            if (random_.share() < tuning_.capture) capture_last(mover);
            if (random_.share() < tuning_.atari) answer_atari(mover);
            if (count_ > 0) return tries_[random_.below(static_cast<std::uint32_t>(count_))];
            if (random_.share() < tuning_.nakade) {
                const Point vital = vital_near(mover);
                if (vital != 0) return vital;
            }
            if (random_.share() < tuning_.two_liberties) {
                two_liberties(mover);
                if (count_ > 0) return tries_[random_.below(static_cast<std::uint32_t>(count_))];
            }
            const Point local = by_pattern(mover);
            if (local != 0) return local;
        }
        return anywhere(mover, true);
    }

    void add(Point point) {
        if (count_ < most_tries) tries_[count_++] = point;
    }

    // The stone just played stands in atari itself.
    void capture_last(Colour mover) {
        if (board_.liberties(last_) != 1) return;
        const Point out = board_.only_liberty(last_);
        if (board_.playable(out, mover)) add(out);
    }

    // Own strings that the last stone put into atari: take an attacker, or run where that helps.
    void answer_atari(Colour mover) {
        for (int way = 0; way < 4; ++way) {
            const Point beside = board_.step(last_, way);
            if (board_.at(beside) != mover || board_.liberties(beside) != 1) continue;
            capturable_neighbours(board_, beside, [&](Point liberty, int) {
                if (board_.playable(liberty, mover)) add(liberty);
                return count_ < most_tries;
            });
            const Point out = board_.only_liberty(beside);
            if (!board_.playable(out, mover)) continue;
            const After made = after(board_, out, mover);
            if (made.liberties > 2)
                add(out);
            else if (made.liberties == 2 && runs(beside, out, mover))
                add(out);
        }
    }

    // Whether a string that gets two liberties at `out` is out of a ladder.
    bool runs(Point stone, Point out, Colour mover) {
        Undo<W> undo;
        board_.play(out, mover, undo);
        const bool free = !Ladder<W>(board_, tuning_.ladder_budget).can_be_caught(stone);
        board_.undo(undo);
        return free;
    }

    // Strings of two liberties beside the last stone: save one's own that a ladder would catch, and
    // catch the stone just played where a ladder does.
    void two_liberties(Colour mover) {
        if (board_.liberties(last_) == 2) {
            Point by = 0;
            if (Ladder<W>(board_, tuning_.ladder_budget).can_be_caught(last_, &by) && by) add(by);
        }
        for (int way = 0; way < 4; ++way) {
            const Point beside = board_.step(last_, way);
            if (board_.at(beside) != mover || board_.liberties(beside) != 2) continue;
            if (!Ladder<W>(board_, tuning_.ladder_budget).can_be_caught(beside)) continue;
            board_.liberty_set(beside).each([&](Point liberty) {
                if (board_.playable(liberty, mover) && after(board_, liberty, mover).liberties > 2)
                    add(liberty);
            });
        }
    }

    Point vital_near(Colour mover) {
        for (int way = 0; way < 4; ++way) {
            const Point beside = board_.step(last_, way);
            if (board_.at(beside) != empty) continue;
            const Point vital = vital_point(board_, beside);
            if (vital != 0 && board_.playable(vital, mover)) return vital;
        }
        return 0;
    }

    bool poor(Point point, Colour mover) {
        int stones = 0;
        if (!is_self_atari(board_, point, mover, stones)) return false;
        return stones > 1 || random_.share() >= tuning_.throw_in;
    }

    // One of the eight points around the last stone by the strength of its pattern, or 0:
    // elsewhere.
    Point by_pattern(Colour mover) {
        std::array<float, 8> weights{};
        std::array<Point, 8> points{};
        int count = 0;
        float all = 0;
        for (int way = 0; way < 8; ++way) {
            const Point near = board_.step(last_, way);
            if (board_.at(near) != empty) continue;
            const std::uint16_t code = board_.around(near);
            if (is_eye(code, mover)) continue;
            const float weight = strengths_.of(code, mover);
            points[count] = near;
            weights[count++] = weight;
            all += weight;
        }
        float at = random_.share() * (all + tuning_.elsewhere);
        for (int n = 0; n < count; ++n) {
            if (at < weights[n])
                return board_.playable(points[n], mover) && !poor(points[n], mover) ? points[n] : 0;
            at -= weights[n];
        }
        return 0;
    }

    // Any empty point that keeps eyes; with knowledge, weak patterns and self-ataris are passed
    // over.
    Point anywhere(Colour mover, bool careful) {
        const int empties = board_.empties();
        if (empties == 0) return pass_move;
        if (careful)
            for (int n = 0; n < 3; ++n) {
                const Point point = board_.empty_at(
                    static_cast<int>(random_.below(static_cast<std::uint32_t>(empties))));
                const std::uint16_t code = board_.around(point);
                if (outside(point) || is_eye(code, mover) || !board_.playable(point, mover))
                    continue;
                if (strengths_.of(code, mover) < tuning_.accept * random_.share()) continue;
                if (!poor(point, mover)) return point;
            }
        const int from = static_cast<int>(random_.below(static_cast<std::uint32_t>(empties)));
        Point second = pass_move;
        for (int n = 0; n < empties; ++n) {
            const int index = from + n < empties ? from + n : from + n - empties;
            const Point point = board_.empty_at(index);
            if (outside(point) || is_eye(board_.around(point), mover) ||
                !board_.playable(point, mover))
                continue;
            if (!careful) return point;
            int stones = 0;
            if (!is_self_atari(board_, point, mover, stones)) return point;
            if (stones == 1 && second == pass_move) second = point;
        }
        return second;
    }

    static constexpr int most_tries = 16;

    Board<W>& board_;
    Random& random_;
    const PlayoutTuning& tuning_;
    const Bits<W>* within_;
    const Strengths& strengths_ = strengths();
    Point last_ = 0;
    std::array<Point, most_tries> tries_{};
    int count_ = 0;
};

}  // namespace kikashi::go
