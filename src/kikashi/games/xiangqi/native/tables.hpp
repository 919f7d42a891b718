// What depends on cells alone, worked out once.
#pragma once

#include "position.hpp"

namespace kikashi::xiangqi {

template <int Most>
struct Targets {
    std::uint8_t count = 0;
    std::array<Cell, Most> to{};
    std::array<Cell, Most> by{};  // leg or eye, where the piece has one
    void add(int target, int way = 0) {
        to[count] = static_cast<Cell>(target);
        by[count++] = static_cast<Cell>(way);
    }
};

// The ways on which a general can be attacked, one bit each; one more bit for each horse's place.
constexpr std::uint16_t by_rank = 1, by_file = 2, by_pawn = 4;
constexpr std::uint16_t by_horse(int i) { return static_cast<std::uint16_t>(8u << i); }
constexpr std::uint16_t by_horses = 8 * 0xff;
constexpr std::uint16_t every_way = by_rank | by_file | by_pawn | by_horses;

struct Tables {
    std::array<Targets<8>, cells> horse;     // by: the leg, beside the start
    std::array<Targets<8>, cells> horse_at;  // to: where a horse attacks from; by: its leg
    std::array<std::array<Targets<4>, cells>, 2> elephant, advisor, general, pawn, pawn_at;
    // For one line: by place and occupancy, where a rook goes (captures included), and the cells
    // behind exactly one screen.
    std::array<std::array<std::uint16_t, 1024>, 10> rook, screened;
    // [general][cell]: the ways (below) on which what stands on the cell counts.
    std::array<std::array<std::uint16_t, cells>, cells> sight;
    std::array<std::array<Key, cells>, no_piece> keys;

    Tables();
};

extern const Tables tables;

}  // namespace kikashi::xiangqi
