// How likely a move settles a question of life, as a small model has learned it: what is cheap to
// see of a point, one weight for each thing seen, and a table of the eight points around it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "life_view.hpp"
#include "local_board.hpp"
#include "proof_number.hpp"
#include "reading.hpp"
#include "shapes.hpp"

namespace kikashi::go {

// What was seen of a point, as numbers of weights.
struct Seen {
    static constexpr int most = 16;
    std::array<std::uint16_t, most> of{};
    int count = 0;
    std::uint16_t around = 0;  // the code of the eight points, the mover as Black
    void add(int number) {
        of[static_cast<std::size_t>(count++)] = static_cast<std::uint16_t>(number);
    }
};

namespace seen {
// Where the weights of each kind begin.
inline constexpr int pass = 0, own = 1, theirs = own + 64, joins = theirs + 8, last = joins + 16,
                     beside_last = last + 10, edge = beside_last + 4, target = edge + 25,
                     room = target + 6, eyes = room + 42, cost = eyes + 9, steps = cost + 16,
                     eye_point = steps + 9, ko = eye_point + 6, lone = ko + 1, total = lone + 8;
}  // namespace seen

template <int W>
void see_move(const LocalBoard<W>& local, Point point, int cost, const LifeView<W>* view,
              Seen& made) {
    made.count = 0;
    made.around = 0;
    if (point == pass_move) {
        made.add(seen::pass);
        return;
    }
    const Board<W>& board = local.board;
    const Colour own = local.mover, enemy = other(own);
    const unsigned code = board.around(point);
    made.around =
        own == black ? static_cast<std::uint16_t>(code) : swapped(static_cast<std::uint16_t>(code));
    // The string that it makes.
    const After left = after(board, point, own);
    made.add(seen::own + (std::min(left.liberties, 4) + 3) % 4 * 16 +
             (std::min(left.stones, 4) - 1) * 4 + std::min(left.taken, 3));
    // Strings beside it.
    int enemies = 0, friends = 0, least = 9;
    std::array<Point, 4> heads{};
    int count = 0;
    bool target_beside = false;
    for (int way = 0; way < 4; ++way) {
        const Point beside = board.step(point, way);
        const Colour there = board.at(beside);
        if (there != own && there != enemy) continue;
        const Point head = board.head(beside);
        if (std::find(heads.begin(), heads.begin() + count, head) != heads.begin() + count)
            continue;
        heads[static_cast<std::size_t>(count++)] = head;
        const int free = board.liberties(head), stones = board.stones(head);
        if (there == own) {
            ++friends;
            least = std::min(least, free);
        } else {
            const int kind = free == 1   ? 0
                             : free == 2 ? (stones > 2 ? 4 : stones + 1)
                             : free == 3 ? 1
                                         : 0;
            enemies = std::max(enemies, kind);
        }
    }
    if (board.at(local.target) == local.defender)
        target_beside = board.liberty_set(local.target).test(point);
    made.add(seen::theirs + enemies);
    made.add(seen::joins + std::min(friends, 3) * 4 + (friends ? std::min(least, 4) - 1 : 0));
    // The move before.
    const int stride = stride_of(board.size());
    const auto row = [&](Point at) { return at / stride; };
    const auto column = [&](Point at) { return at % stride; };
    if (local.last != pass_move) {
        const int across = std::abs(column(point) - column(local.last)),
                  up = std::abs(row(point) - row(local.last));
        made.add(seen::last + std::min(across + up + std::max(across, up), 9));
        if (board.at(local.last) == enemy && board.liberty_set(local.last).test(point))
            made.add(seen::beside_last + std::min(board.liberties(local.last), 4) - 1);
    } else {
        made.add(seen::last);
    }
    // The edge.
    const int size = board.size(), r = row(point) - 1, c = column(point) - 1;
    const int a = std::min({r, size - 1 - r, 4}), b = std::min({c, size - 1 - c, 4});
    made.add(seen::edge + std::min(a, b) * 5 + std::max(a, b));
    if (target_beside) made.add(seen::target + std::min(local.liberties(), 6) - 1);
    // The empty points joined to it: a small eye space, whose, and whether this is its heart.
    {
        std::array<Point, 8> region{};
        int points = 1;
        region[0] = point;
        int touched = 0;
        for (int n = 0; n < points && points <= 6 && touched != 3; ++n)
            for (int way = 0; way < 4; ++way) {
                const Point beside = board.step(region[static_cast<std::size_t>(n)], way);
                const Colour there = board.at(beside);
                if (there == empty) {
                    if (std::find(region.begin(), region.begin() + points, beside) ==
                        region.begin() + points) {
                        if (points == 7) break;
                        region[static_cast<std::size_t>(points++)] = beside;
                    }
                } else if (there != border) {
                    touched |= there;
                }
            }
        int kind = 0;
        if (touched != 3 && points <= 6) {
            const bool vital = points >= 3 && vital_point(board, point) == point;
            kind = points + (touched == own ? 0 : 6) + (vital ? 12 : 0);
        } else if (touched == 3) {
            kind = 25;
        }
        made.add(seen::room + kind);
    }
    // Eyes beside it that it makes, and that the other side would make here.
    int makes = 0, spoils = 0;
    for (int way = 0; way < 8; ++way) {
        const Point beside = board.step(point, way);
        if (board.at(beside) != empty) continue;
        const unsigned now = board.around(beside);
        const int shift = 2 * back_of[static_cast<std::size_t>(way)];
        const auto with = [&](Colour stone) {
            return static_cast<std::uint16_t>(now | static_cast<unsigned>(stone) << shift);
        };
        const auto bare = static_cast<std::uint16_t>(now);
        makes += is_eye(with(own), own) && !is_eye(bare, own);
        spoils += is_eye(with(enemy), enemy) && !is_eye(with(own), enemy);
    }
    made.add(seen::eyes + std::min(makes, 2) * 3 + std::min(spoils, 2));
    made.add(seen::cost + std::min(cost, 15));
    if (point == board.ko()) made.add(seen::ko);
    if (view) {
        made.add(seen::steps + std::min(view->distance(point), 8));
        made.add(seen::eye_point +
                 (view->is_eye_point(point) ? 1 + view->eye_neighbours(point) : 0));
    }
}

// The weights of one side's moves, in hundredths of a natural logarithm of a chance.
struct MoveWeights {
    std::array<std::int16_t, seen::total> of;
    std::vector<std::pair<std::uint16_t, std::int16_t>> around;  // by normal codes; others weigh 0
};

class MoveModel {
   public:
    MoveModel(const MoveWeights& attack, const MoveWeights& defence);
    int score(const Seen& seen, bool attacking) const {
        const Side& side = sides_[attacking ? 0 : 1];
        int sum = side.around[seen.around];
        for (int n = 0; n < seen.count; ++n) sum += side.of[seen.of[static_cast<std::size_t>(n)]];
        return sum;
    }

