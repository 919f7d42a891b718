#include "chances.hpp"

#include <algorithm>
#include <cmath>

#include "weights.hpp"

namespace kikashi::mahjong {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Averages of 'fastest hand' players by tiles missing (bench/mahjong_fit.py prints them): useful
// copies unseen, and claimable ones.
constexpr double usual_useful[] = {0, 4.7, 12.6, 22.8, 36.5, 55.7, 77.5, 87, 94};
constexpr double usual_claimable[] = {0, 4.7, 5.0, 8.1, 10.4, 11.5, 10.6, 9.4, 8};
constexpr double luck_kept = 0.05;  // how much of today's luck with useful tiles lasts
// Later steps of special hands: a flush draws on sixteen kinds of tiles, pongs on pairs.
constexpr double flush_share = 0.6, useful_of_pair = 2.0;
// What others win in a turn, roughly: the fit corrects it.
constexpr double others_win_early = 0.015, others_win_late = 0.11, others_win_meld = 0.006;
constexpr double long_game = 17;

bool can_chow(const Counts& hand, int tile) {
    if (tile >= first_honour) return false;
    const int rank = tile % 9;
    const auto held = [&](int by) {
        return rank + by >= 0 && rank + by <= 8 && hand[at(tile + by)] > 0;
    };
    return (held(-2) && held(-1)) || (held(-1) && held(1)) || (held(1) && held(2));
}

}  // namespace

Pace pace_of(const Seen& seen) {
    Pace pace{(std::max(0, seen.drawable()) + 2) / 4, 136, 0, 0};
    for (int tile = 0; tile < kinds; ++tile)
        pace.unseen -= seen.hand[at(tile)] + seen.open.visible[at(tile)];
    for (int seat = 0; seat < seats; ++seat) {
        if (seat == seen.seat) continue;
        pace.opponents_melds += seen.open.place(seat).meld_count;
        pace.declared += seen.open.place(seat).ready != Ready::no;
    }
    return pace;
}

Help help_of(const Seen& seen, const Counts& hand, int missing, TileSet useful) {
    Help help;
    for (int tile = 0; tile < kinds; ++tile) {
        if (!(useful & bit(tile))) continue;
        const double left = std::max(0, seen.unseen(tile));
        help.useful += left;
        if (missing == 1 || hand[at(tile)] >= 2)
            help.claimable += left;
        else if (can_chow(hand, tile))
            help.claimable += left / 3;
    }
    return help;
}

double race(const Pace& pace, int missing, const Help& help) {
    missing = std::clamp(missing, 1, most_missing);
    std::array<double, most_missing + 1> step{}, here{};
    const double luck = std::clamp(help.useful / usual_useful[missing], 0.02, 2.0);
    const double calls = std::clamp(help.claimable / usual_claimable[missing], 0.02, 2.0);
    const double lasting_luck = std::pow(luck, luck_kept),
                 lasting_calls = std::pow(calls, luck_kept);
    for (int m = missing; m >= 1; --m) {
        double useful = help.useful, claimable = help.claimable;
        if (m < missing && help.aim == Aim::pongs) {
            useful = claimable = useful_of_pair * (m + 1);
        } else if (m < missing) {
            const double share = help.aim == Aim::flush ? flush_share : 1;
            useful = usual_useful[m] * share * lasting_luck;
            claimable = usual_claimable[m] * share * lasting_calls;
        }
        const double drawn = std::min(0.95, useful / pace.unseen);
        const double claimed = std::min(0.5, claimable / pace.unseen);
        step[at(m)] = 1 - (1 - drawn) * (1 - claimed) * (1 - claimed) * (1 - claimed);
    }
    here[at(missing)] = 1;
    double won = 0, alive = 1;
    for (int turn = pace.turns; turn > 0; --turn) {
        won += alive * here[1] * step[1];
        for (int m = 1; m <= missing; ++m) {
            const double from_above = m < missing ? here[at(m + 1)] * step[at(m + 1)] : 0;
            here[at(m)] = here[at(m)] * (1 - step[at(m)]) + from_above;
        }
        const double late = std::max(0.0, 1 - turn / long_game);
        alive *= 1 - others_win_early - (others_win_late - others_win_early) * late -
                 others_win_meld * pace.opponents_melds;
    }
    return won;
}

ChanceFeatures features_of(const Pace& pace, int missing, const Help& help) {
    const double chance = std::clamp(race(pace, missing, help), 1e-5, 1 - 1e-5);
    return {1.0f, static_cast<float>(std::log(chance / (1 - chance))),
            static_cast<float>(pace.opponents_melds / 5), static_cast<float>(pace.turns / 10.0),
            static_cast<float>(pace.declared)};
}

double chance_to_win(const Pace& pace, int missing, const Help& help) {
    if (help.useful <= 0 || pace.turns <= 0) return 0;
    const ChanceFeatures found = features_of(pace, missing, help);
    double sum = 0;
    for (std::size_t n = 0; n < found.size(); ++n)
        sum += static_cast<double>(found[n]) * chance_weights[n];
    return 1 / (1 + std::exp(-sum));
}

}  // namespace kikashi::mahjong
