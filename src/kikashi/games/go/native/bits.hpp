// A set of points as a few words.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "point.hpp"

namespace kikashi::go {

template <int W>
struct Bits {
    std::array<std::uint64_t, W> words{};

    void set(Point at) { words[at >> 6] |= std::uint64_t{1} << (at & 63); }
    void reset(Point at) { words[at >> 6] &= ~(std::uint64_t{1} << (at & 63)); }
    bool test(Point at) const { return words[at >> 6] >> (at & 63) & 1; }
    int count() const {
        int all = 0;
        for (const std::uint64_t word : words) all += std::popcount(word);
        return all;
    }
    Point first() const {
        for (int n = 0; n < W; ++n)
            if (words[n]) return static_cast<Point>(64 * n + std::countr_zero(words[n]));
        return 0;
    }
    Bits& operator|=(const Bits& with) {
        for (int n = 0; n < W; ++n) words[n] |= with.words[n];
        return *this;
    }
    Bits& operator&=(const Bits& with) {
        for (int n = 0; n < W; ++n) words[n] &= with.words[n];
        return *this;
    }
    bool operator==(const Bits&) const = default;
    // Calls `see(point)` for every point, the lowest first.
    template <class See>
    void each(See see) const {
        for (int n = 0; n < W; ++n)
            for (std::uint64_t word = words[n]; word; word &= word - 1)
                see(static_cast<Point>(64 * n + std::countr_zero(word)));
    }
};

}  // namespace kikashi::go
