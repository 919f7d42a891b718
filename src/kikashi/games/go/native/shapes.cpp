#include "shapes.hpp"

#include <algorithm>
#include <cmath>

namespace kikashi::go {

namespace {

// Where each way goes under a quarter turn and under a reflection.
constexpr std::array<int, 8> turned = {east,       south,      west,       north,
                                       south_east, south_west, north_west, north_east};
constexpr std::array<int, 8> mirrored = {north,      west,       south,      east,
                                         north_west, south_west, south_east, north_east};

std::uint16_t mapped(std::uint16_t code, const std::array<int, 8>& to) {
    std::uint16_t made = 0;
    for (int way = 0; way < 8; ++way)
        made |= static_cast<std::uint16_t>((code >> (2 * way) & 3) << (2 * to[way]));
    return made;
}

bool eye_of(std::uint16_t code, Colour colour) {
    bool at_edge = false;
    for (int way = 0; way < 4; ++way) {
        const int there = code >> (2 * way) & 3;
        if (there != colour && there != border) return false;
        at_edge |= there == border;
    }
    int enemies = 0;
    for (int way = 4; way < 8; ++way) {
        const int there = code >> (2 * way) & 3;
        enemies += there == other(colour);
    }
    return enemies < (at_edge ? 1 : 2);
}

}  // namespace

std::uint16_t normal_code(std::uint16_t code) {
    std::uint16_t least = 0xffff;
    for (int side = 0; side < 2; ++side) {
        for (int turn = 0; turn < 4; ++turn) {
            least = std::min(least, code);
            code = mapped(code, turned);
        }
        code = mapped(code, mirrored);
    }
    return least;
}

Eyes::Eyes() {
    for (int code = 0; code < 65536; ++code)
        for (const Colour colour : {black, white})
            if (eye_of(static_cast<std::uint16_t>(code), colour))
                of[static_cast<std::size_t>(code)] |= colour;
}
const Eyes eyes;

const std::array<float, 256>& Strengths::values() {
    static const std::array<float, 256> made = [] {
        std::array<float, 256> levels{};
        for (int level = 0; level < 256; ++level)
            levels[static_cast<std::size_t>(level)] =
                std::exp2(static_cast<float>(level - 128) / 8.0f);
        return levels;
    }();
    return made;
}

std::uint8_t Strengths::level_of(float strength) {
    const float level = std::round(8.0f * std::log2(std::max(strength, 1e-4f))) + 128.0f;
    return static_cast<std::uint8_t>(std::clamp(level, 0.0f, 255.0f));
}

void Strengths::set(const std::vector<std::pair<std::uint16_t, float>>& fitted) {
    std::vector<std::uint8_t> by_normal(65536, level_of(1.0f));
    for (const auto& [code, strength] : fitted) by_normal[code] = level_of(strength);
    for (int code = 0; code < 65536; ++code)
        table_[static_cast<std::size_t>(code)] =
            by_normal[normal_code(static_cast<std::uint16_t>(code))];
}

Strengths& strengths() {
    static Strengths all;
    return all;
}

}  // namespace kikashi::go
