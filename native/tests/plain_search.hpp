// Search of a whole tree as its definition says: every branch, no cut, no table. What the searches
// of native/search are compared with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "search/searchable.hpp"

namespace kikashi::tests {

inline int failures = 0;

inline void expect(bool holds, const char* what, std::uint64_t seed) {
    if (holds) return;
    std::printf("%s (seed %llu)\n", what, static_cast<unsigned long long>(seed));
    ++failures;
}

inline std::int64_t floor_mean(std::int64_t sum, std::int64_t total) {
    return sum / total - (sum % total != 0 && sum < 0);
}

// The slowest of all wins or all losses; else the mean, in which no value is beyond the bound.
template <search::ChanceGame G, class Child>
search::Value plain_chance(G& game, Child child) {
    std::vector<search::Outcome<typename G::Move>> outcomes;
    game.chance_outcomes(outcomes);
    const search::Value bound = game.chance_bound();
    std::int64_t sum = 0, total = 0;
    bool all_win = true, all_lose = true;
    search::Value least = search::infinite, most = -search::infinite;
    for (const auto& outcome : outcomes) {
        const search::Value value = child(outcome.move);
        all_win = all_win && search::is_win(value);
        all_lose = all_lose && search::is_loss(value);
        least = std::min(least, value);
        most = std::max(most, value);
        sum += static_cast<std::int64_t>(outcome.weight) * std::clamp(value, -bound, bound);
        total += outcome.weight;
    }
    if (all_win) return least;
    if (all_lose) return most;
    return static_cast<search::Value>(floor_mean(sum, total));
}

template <search::ChanceGame G>
search::Value plain(G& game, int depth, int ply = 0) {
    search::Value value;
    if (game.is_terminal(ply, value)) return value;
    const int side = game.side_to_move();
    const auto child = [&](const typename G::Move& move, int left) {
        game.play(move);
        const bool same = game.side_to_move() == side;
        const search::Value found = plain(game, left, ply + 1);
        game.undo(move);
        return same ? found : -found;
    };
    if (game.is_chance_node())
        return plain_chance(game, [&](const auto& outcome) { return child(outcome, depth); });
    if (depth <= 0) return game.quiescence(0, 0, ply);
    std::vector<search::ScoredMove<typename G::Move>> moves;
    game.generate_moves(ply, moves);
    search::Value best = -search::infinite;
    for (const auto& scored : moves) best = std::max(best, child(scored.move, depth - 1));
    return best;
}

}  // namespace kikashi::tests
