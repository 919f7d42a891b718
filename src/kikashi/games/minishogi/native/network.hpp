// Our evaluation: a small network that is kept up to date move by move (an NNUE, after Nasu 2018).
//
// Each side sees the board its own way up, mirrored so that its king stands on the left three
// files. What it sees are pairs of its king's cell and another piece, or a piece in a hand; the sum
// of their weights is its accumulator. The accumulators of the side to move and of the other side
// go through one small layer of integers to a value.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "evaluation.hpp"

namespace kikashi::minishogi {

class Network {
   public:
    static constexpr int king_places = 15, seen = 19 * cells + 4 * hand_kinds;
    static constexpr int features = king_places * seen;
    static constexpr int width = 64, inner = 16;
    static constexpr int unit = 64;        // 1.0 of an activation or weight
    static constexpr int last_unit = 256;  // 1.0 of a weight of the last layer
    static constexpr Value logit = 400;    // the odds e to 1, in units of the evaluation
    static constexpr Value most = 20'000;  // no value is larger

    // The weights as bench/minishogi/train.py writes them. Throws std::invalid_argument.
    explicit Network(const std::string& bytes);
    static std::size_t file_bytes();

    using Half = std::array<std::int16_t, width>;
    struct Accumulator {
        alignas(64) std::array<Half, 2> half;  // by side
    };

    void refresh(const Position& position, Side side, Accumulator& into) const;
    // `before` is the position that a move is about to be played in.
    void update(const Position& before, Move move, const Accumulator& from,
                Accumulator& into) const;
    // What `update` leaves to be done once the move was played: a king that moved sees all anew.
    Value value(const Accumulator& sums, Side mover) const;

   private:
    struct View {  // how a side sees the board
        Side side;
        bool mirrored;
        int bucket;
        View(Side viewer, int king);
        int cell(int cell) const;
        int piece(Piece piece, int at) const;
        int hand(Side owner, Kind kind, int number) const;  // the number-th piece of a kind
    };
    void add(Half& half, int feature) const {
        const Half& row = first_[static_cast<std::size_t>(feature)];
        for (int i = 0; i < width; ++i) half[i] = static_cast<std::int16_t>(half[i] + row[i]);
    }
    void take(Half& half, int feature) const {
        const Half& row = first_[static_cast<std::size_t>(feature)];
        for (int i = 0; i < width; ++i) half[i] = static_cast<std::int16_t>(half[i] - row[i]);
    }

    std::vector<Half> first_;
    Half first_bias_;
    alignas(64) std::array<std::array<std::int16_t, 2 * width>, inner> second_;
    std::array<std::int32_t, inner> second_bias_;
    std::array<std::int32_t, inner> third_;
    std::int32_t third_bias_ = 0;
};

}  // namespace kikashi::minishogi
