// Who wins: df-pn over the weak game and, where that does not answer, over the full one. Both
// halves of a draw are shown: neither side wins.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/control.hpp"
#include "positional/solving/proof.hpp"
#include "positional/solving/weak_game.hpp"

namespace kikashi::positional {

struct Solution {
    search::Verdict holds = search::Verdict::open;  // disproved: the other side wins
    bool weak = false;                              // the weak game has shown it
    std::int32_t root = -1;                         // of its certificate; negative: there is none
    int bound = 0;
    std::uint64_t nodes = 0;
};

struct SolvingLimits {
    std::size_t memory = std::size_t{1} << 30;
    std::size_t proof_nodes = 0;  // of a certificate; 0: none is wanted
    int threads = 1;
    std::filesystem::path checkpoint{};
    double checkpoint_seconds = 30;
};

// For games of two sides and one stone a turn.
class Solver {
   public:
    Solver(std::shared_ptr<const Geometry> geometry, const std::vector<std::vector<int>>& stones,
           int mover, SolvingRules rules, SolvingLimits limits);

    // Does this side keep the other from completing a set first?
    Solution holds(int holder, Control& control, SolvedProof& proof);

    std::uint64_t table_bytes() const { return table_.bytes(); }
    std::uint64_t overwritten() const { return table_.overwritten(); }
    void resume() { table_.load(limits_.checkpoint, question_); }
    void save() const { table_.save(limits_.checkpoint, question_); }

   private:
    // Nodes of the full game; then doubled. The weak game, where a node costs less and tells more
    // on boards that are drawn, has so many times as many.
    static constexpr std::uint64_t first_slice = 2'000, weak_share = 8;

    Residual residual_of(int maker) const;

    std::shared_ptr<const Geometry> geometry_;
    std::vector<std::vector<int>> stones_;
    const int mover_;
    const SolvingRules rules_;
    const SolvingLimits limits_;
    std::uint64_t question_;
    search::ProofTable table_;
};

}  // namespace kikashi::positional
