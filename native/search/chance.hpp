// Chance nodes of the alpha-beta search: Ballard's Star1 (cut as soon as the outcomes still open
// cannot bring the mean back into the window) after Star2's probing (one good move below each
// outcome often bounds it well enough). Included by alphabeta.hpp.
#pragma once

#include <algorithm>

#include "search/alphabeta.hpp"

namespace kikashi::search {

// Means are rounded towards minus infinity for the side whose view it is.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

// What is known of an outcome's value, within the chance bound.
template <Searchable G>
struct AlphaBeta<G>::OutcomeBounds {
    Value lower, upper;
};

template <Searchable G>
Value AlphaBeta<G>::chance_node(int depth, Value alpha, Value beta, int ply)
    requires ChanceGame<G>
{
    std::vector<Outcome<Move>> outcomes;
    game_.chance_outcomes(outcomes);
    const Value bound = game_.chance_bound();
    // Beyond the bound lie only wins and losses after every outcome.
    if (alpha >= bound) return sure_chance_node(outcomes, depth, ply, alpha, beta, bound);
    if (beta <= -bound) return sure_chance_node(outcomes, depth, ply, alpha, beta, -bound);

    std::int64_t total = 0;
    for (const auto& outcome : outcomes) total += outcome.weight;
    std::vector<OutcomeBounds> bounds(outcomes.size(), {-bound, bound});
    std::int64_t lower_sum = -bound * total, upper_sum = bound * total;
    const auto learn = [&](std::size_t i, Value lower, Value upper) {
        const std::int64_t weight = outcomes[i].weight;
        lower = std::clamp(lower, -bound, bound);
        upper = std::clamp(upper, -bound, bound);
        lower_sum += weight * (lower - bounds[i].lower);
        upper_sum += weight * (upper - bounds[i].upper);
        bounds[i] = {lower, upper};
    };
    // The window in which this outcome's value matters, the others being within their bounds.
    const auto window = [&](std::size_t i) {
        const std::int64_t weight = outcomes[i].weight;
        const auto [lower, upper] = bounds[i];
        const std::int64_t low = floor_div(alpha * total - (upper_sum - weight * upper), weight);
        const std::int64_t high = -floor_div(lower_sum - weight * lower - beta * total, weight);
        const auto a = static_cast<Value>(std::clamp<std::int64_t>(low, lower - 1, upper));
        const auto b = static_cast<Value>(std::clamp<std::int64_t>(high, a + 1, upper + 1));
        return std::pair(a, b);
    };
    const auto cut = [&] { return upper_sum <= alpha * total || lower_sum >= beta * total; };

    // Star2: probing, for as long as every outcome by itself would leave the window.
    if (options_.star2_depth > 0 && depth >= options_.star2_depth && beta - alpha == 1)
        for (std::size_t i = 0; i < outcomes.size() && !cut(); ++i) {
            OutcomeBounds probed = bounds[i];
            const bool leaves = star2_probe(outcomes[i].move, depth, alpha, beta, ply, probed);
            if (stopped_) return 0;
            if (!leaves) break;
            learn(i, probed.lower, probed.upper);
        }

    // Star1: searching.
    for (std::size_t i = 0; i < outcomes.size() && !cut(); ++i) {
        if (bounds[i].lower == bounds[i].upper) continue;
        const auto [a, b] = window(i);
        const Value found = search_child(outcomes[i].move, depth, a, b, ply);
        if (stopped_) return 0;
        learn(i, found <= a ? std::min(bounds[i].lower, found) : found,
              found >= b ? std::max(bounds[i].upper, found) : found);
    }
    if (cut())
        return static_cast<Value>(
            floor_div(upper_sum <= alpha * total ? upper_sum : lower_sum, total));
    const auto mean = static_cast<Value>(floor_div(lower_sum, total));
    if (mean == bound || mean == -bound)
        return sure_chance_node(outcomes, depth, ply, alpha, beta, mean);
    return mean;
}

// One good move of whoever is next after an outcome: does it take the value out of the window? If
// that side's view is ours it shows a lower bound (beta is reached), else an upper bound.
template <Searchable G>
bool AlphaBeta<G>::star2_probe(const Move& outcome, int depth, Value alpha, Value beta, int ply,
                               OutcomeBounds& bounds)
    requires ChanceGame<G>
{
    const int side = game_.side_to_move();
    game_.play(outcome);
    const bool same = game_.side_to_move() == side;
    const Value goal = same ? beta : -alpha;
    bool leaves = false;
    Value value;
    if (!game_.is_terminal(ply + 1, value) && !game_.is_chance_node()) {
        StackEntry& next = stack(ply + 1);
        next.moves.clear();
        game_.generate_moves(ply + 1, next.moves);
        if (!next.moves.empty()) {
            const auto entry = table_.probe(game_.key());
            score_moves(next, entry ? entry->move : 0, ply + 1);
            pick_best(next.moves, 0);
            const Move move = next.moves[0].move;
            value = search_child(move, depth - 1, goal - 1, goal, ply + 1);
            leaves = !stopped_ && value >= goal;
        }
    }
    if (leaves && same) bounds.lower = std::max(bounds.lower, std::min(value, bounds.upper));
    if (leaves && !same) bounds.upper = std::min(bounds.upper, std::max(-value, bounds.lower));
    game_.undo(outcome);
    return leaves;
}

// A win after every outcome is a win, as slow as the slowest of them; losses likewise. If it is
// neither, the value is `mean`.
template <Searchable G>
Value AlphaBeta<G>::sure_chance_node(const std::vector<Outcome<Move>>& outcomes, int depth, int ply,
                                     Value alpha, Value beta, Value mean)
    requires ChanceGame<G>
{
    const bool winning = mean > 0;
    const Value low = winning ? std::max(alpha, sure - 1) : -infinite;
    const Value high = winning ? infinite : std::min(beta, 1 - sure);
    Value slowest = winning ? infinite : -infinite;
    int depends_on_ply = max_ply;
    for (const auto& outcome : outcomes) {
        const Value found = search_child(outcome.move, depth, low, high, ply);
        if (stopped_) return 0;
        if (winning ? !is_win(found) : !is_loss(found)) return mean;
        depends_on_ply = std::min(depends_on_ply, stack(ply + 1).depends_on_ply);
        slowest = winning ? std::min(slowest, found) : std::max(slowest, found);
        if (winning ? found <= low : found >= high) break;
    }
    stack(ply).depends_on_ply = depends_on_ply < ply ? depends_on_ply : max_ply;
    return slowest;
}

}  // namespace kikashi::search
