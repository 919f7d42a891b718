// Paper 000's solver for five in a row on boards up to 8x8, one 64-bit board a side, with each of
// its steps as a switch: for measuring what the steps are worth. The house's solver is elsewhere
// (native/positional/solving).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/dfpn.hpp"

namespace kikashi::gomoku {

enum class WinTest : std::uint8_t { loops, shifts, magic };

struct Steps {
    WinTest test = WinTest::shifts;
    int masks = 4;            // concentric masks by which moves are ordered; 0: none
    bool dead_points = true;  // cells where neither side can make five are not tried
};

// Does the stone of `cell` stand in a row of five?
bool five_by_loops(std::uint64_t board, int cell);
bool five_by_shifts(std::uint64_t board);
bool five_by_magic(std::uint64_t board, int cell);

// Empty cells that lie in no row of five which one side could still fill.
std::uint64_t dead_points(std::uint64_t black, std::uint64_t white, std::uint64_t outside);

// Does Black, who is the prover, win?
class BitGame {
   public:
    using Move = std::uint8_t;
    static constexpr search::Repetition repetition = search::Repetition::none;
    using Children = search::ProofChildren<BitGame>;

    // `outside`: cells that a smaller board does not have.
    BitGame(std::uint64_t black, std::uint64_t white, std::uint64_t outside, int mover,
            const Steps& steps);

    Key key() const;
    bool prover_to_move() const { return mover_ == 0; }
    search::Verdict expand(Children& children, bool first);
    void play(Move cell) {
        boards_[static_cast<std::size_t>(mover_)] |= std::uint64_t{1} << cell;
        mover_ = 1 - mover_;
        path_.push_back(cell);
    }
    void undo() {
        mover_ = 1 - mover_;
        boards_[static_cast<std::size_t>(mover_)] &= ~(std::uint64_t{1} << path_.back());
        path_.pop_back();
    }

   private:
    bool wins(int cell) const;
    void list(std::uint64_t cells, Children& children) const;

    std::array<std::uint64_t, 2> boards_;
    const std::uint64_t outside_;
    int mover_;
    const Steps steps_;
    std::vector<Move> path_;
};

}  // namespace kikashi::gomoku
