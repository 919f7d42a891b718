// What a group has to live on, seen at a glance: the strings linked to the target, the area that
// its side reaches first, points that could still be eyes, ways out.
#pragma once

#include "local_board.hpp"
#include "reading.hpp"

namespace kikashi::go {

struct LifeTuning {
    int farthest = 4;         // steps from the group that its area may have
    bool far_is_out = false;  // whether empty points beyond, with no strong enemy near, lead out
    int open_from = 4;        // steps from strong enemies at which the board counts as open
    int roomy = 15;           // so many possible eye points are life
    int race_most = 4;        // liberties of enemy strings that a race can be about
    int wall_room = 8;        // empty points behind an enemy string that is not shut in
    int wall_eyes = 2;        // or its possible eye points
    int anchor_room = 8;      // possible eye points of a friend elsewhere that stands well
    int most_tries = 26;
    int likely_tries = 10;   // of these, beyond the first turn: the likeliest
    int ladder_budget = 60;  // moves of a ladder on a string of the wall
};

// Fixed by the position that was asked about.
template <int W>
struct Surroundings {
    Bits<W> strong;  // attackers that are not shut in
    Bits<W> open;    // points and stones whose reach is life
    Bits<W> within;  // where moves are looked for, if it was given
    bool bounded = false;
};

template <int W>
class LifeView {
   public:
    LifeView(const Surroundings<W>& around, LifeTuning tuning) : around_(around), tuning_(tuning) {}

    static constexpr int most_strings = 40;
    static constexpr int most_points = 160;
    struct Points {
        std::array<Point, most_points> at{};
        int count = 0;
        void add(Point point) {
            if (count < most_points) at[static_cast<std::size_t>(count++)] = point;
        }
    };

    std::array<Point, most_strings> group{};  // heads of strings linked to the target
    int strings = 0;
    Points reached;  // empty points of the area, the nearest first
    Points fringe;   // empty points beside it that the attacker reaches first
    std::array<Point, most_strings> walls{};  // heads of strong attackers beside group and area
    int wall_count = 0;
    std::array<Point, most_strings> inner{};  // weak attackers
    int inner_count = 0;
    std::array<Point, most_strings> friends{};  // strings of the defender in reach, not linked
    int friend_count = 0;
    int exits = 0, near_exits = 0;  // open points in reach; of them those beside the group
    bool out = false;               // the group has reached the open
    int eye_points = 0, most_eyes = 0;

    // What is asked later looks at `local` again, so it must outlive the answers.
    void look(LocalBoard<W>&& local) = delete;
    void look(const LocalBoard<W>& local) {
        board_ = &local.board;
        defender_ = local.defender;
        attacker_ = local.attacker;
        if (++stamp_ == 0) {
            marks_.fill({});
            stamp_ = 1;
        }
        strings = wall_count = inner_count = friend_count = 0;
        reached.count = fringe.count = 0;
        exits = near_exits = 0;
        out = false;
        gather(local.target);
        spread();
        count_eyes();
    }
    bool is_eye_point(Point point) const { return marked(point).eye && now(point); }
    bool in_area(Point point) const { return now(point) && marked(point).area; }
    int distance(Point point) const { return now(point) ? marked(point).steps : 99; }
    // How many possible eye points stand beside a point.
    int eye_neighbours(Point point) const {
        int count = 0;
        for (int way = 0; way < 4; ++way) count += is_eye_point(board_->step(point, way));
        return count;
    }
    // Itself or one of the eight points around it.
    bool near_eye_point(Point point) const {
        if (is_eye_point(point)) return true;
        for (int way = 0; way < 8; ++way)
            if (is_eye_point(board_->step(point, way))) return true;
        return false;
    }
    bool in_group(Point stone) const {
        const Point head = board_->head(stone);
        return now(head) && marked(head).grouped;
    }
    // The points of the area and beside it, the stones of group, friends and weak attackers.
    void mark_area(Bits<W>& into) const {
        for (int n = 0; n < reached.count; ++n) into.set(reached.at[static_cast<std::size_t>(n)]);
        for (int n = 0; n < fringe.count; ++n) into.set(fringe.at[static_cast<std::size_t>(n)]);
        const auto add = [&](Point at) { into.set(at); };
        for (int n = 0; n < strings; ++n) stones(group[static_cast<std::size_t>(n)], add);
        for (int n = 0; n < inner_count; ++n) stones(inner[static_cast<std::size_t>(n)], add);
        for (int n = 0; n < friend_count; ++n) stones(friends[static_cast<std::size_t>(n)], add);
    }
    bool is_strong(Point stone) { return strong(board_->head(stone), 0); }

