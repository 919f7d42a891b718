// A game between two sides as the alpha-beta search sees it: whole turns, ordered by evaluation and
// threats, with a short forcing search in every position.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/control.hpp"
#include "positional/cell_set.hpp"
#include "positional/evaluation.hpp"
#include "positional/forcing/full.hpp"
#include "search/options.hpp"
#include "search/values.hpp"

namespace kikashi::positional {

// What a player is like; a level is a row of these.
struct Style {
    int width = 16;                  // turns tried in a position of the tree
    int root_width = 40;             // and at the root
    int first_stones = 12;           // first stones of a turn that are tried, where it has several
    std::uint64_t glance = 60;       // nodes of the forcing search in each position; 0: none
    std::uint64_t threat_nodes = 0;  // and of that for the other side, as if the mover passed
    bool forces = true;              // full forcing searches at the root, for both sides
    double partial = 0.2;            // share of the budget for wins with free stones
    double wary = 0;            // and to see whether the other side has one after the chosen turn
    int most_depth = 60;        // turns
    bool selective = false;     // the search prunes and reduces by the evaluation
    bool net_orders = true;     // a net, where there is one, orders turns too; else the sets do
    int order_unit = 64;        // of the history, for a hundredth of a logit of the net's order
    bool extend_fours = false;  // one turn deeper after a stone that must be answered
    search::SearchOptions search{};

    // A net orders turns well enough for larger reductions (docs/reference/evaluation-steps.md).
    void prune_by_net() {
        selective = true;
        extend_fours = true;
        search.pruning.lmr_divisor = 1.2;
    }
};

class Duel {
   public:
    using Move = Turn;

    Duel(std::shared_ptr<const Geometry> geometry, const Weights& weights, const Style& style,
         Control& control);

    void set_up(const std::vector<std::vector<Cell>>& stones, int mover, int left);

    // What `Searchable` asks.
    int side_to_move() const { return side_; }
    std::uint64_t key() const;
    std::uint32_t code(const Turn& turn) const;
    bool is_terminal(int ply, search::Value& value);
    void generate_moves(int ply, std::vector<search::ScoredMove<Turn>>& out);
    bool moves_limited() const { return limited_; }
    void play(const Turn& turn);
    void undo(const Turn& turn);
    search::Value quiescence(search::Value, search::Value, int) { return static_eval(); }
    search::Value static_eval() { return net_ ? net_->value(side_, 0) : evaluation_.value(side_); }
    // What `Selective` asks: a set that the other side could fill is a check.
    std::uint64_t key_after(const Turn& turn) const;
    bool in_check() const { return !board_.fillable(1 - side_).empty(); }
    bool is_quiet(const Turn&) const { return true; }
    bool is_reducible(const Turn&) const { return true; }
    search::Value see_loss(const Turn&) const { return 0; }
    bool is_safe_check(const Turn&) const { return style_.extend_fours; }
    search::Value no_moves_value(int) const { return 0; }
    bool null_move_allowed() const { return board_.empty_cells() > 0; }
    void play_null() { play({}); }
    void undo_null() { undo({}); }
    int history_slots() const { return 2 * board_.geometry().cells(); }
    int history_slot(const Turn& turn, int n) const {
        return n < turn.count ? 2 * turn.cells[static_cast<std::size_t>(n)] + side_ : -1;
    }

    // For the root.
    WarBoard& board() { return board_; }
    const WarBoard& board() const { return board_; }
    int left() const { return left_; }
    int stones_now() const { return std::min(left_, board_.empty_cells()); }
    FullForcing& forcing(int attacker) { return *forcing_[static_cast<std::size_t>(attacker)]; }
    // Can a turn of so many stones be searched for forcing wins in bearable time?
    bool can_force(int stones) const;
    bool fills_now(int side, int stones, Turn& turn) const;
    // `later`: so many second stones are tried with each first one.
    void generate(int width, int first_stones, std::vector<search::ScoredMove<Turn>>& out,
                  int later = later_stones);
    std::int32_t worth(Cell cell) {
        if (net_ && style_.net_orders) {
            const bool begun = begun_ > 0 || left_ < board_.geometry().stones();
            return style_.order_unit * net_->order(side_, begun ? 1 : 0)[cell];
        }
        return evaluation_.worth(side_, cell);
    }
    void place(Cell cell, int player) {
        if (net_) net_->place(cell, player);
        if (by_sets_) evaluation_.place(board_, cell, player);
        board_.place(cell, player);
    }
    void remove(Cell cell) {
        const int player = board_.owner(cell);
        board_.remove(cell);
        if (net_) net_->remove(cell, player);
        if (by_sets_) evaluation_.remove(board_, cell, player);
    }

   private:
    static constexpr int later_stones = 8;  // third stones and so on are fewer
    struct Choosing {
        int first, later;  // cells tried for the first stone, and for the second
    };
    void extend(Turn& turn, int stones, std::int32_t sum, const std::vector<Hole>& open,
                const Choosing& choosing, std::vector<search::ScoredMove<Turn>>& out);
    std::vector<Cell> best_cells(int count);
    bool glance_wins(int& turns);
    bool threatened(CellSet& zone);
    void generate_in_zone(const CellSet& zone, std::vector<search::ScoredMove<Turn>>& out);

    WarBoard board_;
    Evaluation evaluation_;
    std::optional<LineNetBoard> net_;  // in its place, where there is a net
    bool by_sets_ = true;              // whether `evaluation_` is kept up to date
    int begun_ = 0;                    // stones of the turn that is being put together
    Style style_;
    Control& control_;
    int side_ = 0, left_ = 1;
    int root_left_ = 1;  // stones the turn at the root had left; later turns have all
    int turns_played_ = 0;
    unsigned visits_ = 0;
    bool limited_ = false;
    std::array<std::unique_ptr<FullForcing>, 2> forcing_;
    std::vector<Hole> holes_;
    Proof scrap_;
    // Positions where a glance did not find a win, of the mover and of the other side.
    std::vector<std::uint64_t> glanced_, unthreatened_;
};

}  // namespace kikashi::positional
