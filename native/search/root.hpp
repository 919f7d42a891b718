// The root of the alpha-beta search: iterative deepening, aspiration windows, and the first move of
// each line. Included by alphabeta.hpp.
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>

#include "search/alphabeta.hpp"

namespace kikashi::search {

template <Searchable G>
int AlphaBeta<G>::iterative_deepening(std::vector<RootMove<Move>>& root, double seconds,
                                      int first_depth) {
    int complete = first_depth - 1;
    stopped_ = false;
    for (int depth = first_depth; depth <= options_.max_depth && !root.empty(); ++depth) {
        if (seconds > 0 && complete >= first_depth &&
            control_.seconds() > seconds * options_.next_iteration_share)
            break;
        if (!aspiration_windows(root, depth, complete > 0)) break;
        complete = depth;
        while (!iterations_.empty() && iterations_.back().depth >= depth) iterations_.pop_back();
        iterations_.push_back({depth, root[0].move, root[0].value});
        value_before_ = std::exchange(last_value_, root[0].value);
        if (is_win(root[0].value) || is_loss(root[0].value)) break;
    }
    return complete;
}

template <Searchable G>
bool AlphaBeta<G>::aspiration_windows(std::vector<RootMove<Move>>& root, int depth,
                                      bool have_value) {
    const Value guess = root[0].value;
    Value delta = options_.aspiration_delta;
    bool narrow = have_value && !is_win(guess) && !is_loss(guess);
    for (;;) {
        const Value alpha = narrow ? guess - delta : -infinite;
        const Value beta = narrow ? guess + delta : infinite;
        root_depth_ = depth;
        const Value found = search_root(root, depth, alpha, beta);
        if (stopped_) return false;
        if (!narrow || (found > alpha && found < beta) || good_enough(found)) return true;
        delta *= 4;
        narrow = delta < sure / 4;
    }
}

// One pass over the moves at the root. Stopped halfway, what beat the old best still counts.
template <Searchable G>
Value AlphaBeta<G>::search_root(std::vector<RootMove<Move>>& root, int depth, Value alpha,
                                Value beta) {
    Value best = -infinite;
    std::vector<Value> old;
    for (const auto& entry : root) old.push_back(entry.value);
    std::vector<bool> searched(root.size(), false);
    std::vector<std::size_t> order(root.size());  // behind come deferred ones
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t n = 0; n < order.size() && best < beta && !good_enough(best); ++n) {
        const std::size_t i = order[n];
        RootMove<Move>& entry = root[i];
        const std::uint64_t hash = i > 0 ? abdada_hash(game_.key(), entry.move, depth) : 0;
        if (hash && n < root.size() && abdada_->defer(hash)) {
            order.push_back(i);
            continue;
        }
        if (hash) abdada_->starting(hash);
        Value value = search_root_move(entry, depth, std::max(alpha, best) - entry.bias,
                                       beta - entry.bias, i);
        if (hash) abdada_->finished(hash);
        if (stopped_) break;
        searched[i] = true;
        value = std::clamp(value + entry.bias, -win_value, win_value);
        // Below the window a value is only a bound: it says nothing against the first move.
        if (i == 0 || value > std::max(alpha, best)) {
            best = value;
            entry.value = value;
            entry.pv.assign(1, entry.move);
            const auto& rest = stack(1).pv;
            entry.pv.insert(entry.pv.end(), rest.begin(), rest.end());
        } else {
            entry.value = -infinite;  // refuted: its old place in the order is kept
        }
    }
    if (stopped_ && !searched[0]) {
        for (std::size_t i = 0; i < root.size(); ++i) root[i].value = old[i];
        return best;
    }
    for (std::size_t i = 0; i < root.size(); ++i)
        if (!searched[i]) root[i].value = -infinite;
    std::stable_sort(root.begin(), root.end(),
                     [](const auto& a, const auto& b) { return a.value > b.value; });
    return best;
}

template <Searchable G>
Value AlphaBeta<G>::search_root_move(const RootMove<Move>& entry, int depth, Value alpha,
                                     Value beta, std::size_t place) {
    if (place == 0) return search_child(entry.move, depth - 1, alpha, beta, 0);
    const int reduction = root_reduction(entry.move, depth, place);
    Value value =
        search_child(entry.move, depth - 1 - reduction, alpha, alpha + 1, 0, reduction, true);
    if (reduction && !stopped_ && value > alpha)
        value = search_child(entry.move, depth - 1, alpha, alpha + 1, 0, 0, true);
    if (!stopped_ && value > alpha && value < beta)
        value = search_child(entry.move, depth - 1, alpha, beta, 0);
    return value;
}

template <Searchable G>
int AlphaBeta<G>::root_reduction([[maybe_unused]] const Move& move, [[maybe_unused]] int depth,
                                 [[maybe_unused]] std::size_t place) {
    if constexpr (Selective<G>) {
        if (options_.pruning.lmr_at_root && depth >= options_.lmr_depth &&
            place >= root_lmr_place && game_.is_reducible(move))
            return std::clamp(reductions_(depth, place), 0, depth - 2);
    }
    return 0;
}

}  // namespace kikashi::search
