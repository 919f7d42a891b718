// A learned evaluation of games whose winning sets are k cells in a row: a small net, integers
// only. Every cell sees, for each side and in each of four directions, how far the line runs and
// which of its stones are the side's. Learned vectors of these patterns are summed into the cell's
// features, the features of all cells into the position's, and two small layers make of them the
// value and the weights by which the features of an empty cell tell how promising a stone there is.
// Kept up to date under do and undo, as late as possible. bench/fit_net.py makes the weights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "positional/geometry.hpp"

namespace kikashi::positional {

class LineNet {
   public:
    static constexpr int channels = 32, hidden = 32, phases = 2;
    static constexpr int directions = 4;
    static constexpr int one = 127;  // what 1 is as a feature or a hidden unit
    using Features = std::array<std::int16_t, channels>;
    using Row = std::array<std::int16_t, hidden>;

    // Throws std::invalid_argument for bytes that are no such net.
    explicit LineNet(std::string_view bytes);

    int k() const { return k_; }
    int reach() const { return reach_; }
    int halves() const { return (2 << reach_) - 1; }  // ways one half of a line can look
    int patterns() const { return 1 + 2 * halves() * halves(); }
    // What a pattern of the side whose view it is adds to a cell's features, and of the other one.
    const Features& own(std::size_t pattern) const { return own_[pattern]; }
    const Features& other(std::size_t pattern) const { return other_[pattern]; }
    const Features& bias() const { return bias_; }

    struct Judged {
        std::int32_t value;      // in hundredths of a logit, for the side whose view it is
        Features order_weights;  // of an empty cell's features, for the move order
    };
    // `phase`: 0 for a whole turn, 1 where some of its stones are placed.
    Judged judge(const std::array<std::uint16_t, channels>& sums, int phase) const;

   private:
    int k_ = 0, reach_ = 0;
    std::vector<Features> own_, other_;
    Features bias_{};
    std::array<Row, hidden> first_{}, second_{};  // by output
    std::array<std::array<std::int32_t, hidden>, phases> first_bias_{};
    std::array<std::int32_t, hidden> second_bias_{};
    Row last_{};
    std::int32_t last_bias_ = 0;
    Features linear_{};
    std::array<Row, channels> order_{};  // by channel
    std::array<std::int32_t, channels> order_bias_{};
};

// The net on one board.
class LineNetBoard {
   public:
    // Whether the sets of a geometry are lines as this net knows them.
    static bool fits(const Geometry& geometry, const LineNet& net);

    LineNetBoard(const Geometry& geometry, std::shared_ptr<const LineNet> net);

    void place(Cell cell, int player) { change({cell, static_cast<std::uint8_t>(player), true}); }
    void remove(Cell cell, int player) { change({cell, static_cast<std::uint8_t>(player), false}); }
    std::int32_t value(int side, int phase);
    // For every cell how promising a stone of `side` there is, in hundredths of a logit; of use for
    // empty cells only, and until the next change.
    std::span<const std::int32_t> order(int side, int phase);

   private:
    static constexpr std::size_t both = 2 * LineNet::channels;
    // The features in both sides' view.
    struct alignas(32) Cells : std::array<std::int16_t, both> {};
    using Patterns = std::array<std::array<std::uint16_t, 2>, LineNet::directions>;  // by side
    struct Change {
        Cell cell;
        std::uint8_t player;
        bool placed;
    };
    struct Near {
        Cell cell;
        std::uint8_t direction, half, shift;  // where the stone stands in that cell's window
    };
    struct Lines {
        std::array<std::array<std::uint16_t, 2>, LineNet::directions> windows;  // by half
        Patterns patterns;
    };

    // A cell as it was before a stone changed it.
    struct Replaced {
        Replaced(const Cells& c, const Patterns& p, Cell at) : cells(c), patterns(p), cell(at) {}
        Cells cells;
        Patterns patterns;
        Cell cell;
    };
    struct Applied {
        Change stone;
        std::size_t replaced;  // so many there were before it
        std::array<std::uint16_t, both> sums;
    };

    void change(const Change& now);
    void catch_up();
    void take_back();
    void turn_windows(const Change& stone);
    void apply(const Change& now);
    std::uint16_t pattern(Cell cell, std::size_t direction, std::size_t side) const;
    void add(Cells& cells, std::size_t side, std::uint16_t pattern, int sign) const;
    const LineNet::Judged& judge(int side, int phase);

    std::shared_ptr<const LineNet> net_;
    int reach_, halves_;
    std::array<std::vector<std::uint8_t>, 2> half_of_;  // by side and window
    std::vector<std::uint32_t> near_begin_;
    std::vector<Near> near_;
    std::vector<Lines> lines_;
    std::vector<Cells> cells_;
    std::vector<std::uint8_t> owner_;
    std::array<std::uint16_t, both> sums_{};
    std::vector<Change> pending_;
    std::vector<Applied> applied_;  // and not taken back
    std::vector<Replaced> replaced_;
    std::vector<std::int32_t> order_;
    LineNet::Judged judged_{};
    int judged_for_ = -1, ordered_for_ = -1;  // side and phase, while nothing has changed
};

}  // namespace kikashi::positional
