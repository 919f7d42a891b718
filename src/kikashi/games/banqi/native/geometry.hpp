// Boards of up to 32 cells as one 32-bit word: bit 0 is the top right cell, the last bit the bottom
// left one (paper 000, figure 1). Steps, distances, and where a cannon lands.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace kikashi::banqi {

using Bits = std::uint32_t;
using Cell = int;

inline constexpr int most_cells = 32;
inline constexpr int most_side = 9;

constexpr Bits bit(Cell cell) { return Bits{1} << cell; }
constexpr Cell first_cell(Bits bits) { return std::countr_zero(bits); }
inline Cell take_cell(Bits& bits) {
    const Cell cell = std::countr_zero(bits);
    bits &= bits - 1;
    return cell;
}

struct Geometry {
    int files, ranks, cells;
    Bits all;
    std::array<Bits, most_cells> step{};  // table 2 of the paper, for the usual board
    std::array<std::array<std::uint8_t, most_cells>, most_cells> distance{};
    // The cells beyond a cell to each side: right, up (lower bits), left, down (higher bits).
    std::array<std::array<Bits, 4>, most_cells> rays{};

    static const Geometry& of(int files, int ranks);  // files * ranks <= 32, each at most 9

    // The second piece on each ray: what a cannon on this cell would land on.
    Bits jumps(Cell cell, Bits occupied) const {
        return usual_ ? jumps_by_tables(cell, occupied) : jumps_by_rays(cell, occupied);
    }
    // The same in three ways; `jumps_by_tables` and `jumps_by_tricks` are for files of four cells.
    Bits jumps_by_rays(Cell cell, Bits occupied) const;
    Bits jumps_by_tables(Cell cell, Bits occupied) const {
        const int row = cell >> 2, file = cell & 3;
        const Bits across = row_[static_cast<std::size_t>(file)][occupied >> (row * 4) & 15];
        const Bits along = column_[static_cast<std::size_t>(row)][column(occupied, file)];
        return across << (row * 4) | along << file;
    }
    static Bits jumps_by_tricks(Cell cell, Bits occupied);
    bool usual() const { return usual_; }

    Geometry(int files, int ranks);

   private:
    // The eight bits of a file, one beside the other.
    static Bits column(Bits occupied, int file) {
        Bits x = occupied >> file & 0x11111111;
        x = (x | x >> 3) & 0x03030303;
        x = (x | x >> 6) & 0x000f000f;
        return (x | x >> 12) & 0xff;
    }
    bool usual_;  // four files and eight ranks
    std::array<std::array<std::uint8_t, 16>, 4> row_{};
    std::array<std::array<Bits, 256>, 8> column_{};  // spread again, for file 0
};

}  // namespace kikashi::banqi
