#include "plans.hpp"

#include <algorithm>

namespace kikashi::mahjong {

namespace {

// Set by hand from averages of matches of 'fastest hand' players: a quarter of their wins are
// self-drawn and paid by three.
constexpr double payers = 1.9;
constexpr double self_drawn_share = 0.25;
constexpr double stays_concealed[] = {1, 0.95, 0.6, 0.35, 0.2, 0.1, 0.05, 0, 0, 0};  // by missing
constexpr double pair_becomes_pong = 0.4;
constexpr int flush_from = 9;  // tiles of the suit and honours, before a flush is thought of
constexpr int pongs_from = 4;  // pairs and triplets, before all pongs are

std::size_t at(int index) { return static_cast<std::size_t>(index); }

int value_of_honour(const Seen& seen, int tile) {
    if (tile < first_honour) return 0;
    const int own = (seen.seat - seen.open.dealer + seats) % seats;
    return (tile >= first_dragon) + (tile == first_honour + seen.open.round) +
           (tile == first_honour + own);
}

struct Goal {
    Aim aim;
    int missing;
    TileSet useful;
};

// Only tiles of one suit and honours count.
Goal flush_goal(const Holding& holding, int suit) {
    Counts kept{};
    for (int tile = 0; tile < kinds; ++tile)
        if (suit_of(tile) == suit || suit_of(tile) == 3) kept[at(tile)] = holding.hand[at(tile)];
    const Hand hand(kept, holding.laid, holding.melds);
    TileSet inside = 0;
    for (int tile = 0; tile < kinds; ++tile)
        if (suit_of(tile) == suit || suit_of(tile) == 3) inside |= bit(tile);
    // Other suits may still look useful to the tables; inside the suit nothing changes by that.
    return {Aim::flush, hand.missing(), hand.useful() & inside};
}

Goal pongs_goal(const Seen& seen, const Holding& holding) {
    int of[5] = {};
    for (const auto held : holding.hand) ++of[held];
    const int triplets = of[3] + of[4];
    const int melds = holding.melds;
    int need = melds, missing = 0;
    need -= std::min(triplets, melds);
    const int spare = triplets - std::min(triplets, melds);
    int pairs = of[2] + spare;
    const int used = std::min(need, std::max(0, pairs));
    missing += used;
    pairs -= used;
    need -= used;
    missing += 2 * need;  // single tiles become pongs
    if (pairs == 0) missing += 1;
    TileSet useful = 0;
    const bool few = of[2] + spare < melds - std::min(triplets, melds) + 1;
    for (int tile = 0; tile < kinds; ++tile) {
        const int held = holding.hand[at(tile)];
        if (held == 2 || (few && held == 1 && seen.unseen(tile) > 1)) useful |= bit(tile);
    }
    return {Aim::pongs, missing, useful};
}

}  // namespace

double points_of_win(const Seen& seen, const Holding& holding, int missing, double aim_tai) {
    const Open& open = seen.open;
    const Spot& place = seen.place();
    double tai = aim_tai + self_drawn_share;
    const int own = (seen.seat - open.dealer + seats) % seats;
    tai += (place.flowers >> own & 1) + (place.flowers >> (4 + own) & 1);
    bool concealed = holding.melds == most_melds;
    if (!concealed) {
        concealed = place.meld_count == most_melds - holding.melds;
        for (int n = 0; n < place.meld_count; ++n)
            concealed &= place.melds[at(n)].kind == MeldKind::hidden;
    }
    if (concealed) tai += (1 + 2 * self_drawn_share) * stays_concealed[std::clamp(missing, 0, 9)];
    for (int tile = first_honour; tile < kinds; ++tile) {
        const int value = value_of_honour(seen, tile);
        if (!value) continue;
        if (holding.laid[at(tile)] >= 3 || holding.hand[at(tile)] >= 3)
            tai += value;
        else if (holding.hand[at(tile)] == 2 && seen.unseen(tile) > 0)
            tai += value * pair_becomes_pong;
    }
    const double dealers = own == 0 ? 1.0 : 1.0 / 3;
    tai += dealers * (2 * open.streak + 1);
    return payers * (seen.rules.base + seen.rules.unit * tai);
}

double worth_of(const Seen& seen, const Pace& pace, const Holding& holding, int missing,
                TileSet useful) {
    const auto worth = [&](const Goal& goal, double tai) {
        Help help = help_of(seen, holding.hand, goal.missing, goal.useful);
        help.aim = goal.aim;
        return chance_to_win(pace, goal.missing, help) *
               points_of_win(seen, holding, goal.missing, tai);
    };
    // A hand that is all of one suit scores its flush by any win.
    std::array<int, suits> held{}, laid{};
    int total = 0, groups = 0;
    for (int tile = 0; tile < kinds; ++tile) {
        held[at(suit_of(tile))] += holding.hand[at(tile)];
        laid[at(suit_of(tile))] += holding.laid[at(tile)];
        total += holding.hand[at(tile)] + holding.laid[at(tile)];
        groups += holding.hand[at(tile)] >= 2;
    }
    double best = 0;
    const auto& values = seen.rules.profile.worth;
    for (int suit = 0; suit < 3; ++suit) {
        const int inside = held[at(suit)] + laid[at(suit)] + held[3] + laid[3];
        bool elsewhere = false;
        for (int other = 0; other < 3; ++other) elsewhere |= other != suit && laid[at(other)] > 0;
        if (elsewhere || inside < flush_from) continue;
        const int tai = held[3] + laid[3] ? values[half_flush] : values[full_flush];
        if (inside == total)
            best = std::max(best, worth({Aim::any, missing, useful}, tai));
        else
            best = std::max(best, worth(flush_goal(holding, suit), tai));
    }
    bool chows = false;
    for (int n = 0; n < seen.place().meld_count; ++n)
        chows |= seen.place().melds[at(n)].kind == MeldKind::chow;
    chows |= seen.place().meld_count < most_melds - holding.melds &&
             laid[0] + laid[1] + laid[2] > 0 && [&] {  // the meld just claimed
                 for (int tile = 0; tile < first_honour; ++tile)
                     if (holding.laid[at(tile)] == 1 || holding.laid[at(tile)] == 2) return true;
                 return false;
             }();
    if (!chows && groups + most_melds - holding.melds >= pongs_from)
        best = std::max(best, worth(pongs_goal(seen, holding), values[all_pongs]));
    return std::max(best, worth({Aim::any, missing, useful}, 0));
}

}  // namespace kikashi::mahjong
