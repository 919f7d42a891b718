// Killing and keeping a group: what either side tries, and what is life or death at a glance.
#pragma once

#include "benson.hpp"
#include "life_policy.hpp"
#include "life_view.hpp"
#include "proof_number.hpp"

namespace kikashi::go {

// What the position that was asked about says once and for all.
template <int W>
Surroundings<W> surroundings_of(const Board<W>& board, Point target, const LifeTuning& tuning) {
    const int size = board.size();
    const Colour defender = board.at(target), attacker = other(defender);
    Surroundings<W> made;
    const auto each_point = [&](auto see) {
        for (int cell = 0; cell < size * size; ++cell) see(point_of(size, cell));
    };
    // 1. Attackers with eyes, or with room behind them: empty points that no defender touches.
    const auto touched = [&](Point point) {
        for (int way = 0; way < 4; ++way)
            if (board.at(board.step(point, way)) == defender) return true;
        return false;
    };
    Surroundings<W> turned;
    each_point([&](Point stone) {
        if (board.at(stone) == defender) turned.strong.set(stone);
    });
    LifeView<W> walls(turned, tuning);
    const auto lives = [&](Point stone) {
        const LocalBoard<W> local(board, stone, defender, {});
        walls.look(local);
        return walls.most_eyes >= 2 && walls.eye_points >= tuning.wall_eyes;
    };
    each_point([&](Point stone) {
        if (board.at(stone) != attacker || board.head(stone) != stone) return;
        std::vector<Point> points;
        Bits<W> seen;
        board.liberty_set(stone).each([&](Point liberty) {
            seen.set(liberty);
            points.push_back(liberty);
        });
        int room = 0;
        for (std::size_t n = 0; n < points.size() && room < tuning.wall_room; ++n) {
            const bool ours = touched(points[n]);
            room += !ours;
            for (int way = 0; way < 4 && !ours; ++way) {
                const Point beside = board.step(points[n], way);
                const Colour there = board.at(beside);
                if (there == defender || there == border || seen.test(beside)) continue;
                seen.set(beside);
                if (there == empty) points.push_back(beside);
                if (there == attacker)
                    board.liberty_set(beside).each([&](Point liberty) {
                        if (seen.test(liberty)) return;
                        seen.set(liberty);
                        points.push_back(liberty);
                    });
            }
        }
        if (room < tuning.wall_room && !lives(stone)) return;
        Point at = stone;
        do {
            made.strong.set(at);
            at = board.next(at);
        } while (at != stone);
    });
    // 2. Open points: far from them, and not on the two lowest lines.
    std::vector<Point> queue;
    std::vector<int> steps(static_cast<std::size_t>(Board<W>::capacity), 99);
    made.strong.each([&](Point stone) {
        steps[stone] = 0;
        queue.push_back(stone);
    });
    for (std::size_t n = 0; n < queue.size(); ++n)
        for (int way = 0; way < 4; ++way) {
            const Point beside = board.step(queue[n], way);
            if (board.at(beside) == border || steps[beside] <= steps[queue[n]] + 1) continue;
            steps[beside] = steps[queue[n]] + 1;
            queue.push_back(beside);
        }
    each_point([&](Point point) {
        const int cell = cell_of(size, point), row = cell / size, column = cell % size;
        const int line = std::min({row, column, size - 1 - row, size - 1 - column});
        if (board.at(point) == empty && steps[point] >= tuning.open_from && line >= 2)
            made.open.set(point);
    });
    // 3. Strings of the defender elsewhere that stand well.
    Surroundings<W> bare = made;
    LifeView<W> here(bare, tuning), there(bare, tuning);
    Benson<W> benson;
    const LocalBoard<W> asked(board, target, attacker, {});
    here.look(asked);
    each_point([&](Point stone) {
        if (board.at(stone) != defender || board.head(stone) != stone || here.in_group(stone))
            return;
        const LocalBoard<W> local(board, stone, attacker, {});
        there.look(local);
        int apart = 0;
        for (int n = 0; n < there.reached.count; ++n) {
            const Point point = there.reached.at[static_cast<std::size_t>(n)];
            apart += there.is_eye_point(point) && !here.in_area(point);
        }
        const bool stands = there.out || there.near_exits >= 2 || there.exits >= 4 ||
                            apart >= tuning.anchor_room || benson.alive(board, stone);
        if (!stands) return;
        Point at = stone;
        do {
            made.open.set(at);
            at = board.next(at);
        } while (at != stone);
    });
    return made;
}

template <int W>
class LifeGoal {
   public:
    LifeGoal(const Surroundings<W>& around, LifeTuning tuning = {})
        : tuning_(tuning), around_(around), view_(around_, tuning) {}
    LifeGoal(const LifeGoal&) = delete;
    LifeGoal& operator=(const LifeGoal&) = delete;

    // Without a result the attacker is believed if its proof number is below so many times the
    // defender's. Chosen on 67 rows of gnugo's suites, in most of which the mover succeeds.
    static constexpr std::uint64_t belief = 2;

