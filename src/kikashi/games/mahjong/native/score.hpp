// What a win is worth: the same tai as in tai.py, counted over every way to take the hand apart.
#pragma once

#include <array>
#include <cstdint>

#include "tiles.hpp"

namespace kikashi::mahjong {

enum class MeldKind : std::uint8_t { chow, pong, kong, added, hidden };

struct Meld {
    MeldKind kind = MeldKind::chow;
    Tile tile = 0;  // the lowest
    Tile taken = -1;
    std::int8_t giver = -1;
};

// In the order of tai.py.
enum Tai : std::uint8_t {
    self_drawn,
    concealed,
    concealed_self_drawn,
    robbed_kong,
    after_kong,
    after_flower,
    last_draw,
    last_discard,
    single_wait,
    all_from_others,
    half_from_others,
    flat,
    three_concealed,
    four_concealed,
    five_concealed,
    all_pongs,
    half_flush,
    full_flush,
    all_honours,
    little_dragons,
    big_dragons,
    little_winds,
    big_winds,
    dragon,
    round_wind,
    seat_wind,
    own_flower,
    flower_set,
    eight_flowers,
    heavenly,
    earthly,
    human,
    declared,
    declared_early,
    tai_count
};

// A table of tai: what each is worth, and which others it makes void (as bits).
struct Profile {
    std::array<std::int16_t, tai_count> worth{};
    std::array<std::uint64_t, tai_count> voids{};
};

enum class First : std::uint8_t { no, heavenly, earthly, human };
enum class Replaced : std::uint8_t { no, kong, flower };
enum class Ready : std::uint8_t { no, yes, early };

struct Win {
    Counts held{};  // the winning tile included
    std::array<Meld, most_melds> melds{};
    int meld_count = 0;
    std::uint8_t flowers = 0;  // bit n: flower n
    Tile tile = 0;
    bool self_drawn = false, robbed = false, last = false, eight = false;
    Replaced replaced = Replaced::no;
    int waits = 2;
    int seat = 0, round = 0;
    First first = First::no;
    Ready declared = Ready::no;
};

// Tai of the best way to take the win apart, -1 if the tiles are none; the dealer's part is not in
// it.
int score(const Win& win, const Profile& profile);

}  // namespace kikashi::mahjong
