// A learned evaluation of games whose winning sets are k cells in a row: every empty cell has, for
// each side, a class in each of up to four directions, and the combination of its classes has a
// value and a place in the move order. Kept up to date under do and undo.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "positional/geometry.hpp"

namespace kikashi::positional {

inline constexpr int line_classes = 16;  // fits any k up to 6
inline constexpr int line_directions = 4;

// How many combinations of four classes there are, whatever their order.
inline constexpr int line_codes = 3876;

// By code; fitted by bench/fit_patterns.cpp. One unit is a hundredth of a logit.
struct LineWeights {
    std::vector<std::int16_t> mover, waiting;  // value of an empty cell, own and the other's
    std::vector<std::int16_t> order_own, order_their;  // of a stone there, for the move order
    std::int32_t tempo = 0;
    bool complete() const;
};

// What a window of cells around an empty one means, for both sides; one table for each k.
class LineClasses {
   public:
    static const LineClasses& of(int k);  // 3 to 6

    // `window`: two bits a cell, 0 empty, 1 black, 2 white, 3 outside; the k - 1 cells before the
    // middle one from the farthest on, then those after it.
    std::uint8_t class_of(std::uint32_t window, int side) const {
        return classes_[static_cast<std::size_t>(side)][window];
    }
    // The combination of four classes, each in four bits.
    static std::uint16_t code(std::uint32_t four_classes);

   private:
    explicit LineClasses(int k);
    std::array<std::vector<std::uint8_t>, 2> classes_;
};

class LineEvaluation {
   public:
    // Whether the sets of a geometry are lines as this evaluation knows them.
    static bool fits(const Geometry& geometry);

    LineEvaluation(const Geometry& geometry, std::shared_ptr<const LineWeights> weights);

    void place(Cell cell, int player);
    void remove(Cell cell, int player);

    std::int32_t value(int side) const {
        return weights_->tempo + sums_[static_cast<std::size_t>(side)].mover -
               sums_[static_cast<std::size_t>(1 - side)].waiting;
    }
    // How promising a stone of `side` on an empty cell is.
    std::int32_t order(int side, Cell cell) const {
        const auto& codes = codes_[cell];
        return weights_->order_own[codes[static_cast<std::size_t>(side)]] +
               weights_->order_their[codes[static_cast<std::size_t>(1 - side)]];
    }
    std::uint16_t code(int side, Cell cell) const {
        return codes_[cell][static_cast<std::size_t>(side)];
    }

   private:
    struct Near {
        Cell cell;
        std::uint8_t direction, shift;  // where the stone stands in that cell's window
    };
    struct Sums {
        std::int32_t mover = 0, waiting = 0;
    };
    template <int Sign>
    void count(Cell cell);
    void change(Cell cell, std::uint32_t digit);
    void refresh(Cell cell, int direction);

    const LineClasses& classes_;
    std::shared_ptr<const LineWeights> weights_;
    std::vector<std::uint32_t> near_begin_;
    std::vector<Near> near_;
    std::vector<std::array<std::uint32_t, line_directions>> windows_;
    std::vector<std::array<std::uint32_t, 2>> packed_;  // classes of both sides, four bits each
    std::vector<std::array<std::uint16_t, 2>> codes_;
    std::vector<bool> empty_;
    std::array<Sums, 2> sums_{};
};

}  // namespace kikashi::positional
