// Cutting and joining two strings of one side: the attacker cuts. The way between them is counted
// in stones that the defender would still need, over empty points and enemies that can be taken.
#pragma once

#include "proof_number.hpp"
#include "reading.hpp"

namespace kikashi::go {

struct LinkTuning {
    int farthest = 7;  // stones short of a link: farther apart is cut
    int slack = 1;     // how much longer than the shortest a way may be that is tried
    int takeable = 2;  // liberties of enemies that a way may lead through
    int firm = 3;      // liberties with which a joined string needs no look
    int ladder_nodes = 60;
};

template <int W>
class LinkGoal {
   public:
    LinkGoal(Point second, LinkTuning tuning = {}) : second_(second), tuning_(tuning) {}

    // Without a result the side whose proof looks nearer is believed.
    static constexpr std::uint64_t belief = 1;

    Numbers glance(LocalBoard<W>& local) {
        if (local.captured() || gone(local, second_)) return attack_works;
        if (lost(local)) return {2, 2};
        const Board<W>& board = local.board;
        if (board.head(local.target) == board.head(second_)) return joined(local);
        if (!local.attacking() && joins_now(local)) return attack_fails;
        measure(local);
        if (shortest_ > tuning_.farthest) return attack_works;
        if (local.attacking() && doubly_linked(board, local.target)) return attack_fails;
        const auto far = static_cast<std::uint32_t>(shortest_);
        if (local.attacking()) return {1 + (far < 3 ? 4 / far : 1), 1 + far};
        return {far == 1 ? 8u : 6 / far, far};
    }

    Numbers candidates(LocalBoard<W>& local, Candidates& out) {
        const Board<W>& board = local.board;
        if (lost(local)) {
            const Point where = board.at(local.target) == empty ? local.target : second_;
            if (local.playable(where)) out.add(where);
            out.add(pass_move);
            return {1, 1};
        }
        const bool joined_now = board.head(local.target) == board.head(second_);
        if (joined_now) {
            if (const Numbers seen = joined(local); seen.settled()) return seen;
        } else {
            measure(local);
            if (shortest_ > tuning_.farthest) return attack_works;
        }
        for (const Point end : {local.target, second_})
            if (board.liberties(end) <= 2) add_fight(local, out, end);
        if (!joined_now) {
            for (int longer = 0; longer <= tuning_.slack; ++longer)
                way_.each([&](Point point) {
                    if (length(point) == shortest_ + longer) add_way(local, out, point, longer);
                });
        }
        if (!local.attacking() || board.ko()) out.add(pass_move, 6);
        return {1, 1};
    }

   private:
    static constexpr int blocked = 99;

    static bool taken_back(const LocalBoard<W>& local, Point stone) {
        if (local.board.at(stone) != empty || local.mover != local.defender) return false;
        if (local.board.ko() == stone && local.threats.defender == 0) return false;
        for (int way = 0; way < 4; ++way) {
            const Point beside = local.board.step(stone, way);
            if (local.board.at(beside) == local.attacker && local.board.liberties(beside) == 1)
                return true;
        }
        return false;
    }
    static bool gone(const LocalBoard<W>& local, Point stone) {
        return local.board.at(stone) != local.defender && !taken_back(local, stone);
    }
    // One of the two is off the board, and may be taken back.
    bool lost(const LocalBoard<W>& local) const {
        return local.board.at(local.target) != local.defender ||
               local.board.at(second_) != local.defender;
    }
    // One string now: joined for good unless it falls as a whole.
    Numbers joined(LocalBoard<W>& local) const {
        const int free = local.liberties();
        if (free >= tuning_.firm || (free == 2 && !local.attacking())) return attack_fails;
        Ladder<W> ladder(local.board, tuning_.ladder_nodes);
        if (local.attacking()) {
            if (free == 1) return {1, 4};
            return ladder.can_be_caught(local.target) ? Numbers{1, 4} : attack_fails;
        }
        return ladder.caught_to_move(local.target) ? Numbers{1, 4} : attack_fails;
    }
    // Whether one stone makes one firm string of the two.
    bool joins_now(const LocalBoard<W>& local) const {
        const Board<W>& board = local.board;
        Bits<W> both = board.liberty_set(local.target);
        both &= board.liberty_set(second_);
        bool found = false;
        both.each([&](Point point) {
            found |= point != board.ko() &&
                     after(board, point, local.defender).liberties >= tuning_.firm;
        });
        return found;
    }
    // Two ways of one stone each, and neither end short of liberties.
    bool doubly_linked(const Board<W>& board, Point target) const {
        Bits<W> both = board.liberty_set(target);
        both &= board.liberty_set(second_);
        return both.count() >= 2 && board.liberties(target) >= 3 && board.liberties(second_) >= 3;
    }

