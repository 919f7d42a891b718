// Chances of a hand to win the deal, from its distance and what helps it.
//
// A small model runs the race (each turn the hand comes a step nearer with some probability, and
// somebody else may win first); how far it is off is fitted from games.
#pragma once

#include <array>

#include "player.hpp"

namespace kikashi::mahjong {

constexpr int chance_features = 5;
constexpr int most_missing = 8;  // farther hands are all alike
using ChanceFeatures = std::array<float, chance_features>;

// The table as it bears on everybody's chances.
struct Pace {
    int turns;               // draws left to each player
    double unseen;           // tiles that this player does not see
    double opponents_melds;  // laid down by the others together
    double declared;         // opponents who have declared
};
Pace pace_of(const Seen& seen);

// Copies unseen of useful tiles, and of those among them that can be claimed: for a pong from
// anybody, for a chow from the upstream seat (a third), to win from anybody.
enum class Aim : std::uint8_t { any, flush, pongs };
struct Help {
    double useful = 0, claimable = 0;
    Aim aim = Aim::any;
};
Help help_of(const Seen& seen, const Counts& hand, int missing, TileSet useful);

// The race as the model runs it.
double race(const Pace& pace, int missing, const Help& help);

// Of a hand after its discard.
ChanceFeatures features_of(const Pace& pace, int missing, const Help& help);
double chance_to_win(const Pace& pace, int missing, const Help& help);

}  // namespace kikashi::mahjong