   private:
    struct Side {
        std::array<std::int16_t, seen::total> of{};
        std::vector<std::int16_t> around;
    };
    std::array<Side, 2> sides_;
};
const MoveModel& group_moves();   // of a group, with a look at what it lives on
const MoveModel& region_moves();  // of a closed region

// How the model's word becomes a cost, and how many moves it leaves.
struct Ranking {
    int steps = 8;  // of cost for a move e times less likely than the likeliest one
    int dearest = 40;
    int most = most_candidates;  // stones; a pass is never left out
};

// Orders moves by what the model says of them; their costs so far are among what it sees.
template <int W>
void rank_moves(const LocalBoard<W>& local, const LifeView<W>* view, const MoveModel& model,
                const Ranking& ranking, Candidates& tries) {
    if (tries.count < 2) return;
    std::array<std::pair<int, int>, most_candidates> order;
    Seen seen;
    for (int n = 0; n < tries.count; ++n) {
        const auto at = static_cast<std::size_t>(n);
        see_move(local, tries.points[at], tries.costs[at], view, seen);
        order[at] = {-model.score(seen, local.attacking()), n};
    }
    std::sort(order.begin(), order.begin() + tries.count);
    const Candidates before = tries;
    tries.count = 0;
    int stones = 0;
    for (int n = 0; n < before.count; ++n) {
        const auto [score, from] = order[static_cast<std::size_t>(n)];
        const Point point = before.points[static_cast<std::size_t>(from)];
        if (point != pass_move && ++stones > ranking.most) continue;
        const int behind = (score - order[0].first) * ranking.steps / 100;
        tries.add(point, std::min(behind, ranking.dearest));
    }
}

}  // namespace kikashi::go
