// Points and colours. Boards have a border, so that every neighbour of a point can be read; the
// border at the right of a row is also that at the left of the next.
#pragma once

#include <array>
#include <cstdint>

namespace kikashi::go {

using Point = std::uint16_t;
inline constexpr Point pass_move = 0;  // index 0 is a corner of the border
inline constexpr int least_size = 2, most_size = 25;

enum Colour : std::uint8_t { empty = 0, black = 1, white = 2, border = 3 };

constexpr Colour other(Colour colour) { return static_cast<Colour>(colour ^ 3); }
constexpr Colour colour_of(int side) { return side == 0 ? black : white; }
constexpr int side_of(Colour colour) { return colour == black ? 0 : 1; }

constexpr int stride_of(int size) { return size + 1; }
constexpr int cells_of(int size) { return (size + 2) * (size + 1) + 1; }  // border and all

// Cell numbers of the law run from a1 by columns; points are those of the bordered board.
constexpr Point point_of(int size, int cell) {
    return static_cast<Point>((cell / size + 1) * stride_of(size) + cell % size + 1);
}
constexpr int cell_of(int size, Point point) {
    return (point / stride_of(size) - 1) * size + point % stride_of(size) - 1;
}

// The eight neighbours as codes of surroundings number them: beside first, then diagonal.
enum Way { north, east, south, west, north_east, south_east, south_west, north_west };

struct Offsets {
    std::array<int, 8> by;
    explicit Offsets(int size) {
        const int up = stride_of(size);
        by = {up, 1, -up, -1, up + 1, 1 - up, -up - 1, up - 1};
    }
};
// The way back: a stone north of a point has that point in its south.
inline constexpr std::array<std::uint8_t, 8> back_of = {
    south, west, north, east, south_west, north_west, north_east, south_east};

}  // namespace kikashi::go
