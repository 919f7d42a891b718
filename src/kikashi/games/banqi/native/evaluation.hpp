// What a position of dark chess is worth at a glance: pieces against pieces, where they stand, and
// how far each face-up piece is from each enemy. Fitted by logistic regression on games of the
// player against itself (bench/fit_banqi.py): a value of `logit_unit` makes the odds e to 1.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "position.hpp"
#include "search/values.hpp"

namespace kikashi::banqi {

using search::Value;

inline constexpr double logit_unit = 200.0;
inline constexpr int most_distance = 10, phases = 4, places = 3;

// Where the weights of each sort begin; kinds are seen from one side, pairs from the mover's.
enum Layout : int {
    of_kind = 0,                                         // each piece, face up or face down
    of_rivals = of_kind + kinds,                         // own kind a, enemy kind b, a < b
    of_shown = of_rivals + kinds * (kinds - 1) / 2,      // each face-up piece besides
    of_place = of_shown + kinds,                         // in a corner, at an edge, inside
    of_pair = of_place + kinds * places,                 // own a, enemy b, how far apart
    of_tempo = of_pair + kinds * kinds * most_distance,  // the move, by what is face down
    weight_count = of_tempo + phases,
};

constexpr int rivals(Kind a, Kind b) {  // a < b
    return of_rivals + a * (2 * kinds - a - 1) / 2 + (b - a - 1);
}
constexpr int pair_weight(Kind own, Kind enemy, int distance) {
    const int near = distance < most_distance ? distance : most_distance;
    return of_pair + (own * kinds + enemy) * most_distance + near - 1;
}
int place_of(const Geometry& geometry, Cell cell);
constexpr int phase_of(int hidden) {
    return hidden == 0 ? 0 : hidden <= 8 ? 1 : hidden <= 20 ? 2 : 3;
}

// Each weight's factor for the side to move: what the fit learns from, and what tests hold against
// the sums that are kept up to date move by move.
std::vector<float> features(const Position& position);

// Sums that change with every move.
struct Sums {
    std::int32_t standing = 0;                         // for Red: shown pieces and their places
    std::int32_t material = 0;                         // for Red
    std::array<std::int32_t, 2> pairs{};               // for each colour, were it to move
    alignas(32) std::array<std::int16_t, 16> worth{};  // what the loss of each piece would cost
};

using Weights = std::array<std::int16_t, weight_count>;

class Evaluation {
   public:
    static const Evaluation& of(const Geometry& geometry);  // with the weights of the player
    Evaluation(const Geometry& geometry, const Weights& weights);

    Sums sums(const Position& position) const;
    Value value(const Position& position, const Sums& sums) const {
        const int colour = position.colour();
        const std::int32_t red_view = sums.standing + sums.material;
        const auto phase = static_cast<std::size_t>(phase_of(position.hidden_total()));
        return (colour == black ? -red_view : red_view) +
               sums.pairs[static_cast<std::size_t>(colour)] + tempo_[phase];
    }
    // Before the position plays it.
    void step(const Position& position, Move move, Sums& sums) const;
    void turn_up(const Position& position, Cell cell, Piece piece, Sums& sums) const;

   private:
    // Seen from each side, were it to move: Red's number and 65536 times Black's, added as one. The
    // numbers of one piece with all its enemies stay within 16 bits.
    using Both = std::int32_t;
    static Both both_of(int for_red, int for_black) { return for_red + for_black * 65536; }
    static void add(Both both, Sums& sums) {
        const auto for_red = static_cast<std::int16_t>(both & 0xffff);
        sums.pairs[0] += for_red;
        sums.pairs[1] += (both - for_red) / 65536;
    }
    Both pairs_of(const Position& position, Piece piece, Cell cell) const {
        const auto& far = geometry_->distance[static_cast<std::size_t>(cell)];
        Both sum = 0;
        for (Bits enemies = position.side(1 - colour_of(piece)); enemies;) {
            const Cell at = take_cell(enemies);
            sum += pair_[piece][position.at(at)][far[static_cast<std::size_t>(at)]];
        }
        return sum;
    }
    // What a step changes.
    Both pairs_of_step(const Position& position, Piece piece, Cell from, Cell to) const {
        const auto& before = geometry_->distance[static_cast<std::size_t>(from)];
        const auto& after = geometry_->distance[static_cast<std::size_t>(to)];
        Both sum = 0;
        for (Bits enemies = position.side(1 - colour_of(piece)) & ~bit(to); enemies;) {
            const Cell at = take_cell(enemies);
            const auto& far = pair_[piece][position.at(at)];
            sum += far[after[static_cast<std::size_t>(at)]] -
                   far[before[static_cast<std::size_t>(at)]];
        }
        return sum;
    }

    const Geometry* geometry_;
    std::array<std::array<std::int16_t, most_cells>, pieces> place_{};  // for Red
    std::array<std::array<std::array<Both, most_cells>, pieces>, pieces> pair_{};
    std::array<std::array<std::int16_t, 16>, pieces> rival_{};  // [taken][piece]: change of worth
    std::array<std::int16_t, pieces> kind_{};
    std::array<std::int16_t, phases> tempo_{};
};

}  // namespace kikashi::banqi
