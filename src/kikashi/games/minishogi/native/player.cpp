#include "player.hpp"

#include <algorithm>

#include "core/keys.hpp"

namespace kikashi::minishogi {

namespace {

constexpr double mate_share = 0.1;             // of nodes and seconds, for the mate by checks
constexpr std::uint64_t mate_nodes = 100'000;  // and never more than so many
constexpr std::size_t mate_bytes = std::size_t{64} << 20;

Value bias(const Budget& budget, const Position& position, Move move) {
    if (budget.noise <= 0) return 0;
    const std::uint64_t hash = mix(mix(budget.seed) ^ position.key().low ^ mix(move));
    return static_cast<Value>(hash % static_cast<std::uint64_t>(2 * budget.noise + 1)) -
           budget.noise;
}

bool mates(const Position& position, const Budget& budget, Control& control, Thought& thought) {
    Limits limits{
        .nodes = mate_nodes, .seconds = mate_share * budget.seconds, .memory = mate_bytes};
    if (budget.nodes)
        limits.nodes = std::min(
            mate_nodes,
            static_cast<std::uint64_t>(mate_share * static_cast<double>(budget.nodes)) + 1);
    Control own(limits, [&](const Control&) { return control.consult(); });
    MateQuestion question;
    question.most_turns = 20;
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

Thought Player::think(const Position& position, const Budget& budget, Control& control) {
    Thought thought;
    table_.new_search();
    if (!(budget.mates && mates(position, budget, control, thought))) {
        Duel duel(position, control, network_.get(), repetition_);
        MoveList moves;
        duel.position().legal_moves(moves);
        std::vector<search::RootMove<Move>> root;
        for (const Move move : moves)
            root.push_back({move, bias(budget, position, move), -search::infinite, {}});
        search::SearchOptions options;
        options.max_depth = budget.most_depth;
        search::AlphaBeta<Duel> search(duel, control, table_, options);
        thought.reason = root.size() == 1 ? Reason::only : Reason::searched;
        thought.depth =
            search.iterative_deepening(root, budget.soft > 0 ? budget.soft : budget.seconds);
        thought.move = root.front().move;
        thought.line = root.front().pv;
        if (root.front().value > -search::infinite) thought.value = root.front().value;
        if (search::is_loss(thought.value)) thought.reason = Reason::lost;
    }
    if (thought.line.empty()) thought.line.push_back(thought.move);
    thought.nodes = control.nodes();
    return thought;
}

Value Player::evaluate(const Position& position) const {
    Control control;
    return Duel(position, control, network_.get(), repetition_).static_eval();
}

Value Player::evaluate_by_steps(const Position& position) const {
    Position first = position;
    std::vector<Move> played;
    while (first.length() > 0) {
        played.push_back(first.last_move());
        first.undo();
    }
    Control control;
    Duel duel(first, control, network_.get(), repetition_);
    for (auto move = played.rbegin(); move != played.rend(); ++move) duel.play(*move);
    return duel.static_eval();
}

}  // namespace kikashi::minishogi
