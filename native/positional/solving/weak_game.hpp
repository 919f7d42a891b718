// The weak (Maker-Breaker) game as df-pn sees it: Breaker proves that Maker never fills a set.
//
// A win of Breaker means in the full game that the other side does not win. A win of Maker means
// nothing there, for Breaker's own sets count too.
#pragma once

#include <cstdint>
#include <vector>

#include "positional/solving/chain.hpp"
#include "positional/solving/pairing.hpp"
#include "positional/solving/residual.hpp"
#include "positional/solving/rules.hpp"
#include "search/dfpn.hpp"

namespace kikashi::positional {

class WeakGame {
   public:
    using Move = Cell;
    static constexpr search::Repetition repetition = search::Repetition::none;
    using Children = search::ProofChildren<WeakGame>;

    // Stones already lie where they do; roles are those of the question.
    WeakGame(const Residual& residual, Role mover, const SolvingRules& rules,
             std::uint64_t salt = 0);
    WeakGame(const WeakGame& game);
    WeakGame& operator=(const WeakGame&) = delete;

    Key key() const { return keyed(residual_.canonical(rules_.symmetry).key, mover_); }
    bool prover_to_move() const { return mover_ == Role::breaker; }
    search::Verdict expand(Children& children, bool first);
    void play(Cell cell) {
        residual_.place(cell, mover_);
        mover_ = other(mover_);
    }
    void undo() {
        residual_.undo();
        mover_ = other(mover_);
    }

   private:
    Key keyed(Key key, Role mover) const {
        key.low ^= mix(salt_);
        if (mover == Role::breaker) key.high = ~key.high;
        return key;
    }
    bool is_leaf();
    bool dominated(Cell cell) const;
    void list(Children& children, const CellSet* zone);
    void first_numbers(search::ProofChild<Cell>& child) const;

    Residual residual_;
    Role mover_;
    const SolvingRules rules_;
    const std::uint64_t salt_;  // questions that share a table have different ones
    PairingSearch pairing_;
    ChainSearch chains_;
    CellWeights weights_;
};

}  // namespace kikashi::positional
