#include "positional/solving/full_game.hpp"

#include <algorithm>

namespace kikashi::positional {

using search::Verdict;

FullGame::FullGame(const Residual& opponent, const Residual& holder, Role mover,
                   const SolvingRules& rules, std::uint64_t salt)
    : opponent_(opponent),
      holder_(holder),
      mover_(mover),
      rules_(rules),
      salt_(salt),
      pairing_(opponent_),
      opponent_chains_(opponent_, &holder_),
      holder_chains_(holder_, &opponent_),
      weights_(opponent_) {}

FullGame::FullGame(const FullGame& game)
    : FullGame(game.opponent_, game.holder_, game.mover_, game.rules_, game.salt_) {}

Key FullGame::keyed(const Key& opponent, const Key& holder) const {
    const std::uint64_t side = mix(salt_) + (mover_ == Role::breaker ? 1 : 0);
    return {mix(opponent.low + side) + holder.low, mix(opponent.high + side) + holder.high};
}

Residual::Canonical FullGame::canonical() const {
    const auto& one = opponent_.totals();
    const auto& another = holder_.totals();
    Residual::Canonical best{keyed(one[0], another[0]), 0};
    for (std::size_t s = 1; s < one.size() && rules_.symmetry; ++s) {
        const Key key = keyed(one[s], another[s]);
        if (key.low < best.key.low || (key.low == best.key.low && key.high < best.key.high))
            best = {key, opponent_.symmetries()[s]};
    }
    return best;
}

FullGame::Leaf FullGame::leaf() {
    if (rules_.sum && sum_is_small(opponent_, mover_)) return Leaf::sum;
    if (rules_.pairing && pairing_.find()) return Leaf::pairing;
    return Leaf::none;
}

bool FullGame::chains(Cell& first) {
    ChainSearch::Chain chain;
    ChainSearch& chains = mover_ == Role::breaker ? holder_chains_ : opponent_chains_;
    if (!rules_.chains || !chains.find(chain, rules_.chain_nodes)) return false;
    first = chain.first;
    return true;
}

Verdict FullGame::expand(Children& children, bool first) {
    children.clear();
    const bool holds = mover_ == Role::breaker;  // the holder is to move
    Residual& own = holds ? holder_ : opponent_;
    const Residual& theirs = holds ? opponent_ : holder_;
    const Verdict wins = holds ? Verdict::proved : Verdict::disproved;
    const Verdict loses = holds ? Verdict::disproved : Verdict::proved;
    if (opponent_.residual_sets() == 0) return Verdict::proved;
    if (own.with_missing(1) > 0) return wins;
    const int hole = only_hole(theirs);
    if (hole == -2) return loses;
    if (hole >= 0) {
        play(static_cast<Cell>(hole));
        children.push_back({static_cast<Cell>(hole), key()});
        undo();
        return Verdict::open;
    }
    ChainSearch::Chain chain;
    if (first) {
        if (rules_.chains &&
            (holds ? holder_chains_ : opponent_chains_).find(chain, rules_.chain_nodes))
            return wins;
        if (leaf() != Leaf::none) return Verdict::proved;
    }
    // A win by forced replies that waits for the other side binds this one to its zone.
    ChainSearch::Chain threat;
    const bool bound = rules_.chains &&
                       (holds ? opponent_chains_ : holder_chains_).find(threat, rules_.chain_nodes);
    list(children, bound ? &threat.zone : nullptr);
    if (children.empty()) return bound ? loses : Verdict::proved;  // or a full board
    return Verdict::open;
}

void FullGame::list(Children& children, const CellSet* zone) {
    weights_.measure(opponent_, holder_);
    std::vector<Cell> cells;
    for (const Cell cell : weights_.live())
        if (!zone || zone->has(cell)) cells.push_back(cell);
    std::sort(cells.begin(), cells.end(), [&](Cell a, Cell b) {
        return weights_[a] != weights_[b] ? weights_[a] > weights_[b] : a < b;
    });
    for (const Cell cell : cells) {
        play(cell);
        search::ProofChild<Cell> child{cell, key()};
        if (rules_.numbers) {
            const auto units =
                static_cast<std::uint32_t>(opponent_.weight() >> (Residual::weight_bits - 4));
            child.proof = 1 + units / 4;
            child.disproof = 1 + (units < 48 ? (48 - units) / 8 : 0);
        }
        undo();
        children.push_back(child);
    }
}

}  // namespace kikashi::positional
