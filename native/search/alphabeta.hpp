// Principal variation search with iterative deepening for two sides, chance and repetition. It
// names no game: a game offers what the concepts of searchable.hpp ask. This file is the table of
// contents; the members are defined by subject in the files included at its end, and the search
// itself is read in numbered steps in steps.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/control.hpp"
#include "search/abdada.hpp"
#include "search/history.hpp"
#include "search/options.hpp"
#include "search/searchable.hpp"
#include "search/transposition_table.hpp"
#include "search/values.hpp"

namespace kikashi::search {

template <class Move>
struct RootMove {
    Move move;
    Value bias = 0;  // added to its value: noise of weak levels, variety in the opening
    Value value = -infinite;
    std::vector<Move> pv;  // begins with the move itself
};

template <Searchable G>
class AlphaBeta {
   public:
    using Move = typename G::Move;

    // `abdada`: what the threads that share the table tell one another, if there are several.
    AlphaBeta(G& game, Control& control, TranspositionTable& table,
              const SearchOptions& options = {}, Abdada* abdada = nullptr)
        : game_(game),
          control_(control),
          table_(table),
          options_(options),
          abdada_(abdada),
          history_(static_cast<std::size_t>(game.history_slots())),
          quiet_history_(Selective<G> && options.selective
                             ? static_cast<std::size_t>(game.history_slots())
                             : 0),
          reductions_(options.pruning.lmr_divisor) {}

    // --- root.hpp --------------------------------------------------------------------------------
    // Deepens until the control stops it, `seconds` (0: none) leave no room for an iteration, or a
    // sure result is found. `root` is left sorted, best first. Gives the last complete depth.
    // Asked again with a later first depth, it goes on with what it has learned.
    int iterative_deepening(std::vector<RootMove<Move>>& root, double seconds = 0,
                            int first_depth = 1);

    // The value of the present position, searched to one depth with an open window.
    Value value(int depth) { return value(depth, -infinite, infinite); }
    // The same within a window; `pv` then begins with the best move, if it is in the window.
    Value value(int depth, Value alpha, Value beta) {
        root_depth_ = depth;
        stopped_ = false;
        return search(depth, alpha, beta, 0);
    }
    // The best move of each complete depth, the shallowest first.
    struct Iteration {
        int depth;
        Move move;
        Value value;
    };
    const std::vector<Iteration>& iterations() const { return iterations_; }
    // The other threads have begun anew.
    void share(Abdada* abdada) { abdada_ = abdada; }
    const std::vector<Move>& pv() const { return stack_[0].pv; }
    // The value to be shown after `iterative_deepening`: searches of odd and of even depth differ
    // by what a move is worth, so that the mean of the last two depths holds still where each alone
    // goes up and down. `static_eval`, of the position itself, is depth 0. What is won or lost,
    // even unproved, is told as it is.
    Value steady_value(Value found, Value static_eval) const {
        Value before = found == last_value_ ? value_before_ : last_value_;
        if (before == infinite) before = static_eval;
        return is_estimate(found) && is_estimate(before) ? (found + before) / 2 : found;
    }

   private:
    static constexpr int max_ply = 128;
    using Moves = std::vector<ScoredMove<Move>>;

    // What is known of each ply of the present path.
    struct StackEntry {
        Moves moves;
        std::vector<Move> pv;
        Killers killers;
        Value static_eval = 0;         // this and the next two for `Selective` games
        int moved_slot = -1;           // the history slot of the move that was played here
        bool moved_quietly = false;    // whether that move was quiet
        std::uint32_t excluded = 0;    // a move that this search must do without (singular)
        int depends_on_ply = max_ply;  // the first ply of the path on which its result rests
    };

    // One position being searched: the arguments of `search`, and what the steps find out.
    struct Node {
        int depth;
        Value alpha, beta;
        int ply;
        bool cut_node;
        std::uint32_t excluded = 0;
        std::uint64_t key = 0;
        std::optional<TableEntry> entry{};
        std::uint32_t table_move = 0;
        bool in_check = false, improving = false;
        Value static_eval = 0;
        int extension = 0;     // of the table move
        bool limited = false;  // moves were left out
        Value old_alpha = 0;
        Value best = -infinite;
        std::uint32_t best_code = 0;
        int depends_on_ply = max_ply;

        bool pv_node() const { return beta - alpha > 1; }
    };

    // --- root.hpp --------------------------------------------------------------------------------
    bool aspiration_windows(std::vector<RootMove<Move>>& root, int depth, bool have_value);
    Value search_root(std::vector<RootMove<Move>>& root, int depth, Value alpha, Value beta);
    Value search_root_move(const RootMove<Move>& entry, int depth, Value alpha, Value beta,
                           std::size_t place);
    int root_reduction(const Move& move, int depth, std::size_t place);
    bool good_enough(Value found) const { return options_.any_win && is_win(found); }

