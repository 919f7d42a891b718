// A set of cells as bits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "positional/geometry.hpp"

namespace kikashi::positional {

class CellSet {
   public:
    void add(Cell cell) { words_[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
    bool has(Cell cell) const { return words_[cell >> 6] >> (cell & 63) & 1; }
    CellSet& operator|=(const CellSet& other) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
        return *this;
    }
    int count() const {
        int total = 0;
        for (std::uint64_t word : words_) total += std::popcount(word);
        return total;
    }
    template <class Visit>
    void each(Visit&& visit) const {
        for (std::size_t i = 0; i < words_.size(); ++i)
            for (std::uint64_t word = words_[i]; word; word &= word - 1)
                visit(static_cast<Cell>(i * 64 + static_cast<std::size_t>(std::countr_zero(word))));
    }

   private:
    std::array<std::uint64_t, (max_cells + 63) / 64> words_{};
};

}  // namespace kikashi::positional
