#include "chances.hpp"

#include <algorithm>
#include <cmath>

#include "weights.hpp"

namespace kikashi::mahjong {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Anybody's discard wins or makes a pong, the upstream seat's a chow: beside the own draw.
constexpr double by_anybody = 3, by_upstream = 1;
// How the two steps count together: 0.25, 0.45 and 0.6 won equally often, 0.1 less (500 to 2,500
// walls).
constexpr double this_step = 0.45;
// What the second step leaves of the first on the average, by tiles missing, where it is not
// looked at.
constexpr double usual_share[] = {1, 1, 0.80, 0.745, 0.80, 0.855, 0.917};
constexpr double step_beyond = 0.4;  // logits a tile, past the distances that were fitted

bool can_chow(const Counts& hand, int tile) {
    if (tile >= first_honour) return false;
    const int rank = tile % 9;
    const auto held = [&](int by) {
        return rank + by >= 0 && rank + by <= 8 && hand[at(tile + by)] > 0;
    };
    return (held(-2) && held(-1)) || (held(-1) && held(1)) || (held(1) && held(2));
}

double sources(const Counts& hand, int missing, int tile) {
    if (missing == 1 || hand[at(tile)] >= 2) return 1 + by_anybody;
    return can_chow(hand, tile) ? 1 + by_upstream : 1;
}

double one_step(const Seen& seen, const Counts& hand, int missing, TileSet useful, int gone) {
    double sum = 0;
    for (int tile = 0; tile < kinds; ++tile)
        if (useful & bit(tile))
            sum += std::max(0, seen.unseen(tile) - (tile == gone)) * sources(hand, missing, tile);
    return sum;
}

// After a useful tile was drawn: the best that a discard leaves.
double best_step(const Seen& seen, const Hand& drawn, Counts& hand, int gone) {
    const auto discards = drawn.discards(true);
    int least = never;
    for (const auto& left : discards) least = std::min<int>(least, left.missing);
    double best = 0;
    for (int tile = 0; tile < kinds; ++tile) {
        if (discards[at(tile)].missing != least) continue;
        --hand[at(tile)];
        best = std::max(best, one_step(seen, hand, least, discards[at(tile)].useful, gone));
        ++hand[at(tile)];
    }
    return best;
}

}  // namespace

Pace pace_of(const Seen& seen) {
    Pace pace{std::max(0, seen.drawable()) / 4.0, 0, 0};
    for (int seat = 0; seat < seats; ++seat) {
        if (seat == seen.seat) continue;
        const double melds = seen.open.place(seat).meld_count;
        pace.opponents_melds += melds;
        pace.most_melds = std::max(pace.most_melds, melds);
    }
    return pace;
}

double tempo_of(const Seen& seen, const Holding& holding, int missing, TileSet useful, bool ahead) {
    const double first = one_step(seen, holding.hand, missing, useful, -1);
    if (missing <= 1) return first;
    if (!ahead) return first * usual_share[std::min(missing, most_missing)];
    Hand hand(holding.hand, holding.laid, holding.melds);
    Counts held = holding.hand;
    double sum = 0, weights = 0;
    for (int tile = 0; tile < kinds; ++tile) {
        const int left = seen.unseen(tile);
        if (!(useful & bit(tile)) || left <= 0) continue;
        const double weight = left * sources(holding.hand, missing, tile);
        hand.add(tile);
        ++held[at(tile)];
        sum += weight * best_step(seen, hand, held, tile);
        weights += weight;
        hand.remove(tile);
        --held[at(tile)];
    }
    const double second = weights > 0 ? sum / weights : 0;
    return std::pow(first, this_step) * std::pow(second + 1, 1 - this_step);
}

ChanceFeatures features_of(const Pace& pace, double tempo) {
    return {1.0f,
            static_cast<float>(std::log1p(tempo)),
            static_cast<float>(std::log1p(pace.turns)),
            static_cast<float>(pace.turns / 10),
            static_cast<float>(pace.opponents_melds / 5),
            static_cast<float>(pace.most_melds / 5)};
}

double chance_to_win(const Pace& pace, int missing, double tempo) {
    if (tempo <= 0 || pace.turns <= 0) return 0;
    const ChanceFeatures found = features_of(pace, tempo);
    const double* weights = chance_weights[std::clamp(missing, 1, most_missing) - 1];
    double sum = -step_beyond * std::max(0, missing - most_missing);
    for (std::size_t n = 0; n < found.size(); ++n)
        sum += static_cast<double>(found[n]) * weights[n];
    return 1 / (1 + std::exp(-sum));
}

}  // namespace kikashi::mahjong