   private:
    struct Mark {
        std::uint32_t stamp = 0;
        std::uint8_t steps = 0;
        bool area = false, eye = false, grouped = false, listed = false, counted = false;
        std::uint8_t strength = 0;  // 1 strong, 2 weak
    };
    bool now(Point point) const { return marks_[point].stamp == stamp_; }
    const Mark& marked(Point point) const { return marks_[point]; }
    Mark& mark(Point point) {
        Mark& at = marks_[point];
        if (at.stamp != stamp_) {
            at = {};
            at.stamp = stamp_;
        }
        return at;
    }
    template <class See>
    void stones(Point head, See see) const {
        Point at = head;
        do {
            see(at);
            at = board_->next(at);
        } while (at != head);
    }

    // Two strings of one side that the other cannot cut with one move.
    bool linked(Point a, Point b, Point shared, Colour by) const {
        Bits<W> both = board_->liberty_set(a);
        both &= board_->liberty_set(b);
        if (both.count() >= 2) return true;
        int size = 0;
        return board_->would_be_suicide(shared, by) || is_self_atari(*board_, shared, by, size);
    }

    void gather(Point target) {
        const Board<W>& board = *board_;
        add_group(board.head(target));
        for (int n = 0; n < strings; ++n) {
            const Point own = group[static_cast<std::size_t>(n)];
            const Bits<W> free = board.liberty_set(own);
            free.each([&](Point liberty) {
                for (int way = 0; way < 4; ++way) {
                    const Point beside = board.step(liberty, way);
                    if (board.at(beside) != defender_) continue;
                    const Point head = board.head(beside);
                    if (!mark(head).grouped && linked(own, head, liberty, attacker_))
                        add_group(head);
                }
            });
        }
        for (int n = 0; n < strings; ++n)
            stones(group[static_cast<std::size_t>(n)], [&](Point at) {
                out |= around_.open.test(at);
                mark(at).area = true;
                if (!out) see_walls(at);
            });
    }
    void add_group(Point head) {
        if (strings == most_strings) return;
        mark(head).grouped = true;
        group[static_cast<std::size_t>(strings++)] = head;
    }
    void see_walls(Point at) {
        for (int way = 0; way < 4; ++way) {
            const Point beside = board_->step(at, way);
            if (board_->at(beside) != attacker_) continue;
            const Point head = board_->head(beside);
            if (mark(head).listed) continue;
            mark(head).listed = true;
            if (strong(head, 0)) {
                if (wall_count < most_strings) walls[static_cast<std::size_t>(wall_count++)] = head;
            } else if (inner_count < most_strings) {
                inner[static_cast<std::size_t>(inner_count++)] = head;
            }
        }
    }

    // Strong from the start, or linked to such a string.
    bool strong(Point head, int depth) {
        Mark& at = mark(head);
        if (at.strength) return at.strength == 1;
        at.strength = 2;
        bool found = false;
        stones(head, [&](Point stone) { found |= around_.strong.test(stone); });
        if (!found && depth < 3) {
            const Bits<W> free = board_->liberty_set(head);
            free.each([&](Point liberty) {
                for (int way = 0; way < 4 && !found; ++way) {
                    const Point beside = board_->step(liberty, way);
                    if (board_->at(beside) != attacker_) continue;
                    const Point next = board_->head(beside);
                    found = next != head && linked(head, next, liberty, defender_) &&
                            strong(next, depth + 1);
                }
            });
        }
        if (found) mark(head).strength = 1;
        return found;
    }

    // Whether a strong attacker is within so many steps of a point, over all but defenders.
    bool near(Point point, int steps) {
        for (int way = 0; way < 4; ++way) {
            const Point beside = board_->step(point, way);
            const Colour there = board_->at(beside);
            if (there == attacker_ && strong(board_->head(beside), 0)) return true;
            if (steps > 1 && there == empty && near(beside, steps - 1)) return true;
        }
        return false;
    }

