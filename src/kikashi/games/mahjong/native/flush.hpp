// The Monte-Carlo table of the half flush: chances to win before the tenth turn, nobody
// else winning.
#pragma once

#include <cstdint>

namespace kikashi::mahjong {

constexpr int flush_rows = 71, flush_columns = 9;  // tiles left 1..71, missing 1..9

// From our table (flush_table.hpp); 0 beyond nine missing.
double flush_chance(int missing, int left);

// One cell, played: a hand that lacks `missing` tiles of a half flush, `left` tiles in the wall.
// Each turn the player draws, then three others discard tiles at random; wins and pongs come from
// anybody, chows from the upstream seat.
double simulate_flush(int missing, int left, int trials, std::uint64_t seed);

}  // namespace kikashi::mahjong
