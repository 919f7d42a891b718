#include "monte_carlo.hpp"

#include <algorithm>

#include "core/keys.hpp"
#include "search/mcts.hpp"

namespace kikashi::banqi {

namespace {

constexpr std::size_t tree_bytes = std::size_t{64} << 20;
constexpr float prior_visits = 4;  // that a glance after each act counts for
constexpr float exploration = 0.5f;

// Red is side 0. Before the first flip nobody has a colour, and there is nothing to search.
class Simulator {
   public:
    using Move = banqi::Move;

    Simulator(const Position& root, const Budget& budget)
        : tables_(budget.tables ? &EndgameTables::of(root.geometry()) : nullptr),
          duel_(root, own_, tables_,
                budget.evaluation ? *budget.evaluation : Evaluation::of(root.geometry())) {}

    void restart() {
        while (!played_.empty()) {
            duel_.undo(played_.back());
            played_.pop_back();
        }
        over_ = false;
    }
    int side() const { return duel_.side_to_move(); }
    bool over() const { return over_; }
    bool at_chance() const { return duel_.is_chance_node(); }
    Move draw(Random& random) {
        const Position& position = duel_.position();
        auto at =
            static_cast<int>(random.below(static_cast<std::uint32_t>(position.hidden_total())));
        Piece piece = 0;
        while ((at -= position.hidden(piece)) >= 0) ++piece;
        return outcome_move(piece);
    }
    void play(Move move) {
        duel_.play(move);
        played_.push_back(move);
        if (at_chance()) return;
        over_ = duel_.is_terminal(static_cast<int>(played_.size()), value_);
        if (!over_ && !duel_.position().has_move()) {
            value_ = -search::wins_after(static_cast<int>(played_.size()));
            over_ = true;
        }
    }
    void candidates(std::vector<mcts::Candidate<Move>>& out) {
        MoveList moves;
        duel_.position().moves(moves);
        for (const Move move : moves) {
            duel_.play(move);
            const double theirs = chance_of(duel_.static_eval());
            duel_.undo(move);
            const double kept = chance_of(duel_.static_eval() - duel_.see_loss(move));
            out.push_back({move, static_cast<float>(std::min(1 - theirs, kept)), prior_visits});
        }
        const auto here = static_cast<float>(chance_of(duel_.static_eval()));
        MoveList flips;
        duel_.position().flips(flips);
        for (const Move move : flips) out.push_back({move, here, prior_visits});
    }
    float playout(Random&, mcts::Trail&) {
        if (at_chance()) return 0.5f;  // only where the tree is full
        const Value value = over_ ? value_
                                  : duel_.quiescence(-search::infinite, search::infinite,
                                                     static_cast<int>(played_.size()));
        const auto chance = static_cast<float>(chance_of(value));
        return side() == red ? chance : 1 - chance;
    }
    std::uint32_t code(Move) const { return mcts::no_code; }
    std::uint32_t codes() const { return 0; }

   private:
    Control own_;  // quiescence is short: nothing bounds it
    EndgameTables* tables_;
    Duel duel_;
    std::vector<Move> played_;
    bool over_ = false;
    Value value_ = 0;
};

}  // namespace

Thought think_by_mcts(const Position& position, const Budget& budget, Control& control) {
    Thought thought;
    if (position.colour() == open) {  // all flips are alike
        MoveList flips;
        position.flips(flips);
        const auto at = mix(budget.seed) % static_cast<std::uint64_t>(flips.size());
        thought.candidates.push_back({});
        thought.candidates.front().move = flips.begin()[at];
        thought.candidates.front().value = 0;
        thought.candidates.front().line.push_back(flips.begin()[at]);
        return thought;
    }
    mcts::Tuning tuning;
    tuning.exploration = exploration;
    mcts::Search<Simulator> search(tree_bytes, tuning);
    const mcts::Pace pace{budget.soft > 0 ? budget.soft : budget.seconds, budget.nodes};
    const auto found = search.run(control, pace, budget.seed, 1,
                                  [&] { return std::make_unique<Simulator>(position, budget); });
    for (const auto& one : found.moves) {
        Candidate made;
        made.move = one.move;
        made.value = value_of(static_cast<double>(one.visits ? one.value : one.prior));
        made.line = one.line.empty() ? std::vector<Move>{one.move} : one.line;
        made.depth = static_cast<int>(made.line.size());
        thought.candidates.push_back(std::move(made));
    }
    thought.depth = thought.candidates.front().depth;
    thought.nodes = found.simulations;
    return thought;
}

}  // namespace kikashi::banqi
