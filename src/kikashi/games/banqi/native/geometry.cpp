#include "geometry.hpp"

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

namespace kikashi::banqi {

namespace {

// What a cannon at `place` of a line lands on, given the pieces of the line.
Bits jumps_in_line(int place, Bits line, int length) {
    Bits found = 0;
    for (const int way : {1, -1}) {
        int met = 0;
        for (int at = place + way; at >= 0 && at < length; at += way)
            if (line >> at & 1 && ++met == 2) {
                found |= bit(at);
                break;
            }
    }
    return found;
}

constexpr Bits lowest(Bits x) { return x & (~x + 1); }

// The paper's CGenCR and CGenCL: the second piece, seen from the right end of a line or its left.
Bits second_from_right(Bits x) {
    x ^= lowest(x);
    return lowest(x);
}
Bits second_from_left(Bits x) {
    if (x == 0) return 0;
    x ^= bit(31 - std::countl_zero(x));
    return x ? bit(31 - std::countl_zero(x)) : 0;
}

// A line cut in two at the cannon, as the paper does for each place: what lies to its right is
// looked at from the left end, what lies to its left from the right end.
Bits cut_line(Bits line, Bits cannon) {
    const Bits right = line & (cannon - 1);
    const Bits left = line & ~(cannon - 1) & ~cannon;
    return second_from_left(right) | second_from_right(left);
}

}  // namespace

Geometry::Geometry(int files_, int ranks_)
    : files(files_),
      ranks(ranks_),
      cells(files_ * ranks_),
      all(cells == 32 ? ~Bits{0} : bit(cells) - 1),
      usual_(files_ == 4 && ranks_ == 8) {
    for (Cell cell = 0; cell < cells; ++cell) {
        const int x = cell % files, y = cell / files;
        const auto at = static_cast<std::size_t>(cell);
        const auto walk = [&](std::size_t way, int right, int up) {
            for (int a = x + right, b = y + up; a >= 0 && b >= 0 && a < files && b < ranks;
                 a += right, b += up)
                rays[at][way] |= bit(files * b + a);
        };
        walk(0, -1, 0);
        walk(1, 0, -1);
        walk(2, 1, 0);
        walk(3, 0, 1);
        for (Cell other = 0; other < cells; ++other) {
            const int far = std::abs(other % files - x) + std::abs(other / files - y);
            distance[at][static_cast<std::size_t>(other)] = static_cast<std::uint8_t>(far);
            if (far == 1) step[at] |= bit(other);
        }
    }
    if (!usual_) return;
    for (int file = 0; file < 4; ++file)
        for (Bits line = 0; line < 16; ++line)
            row_[static_cast<std::size_t>(file)][line] =
                static_cast<std::uint8_t>(jumps_in_line(file, line, 4));
    for (int row = 0; row < 8; ++row)
        for (Bits line = 0; line < 256; ++line) {
            Bits packed = jumps_in_line(row, line, 8), spread = 0;
            while (packed) spread |= bit(4 * take_cell(packed));
            column_[static_cast<std::size_t>(row)][line] = spread;
        }
}

const Geometry& Geometry::of(int files, int ranks) {
    static std::mutex guard;
    static std::map<std::pair<int, int>, std::unique_ptr<const Geometry>> made;
    const std::lock_guard lock(guard);
    auto& found = made[{files, ranks}];
    if (!found) found = std::make_unique<const Geometry>(files, ranks);
    return *found;
}

Bits Geometry::jumps_by_rays(Cell cell, Bits occupied) const {
    const auto& from = rays[static_cast<std::size_t>(cell)];
    return second_from_left(from[0] & occupied) | second_from_left(from[1] & occupied) |
           second_from_right(from[2] & occupied) | second_from_right(from[3] & occupied);
}

Bits Geometry::jumps_by_tricks(Cell cell, Bits occupied) {
    const int row = cell >> 2, file = cell & 3;
    const Bits across = occupied >> (4 * row) & 0xf;
    const Bits along = occupied >> file & 0x11111111;
    return cut_line(across & ~bit(file), bit(file)) << (4 * row) |
           cut_line(along & ~bit(4 * row), bit(4 * row)) << file;
}

}  // namespace kikashi::banqi
