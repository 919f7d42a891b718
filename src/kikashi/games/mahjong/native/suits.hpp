// What one suit lacks: for every way to hold tiles of a suit, the fewest tiles that must be added
// to hold m melds (0..5) without and with a pair. Hands are put together from four such rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tiles.hpp"

namespace kikashi::mahjong {

// Bytes 0-5: tiles missing to m melds; bytes 8-13: to m melds and a pair. The rest is `never`.
using Row = std::uint8_t __attribute__((vector_size(16)));

constexpr std::uint8_t never = 32;  // four of them still fit a byte
constexpr int pair_lane = 8;

constexpr std::uint32_t powers_of_five[] = {1,    5,     25,    125,    625,
                                            3125, 15625, 78125, 390625, 1953125};

// A place in the tables: the counts as digits of base five, the first rank lowest.
using Place = std::uint32_t;

class SuitTables {
   public:
    // Built by the first caller, in some tenths of a second, and kept.
    static const SuitTables& get();

    const Row& row(int suit, Place place) const {
        return suit < 3 ? rows_[numbers_[place]] : honour_rows_[honours_[place]];
    }
    std::size_t bytes() const;
    std::size_t distinct_rows() const { return rows_.size() + honour_rows_.size(); }
    double seconds() const { return seconds_; }

   private:
    SuitTables();

    std::vector<std::uint16_t> numbers_, honours_;
    std::vector<Row> rows_, honour_rows_;
    double seconds_ = 0;
};

// The same row where fewer than four copies may be used, because tiles lie in melds on the table:
// computed, and remembered for this thread.
const Row& capped_row(int suit, Place held, Place laid);

inline Row smaller(Row a, Row b) { return a < b ? a : b; }

// The row of two suits taken together.
Row merge(Row a, Row b);

// The fewest tiles missing to `melds` melds and a pair (or none) over two suits, or two merged
// rows.
int missing(Row a, Row b, int melds, bool pair = true);

}  // namespace kikashi::mahjong
