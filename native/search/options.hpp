// The numbers that tune the alpha-beta search, each under the name of its technique.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "search/values.hpp"

namespace kikashi::search {

// For `Selective` games. Values are in hundredths of the least piece. Common practice, tried on
// forced wins of a game of pieces; docs/decisions lists where the figures are.
struct PruningOptions {
    // Reverse futility pruning: near the leaves an evaluation far above beta is believed.
    int reverse_futility_depth = 6;
    Value reverse_futility_margin = 80;  // for each ply
    // Null move pruning: reduced by this, one more for each four plies of depth, and up to three
    // for each `null_move_eval_divisor` above beta.
    int null_move_depth = 2;
    int null_move_reduction = 3;
    Value null_move_eval_divisor = 150;
    // Late move reductions: log(depth) * log(place) / divisor, less with good history.
    double lmr_divisor = 2.0;
    int lmr_history_divisor = 5000;
    // Late move pruning: quiet moves after so many and the square of the depth are left out.
    int lmp_base = 5;
    // Futility pruning: quiet moves that would have to gain more than base + margin a ply.
    int futility_depth = 6;
    Value futility_base = 120, futility_margin = 100;
    // History pruning: quiet moves with less history than minus so much a ply.
    int history_pruning_depth = 4;
    int history_pruning_margin = 4000;
    // Pruning by static exchange evaluation: margin times the square of the depth.
    int see_pruning_depth = 4;
    Value see_pruning_margin = 60;
    // Internal iterative reduction: without a table move, one ply less from this depth on.
    int iir_depth = 4;
    // Singular extension of a table move without an equal.
    int singular_depth = 7;
    // Off unless asked for: they pay where one sure win is looked for (docs/decisions).
    int lmr_cut_node = 0;                // further plies less at expected cut nodes
    int continuation_pruning_depth = 0;  // so near the leaves, both continuation histories < 0
    bool no_double_extension = false;    // a check that is singular is extended once, not twice
    bool multicut = false;               // several moves reach beta: no closer look
    bool lmr_at_root = false;
    bool keep_table_move_on_fail_low = false;  // then the best of mere bounds is not stored
    bool quiescence_in_table = false;
    bool clear_grandchild_killers = false;  // killers are those found below this very position
    bool malus_on_captures = false;   // quiet moves tried before a capture that cut get a malus too
    bool prior_quiet_bonus = false;   // for the quiet move before, when all answers fail low ...
    int prior_quiet_bonus_depth = 3;  // ... in a search at least so deep
};

// Common practice, not yet fitted by matches.
struct SearchOptions {
    int max_depth = 60;
    Value aspiration_delta = 60;  // half the first window around the value of the iteration before
    // Late move reductions of games that are not `Selective`: moves from this place on are first
    // searched one ply less deep, much later ones two plies (docs/reference/evaluation-steps.md).
    int lmr_place = 4, lmr_depth = 3;  // depth 0: never
    int lmr_second_place = 8, lmr_second_depth = 4;
    int star2_depth = 0;  // Star2 probes chance nodes from so much depth on; 0: Star1 alone
    double next_iteration_share = 0.55;  // a new iteration needs this share of the time to be left
    int forced_win_depth = 0;  // forced wins are asked for once a depth from this on; 0: always
    bool selective = true;     // `Selective` games alone; else they are searched like others
    bool any_win = false;      // the first win found will do: no faster one is looked for
    PruningOptions pruning{};
};

// log(depth) * log(place) / divisor, worked out once.
class ReductionTable {
   public:
    explicit ReductionTable(double divisor) {
        for (std::size_t depth = 1; depth < size; ++depth)
            for (std::size_t place = 1; place < size; ++place)
                plies_[depth][place] = static_cast<std::int8_t>(
                    0.5 + std::log(static_cast<double>(depth)) *
                              std::log(static_cast<double>(place)) / divisor);
    }
    int operator()(int depth, std::size_t place) const {
        return plies_[std::min(static_cast<std::size_t>(depth), size - 1)]
                     [std::min(place, size - 1)];
    }

   private:
    static constexpr std::size_t size = 64;
    std::array<std::array<std::int8_t, size>, size> plies_{};
};

}  // namespace kikashi::search
