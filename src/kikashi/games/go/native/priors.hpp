// What a move looks like before it has been tried: pairs of a value and a weight in visits, one for
// each thing that is known, added up. The idea and the sizes follow the published equivalent-
// experience priors (Gelly and Silver 2007; Chaslot and others 2010); weights are set by hand.
#pragma once

#include <cmath>

#include "simulator.hpp"

namespace kikashi::go {

namespace prior {
struct Pair {
    float value, weight;
};
inline constexpr Pair even{0.5f, 4};
inline constexpr Pair captures{0.9f, 14};
inline constexpr Pair captures_and_saves{1.0f, 30};
inline constexpr Pair escapes{0.9f, 18};
inline constexpr Pair runs_in_vain{0.05f, 20};
inline constexpr Pair gives_atari{0.65f, 6};
inline constexpr Pair catches_in_ladder{0.95f, 20};
inline constexpr Pair saves_from_ladder{0.9f, 16};
inline constexpr Pair self_atari_of_one{0.25f, 8};
inline constexpr Pair self_atari_of_more{0.05f, 24};
inline constexpr Pair vital{0.95f, 20};
inline constexpr Pair first_line{0.1f, 12};
inline constexpr Pair second_line{0.35f, 6};
inline constexpr Pair third_line{0.6f, 6};
inline constexpr Pair passing{0.05f, 14};
inline constexpr Pair near_last[] = {{0.75f, 8}, {0.7f, 8}, {0.6f, 6}, {0.55f, 4}};
inline constexpr float pattern_weight = 12;
inline constexpr int ladder_budget = 400;
}  // namespace prior

class PriorSum {
   public:
    void add(prior::Pair pair, float times = 1) {
        value_ += pair.value * pair.weight * times;
        weight_ += pair.weight * times;
    }
    float value() const { return weight_ > 0 ? value_ / weight_ : 0.5f; }
    float weight() const { return weight_; }

   private:
    float value_ = 0, weight_ = 0;
};

template <int W>
void GoSimulator<W>::candidates(std::vector<mcts::Candidate<Point>>& out) {
    const int size = board_.size();
    const Colour own = mover_, theirs = other(own);
    // What reading says about strings, once for each: by the point where something is to be done.
    struct Urgent {
        Point point;
        prior::Pair pair;
        float times;
    };
    std::vector<Urgent> urgent;
    if (tuning_.use_priors) {
        for (int cell = 0; cell < board_.points(); ++cell) {
            const Point at = point_of(size, cell);
            const Colour colour = board_.at(at);
            if ((colour != black && colour != white) || board_.head(at) != at) continue;
            const int free = board_.liberties(at), stones = board_.stones(at);
            const float times = 0.8f + 0.2f * static_cast<float>(std::min(stones, 6));
            if (colour == theirs && free == 1) {
                const Point out_at = board_.only_liberty(at);
                bool saves = false;  // a string of one's own in atari beside it
                Point stone = at;
                do {
                    for (int way = 0; way < 4; ++way) {
                        const Point beside = board_.step(stone, way);
                        saves |= board_.at(beside) == own && board_.liberties(beside) == 1;
                    }
                    stone = board_.next(stone);
                } while (stone != at);
                urgent.push_back(
                    {out_at, saves ? prior::captures_and_saves : prior::captures, times});
            } else if (colour == theirs && free == 2) {
                Point by = 0;
                if (Ladder<W>(board_, prior::ladder_budget).can_be_caught(at, &by) && by)
                    urgent.push_back({by, prior::catches_in_ladder, times});
            } else if (colour == own && free == 1) {
                const Point out_at = board_.only_liberty(at);
                if (board_.playable(out_at, own)) {
                    Undo<W> undo;
                    board_.play(out_at, own, undo);
                    const int left = board_.liberties(at);
                    const bool lives =
                        left > 2 ||
                        (left == 2 && !Ladder<W>(board_, prior::ladder_budget).can_be_caught(at));
                    board_.undo(undo);
                    urgent.push_back({out_at, lives ? prior::escapes : prior::runs_in_vain, times});
                }
            } else if (colour == own && free == 2 && stones > 1) {
                if (Ladder<W>(board_, prior::ladder_budget).can_be_caught(at))
                    board_.liberty_set(at).each([&](Point liberty) {
                        if (after(board_, liberty, own).liberties > 2)
                            urgent.push_back({liberty, prior::saves_from_ladder, times});
                    });
            }
        }
        if (last_ != pass_move)
            for (int way = 0; way < 4; ++way) {
                const Point beside = board_.step(last_, way);
                if (board_.at(beside) != empty) continue;
                const Point at = vital_point(board_, beside);
                if (at != 0) urgent.push_back({at, prior::vital, 1});
            }
    }
    const int last_cell = last_ == pass_move ? -1 : cell_of(size, last_);
    for (int cell = 0; cell < board_.points(); ++cell) {
        const Point at = point_of(size, cell);
        if (board_.at(at) != empty) continue;
        if (root_.target && !root_.within.test(at)) continue;
        const std::uint16_t code = board_.around(at);
        if (is_eye(code, own) || !legal(at)) continue;
        mcts::Candidate<Point> made{at};
        if (tuning_.use_priors) {
            PriorSum sum;
            sum.add(prior::even);
            const float strength = strengths().of(code, own);
            const float liked =
                std::clamp(0.5f + 0.12f * std::log2(std::max(strength, 1e-3f)), 0.05f, 0.95f);
            sum.add({liked, prior::pattern_weight}, tuning_.pattern);
            int stones = 0;
            if (is_self_atari(board_, at, own, stones))
                sum.add(stones == 1 ? prior::self_atari_of_one : prior::self_atari_of_more);
            for (int way = 0; way < 4; ++way) {
                const Point beside = board_.step(at, way);
                if (board_.at(beside) == theirs && board_.liberties(beside) == 2) {
                    sum.add(prior::gives_atari);
                    break;
                }
            }
            const int column = cell % size, row = cell / size;
            const int line =
                std::min(std::min(column, size - 1 - column), std::min(row, size - 1 - row));
            // Lines matter where nothing is near: no stone among the eight neighbours.
            bool alone = true;
            for (int way = 0; way < 8; ++way) {
                const int there = code >> (2 * way) & 3;
                alone &= there == empty || there == border;
            }
            if (alone && size > 5) {
                if (line == 0) sum.add(prior::first_line);
                if (line == 1) sum.add(prior::second_line);
                if ((line == 2 || line == 3) && size > 9) sum.add(prior::third_line);
            }
            if (last_cell >= 0) {
                const int across = std::abs(column - last_cell % size),
                          up = std::abs(row - last_cell / size);
                const int distance = across + up + std::max(across, up);  // 2, 3, 4, 5, 6 ...
                if (distance >= 2 && distance <= 5)
                    sum.add(prior::near_last[distance - 2], tuning_.near);
            }
            for (const Urgent& one : urgent)
                if (one.point == at) sum.add(one.pair, one.times);
            made.value = sum.value();
            made.weight = sum.weight() * tuning_.prior;
        }
        out.push_back(made);
    }
    mcts::Candidate<Point> pass{pass_move};
    if (tuning_.use_priors) {
        pass.value = prior::passing.value;
        pass.weight = prior::passing.weight * tuning_.prior;
    }
    out.push_back(pass);
}

}  // namespace kikashi::go
