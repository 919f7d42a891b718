#include "payment.hpp"

#include <algorithm>

namespace kikashi::mahjong {

namespace {

// From matches of 'fastest hand' players: 22% of their wins are self-drawn and paid by three.
constexpr double payers = 1.45;
constexpr double self_drawn_share = 0.22;
// Set by hand.
constexpr double stays_concealed[] = {1, 0.95, 0.6, 0.35, 0.2, 0.1, 0.05, 0, 0, 0};  // by missing
constexpr double pair_becomes_pong = 0.4;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

int own_wind(const Seen& seen) { return (seen.seat - seen.open.dealer + seats) % seats; }

int value_of_honour(const Seen& seen, int tile) {
    return (tile >= first_dragon) + (tile == first_honour + seen.open.round) +
           (tile == first_honour + own_wind(seen));
}

bool is_concealed(const Seen& seen, const Holding& holding) {
    const Spot& place = seen.place();
    if (place.meld_count != most_melds - holding.melds) return false;  // a claim is thought of
    for (int n = 0; n < place.meld_count; ++n)
        if (place.melds[at(n)].kind != MeldKind::hidden) return false;
    return true;
}

double honour_tai(const Seen& seen, const Holding& holding) {
    double tai = 0;
    for (int tile = first_honour; tile < kinds; ++tile) {
        const int value = value_of_honour(seen, tile);
        if (holding.laid[at(tile)] >= 3 || holding.hand[at(tile)] >= 3)
            tai += value;
        else if (holding.hand[at(tile)] == 2 && seen.unseen(tile) > 0)
            tai += value * pair_becomes_pong;
    }
    return tai;
}

// A hand that is all of one suit scores its flush by any win.
double flush_tai(const Seen& seen, const Holding& holding) {
    std::array<bool, suits> there{};
    for (int tile = 0; tile < kinds; ++tile)
        there[at(suit_of(tile))] |= holding.hand[at(tile)] + holding.laid[at(tile)] > 0;
    if (there[0] + there[1] + there[2] != 1) return 0;
    return seen.rules.profile.worth[there[3] ? half_flush : full_flush];
}

}  // namespace

double points_of_win(const Seen& seen, const Holding& holding, int missing) {
    const Spot& place = seen.place();
    const int own = own_wind(seen);
    double tai = self_drawn_share + honour_tai(seen, holding) + flush_tai(seen, holding);
    tai += (place.flowers >> own & 1) + (place.flowers >> (4 + own) & 1);
    if (is_concealed(seen, holding))
        tai += (1 + 2 * self_drawn_share) * stays_concealed[std::clamp(missing, 0, 9)];
    const double dealers = own == 0 ? 1.0 : 1.0 / 3;
    tai += dealers * (2 * seen.open.streak + 1);
    return payers * (seen.rules.base + seen.rules.unit * tai);
}

}  // namespace kikashi::mahjong
