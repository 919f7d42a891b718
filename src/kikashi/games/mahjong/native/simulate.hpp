// Whole deals played by native players, from a wall that is laid out before.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "player.hpp"

namespace kikashi::mahjong {

using Wall = std::vector<Tile>;

// The wall of a seed; draws come from its front, tiles in place of flowers and kongs from its back.
Wall shuffled(const Rules& rules, std::uint64_t seed);

// Draws what the table waits for, from a wall of which `front` and `back` tiles are gone.
struct Drawer {
    const Wall& wall;
    int front = 0, back = 0;

    void draw(Table& table) {
        const auto size = wall.size();
        table.draw(table.from_back() ? wall[size - 1 - static_cast<std::size_t>(back++)]
                                     : wall[static_cast<std::size_t>(front++)]);
    }
};

using Players = std::array<Level, seats>;

// One deal to its end. Each seat has a stream of random numbers of its own.
DealEnd play_deal(const Rules& rules, const Wall& wall, const Players& players, std::uint64_t seed);

struct Tally {
    std::int64_t deals = 0, wins = 0, self_drawn = 0, deal_ins = 0, empty = 0, tai = 0;
    double points = 0, squares = 0;  // squares: of the mean of each duplicate deal
    std::int64_t sets = 0;           // duplicate deals, each played in all seatings
};

// Seatings of one wall: bit s of a mask says that seat s is A's. All are played; tallies are A's.
Tally play_match(const Rules& rules, const Level& a, const Level& b,
                 std::span<const std::uint8_t> seatings, std::uint64_t first_seed, int walls,
                 const std::function<bool()>& go_on);

}  // namespace kikashi::mahjong
