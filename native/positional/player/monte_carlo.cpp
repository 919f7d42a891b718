#include "positional/player/monte_carlo.hpp"

#include <algorithm>
#include <cmath>

#include "search/mcts.hpp"

namespace kikashi::positional {

namespace {

constexpr std::size_t tree_bytes = std::size_t{128} << 20;
constexpr float exploration = 0.4f;
constexpr float first_prior = 0.55f, prior_step = 0.01f;  // a turn further down the order is worse
constexpr float prior_visits = 3;
constexpr double logit_unit = 100;  // of the evaluation

float chance_of(search::Value value) {
    if (search::is_win(value)) return 1;
    if (search::is_loss(value)) return 0;
    return static_cast<float>(1 / (1 + std::exp(-value / logit_unit)));
}

class Simulator {
   public:
    using Move = Turn;

    Simulator(std::shared_ptr<const Geometry> geometry, const Weights& weights, const Style& style,
              const std::vector<std::vector<Cell>>& stones, int mover, int left)
        : style_(style), duel_(std::move(geometry), weights, style, own_) {
        duel_.set_up(stones, mover, left);
    }

    void restart() {
        while (!played_.empty()) {
            duel_.undo(played_.back());
            played_.pop_back();
        }
        over_ = false;
    }
    int side() const { return duel_.side_to_move(); }
    bool over() const { return over_; }
    bool at_chance() const { return false; }
    Turn draw(Random&) { return {}; }
    void play(const Turn& turn) {
        duel_.play(turn);
        played_.push_back(turn);
        over_ = duel_.is_terminal(static_cast<int>(played_.size()), value_);
    }
    void candidates(std::vector<mcts::Candidate<Turn>>& out) {
        std::vector<search::ScoredMove<Turn>> turns;
        const int width = played_.empty() ? style_.root_width : style_.width;
        duel_.generate(width, style_.first_stones, turns);
        float prior = first_prior;
        for (const auto& one : turns) {
            if (out.size() >= static_cast<std::size_t>(width)) break;
            out.push_back({one.move, prior, prior_visits});
            prior = std::max(prior - prior_step, 0.0f);
        }
    }
    float playout(Random&, mcts::Trail&) {
        const float chance = chance_of(over_ ? value_ : duel_.static_eval());
        return side() == 0 ? chance : 1 - chance;
    }
    std::uint32_t code(const Turn&) const { return mcts::no_code; }
    std::uint32_t codes() const { return 0; }

   private:
    Control own_;  // glances have their own bounds
    Style style_;
    Duel duel_;
    std::vector<Turn> played_;
    bool over_ = false;
    search::Value value_ = 0;
};

search::Value value_of(float chance) {
    const double kept = std::clamp(static_cast<double>(chance), 1e-6, 1 - 1e-6);
    return static_cast<search::Value>(std::lround(logit_unit * std::log(kept / (1 - kept))));
}

}  // namespace

Thought think_by_mcts(std::shared_ptr<const Geometry> geometry, const Weights& weights,
                      const Style& style, const Budget& budget,
                      const std::vector<std::vector<Cell>>& stones, int mover, int left,
                      Control& control) {
    mcts::Tuning tuning;
    tuning.exploration = exploration;
    mcts::Search<Simulator> search(tree_bytes, tuning);
    const mcts::Pace pace{budget.soft > 0 ? budget.soft : budget.seconds, budget.nodes};
    const auto found = search.run(control, pace, budget.seed, 1, [&] {
        return std::make_unique<Simulator>(geometry, weights, style, stones, mover, left);
    });
    Thought thought;
    thought.reason = Reason::searched;
    const auto& best = found.moves.front();
    thought.turn = best.move;
    thought.value = value_of(best.visits ? best.value : best.prior);
    thought.line = best.line.empty() ? std::vector<Turn>{best.move} : best.line;
    thought.depth = static_cast<int>(thought.line.size());
    thought.nodes = found.simulations;
    return thought;
}

}  // namespace kikashi::positional
