// What the eight points around a point say: eyes, and how good a move there tends to be.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "point.hpp"

namespace kikashi::go {

// A code of surroundings has two bits a neighbour, in the order of `Way`. Colours swapped:
constexpr std::uint16_t swapped(std::uint16_t code) {
    return static_cast<std::uint16_t>((code & 0x5555) << 1 | (code >> 1 & 0x5555));
}

// The same surroundings under the eight symmetries of the board; the least stands for all.
std::uint16_t normal_code(std::uint16_t code);

struct Eyes {
    std::array<std::uint8_t, 65536> of{};
    Eyes();
};
extern const Eyes eyes;

// An empty point with own stones or the edge beside it, and not too many enemies across corners.
inline bool is_eye(std::uint16_t code, Colour colour) { return eyes.of[code] & colour; }

// Strengths of 3x3 patterns with the side to move as Black: 1 is an ordinary move (Coulom 2007).
class Strengths {
   public:
    Strengths() { table_.fill(level_of(1.0f)); }
    // One strength for each normal code; what is not named keeps 1.
    void set(const std::vector<std::pair<std::uint16_t, float>>& fitted);
    float of(std::uint16_t code, Colour mover) const {
        return values()[table_[mover == black ? code : swapped(code)]];
    }
    static const std::array<float, 256>& values();

   private:
    static std::uint8_t level_of(float strength);
    std::array<std::uint8_t, 65536> table_{};
};
Strengths& strengths();

}  // namespace kikashi::go
