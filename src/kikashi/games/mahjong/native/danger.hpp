// How likely a tile is to be won on by an opponent, from what lies open: fitted from games.
#pragma once

#include <array>

#include "player.hpp"

namespace kikashi::mahjong {

// What of a tile and an opponent the estimate looks at; `danger.cpp` says what each means.
constexpr int danger_features = 26;
using DangerFeatures = std::array<float, danger_features>;

// One opponent as another player sees them; made once a decision.
class Opponent {
   public:
    Opponent(const Seen& seen, int seat);

    int seat() const { return seat_; }
    DangerFeatures features(int tile) const;
    // Chance that the opponent would win on the tile now.
    double danger(int tile) const;
    // Tai that a win of theirs would be worth, as far as it shows.
    double expected_tai() const { return tai_; }

   private:
    const Seen* seen_;
    int seat_;
    TileSet own_early_ = 0, own_late_ = 0;  // what they discarded, before and in the last six
    TileSet let_by_ = 0;                    // what they did not take since their own last discard
    TileSet let_by_before_ = 0;             // since the one before
    std::array<int, suits> discards_in_{}, melds_in_{};
    double tai_ = 0;
};

// Ways in which unseen tiles could wait for a tile: the paper's measure of how likely it is to be
// won on.
double combinations(const Seen& seen, int tile);

}  // namespace kikashi::mahjong
