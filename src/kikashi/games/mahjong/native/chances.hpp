// Chances of a hand to win the deal, from its distance, what helps it now and what helps it one
// step on; fitted from games.
#pragma once

#include <array>

#include "player.hpp"

namespace kikashi::mahjong {

constexpr int chance_features = 6;
constexpr int most_missing = 6;  // farther hands share a fit
using ChanceFeatures = std::array<float, chance_features>;

// The table as it bears on everybody's chances.
struct Pace {
    double turns;            // draws left to each player
    double opponents_melds;  // laid down by the others together
    double most_melds;       // by one of them
};
Pace pace_of(const Seen& seen);

// A hand after its discard (or before another draw): tiles held, own melds, melds to come.
struct Holding {
    Counts hand, laid;
    int melds;
};

// Copies unseen of useful tiles, each as often as there are players who can bring it. With `ahead`
// the next step counts too: the best that each useful tile leads to.
double tempo_of(const Seen& seen, const Holding& holding, int missing, TileSet useful, bool ahead);

ChanceFeatures features_of(const Pace& pace, double tempo);
double chance_to_win(const Pace& pace, int missing, double tempo);

}  // namespace kikashi::mahjong