    // What looks like life or death is believed only so many turns after the question: before, it
    // is tried out, so that the move is not the first one that looks good.
    int trust_from = 0;

    const Surroundings<W>& around() const { return around_; }

    static constexpr int lasting_cost = 4;
    // Whether the model ranks the moves; who fits it looks at them without.
    bool learned = true;
    // What the model sees of a move at the position that was looked at last.
    void see(const LocalBoard<W>& local, Point point, int cost, Seen& made) const {
        see_move(local, point, cost, &view_, made);
    }

    // Whether a seki counts for the attacker: the defender may not pass then.
    bool two_eyes = false;

    Numbers glance(LocalBoard<W>& local) const {
        if (local.captured()) return attack_works;
        if (local.retakable()) return {2, 2};
        if (local.attacking() && local.liberties() == 1 && local.board.stones(local.target) > 1 &&
            local.playable(local.board.only_liberty(local.target)))
            return attack_works;
        return {1, 1};
    }

    Numbers candidates(LocalBoard<W>& local, Candidates& out) {
        if (local.retakable()) {
            out.add(local.target);
            out.add(pass_move);
            return {1, 1};
        }
        view_.look(local);
        const Numbers seen = settled(local);
        if (!seen.settled()) {
            gather(local, out);
            if (learned) {
                // The question itself keeps all its first moves.
                Ranking ranking;
                if (local.depth > 0) ranking.most = tuning_.likely_tries;
                rank_moves(local, &view_, group_moves(), ranking, out);
            }
        }
        // A defender that may only harm itself has no two eyes.
        if (two_eyes && !seen.settled() && !local.attacking() && out.count == 0)
            return attack_works;
        return seen;
    }

   private:
    static constexpr std::uint32_t doubt = 20;  // the estimate of what is not believed yet

    Numbers settled(LocalBoard<W>& local) {
        const LifeView<W>& view = view_;
        const bool trusted = local.depth >= trust_from;
        pressed_ = pressed(local);
        if (view.out || view.near_exits >= (local.attacking() ? 2 : 1) ||
            view.eye_points >= tuning_.roomy)
            return trusted ? attack_fails : Numbers{doubt, 1};
        if (view.most_eyes >= 2 && local.liberties() >= 2 &&
            (benson_.alive(local.board, local.target) || benson_.big_eye()))
            return attack_fails;
        if (view.most_eyes <= 1 && view.exits == 0 && !pressed_)
            return trusted ? attack_works : Numbers{1, doubt};
        const auto room = static_cast<std::uint32_t>(view.eye_points);
        const auto exits = static_cast<std::uint32_t>(std::min(view.exits, 4));
        // Chosen among five such estimates on the same rows.
        return {1 + 2 * room / 3 + 3 * exits, 1 + (room < 10 ? 2 * (10 - room) / 3 : 0)};
    }
    // Whether a string of the wall could be lost: taken at once, or one of two that want the same
    // answer, or in a race, where it has less to breathe than the group has liberties.
    bool pressed(LocalBoard<W>& local) const {
        Board<W>& board = local.board;
        const bool attacking = local.attacking();
        int own = 0;
        for (int n = 0; n < view_.strings; ++n)
            own = std::max(own, board.liberties(view_.group[static_cast<std::size_t>(n)]));
        own -= attacking ? 1 : 0;
        int dangers = 0;
        for (int n = 0; n < view_.wall_count; ++n) {
            const Point wall = view_.walls[static_cast<std::size_t>(n)];
            const int theirs = board.liberties(wall);
            if (theirs > 2) {
                if (theirs <= std::min(own, tuning_.race_most) && breath(board, wall) < own)
                    return true;
                continue;
            }
            if (theirs == 1 && !attacking) return true;
            Ladder<W> read(board, tuning_.ladder_budget);
            if (theirs == 2) {
                if (!read.can_be_caught(wall)) continue;
                if (!attacking) return true;
            } else if (read.caught_to_move(wall)) {
                return true;
            }
            if (++dangers > 1) return true;
        }
        return false;
    }
    // Liberties and the empty points beside them that the group does not touch.
    int breath(const Board<W>& board, Point wall) const {
        Bits<W> all = board.liberty_set(wall);
        const Bits<W> free = all;
        free.each([&](Point point) {
            for (int way = 0; way < 4; ++way) {
                const Point beside = board.step(point, way);
                if (board.at(beside) == empty && !view_.in_area(beside)) all.set(beside);
            }
        });
        return all.count();
    }

    struct Try {
        Point point;
        int cost;
    };