    // Stones from either end to every point.
    void measure(const LocalBoard<W>& local) {
        way_ = {};
        spread(local, local.target, from_first_);
        spread(local, second_, from_second_);
        shortest_ = blocked;
        const Board<W>& board = local.board;
        for (int n = 0; n < touched_count_; ++n) {
            const Point point = touched_[static_cast<std::size_t>(n)];
            if (board.at(point) != empty) continue;
            way_.set(point);
            shortest_ = std::min(shortest_, length(point));
        }
    }
    int length(Point point) const { return from_first_[point] + from_second_[point] - 1; }

    void spread(const LocalBoard<W>& local, Point from, std::array<std::uint8_t, 64 * W>& steps) {
        const Board<W>& board = local.board;
        steps.fill(blocked);
        touched_count_ = 0;
        const int most = tuning_.farthest + tuning_.slack;
        std::array<std::array<Point, 256>, 9> rings;
        std::array<int, 9> counts{};
        const auto reach = [&](Point point, int cost) {
            if (cost > most || steps[point] <= cost || counts[cost] == 256) return;
            steps[point] = static_cast<std::uint8_t>(cost);
            rings[static_cast<std::size_t>(cost)][static_cast<std::size_t>(counts[cost]++)] = point;
        };
        const auto over = [&](Point stone, auto see) {
            Point at = stone;
            do {
                see(at);
                at = board.next(at);
            } while (at != stone);
        };
        over(from, [&](Point at) { reach(at, 0); });
        for (int cost = 0; cost <= most; ++cost)
            for (int n = 0; n < counts[cost]; ++n) {
                const Point point =
                    rings[static_cast<std::size_t>(cost)][static_cast<std::size_t>(n)];
                if (steps[point] != cost) continue;
                if (board.at(point) == empty && touched_count_ < 512)
                    touched_[static_cast<std::size_t>(touched_count_++)] = point;
                for (int way = 0; way < 4; ++way) {
                    const Point beside = board.step(point, way);
                    const Colour there = board.at(beside);
                    if (there == border) continue;
                    if (there == empty) {
                        reach(beside, cost + 1);
                    } else if (there == local.defender) {
                        over(beside, [&](Point at) { reach(at, cost); });
                    } else if (board.liberties(beside) <= tuning_.takeable) {
                        // Taken, its points are free to all who stand around it.
                        const int after = cost + board.liberties(beside);
                        over(beside, [&](Point at) { reach(at, after); });
                    }
                }
            }
    }

    void add(LocalBoard<W>& local, Candidates& out, Point point, int cost) {
        if (out.has(point) || local.board.at(point) != empty || !local.playable(point)) return;
        int stones = 0;
        if (is_self_atari(local.board, point, local.mover, stones)) {
            if (stones > 2) return;
            cost += 2;
        }
        out.add(point, cost);
    }
    void add_liberties(LocalBoard<W>& local, Candidates& out, Point stone, int cost) {
        const Bits<W> free = local.board.liberty_set(stone);
        free.each([&](Point point) { add(local, out, point, cost); });
    }
    // An end that is short of liberties: it runs, or takes what stands beside it.
    void add_fight(LocalBoard<W>& local, Candidates& out, Point end) {
        add_liberties(local, out, end, 0);
        capturable_neighbours(local.board, end, [&](Point liberty, int) {
            add(local, out, liberty, 0);
            return true;
        });
    }
    // A point on a way, and the strings beside it that are short of liberties.
    void add_way(LocalBoard<W>& local, Candidates& out, Point point, int longer) {
        const Board<W>& board = local.board;
        add(local, out, point, 2 * longer);
        for (int way = 0; way < 4; ++way) {
            const Point beside = board.step(point, way);
            const Colour there = board.at(beside);
            if (there == empty) {
                if (longer == 0) add(local, out, beside, 4);
            } else if (there != border && board.liberties(beside) <= 2) {
                add_liberties(local, out, beside, 2 * longer + board.liberties(beside));
                if (there == local.attacker && board.liberties(beside) == 1)
                    capturable_neighbours(board, beside, [&](Point liberty, int) {
                        add(local, out, liberty, 2);
                        return true;
                    });
            }
        }
    }

    Point second_;
    LinkTuning tuning_;
    int shortest_ = 0;
    Bits<W> way_;
    std::array<std::uint8_t, 64 * W> from_first_{}, from_second_{};
    std::array<Point, 512> touched_{};
    int touched_count_ = 0;
};

}  // namespace kikashi::go
