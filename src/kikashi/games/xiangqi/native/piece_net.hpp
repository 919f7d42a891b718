// A learned evaluation: a small net over which piece stands where, integers only, kept up to date
// under do and undo (efficiently updatable). Each side sees the board from its own end: a hidden
// unit sums one weight for every piece, is clipped and squared, and a last layer, one for each
// phase of the game, weighs the units of the side to move and of the other side. What is judged by
// hand in evaluation.hpp, the tables of pieces and the traits, is added with weights by phase: the
// net is what is left to learn.
// bench/fit_pieces.py makes the weights.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "evaluation.hpp"
#include "position.hpp"

namespace kikashi::xiangqi {

class PieceNet {
   public:
    static constexpr int units = 64, phases = 5;
    static constexpr int features = 14 * cells;
    static constexpr int one = 255, weight_one = 64;  // what 1 is in a unit, and in the last layer
    static constexpr int value_scale = 400;           // of the last sum: hundredths of a pawn
    static constexpr int trait_one = 64;  // what 1 is in the weights of material and traits
    using Units = std::array<std::int16_t, units>;

    // Throws std::invalid_argument for bytes that are no such net.
    explicit PieceNet(std::string_view bytes);

    // The units in both sides' view, before they are clipped.
    struct Sums {
        alignas(16) std::array<Units, 2> of;
    };
    Sums begin() const { return {{bias_, bias_}}; }
    void add(Sums& sums, Piece piece, Cell cell) const { change<1>(sums, piece, cell); }
    void remove(Sums& sums, Piece piece, Cell cell) const { change<-1>(sums, piece, cell); }
    // For the side to move; `strong`: rooks, horses and cannons of both sides.
    // `material`: by the tables of pieces, for Red.
    Value value(const Sums& sums, Value material, const Traits& traits, Side mover,
                int strong) const;

   private:
    template <int sign>
    void change(Sums& sums, Piece piece, Cell cell) const {
        for (const Side view : {red, black}) {
            const Units& row = rows_[feature(view, piece, cell)];
            Units& into = sums.of[view];
            for (std::size_t i = 0; i < units; ++i)
                into[i] = static_cast<std::int16_t>(into[i] + sign * row[i]);
        }
    }
    static std::size_t feature(Side view, Piece piece, Cell cell) {
        const bool own = side_of(piece) == view;
        const int seen = view == red ? cell : 9 * (9 - cell / 9) + cell % 9;
        return static_cast<std::size_t>(((own ? 0 : 7) + kind_of(piece)) * cells + seen);
    }

    std::vector<Units> rows_;
    Units bias_{};
    std::array<std::array<Units, 2>, phases> last_{};  // by phase; the mover's units first
    std::array<std::int32_t, phases> last_bias_{};
    std::array<std::array<std::int16_t, 1 + trait_count>, phases> traits_{};  // material first
};

}  // namespace kikashi::xiangqi
