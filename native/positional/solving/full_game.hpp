// The full game as df-pn sees it: the holder proves that its opponent never completes a set first;
// where that is disproved, the opponent wins. Both sides' sets count.
#pragma once

#include <cstdint>
#include <vector>

#include "positional/solving/chain.hpp"
#include "positional/solving/pairing.hpp"
#include "positional/solving/residual.hpp"
#include "positional/solving/rules.hpp"
#include "search/dfpn.hpp"

namespace kikashi::positional {

class FullGame {
   public:
    using Move = Cell;
    static constexpr search::Repetition repetition = search::Repetition::none;
    using Children = search::ProofChildren<FullGame>;

    // `opponent`'s sets with Maker as the opponent, `holder`'s with Maker as the holder. `mover`:
    // Breaker is the holder, as in the weak game.
    FullGame(const Residual& opponent, const Residual& holder, Role mover,
             const SolvingRules& rules, std::uint64_t salt = 0);
    FullGame(const FullGame& game);
    FullGame& operator=(const FullGame&) = delete;

    Key key() const { return canonical().key; }
    bool prover_to_move() const { return mover_ == Role::breaker; }
    search::Verdict expand(Children& children, bool first);
    void play(Cell cell) {
        opponent_.place(cell, mover_);
        holder_.place(cell, other(mover_));
        mover_ = other(mover_);
    }
    void undo() {
        opponent_.undo();
        holder_.undo();
        mover_ = other(mover_);
    }

    // Equal for positions in which the same cells are missing from the sets of both sides.
    Residual::Canonical canonical() const;
    Role mover() const { return mover_; }
    const Residual& opponent() const { return opponent_; }
    const Residual& holder() const { return holder_; }
    // The holder needs no search: its sum is small, or it has a pairing (then in `pairs`).
    enum class Leaf : std::uint8_t { none, sum, pairing };
    Leaf leaf();
    const PairingSearch::Pairs& pairs() const { return pairing_.pairs(); }
    // The side to move wins by forced replies; with which stone.
    bool chains(Cell& first);
    const std::vector<Cell>& live() {  // empty cells of open sets of either side
        weights_.measure(opponent_, holder_);
        return weights_.live();
    }

   private:
    Key keyed(const Key& opponent, const Key& holder) const;
    void list(Children& children, const CellSet* zone);

    Residual opponent_, holder_;
    Role mover_;
    const SolvingRules rules_;
    const std::uint64_t salt_;  // questions that share a table have different ones
    PairingSearch pairing_;
    ChainSearch opponent_chains_, holder_chains_;
    CellWeights weights_;
};

}  // namespace kikashi::positional
