// A turn: the stones one side places before the other moves. Their order does not matter.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "positional/geometry.hpp"

namespace kikashi::positional {

// Cells of which any one stops all the threats of a stone; at most two are kept.
struct Stoppers {
    std::array<Cell, 2> cells{};
    std::uint8_t count = 0;
    const Cell* begin() const { return cells.data(); }
    const Cell* end() const { return cells.data() + count; }
};

struct Turn {
    std::array<Cell, max_stones> cells{};
    std::uint8_t count = 0;
    std::uint8_t threats = 255;  // no more sets than this are one turn from full after it
    // Where each of two stones threatens by itself: any two of these cells, one of each, stop all.
    std::array<Stoppers, 2> stoppers{};
    std::int32_t score = 0;  // what the generator thinks of it; larger is tried first

    Turn() = default;
    Turn(std::initializer_list<Cell> stones, std::int32_t value = 0) : score(value) {
        for (Cell cell : stones) cells[count++] = cell;
    }
    const Cell* begin() const { return cells.data(); }
    const Cell* end() const { return cells.data() + count; }
    bool has(Cell cell) const { return std::find(begin(), end(), cell) != end(); }
    bool holds(const Turn& part) const {
        return std::all_of(part.begin(), part.end(), [&](Cell cell) { return has(cell); });
    }
    bool known_defence() const { return stoppers[0].count && stoppers[1].count; }
    void add(Cell cell) { cells[count++] = cell; }
    void sort() {  // by insertion: a turn has very few stones
        for (int i = 1; i < count; ++i)
            for (int j = i; j > 0 && cells[j] < cells[j - 1]; --j)
                std::swap(cells[j], cells[j - 1]);
    }
    bool operator==(const Turn& other) const {
        return count == other.count && std::equal(begin(), end(), other.begin());
    }
};

// Sorts the turns from `begin` on by score, equal ones as they are. Most lists are short, and
// insertion needs no buffer.
inline void best_first(std::vector<Turn>& turns, std::size_t begin = 0) {
    constexpr std::size_t few = 24;
    const auto better = [](const Turn& a, const Turn& b) { return a.score > b.score; };
    if (turns.size() - begin > few) {
        std::stable_sort(turns.begin() + static_cast<std::ptrdiff_t>(begin), turns.end(), better);
        return;
    }
    for (std::size_t i = begin + 1; i < turns.size(); ++i) {
        if (!better(turns[i], turns[i - 1])) continue;
        const Turn moved = turns[i];
        std::size_t j = i;
        for (; j > begin && better(moved, turns[j - 1]); --j) turns[j] = turns[j - 1];
        turns[j] = moved;
    }
}

}  // namespace kikashi::positional