    // --- steps.hpp -------------------------------------------------------------------------------
    Value search(int depth, Value alpha, Value beta, int ply, bool cut_node = false);
    bool leaf(const Node& node, Value& value);
    bool table_cutoff(Node& node, Value& value) const;
    bool table_move_first(Node& node);
    void search_moves(Node& node, std::size_t from);
    Value search_move(Node& node, const Move& move, std::size_t place, bool& pruned);
    bool update_best(Node& node, const Move& move, Value found);
    Value store(Node& node);
    std::size_t pick_and_prefetch(const Node& node, std::size_t n);
    // Leaves ask the table where quiescence does; games that are not `Selective` fetch elsewhere.
    bool asks_table(int depth) const {
        return Selective<G> && (depth > 0 || options_.pruning.quiescence_in_table);
    }
    Value search_child(const Move& move, int depth, Value alpha, Value beta, int ply,
                       int reduced = 0, bool cut_node = false);

    // --- chance.hpp ------------------------------------------------------------------------------
    struct OutcomeBounds;
    Value chance_node(int depth, Value alpha, Value beta, int ply)
        requires ChanceGame<G>;
    bool star2_probe(const Move& outcome, int depth, Value alpha, Value beta, int ply,
                     OutcomeBounds& bounds)
        requires ChanceGame<G>;
    Value sure_chance_node(const std::vector<Outcome<Move>>& outcomes, int depth, int ply,
                           Value alpha, Value beta, Value mean)
        requires ChanceGame<G>;

    // --- pruning.hpp -----------------------------------------------------------------------------
    int plain_reduction(int depth, int place) const;
    bool looked_for_forced_win(const Node& node) const;
    void evaluate(Node& node)
        requires Selective<G>;
    Value quiescence_with_table(Value alpha, Value beta, int ply)
        requires Selective<G>;
    bool reverse_futility(const Node& node) const
        requires Selective<G>;
    bool null_move(const Node& node, bool after_null, Value& value)
        requires Selective<G>;
    enum class Singular { unknown, extend, multicut };
    Singular singular_search(const Node& node, Value& singular_beta)
        requires Selective<G>;
    bool pruned_or_reduced(const Node& node, const Move& move, std::size_t place, int& reduction)
        requires Selective<G>;
    bool late_move_pruned(const Node& node, std::size_t place) const
        requires Selective<G>;
    std::size_t drop_quiet_moves(Moves& moves, std::size_t from)
        requires Selective<G>;

    // --- ordering.hpp ----------------------------------------------------------------------------
    void score_moves(StackEntry& here, std::uint32_t table_move, int ply);
    static void pick_best(Moves& moves, std::size_t from);
    std::uint64_t abdada_hash(std::uint64_t key, const Move& move, int depth) const;
    static void defer(Moves& moves, std::size_t place);
    static std::size_t deferred_from(const ScoredMove<Move>& deferred);
    int previous_slot(int ply, int back) const;
    int history_of(const Move& move, int ply) const;
    int history_of(const Move& move, const QuietHistory::Rows& rows) const;
    void update_plain_history(StackEntry& here, const Move& move, int depth);
    void update_quiet_history(StackEntry& here, std::size_t place, int depth, int ply)
        requires Selective<G>;
    void prior_quiet_bonus(int depth, int ply)
        requires Selective<G>;

    Value stop() {
        stopped_ = true;
        return 0;
    }
    bool selective() const {
        if constexpr (Selective<G>) return options_.selective;
        return false;
    }
    StackEntry& stack(int ply) { return stack_[static_cast<std::size_t>(ply)]; }
    const StackEntry& stack(int ply) const { return stack_[static_cast<std::size_t>(ply)]; }

    static constexpr std::int32_t max_places = 1 << 20;
    static constexpr int extended_already = -1;       // in place of a number of plies reduced
    static constexpr std::size_t root_lmr_place = 3;  // of the moves at the root
    static constexpr int final_depth = 255;           // the depth of what no search can change
    static constexpr std::uint64_t excluded_key = 0x9e3779b97f4a7c15ULL;

    G& game_;
    Control& control_;
    TranspositionTable& table_;
    SearchOptions options_;
    Abdada* abdada_;
    PlainHistory history_;
    QuietHistory quiet_history_;
    ReductionTable reductions_;
    std::array<StackEntry, max_ply> stack_;
    int root_depth_ = 0;
    std::vector<Iteration> iterations_;
    Value last_value_ = infinite, value_before_ = infinite;  // of the last complete depths
    bool after_null_ = false;  // the position to be searched next came about by a null move
    bool stopped_ = false;
};

}  // namespace kikashi::search

#include "search/chance.hpp"    // IWYU pragma: export
#include "search/ordering.hpp"  // IWYU pragma: export
#include "search/pruning.hpp"   // IWYU pragma: export
#include "search/root.hpp"      // IWYU pragma: export
#include "search/steps.hpp"     // IWYU pragma: export