    void spread() {
        std::array<Point, most_points> queue{};
        int head = 0, tail = 0;
        const auto push = [&](Point point, int steps) {
            Mark& at = mark(point);
            if (at.listed || tail == most_points) return;
            at.listed = true;
            at.steps = static_cast<std::uint8_t>(steps);
            queue[static_cast<std::size_t>(tail++)] = point;
        };
        for (int n = 0; n < strings; ++n)
            board_->liberty_set(group[static_cast<std::size_t>(n)]).each([&](Point point) {
                push(point, 1);
            });
        for (int n = 0; n < inner_count; ++n) take_in(inner[static_cast<std::size_t>(n)], 0, push);
        for (; head < tail; ++head) {
            const Point point = queue[static_cast<std::size_t>(head)];
            const int steps = mark(point).steps;
            if ((around_.bounded && !around_.within.test(point)) ||
                (steps > 1 && near(point, std::min(steps - 1, 3)))) {
                fringe.add(point);
                continue;
            }
            mark(point).area = true;
            reached.add(point);
            if (around_.open.test(point)) {
                ++exits;
                near_exits += steps == 1;
                continue;
            }
            for (int way = 0; way < 4; ++way) {
                const Point beside = board_->step(point, way);
                const Colour there = board_->at(beside);
                if (there == empty) {
                    if (steps < tuning_.farthest)
                        push(beside, steps + 1);
                    else if (tuning_.far_is_out && !mark(beside).listed && !near(beside, 3))
                        ++exits;
                } else if (there == defender_) {
                    meet(board_->head(beside), steps, push);
                } else if (there == attacker_) {
                    const int before = inner_count;
                    const Point enemy = board_->head(beside);
                    if (!mark(enemy).listed) {
                        see_walls(point);
                        for (int n = before; n < inner_count; ++n)
                            take_in(inner[static_cast<std::size_t>(n)], steps, push);
                    }
                }
            }
        }
    }
    // A string of the defender in reach; one that stands well is a way out.
    template <class Push>
    void meet(Point friendly, int steps, const Push& push) {
        if (mark(friendly).grouped || mark(friendly).counted) return;
        mark(friendly).counted = true;
        if (friend_count < most_strings)
            friends[static_cast<std::size_t>(friend_count++)] = friendly;
        bool anchored = false;
        stones(friendly, [&](Point at) {
            anchored |= around_.open.test(at);
            mark(at).area = true;
            see_walls(at);
        });
        if (anchored) {
            ++exits;
            near_exits += steps == 1;
            return;
        }
        board_->liberty_set(friendly).each(
            [&](Point free) { push(free, std::min(steps + 1, tuning_.farthest)); });
    }
    // Weak attackers: where they are taken, the group is joined to what stands beyond them.
    template <class Push>
    void take_in(Point head, int steps, const Push& push) {
        stones(head, [&](Point at) { mark(at).area = true; });
        stones(head, [&](Point at) {
            for (int way = 0; way < 4; ++way) {
                const Point beside = board_->step(at, way);
                if (board_->at(beside) == defender_)
                    meet(board_->head(beside), std::max(steps, 2), push);
            }
        });
        board_->liberty_set(head).each(
            [&](Point free) { push(free, std::min(steps + 1, tuning_.farthest)); });
    }

    void count_eyes() {
        Points able;
        const auto consider = [&](Point point) {
            if (could_be_eye(point)) {
                mark(point).eye = true;
                able.add(point);
            }
        };
        for (int n = 0; n < reached.count; ++n) consider(reached.at[static_cast<std::size_t>(n)]);
        for (int n = 0; n < inner_count; ++n) stones(inner[static_cast<std::size_t>(n)], consider);
        eye_points = able.count;
        most_eyes = 0;
        for (int n = 0; n < able.count && most_eyes < 2; ++n) {
            const Point first = able.at[static_cast<std::size_t>(n)];
            if (mark(first).counted) continue;
            most_eyes += eyes_of(first);
        }
    }
    bool could_be_eye(Point point) {
        bool edge = false;
        int bad = 0;
        for (int way = 0; way < 8; ++way) {
            const Point beside = board_->step(point, way);
            const Colour there = board_->at(beside);
            if (there == border) {
                edge = true;
            } else if (way < 4) {
                if (there == empty ? !(now(beside) && marked(beside).listed)
                                   : there == attacker_ && strong(board_->head(beside), 0))
                    return false;
            } else if (there == attacker_ && strong(board_->head(beside), 0)) {
                ++bad;
            }
        }
        return bad < (edge ? 1 : 2);
    }
    // At most two, of one patch of possible eye points.
    int eyes_of(Point first) {
        Points patch;
        patch.add(first);
        mark(first).counted = true;
        for (int n = 0; n < patch.count; ++n)
            for (int way = 0; way < 4; ++way) {
                const Point beside = board_->step(patch.at[static_cast<std::size_t>(n)], way);
                if (!now(beside) || !marked(beside).eye || marked(beside).counted) continue;
                mark(beside).counted = true;
                patch.add(beside);
            }
        if (patch.count <= 2) return 1;
        if (patch.count == 3 || patch.count == 4) {
            int links = 0;
            bool held = false;
            for (int n = 0; n < patch.count; ++n) {
                int own = 0;
                for (int way = 0; way < 4; ++way)
                    own += is_eye_point(board_->step(patch.at[static_cast<std::size_t>(n)], way));
                links += own;
                held |= own >= 2 && board_->at(patch.at[static_cast<std::size_t>(n)]) == attacker_;
            }
            if (patch.count == 4) return links == 8 ? 1 : 2;  // a square makes one eye
            return held ? 1 : 2;
        }
        return 2;
    }

    const Surroundings<W>& around_;
    LifeTuning tuning_;
    const Board<W>* board_ = nullptr;
    Colour defender_ = empty, attacker_ = empty;
    std::uint32_t stamp_ = 0;
    std::array<Mark, Board<W>::capacity> marks_{};
};

}  // namespace kikashi::go