    void gather(LocalBoard<W>& local, Candidates& out) {
        const Board<W>& board = local.board;
        tries_.clear();
        if (!local.attacking() && local.liberties() == 1 && board.stones(local.target) > 1) {
            // Nothing else keeps it on the board.
            capturable_neighbours(board, local.target, [&](Point liberty, int) {
                if (local.playable(liberty)) out.add(liberty);
                return true;
            });
            if (local.playable(board.only_liberty(local.target)))
                out.add(board.only_liberty(local.target));
            if (out.count == 0) out.add(pass_move);
            return;
        }
        // Beyond the area moves shut it, or get out.
        const bool leaks = view_.exits > 0, alone = view_.friend_count == 0;
        const auto of = [](const auto& heads, int n) { return heads[static_cast<std::size_t>(n)]; };
        for (int n = 0; n < view_.strings; ++n)
            if (board.liberties(of(view_.group, n)) == 1)
                add_liberties(local, of(view_.group, n), 0);
        for (int n = 0; n < view_.wall_count; ++n) {
            const Point wall = of(view_.walls, n);
            const int free = board.liberties(wall);
            if (free <= (pressed_ ? 3 : 2)) add_liberties(local, wall, free - 1);
            if (free <= 2) add_beside(local, wall);
        }
        for (int n = 0; n < view_.inner_count; ++n)
            if (board.liberties(of(view_.inner, n)) <= 2) {
                add_liberties(local, of(view_.inner, n), 0);
                add_beside(local, of(view_.inner, n));
            }
        for (int n = 0; n < view_.friend_count; ++n)
            if (board.liberties(of(view_.friends, n)) <= 2)
                add_liberties(local, of(view_.friends, n), 1);
        for (int n = 0; n < view_.reached.count; ++n) {
            const Point point = of(view_.reached.at, n);
            const bool dame = !leaks && alone && !pressed_ && !view_.near_eye_point(point);
            if (!dame)
                add(local, point, cost_of(point));
            else if (local.attacking())
                add(local, point, 5);
        }
        for (int n = 0; n < view_.fringe.count && (leaks || local.attacking() || pressed_); ++n) {
            const Point point = of(view_.fringe.at, n);
            if (!leaks && !pressed_ && !view_.near_eye_point(point)) continue;
            add(local, point, 2 + view_.distance(point) / 2);
        }
        std::stable_sort(tries_.begin(), tries_.end(),
                         [](const Try& a, const Try& b) { return a.cost < b.cost; });
        const auto most = static_cast<std::size_t>(tuning_.most_tries);
        if (tries_.size() > most) tries_.resize(most);
        for (const Try& made : tries_) out.add(made.point, made.cost);
        if (local.attacking() ? local.board.ko() != 0 || two_eyes : !two_eyes)
            out.add(pass_move, 6);
    }

    int cost_of(Point point) const {
        const int steps = view_.distance(point);
        int cost = steps <= 2 ? 1 : steps - 1;
        if (view_.is_eye_point(point)) {
            const int beside = view_.eye_neighbours(point);
            cost -= beside >= 3 ? 1 : 0;
        }
        return cost;
    }
    void add_liberties(LocalBoard<W>& local, Point stone, int cost) {
        const Bits<W> free = local.board.liberty_set(stone);
        free.each([&](Point point) { add(local, point, cost); });
    }
    // Strings of the defender beside a wall that is short of liberties: the wall may be freed.
    void add_beside(LocalBoard<W>& local, Point wall) {
        Point at = wall;
        do {
            for (int way = 0; way < 4; ++way) {
                const Point beside = local.board.step(at, way);
                if (local.board.at(beside) == local.defender && local.board.liberties(beside) <= 2)
                    add_liberties(local, beside, local.board.liberties(beside));
            }
            at = local.board.next(at);
        } while (at != wall);
    }
    void add(LocalBoard<W>& local, Point point, int cost) {
        for (Try& made : tries_)
            if (made.point == point) {
                made.cost = std::min(made.cost, cost);
                return;
            }
        if (around_.bounded && !around_.within.test(point)) return;
        if (!local.playable(point)) return;
        int stones = 0;
        if (is_self_atari(local.board, point, local.mover, stones)) {
            if (stones > (local.attacking() ? 6 : 4)) return;
            cost += stones > 2 ? 3 : 2;
        } else if (!local.attacking() && own_eye(local.board, point, local.defender)) {
            return;
        }
        tries_.push_back({point, cost});
    }
    // A point that only its own side surrounds and that no cut can make false.
    static bool own_eye(const Board<W>& board, Point point, Colour own) {
        int bad = 0;
        bool edge = false;
        for (int way = 0; way < 8; ++way) {
            const Point beside = board.step(point, way);
            const Colour there = board.at(beside);
            if (way < 4) {
                if (there == border) continue;
                if (there != own || board.liberties(beside) < 2) return false;
            } else if (there == border) {
                edge = true;
            } else {
                bad += there != own;
            }
        }
        return bad < (edge ? 1 : 2);
    }

    LifeTuning tuning_;
    Surroundings<W> around_;
    LifeView<W> view_;
    bool pressed_ = false;
    Benson<W> benson_;
    std::vector<Try> tries_;
};

}  // namespace kikashi::go
