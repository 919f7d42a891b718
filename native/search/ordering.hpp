// Move ordering of the alpha-beta search: table move, killers, history; deferred moves of other
// threads; and what is learnt from a cutoff. Included by alphabeta.hpp.
#pragma once

#include <algorithm>

#include "search/alphabeta.hpp"

namespace kikashi::search {

template <Searchable G>
void AlphaBeta<G>::score_moves(StackEntry& here, std::uint32_t table_move, int ply) {
    [[maybe_unused]] QuietHistory::Rows rows{};
    if (selective()) rows = quiet_history_.rows(previous_slot(ply, 1), previous_slot(ply, 2));
    for (auto& scored : here.moves) {
        const std::uint32_t code = game_.code(scored.move);
        if (code == table_move) {
            scored.score = INT32_MAX;
        } else if (here.killers.has(code)) {
            scored.score = INT32_MAX / 2;
        } else if (selective()) {
            scored.score += history_of(scored.move, rows);
        } else {
            for (int n = 0, slot; (slot = game_.history_slot(scored.move, n)) >= 0; ++n)
                scored.score += history_.of(slot);
        }
    }
}

// Sorting as far as it is needed: most positions are cut off after a move or two.
template <Searchable G>
void AlphaBeta<G>::pick_best(Moves& moves, std::size_t from) {
    std::size_t best = from;
    std::int32_t most = moves[from].score;
    for (std::size_t j = from + 1; j < moves.size(); ++j) {  // no branch: nobody could foresee it
        const std::int32_t score = moves[j].score;
        best = score > most ? j : best;
        most = score > most ? score : most;
    }
    const ScoredMove<Move> chosen = moves[best];  // the others keep their order
    for (; best > from; --best) moves[best] = moves[best - 1];
    moves[from] = chosen;
}

// By what hash other threads know that this move is being searched; 0: they need not know.
template <Searchable G>
std::uint64_t AlphaBeta<G>::abdada_hash(std::uint64_t key, const Move& move, int depth) const {
    if (!abdada_ || depth < Abdada::min_depth) return 0;
    return Abdada::hash(key, game_.code(move), depth);
}

// A move that another thread searches comes once more, behind all others; by then its value stands
// in the table. Its score says from which place it came.
template <Searchable G>
void AlphaBeta<G>::defer(Moves& moves, std::size_t place) {
    ScoredMove<Move> later = moves[place];
    later.score = INT32_MIN + max_places - static_cast<std::int32_t>(place);
    moves.push_back(later);
}

template <Searchable G>
std::size_t AlphaBeta<G>::deferred_from(const ScoredMove<Move>& deferred) {
    return static_cast<std::size_t>(max_places - (deferred.score - INT32_MIN));
}

template <Searchable G>
int AlphaBeta<G>::previous_slot(int ply, int back) const {
    return ply < back ? -1 : stack(ply - back).moved_slot;
}

template <Searchable G>
int AlphaBeta<G>::history_of(const Move& move, const QuietHistory::Rows& rows) const {
    int sum = 0, parts = 0;
    for (int slot; (slot = game_.history_slot(move, parts)) >= 0; ++parts) sum += rows.of(slot);
    return parts > 1 ? sum / parts : sum;
}

template <Searchable G>
int AlphaBeta<G>::history_of(const Move& move, int ply) const {
    return history_of(move, quiet_history_.rows(previous_slot(ply, 1), previous_slot(ply, 2)));
}

template <Searchable G>
void AlphaBeta<G>::update_plain_history(StackEntry& here, const Move& move, int depth) {
    here.killers.add(game_.code(move));
    for (int n = 0, slot; (slot = game_.history_slot(move, n)) >= 0; ++n) history_.add(slot, depth);
}

// Bonus for the quiet move that cut off, malus for those tried before it.
template <Searchable G>
void AlphaBeta<G>::update_quiet_history(StackEntry& here, std::size_t place, int depth, int ply)
    requires Selective<G>
{
    const Move& move = here.moves[place].move;
    const bool quiet = game_.is_quiet(move);
    if (!quiet && !options_.pruning.malus_on_captures) return;
    if (quiet) here.killers.add(game_.code(move));
    const int bonus = QuietHistory::bonus(depth);
    for (std::size_t i = 0; i <= place; ++i)
        if (game_.is_quiet(here.moves[i].move))
            for (int n = 0, slot; (slot = game_.history_slot(here.moves[i].move, n)) >= 0; ++n)
                quiet_history_.update(slot, previous_slot(ply, 1), previous_slot(ply, 2),
                                      i == place ? bonus : -bonus);
}

// A quiet move that left the other side without a good answer.
template <Searchable G>
void AlphaBeta<G>::prior_quiet_bonus(int depth, int ply)
    requires Selective<G>
{
    const PruningOptions& by = options_.pruning;
    if (!by.prior_quiet_bonus || ply == 0 || depth < by.prior_quiet_bonus_depth) return;
    const StackEntry& before = stack(ply - 1);
    if (before.moved_slot >= 0 && before.moved_quietly)
        quiet_history_.update(before.moved_slot, previous_slot(ply - 1, 1),
                              previous_slot(ply - 1, 2), QuietHistory::bonus(depth));
}

}  // namespace kikashi::search
