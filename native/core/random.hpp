// A stream of random numbers that is the same in every run and on every machine.
#pragma once

#include <cstdint>

#include "core/keys.hpp"

namespace kikashi {

// Vigna's xorshift64*: one word of state, good enough to choose moves with.
class Random {
   public:
    explicit Random(std::uint64_t seed = 0) : state_(mix(seed) | 1) {}

    std::uint32_t next() {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return static_cast<std::uint32_t>((state_ * 0x2545f4914f6cdd1dULL) >> 32);
    }
    // From 0 to below - 1; the bias of a 32-bit product is below one in millions here.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>((std::uint64_t{next()} * bound) >> 32);
    }
    float share() { return static_cast<float>(next() >> 8) * 0x1p-24f; }  // 0 <= share < 1

   private:
    std::uint64_t state_;
};

}  // namespace kikashi
