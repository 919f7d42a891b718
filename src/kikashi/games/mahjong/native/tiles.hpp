// Tiles by number: 0-8 characters, 9-17 dots, 18-26 bamboo, 27-33 honours, 34-41 flowers.
#pragma once

#include <array>
#include <cstdint>

namespace kikashi::mahjong {

using Tile = std::int8_t;

constexpr int kinds = 34;      // without flowers
constexpr int all_kinds = 42;  // with flowers
constexpr int first_honour = 27;
constexpr int first_dragon = 31;
constexpr int first_flower = 34;
constexpr int copies = 4;
constexpr int suits = 4;  // the honours count as one
constexpr int most_tiles = 17;
constexpr int most_melds = 5;

using Counts = std::array<std::uint8_t, kinds>;

constexpr int suit_of(int tile) { return tile < first_honour ? tile / 9 : 3; }
constexpr int rank_of(int tile) { return tile < first_honour ? tile % 9 : tile - first_honour; }
constexpr int first_of(int suit) { return 9 * suit; }
constexpr int ranks_of(int suit) { return suit < 3 ? 9 : 7; }
constexpr bool is_flower(int tile) { return tile >= first_flower; }
constexpr bool is_terminal(int tile) {
    return tile < first_honour && (tile % 9 == 0 || tile % 9 == 8);
}

}  // namespace kikashi::mahjong
