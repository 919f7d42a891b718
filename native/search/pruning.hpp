// What makes the alpha-beta search selective: reverse futility and null move pruning, singular
// extension and multicut, late move reductions and pruning, futility, history and exchange pruning.
// Included by alphabeta.hpp.
#pragma once

#include <algorithm>

#include "search/alphabeta.hpp"

namespace kikashi::search {

// Late move reduction of games that are not `Selective`.
template <Searchable G>
int AlphaBeta<G>::plain_reduction(int depth, int place) const {
    if (options_.lmr_depth <= 0) return 0;
    return (depth >= options_.lmr_depth && place >= options_.lmr_place) +
           (depth >= options_.lmr_second_depth && place >= options_.lmr_second_place);
}

// Whether a forced win was looked for here before, with as much depth to go, and not found.
template <Searchable G>
bool AlphaBeta<G>::looked_for_forced_win(const Node& node) const {
    return options_.forced_win_depth > 0 && node.entry && node.entry->depth >= node.depth &&
           node.depth >= options_.forced_win_depth;
}

template <Searchable G>
void AlphaBeta<G>::evaluate(Node& node)
    requires Selective<G>
{
    const Value before = node.ply >= 2 ? stack(node.ply - 2).static_eval : -infinite;
    node.in_check = game_.in_check();
    node.static_eval = node.in_check ? before : game_.static_eval();
    node.improving = !node.in_check && node.static_eval > before;
    stack(node.ply).static_eval = node.static_eval;
}

// Quiescence, unless the table knows the answer; what it finds is kept where nothing was.
template <Searchable G>
Value AlphaBeta<G>::quiescence_with_table(Value alpha, Value beta, int ply)
    requires Selective<G>
{
    const std::uint64_t key = game_.key();
    const auto entry = table_.probe(key);
    if (entry) {
        const Value known = value_from_table(entry->value, ply);
        if (entry->bound == Bound::exact || (entry->bound == Bound::lower && known >= beta) ||
            (entry->bound == Bound::upper && known <= alpha))
            return known;
    }
    const Value value = game_.quiescence(alpha, beta, ply);
    stopped_ = !control_.running();
    if (!entry && !stopped_ && !is_win(value))  // a win without its move is of no use
        table_.store(key, {value_to_table(value, ply), 0,
                           value >= beta    ? Bound::lower
                           : value <= alpha ? Bound::upper
                                            : Bound::exact,
                           0});
    return value;
}

// So far above beta that some ply more will not change it.
template <Searchable G>
bool AlphaBeta<G>::reverse_futility(const Node& node) const
    requires Selective<G>
{
    const PruningOptions& by = options_.pruning;
    return node.depth <= by.reverse_futility_depth &&
           node.static_eval - by.reverse_futility_margin * node.depth >= node.beta;
}

// Even a pass holds beta, in a shallower search; twice in a row it says nothing.
template <Searchable G>
bool AlphaBeta<G>::null_move(const Node& node, bool after_null, Value& value)
    requires Selective<G>
{
    const PruningOptions& by = options_.pruning;
    if (after_null || node.depth < by.null_move_depth || !game_.null_move_allowed()) return false;
    const int reduction = by.null_move_reduction + node.depth / 4 +
                          std::min((node.static_eval - node.beta) / by.null_move_eval_divisor, 3);
    after_null_ = true;
    stack(node.ply).moved_slot = -1;
    game_.play_null();
    value =
        -search(node.depth - reduction, -node.beta, -node.beta + 1, node.ply + 1, !node.cut_node);
    game_.undo_null();
    if (is_win(value)) value = node.beta;  // a null move proves nothing
    return !stopped_ && value >= node.beta;
}

// Is the table move without an equal here? Then it is extended. If on the other hand even the
// others reach beta (multicut), nobody needs to look at all.
template <Searchable G>
auto AlphaBeta<G>::singular_search(const Node& node, Value& singular_beta) -> Singular
    requires Selective<G>
{
    const TableEntry& entry = *node.entry;
    const Value known = value_from_table(entry.value, node.ply);
    if (node.depth < options_.pruning.singular_depth || entry.move == 0 ||
        entry.depth < node.depth - 3 || entry.bound == Bound::upper || is_win(known) ||
        is_loss(known) || node.ply >= 2 * root_depth_)
        return Singular::unknown;
    singular_beta = known - 2 * node.depth;
    StackEntry& here = stack(node.ply);
    here.excluded = entry.move;
    const Value others =
        search(node.depth / 2, singular_beta - 1, singular_beta, node.ply, node.cut_node);
    here.excluded = 0;
    here.pv.clear();
    if (stopped_) return Singular::unknown;
    if (others < singular_beta) return Singular::extend;
    return options_.pruning.multicut && singular_beta >= node.beta ? Singular::multicut
                                                                   : Singular::unknown;
}

// Whether quiet moves from this place on are left out, if any may be.
template <Searchable G>
bool AlphaBeta<G>::late_move_pruned(const Node& node, std::size_t place) const
    requires Selective<G>
{
    const int count = options_.pruning.lmp_base + node.depth * node.depth;
    return static_cast<int>(place) >= (node.improving ? count : count / 2);
}

// Once a quiet move was left out for its place, so are all quiet ones behind it: they need not be
// sorted to be seen. Deferred moves stay, and so does all that a malus is for. Gives their number.
template <Searchable G>
std::size_t AlphaBeta<G>::drop_quiet_moves(Moves& moves, std::size_t from)
    requires Selective<G>
{
    if (options_.pruning.malus_on_captures || abdada_) return 0;
    const auto begin = moves.begin() + static_cast<std::ptrdiff_t>(from);
    const auto kept = std::remove_if(
        begin, moves.end(), [&](const auto& scored) { return game_.is_reducible(scored.move); });
    const auto dropped = static_cast<std::size_t>(moves.end() - kept);
    moves.erase(kept, moves.end());
    return dropped;
}

// Whether a later move is left out; if not, by how many plies it is reduced.
template <Searchable G>
bool AlphaBeta<G>::pruned_or_reduced(const Node& node, const Move& move, std::size_t place,
                                     int& reduction)
    requires Selective<G>
{
    const PruningOptions& by = options_.pruning;
    const bool may_prune = !is_loss(node.best) && !is_loss(node.alpha) && !node.in_check;
    reduction = 0;
    if (game_.is_reducible(move)) {
        // Late move pruning.
        if (may_prune && late_move_pruned(node, place)) return true;
        const int history = history_of(move, node.ply);
        reduction = reductions_(node.depth, place) + !node.improving - node.pv_node() -
                    node.in_check - history / by.lmr_history_divisor +
                    (node.cut_node ? by.lmr_cut_node : 0);
        reduction = std::clamp(reduction, 0, node.depth - 1);
        if (may_prune) {
            // Futility pruning.
            const int lmr_depth = node.depth - 1 - reduction;
            if (lmr_depth < by.futility_depth &&
                node.static_eval + by.futility_base + by.futility_margin * lmr_depth <= node.alpha)
                return true;
            // History pruning, by the sum and by both continuations.
            if (lmr_depth < by.history_pruning_depth &&
                history < -by.history_pruning_margin * lmr_depth)
                return true;
            if (lmr_depth < by.continuation_pruning_depth &&
                quiet_history_.both_continuations_negative(game_.history_slot(move, 0),
                                                           previous_slot(node.ply, 1),
                                                           previous_slot(node.ply, 2)))
                return true;
        }
    }
    // Pruning by static exchange evaluation.
    if (may_prune && node.depth <= by.see_pruning_depth &&
        game_.see_loss(move) > by.see_pruning_margin * node.depth * node.depth)
        return true;
    if (node.depth < options_.lmr_depth) reduction = 0;
    return false;
}

}  // namespace kikashi::search
