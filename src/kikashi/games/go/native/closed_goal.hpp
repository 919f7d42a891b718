// Taking or keeping a target when every move of a given region may be tried, and those that a
// string which comes out of it runs on to: nothing is taken on trust, so that what is settled can
// be written down as a proof.
#pragma once

#include <vector>

#include "benson.hpp"
#include "life_policy.hpp"
#include "proof_number.hpp"
#include "reading.hpp"

namespace kikashi::go {

template <int W>
class ClosedGoal {
   public:
    // With `two_eyes` the defender may not pass: then it stands only if it makes a shape that needs
    // no answer, and a seki is told from life.
    ClosedGoal(const Board<W>& board, const std::vector<int>& cells, bool two_eyes)
        : two_eyes_(two_eyes) {
        for (const int cell : cells) {
            region_.push_back(point_of(board.size(), cell));
            inside_.set(region_.back());
        }
    }

    static constexpr int lasting_cost = 4;
    // Whether the model ranks the moves; who fits it looks at them without.
    bool learned = true;
    // What the model sees of a move.
    void see(const LocalBoard<W>& local, Point point, int cost, Seen& made) const {
        see_move<W>(local, point, cost, nullptr, made);
    }

    Numbers glance(LocalBoard<W>& local) const {
        if (local.captured()) return attack_works;
        if (local.retakable()) return {2, 2};
        const auto free = static_cast<std::uint32_t>(local.liberties());
        return local.attacking() ? Numbers{2 * free - 1, 3} : Numbers{2 * free, 2};
    }

    Numbers candidates(LocalBoard<W>& local, Candidates& out) {
        if (local.retakable()) {
            out.add(local.target);
            return {1, 1};
        }
        if (benson_.alive(local.board, local.target)) return attack_fails;
        const Bits<W>& free = local.board.liberty_set(local.target);
        const auto consider = [&](Point point) {
            if (!local.playable(point)) return;
            int stones = 0;
            int cost = free.test(point) ? 0 : 1;
            if (is_self_atari(local.board, point, local.mover, stones)) cost += stones > 3 ? 3 : 1;
            if (own_eye(local, point)) cost += 6;
            out.add(point, cost);
        };
        Bits<W> seen;
        for (const Point point : region_) {
            if (local.board.at(point) == empty) {
                consider(point);
                continue;
            }
            // What has come out of the region may run on, and be run after.
            const Point head = local.board.head(point);
            if (seen.test(head)) continue;
            seen.set(head);
            if (local.board.at(point) == local.attacker &&
                local.board.liberties(head) > few_liberties)
                continue;
            local.board.liberty_set(head).each([&](Point liberty) {
                if (!inside_.test(liberty)) consider(liberty);
            });
        }
        // An attacker who passes is answered by a pass, and all is as it was; but a ban of ko ends.
        if (two_eyes_ ? local.attacking() : !local.attacking() || local.board.ko())
            out.add(pass_move, 3);
        if (out.count == 0) return two_eyes_ ? attack_works : attack_fails;
        if (learned)
            rank_moves<W>(local, nullptr, region_moves(), {.steps = 4, .dearest = 25}, out);
        return {1, 1};
    }

   private:
    static constexpr int few_liberties = 3;  // of an attacker that is not out yet

    static bool own_eye(const LocalBoard<W>& local, Point point) {
        for (int way = 0; way < 4; ++way) {
            const Colour there = local.board.at(local.board.step(point, way));
            if (there != border && there != local.mover) return false;
        }
        return true;
    }

    bool two_eyes_;
    std::vector<Point> region_;
    Bits<W> inside_;
    Benson<W> benson_;
};

}  // namespace kikashi::go
