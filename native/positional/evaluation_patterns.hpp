// Line patterns of six-in-a-row with two stones a turn (paper 003, chapter 3): slices as
// base-4 numbers, the 19 cells around a cell read through four look-up tables, ten patterns.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace kikashi::positional {

namespace patterns {

// One base-4 digit a cell.
enum Digit : std::uint8_t { outside = 0, black = 1, white = 2, empty = 3 };

inline constexpr int reach = 9;  // cells on each side of the one that is looked at
inline constexpr int longest = 2 * reach + 1;

enum class Pattern : std::uint8_t {
    none,
    dead_two,
    dead_three,
    live_two,
    live_two_dead_three,
    live_three,
    dead_four,
    dead_five,
    live_four,
    live_four_dead_five,
    live_five,
    six,  // not in the paper's table: the game is over
};

struct Score {
    int pattern;
    int threats;
};

// The stones of `colour` around a cell, bounded by the enemy and the edge: key and length. `left`
// has the nearest cell last, `right` has it first; the cell itself counts as empty.
std::pair<std::uint32_t, int> key_of(std::uint32_t left, std::uint32_t right, int colour);

Pattern pattern_of(std::uint32_t key, int length);
Score score_of(Pattern pattern);
// (pattern number, pattern score, threat score)
std::array<int, 3> scores_of(std::uint32_t key, int length);

}  // namespace patterns

class PatternBoard {
   public:
    PatternBoard(int columns, int rows);

    void place(int column, int row, int player);
    void remove(int column, int row);
    // The changes by a stone on an empty cell, summed over the four lines through it; "I" am
    // `player`. As eight numbers, P1 .. P4, T1 .. T4.
    std::array<int, 8> changes(int column, int row, int player) const;
    int slices() const { return static_cast<int>(slices_.size()); }
    std::uint64_t slice(int index) const { return slices_.at(static_cast<std::size_t>(index)); }

   private:
    struct Place {
        std::int16_t slice;
        std::uint8_t index;
    };
    const std::array<Place, 4>& places(int column, int row) const;
    void set(int column, int row, patterns::Digit digit);
    patterns::Digit at(int column, int row) const;

    int columns_, rows_;
    std::vector<std::uint64_t> slices_;  // the first cell of a line is its lowest digit
    std::vector<std::array<Place, 4>> places_;
};

}  // namespace kikashi::positional
