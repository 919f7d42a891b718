// Dice of the programs that play many games: the same seed, the same throws.
#pragma once

#include <cstdint>

#include "core/keys.hpp"

namespace kikashi::bench {

class Random {
   public:
    explicit Random(std::uint64_t seed) : state_(mix(seed)) {}
    int below(int n) {
        state_ = mix(state_ + 0x9e3779b97f4a7c15ULL);
        return static_cast<int>((state_ >> 20) % static_cast<std::uint64_t>(n));
    }

   private:
    std::uint64_t state_;
};

}  // namespace kikashi::bench
