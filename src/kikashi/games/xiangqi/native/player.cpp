#include "player.hpp"

#include <algorithm>
#include <memory>
#include <mutex>

#include "core/keys.hpp"

namespace kikashi::xiangqi {

namespace {

constexpr double mate_share = 0.15;            // of nodes and seconds, for the mate by checks
constexpr std::uint64_t mate_nodes = 200'000;  // and never more than so many
constexpr std::size_t table_bytes = std::size_t{64} << 20;
constexpr std::size_t mate_bytes = std::size_t{64} << 20;
constexpr Value forbidden = 20'000;  // what a forbidden repetition costs: never a sure loss

Value bias(const Budget& budget, const Position& position, Move move) {
    if (budget.noise <= 0) return 0;
    const std::uint64_t hash = mix(mix(budget.seed) ^ position.key().low ^ mix(move));
    return static_cast<Value>(hash % static_cast<std::uint64_t>(2 * budget.noise + 1)) -
           budget.noise;
}

// The table of the last search that was bounded by time, for the next one: a game's next position
// lies two plies further in the same tree. A search that must repeat itself begins with an empty
// one; so does a second search at the same time.
class TableLoan {
   public:
    explicit TableLoan(bool keep) : keep_(keep) {
        if (keep) {
            const std::lock_guard lock(mutex_);
            table_ = std::move(kept_);
        }
        if (!table_) table_ = std::make_unique<search::TranspositionTable>(table_bytes);
        table_->new_search();
    }
    ~TableLoan() {
        if (!keep_) return;
        const std::lock_guard lock(mutex_);
        kept_ = std::move(table_);
    }
    TableLoan(const TableLoan&) = delete;
    TableLoan& operator=(const TableLoan&) = delete;
    search::TranspositionTable& table() const { return *table_; }

   private:
    static inline std::mutex mutex_;
    static inline std::unique_ptr<search::TranspositionTable> kept_;
    bool keep_;
    std::unique_ptr<search::TranspositionTable> table_;
};

bool mates(const Position& position, const Budget& budget, Control& control, Thought& thought) {
    Limits limits{
        .nodes = mate_nodes, .seconds = mate_share * budget.seconds, .memory = mate_bytes};
    if (budget.nodes)
        limits.nodes = std::min(
            mate_nodes,
            static_cast<std::uint64_t>(mate_share * static_cast<double>(budget.nodes)) + 1);
    Control own(limits, [&](const Control&) { return control.consult(); });
    MateQuestion question;
    question.rules = {};
    thought.mate = search_mate(position, question, own);
    control.count(own.nodes());
    if (thought.mate.answer != Answer::wins) return false;
    thought.reason = Reason::forced_win;
    thought.line = thought.mate.line;
    thought.move = thought.line.front();
    thought.value = search::wins_after(2 * thought.mate.turns - 1);
    return true;
}

}  // namespace

Thought think(const Position& position, const Budget& budget, Control& control) {
    Thought thought;
    if (!(budget.mates && mates(position, budget, control, thought))) {
        Duel duel(position, control, forbidden, false, budget.net);
        MoveList moves;
        duel.position().legal_moves(moves);
        std::vector<search::RootMove<Move>> root;
        for (const Move move : moves)
            if (std::ranges::find(budget.barred, move) == budget.barred.end())
                root.push_back({move, bias(budget, position, move), -search::infinite, {}});
        if (root.empty())
            for (const Move move : moves) root.push_back({move, 0, -search::infinite, {}});
        const TableLoan loan(budget.nodes == 0);
        search::TranspositionTable& table = loan.table();
        search::SearchOptions options;
        options.max_depth = budget.most_depth;
        // Together 54% of 552 games at equal nodes (docs/reference/evaluation-steps.md).
        options.pruning.prior_quiet_bonus = true;
        options.pruning.keep_table_move_on_fail_low = true;
        options.pruning.clear_grandchild_killers = true;
        options.pruning.quiescence_in_table = true;
        // With a fixed time, what is left of it is lost: an iteration begun in vain costs nothing.
        if (budget.soft <= 0) options.next_iteration_share = 1;
        search::AlphaBeta<Duel> search(duel, control, table, options);
        thought.reason = root.size() == 1 ? Reason::only : Reason::searched;
        thought.depth =
            search.iterative_deepening(root, budget.soft > 0 ? budget.soft : budget.seconds);
        thought.move = root.front().move;
        thought.line = root.front().pv;
        if (root.front().value > -search::infinite)
            thought.value = search.steady_value(root.front().value, duel.static_eval());
        if (search::is_loss(thought.value)) thought.reason = Reason::lost;
    }
    if (thought.line.empty()) thought.line.push_back(thought.move);
    thought.nodes = control.nodes();
    return thought;
}

}  // namespace kikashi::xiangqi
