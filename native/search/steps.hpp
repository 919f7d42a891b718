// The alpha-beta search below the root, in numbered steps. Included by alphabeta.hpp.
#pragma once

#include <algorithm>
#include <utility>

#include "search/alphabeta.hpp"

namespace kikashi::search {

// `cut_node`: the first move should be enough to reach beta, if the rest of the tree is as it
// seems.
template <Searchable G>
Value AlphaBeta<G>::search(int depth, Value alpha, Value beta, int ply, bool cut_node) {
    // Step 1. A node is counted; the control may stop the search here.
    StackEntry& here = stack(ply);
    here.pv.clear();
    [[maybe_unused]] const bool after_null = std::exchange(after_null_, false);
    if (!control_.tick()) return stop();

    // Step 2. Where any win will do, one is as good as another.
    if constexpr (Selective<G>)
        if (options_.any_win) {
            alpha = std::max(alpha, -sure);
            beta = std::min(beta, sure);
            if (alpha >= beta) alpha = beta - 1;
        }
    Node node{depth, alpha, beta, ply, cut_node};
    here.depends_on_ply = max_ply;
    Value value;

    // Step 3. Ends, chance and leaves, before the table where the path counts.
    if constexpr (PathDependent<G>)
        if (leaf(node, value)) return value;

    // Step 4. Transposition table.
    node.excluded = here.excluded;
    node.key = game_.key() ^ node.excluded * excluded_key;
    node.entry = table_.probe(node.key);
    if (table_cutoff(node, value)) return value;

    // Step 5. Ends, chance and leaves, after the table where the path does not count.
    if constexpr (!PathDependent<G>)
        if (leaf(node, value)) return value;

    // Step 6. A win by forcing moves alone.
    if constexpr (ForcedWins<G>)
        if (!node.excluded && !looked_for_forced_win(node)) {
            Move winner{};
            if (game_.forced_win(node.depth, ply, value, winner)) {
                table_.store(node.key, {value_to_table(value, ply), final_depth, Bound::lower,
                                        game_.code(winner)});
                here.pv.assign(1, winner);
                return value;
            }
        }

    if constexpr (Selective<G>)
        if (selective()) {
            // Step 7. Internal iterative reduction.
            if (node.depth >= options_.pruning.iir_depth && node.table_move == 0) --node.depth;

            // Step 8. Static evaluation.
            evaluate(node);

            // Step 9. Reverse futility and null move pruning.
            if (!node.pv_node() && !node.excluded && !node.in_check && !is_win(beta) &&
                !is_loss(beta) && node.static_eval >= node.beta) {
                if (reverse_futility(node)) return node.static_eval;
                if (null_move(node, after_null, value)) return value;
            }

            // Step 10. Singular extension and multicut.
            if (node.entry && !node.excluded) {
                Value singular_beta = 0;
                const Singular found = singular_search(node, singular_beta);
                if (found == Singular::extend) node.extension = 1;
                if (found == Singular::multicut && !node.pv_node()) return singular_beta;
            }
            if (stopped_) return 0;
            if (options_.pruning.clear_grandchild_killers) stack(ply + 2).killers = {};
        }

    // Step 11. Moves, in order; the table move before the others are generated, where that can be.
    node.old_alpha = node.alpha;
    here.moves.clear();
    const bool tried = table_move_first(node);
    if (stopped_) return 0;
    if (tried && node.alpha >= node.beta) return store(node);
    here.moves.clear();
    game_.generate_moves(ply, here.moves);
    if constexpr (Selective<G>)
        if (here.moves.empty()) return game_.no_moves_value(ply);
    if constexpr (LimitedMoves<G>) node.limited = game_.moves_limited();
    score_moves(here, node.table_move, ply);

    // Steps 12 to 16.
    if (tried) pick_best(here.moves, 0);
    search_moves(node, tried ? 1 : 0);
    if (stopped_) return 0;
    if constexpr (Selective<G>)
        if (selective() && node.best <= node.old_alpha) prior_quiet_bonus(node.depth, ply);
    if (node.best == -infinite) return node.old_alpha;  // nothing but the excluded move

    // Step 17. The table keeps what was found.
    return store(node);
}

// The game is over, chance moves, or the depth is used up.
template <Searchable G>
bool AlphaBeta<G>::leaf(const Node& node, Value& value) {
    const int ply = node.ply;
    if constexpr (PathDependent<G>) {
        if (game_.is_terminal(ply, value)) {
            if (is_win(value) || is_loss(value))
                stack(ply).depends_on_ply = ply - game_.cycle_length();
            return true;
        }
    } else {
        // What the table holds was looked at before, by this thread or another, and is no end.
        if (!node.entry && game_.is_terminal(ply, value)) {
            table_.store(node.key, {value_to_table(value, ply), final_depth, Bound::exact, 0});
            return true;
        }
        if (!control_.running()) {  // cut off, that look says nothing
            value = stop();
            return true;
        }
    }
    if constexpr (ChanceGame<G>)
        if (game_.is_chance_node() && ply + 2 < max_ply) {
            value = chance_node(node.depth, node.alpha, node.beta, ply);
            return true;
        }
    if (node.depth > 0 && ply + 2 < max_ply) return false;
    if constexpr (PathDependent<G>) {
        if constexpr (Selective<G>)
            if (options_.pruning.quiescence_in_table) {
                value = quiescence_with_table(node.alpha, node.beta, ply);
                return true;
            }
        value = game_.quiescence(node.alpha, node.beta, ply);
        stopped_ = !control_.running();  // quiescence may have used the last node
    } else {
        value = game_.quiescence(node.alpha, node.beta, ply);
        if (!node.entry) table_.store(node.key, {value, 0, Bound::none, 0});
    }
    return true;
}

template <Searchable G>
bool AlphaBeta<G>::table_cutoff(Node& node, Value& value) const {
    if (!node.entry) return false;
    const TableEntry& entry = *node.entry;
    node.table_move = entry.move;
    value = value_from_table(entry.value, node.ply);
    const bool fails_high = entry.bound == Bound::lower && value >= node.beta;
    const bool fails_low = entry.bound == Bound::upper && value <= node.alpha;
    if constexpr (Selective<G>) {
        // A sure result has had every move of the loser searched: no depth adds to it.
        if (options_.any_win && !node.excluded &&
            ((entry.bound != Bound::upper && is_win(value) && value >= node.beta) ||
             (entry.bound != Bound::lower && is_loss(value) && value <= node.alpha)))
            return true;
    }
    return entry.depth >= node.depth && (!node.pv_node() || entry.depth == final_depth) &&
           (entry.bound == Bound::exact || fails_high || fails_low);
}

// Whether the table move was searched already.
template <Searchable G>
bool AlphaBeta<G>::table_move_first([[maybe_unused]] Node& node) {
    if constexpr (KnowsMoves<G> && Selective<G>) {
        Move move;
        if (!selective() || node.table_move == 0 || node.excluded || abdada_ ||
            !game_.known_move(node.table_move, move))
            return false;
        if (asks_table(node.depth - 1)) table_.prefetch(game_.key_after(move));
        StackEntry& here = stack(node.ply);
        here.moves.push_back({move, INT32_MAX});
        bool pruned = false;
        const Value found = search_move(node, move, 0, pruned);
        if (!stopped_ && update_best(node, move, found))
            update_quiet_history(here, 0, node.depth, node.ply);
        return true;
    }
    return false;
}

template <Searchable G>
void AlphaBeta<G>::search_moves(Node& node, std::size_t from) {
    StackEntry& here = stack(node.ply);
    std::size_t generated = here.moves.size();  // behind come deferred ones
    std::size_t picked = from;                  // so many stand where they belong
    for (std::size_t n = from; n < here.moves.size(); ++n) {
        // Step 12. The next move; one that another thread is searching comes again later.
        if (picked <= n) picked = pick_and_prefetch(node, n);
        const Move move = here.moves[n].move;
        if (node.excluded && game_.code(move) == node.excluded) continue;
        const std::size_t place = n < generated ? n : deferred_from(here.moves[n]);
        const std::uint64_t hash = place > 0 ? abdada_hash(node.key, move, node.depth) : 0;
        if (hash && n < generated && abdada_->defer(hash)) {
            defer(here.moves, n);
            continue;
        }
        if (hash) abdada_->starting(hash);
        if (asks_table(node.depth - 1) && picked == n + 1 && picked < here.moves.size())
            picked = pick_and_prefetch(node, picked);  // memory is slower than this move's search
        bool pruned = false;
        const Value found = search_move(node, move, place, pruned);
        if (hash) abdada_->finished(hash);
        if (pruned) {
            if constexpr (Selective<G>)
                if (late_move_pruned(node, place)) {
                    generated -= drop_quiet_moves(here.moves, n + 1);
                    picked = n + 1;
                }
            continue;
        }
        if (stopped_) return;
        if (!update_best(node, move, found)) continue;
        // Step 16. A cutoff teaches the move order.
        if constexpr (Selective<G>)
            if (selective()) {
                update_quiet_history(here, n, node.depth, node.ply);
                return;
            }
        update_plain_history(here, move, node.depth);
        return;
    }
}

template <Searchable G>
Value AlphaBeta<G>::search_move(Node& node, const Move& move, std::size_t place, bool& pruned) {
    const int depth = node.depth - 1, ply = node.ply;
    const Value alpha = node.alpha;
    // Step 13. The first move with the full window, extended if it is singular.
    if (place == 0)
        return search_child(
            move, depth + node.extension, alpha, node.beta, ply,
            node.extension && options_.pruning.no_double_extension ? extended_already : 0,
            !node.pv_node() && !node.cut_node);

    // Step 14. Pruning and reductions of later moves.
    int reduction = plain_reduction(node.depth, static_cast<int>(place));
    if constexpr (Selective<G>)
        if (selective()) {
            pruned = pruned_or_reduced(node, move, place, reduction);
            if (pruned) return 0;
        }

    // Step 15. A null window shows whether the move is worth a full one.
    Value found = search_child(move, depth - reduction, alpha, alpha + 1, ply, reduction,
                               reduction > 0 || !node.cut_node);
    if (reduction && !stopped_ && found > alpha)
        found = search_child(move, depth, alpha, alpha + 1, ply, 0, !node.cut_node);
    if (!stopped_ && found > alpha && found < node.beta)
        found = search_child(move, depth, alpha, node.beta, ply);
    return found;
}

// True if the move reaches beta.
template <Searchable G>
bool AlphaBeta<G>::update_best(Node& node, const Move& move, Value found) {
    const StackEntry& next = stack(node.ply + 1);
    if (is_loss(found)) node.depends_on_ply = std::min(node.depends_on_ply, next.depends_on_ply);
    if (found <= node.best) return false;
    node.best = found;
    if (is_win(found)) node.depends_on_ply = next.depends_on_ply;
    node.best_code = game_.code(move);
    if (found > node.alpha) {
        node.alpha = found;
        StackEntry& here = stack(node.ply);
        here.pv.assign(1, move);
        here.pv.insert(here.pv.end(), next.pv.begin(), next.pv.end());
    }
    return node.alpha >= node.beta;
}

template <Searchable G>
Value AlphaBeta<G>::store(Node& node) {
    if (node.limited && is_loss(node.best)) node.best = unproved(node.best);
    const Value best = node.best;
    StackEntry& here = stack(node.ply);
    const Bound bound = best >= node.beta       ? Bound::lower
                        : best > node.old_alpha ? Bound::exact
                                                : Bound::upper;
    const bool is_sure =
        (is_win(best) && bound != Bound::upper) || (is_loss(best) && bound != Bound::lower);
    here.depends_on_ply = is_sure && node.depends_on_ply < node.ply ? node.depends_on_ply : max_ply;
    if (here.depends_on_ply < max_ply) {  // sure on this path only
        table_.store(node.key, {is_win(best) ? sure - 1 : 1 - sure, node.depth,
                                is_win(best) ? Bound::lower : Bound::upper, node.best_code});
        return best;
    }
    // Below the window every value is only a bound: the best of them names no good move.
    if constexpr (Selective<G>)
        if (options_.pruning.keep_table_move_on_fail_low && bound == Bound::upper && !is_sure)
            node.best_code = node.table_move;
    // What is sure is not pushed out of the table: a proof may ask for it later.
    const bool lasting = options_.any_win && is_sure;
    table_.store(node.key, {value_to_table(best, node.ply), lasting ? final_depth : node.depth,
                            bound, node.best_code});
    return best;
}

// The best of the moves from `n` on comes first; what it leads to is fetched from the table. Gives
// the number of moves that stand where they belong.
template <Searchable G>
std::size_t AlphaBeta<G>::pick_and_prefetch(const Node& node, std::size_t n) {
    Moves& moves = stack(node.ply).moves;
    pick_best(moves, n);
    if constexpr (Selective<G>)
        if (asks_table(node.depth - 1)) table_.prefetch(game_.key_after(moves[n].move));
    return n + 1;
}

// The value of a move for the side that makes it; the other side need not be next. A check is not
// searched less deep than others (`reduced` plies), and a safe one deeper (check extension), unless
// it is extended already.
template <Searchable G>
Value AlphaBeta<G>::search_child(const Move& move, int depth, Value alpha, Value beta, int ply,
                                 [[maybe_unused]] int reduced, bool cut_node) {
    if constexpr (Selective<G>) {
        stack(ply).moved_slot = game_.history_slot(move, 0);
        stack(ply).moved_quietly = game_.is_quiet(move);
    }
    const int side = game_.side_to_move();
    game_.play(move);
    if constexpr (!Selective<G>) table_.prefetch(game_.key());
    const bool same = game_.side_to_move() == side;
    if constexpr (Selective<G>)
        if (selective() && game_.in_check() && reduced != extended_already) {
            depth += reduced;
            if (ply < 2 * root_depth_ && game_.is_safe_check(move)) depth = std::max(depth, 0) + 1;
        }
    const Value value = same ? search(depth, alpha, beta, ply + 1, cut_node)
                             : -search(depth, -beta, -alpha, ply + 1, cut_node);
    game_.undo(move);
    return value;
}

}  // namespace kikashi::search
