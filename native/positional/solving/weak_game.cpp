#include "positional/solving/weak_game.hpp"

#include <algorithm>
#include <array>

namespace kikashi::positional {

using search::Verdict;

WeakGame::WeakGame(const Residual& residual, Role mover, const SolvingRules& rules,
                   std::uint64_t salt)
    : residual_(residual),
      mover_(mover),
      rules_(rules),
      salt_(salt),
      pairing_(residual_),
      chains_(residual_, nullptr),
      weights_(residual_) {}

WeakGame::WeakGame(const WeakGame& game)
    : WeakGame(game.residual_, game.mover_, game.rules_, game.salt_) {}

bool WeakGame::is_leaf() {
    return (rules_.sum && sum_is_small(residual_, mover_)) || (rules_.pairing && pairing_.find());
}

Verdict WeakGame::expand(Children& children, bool first) {
    children.clear();
    if (residual_.residual_sets() == 0) return Verdict::proved;
    ChainSearch::Chain chain;
    if (mover_ == Role::maker) {
        if (residual_.with_missing(1) > 0) return Verdict::disproved;
        if (first) {
            if (rules_.chains && chains_.find(chain, rules_.chain_nodes)) return Verdict::disproved;
            if (is_leaf()) return Verdict::proved;
        }
        list(children, nullptr);
        return Verdict::open;
    }
    const int hole = only_hole(residual_);
    if (hole == -2) return Verdict::disproved;
    if (hole >= 0) {
        const auto cell = static_cast<Cell>(hole);
        const Key key = residual_.canonical_after(cell, mover_, rules_.symmetry).key;
        children.push_back({cell, keyed(key, Role::maker)});
        return Verdict::open;
    }
    if (first && is_leaf()) return Verdict::proved;
    const bool bound = rules_.chains && chains_.find(chain, rules_.chain_nodes);
    list(children, bound ? &chain.zone : nullptr);
    return Verdict::open;
}

// Is there a cell that lies in all residual sets of this one, and in more (or comes before it)?
bool WeakGame::dominated(Cell cell) const {
    const Geometry& geometry = residual_.geometry();
    std::array<Cell, max_set_size> common{};
    std::size_t count = 0;
    bool begun = false;
    for (const SetId set : geometry.through(cell)) {
        if (!residual_.alive(set)) continue;
        const auto cells = geometry.cells_of(set);
        if (!begun) {
            begun = true;
            for (const Cell one : cells)
                if (one != cell && residual_.is_empty(one)) common[count++] = one;
            continue;
        }
        std::size_t kept = 0;
        for (std::size_t n = 0; n < count; ++n)
            if (std::find(cells.begin(), cells.end(), common[n]) != cells.end())
                common[kept++] = common[n];
        count = kept;
        if (count == 0) return false;
    }
    for (std::size_t n = 0; n < count; ++n)
        if (weights_[common[n]] > weights_[cell] ||
            (weights_[common[n]] == weights_[cell] && common[n] < cell))
            return true;
    return false;
}

void WeakGame::list(Children& children, const CellSet* zone) {
    weights_.measure(residual_);
    std::vector<Cell> cells;
    for (const Cell cell : weights_.live())
        if ((!zone || zone->has(cell)) && !(rules_.dominated && dominated(cell)))
            cells.push_back(cell);
    std::sort(cells.begin(), cells.end(), [&](Cell a, Cell b) {
        return weights_[a] != weights_[b] ? weights_[a] > weights_[b] : a < b;
    });
    for (const Cell cell : cells) {
        const Key key = residual_.canonical_after(cell, mover_, rules_.symmetry).key;
        search::ProofChild<Cell> child{cell, keyed(key, other(mover_))};
        if (rules_.numbers) first_numbers(child);
        children.push_back(child);
    }
}

// The lighter the sum after the move, the easier for Breaker: before Maker's move it is safe under
// half of a full set, which is 8 here.
void WeakGame::first_numbers(search::ProofChild<Cell>& child) const {
    const std::uint64_t weight = weights_[child.move];
    const std::uint64_t after =
        mover_ == Role::breaker ? residual_.weight() - weight : residual_.weight() + weight;
    const auto units = static_cast<std::uint32_t>(after >> (Residual::weight_bits - 4));
    child.proof = 1 + units / 4;
    child.disproof = 1 + (units < 48 ? (48 - units) / 8 : 0);
}

}  // namespace kikashi::positional
