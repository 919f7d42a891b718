#include "tree_mates.hpp"

#include <algorithm>
#include <tuple>

namespace kikashi::xiangqi {

namespace {

constexpr int most_depth = 100;
// A sure result that is pushed out and found again by another way can close a circle, and then no
// proof comes of it.
constexpr std::size_t table_ways = 4;
constexpr int most_doubts = 2;  // a search whose mates come to nothing so often is not asked again
constexpr std::uint64_t first_again = 2'000;  // nodes to see a mate again that the table has lost
constexpr std::uint64_t most_again = 2'000'000;
// A mate by checks is looked for where so much depth is left, from so many moves on to so many and
// one more for each ply, for so many nodes a ply.
constexpr int scout_from = 3;
constexpr int scout_first_turns = 2;  // these show a mate at once, too
constexpr int scout_turns = 2;
constexpr std::uint64_t scout_nodes = 5;
constexpr Value scout_menace = 120;  // and only by who bears so much on the enemy palace

search::SearchOptions wide() {
    search::SearchOptions options;
    options.max_depth = most_depth;
    options.any_win = true;
    options.forced_win_depth = scout_from;
    options.pruning.lmr_divisor = 1.7;
    options.pruning.lmr_cut_node = 2;
    options.pruning.continuation_pruning_depth = 3;
    options.pruning.no_double_extension = true;
    options.pruning.multicut = true;
    options.pruning.keep_table_move_on_fail_low = true;
    options.pruning.malus_on_captures = true;
    options.pruning.clear_grandchild_killers = true;
    options.pruning.iir_depth = 6;
    options.pruning.quiescence_in_table = true;
    return options;
}

// Nearer to what strong players of chess-like games leave out.
search::SearchOptions narrow() {
    search::SearchOptions options = wide();
    options.pruning.lmr_divisor = 1.4;
    options.pruning.continuation_pruning_depth = 4;
    options.pruning.reverse_futility_margin = 60;
    options.pruning.lmr_at_root = true;
    options.pruning.prior_quiet_bonus = true;
    return options;
}

// For the question 'win or not' alone. A defender who can pass without being mated is safe, and in
// that window a pass is always tried: what is left are threats of mate. Every estimate lies outside
// the window, so that whatever goes by estimates is kept to the last plies.
constexpr int keen_share = 50;
search::SearchOptions keen() {
    search::SearchOptions options = wide();
    options.pruning.reverse_futility_depth = 1;
    options.pruning.null_move_eval_divisor =
        search::infinite;  // never a shallower look after a pass
    options.pruning.futility_depth = 3;
    options.pruning.quiescence_in_table = false;
    return options;
}

std::vector<search::RootMove<Move>> all_moves(Position& position) {
    MoveList moves;
    position.legal_moves(moves);
    std::vector<search::RootMove<Move>> root;
    for (const Move move : moves) root.push_back({move, 0, -search::infinite, {}});
    return root;
}

// The searches and the prover share one board for mates by checks: each leaves it as it was.
class Kept {
   public:
    explicit Kept(Position& position) : position_(position), saved_(position) {}
    ~Kept() { position_ = saved_; }
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;

   private:
    Position& position_;
    Position saved_;
};

}  // namespace

TreeMates::TreeMates(Mates& game, Bounded<Mates>& checks, Control& control, std::size_t table_bytes)
    : game_(game),
      checks_(checks),
      control_(control),
      table_(table_bytes, table_ways),
      duel_(game.position(), own_, 0, true),
      lookers_{Looker{Search(duel_, own_, table_, wide()), all_moves(duel_.position())},
               Looker{Search(duel_, own_, table_, narrow()), all_moves(duel_.position())},
               Looker{Search(duel_, own_, table_, keen()), {}, keen_share, true}} {
    duel_.send([this](const Position& position, int depth, Move& move) {
        return scout(position, depth, move);
    });
}

void TreeMates::begin(std::uint64_t nodes) {
    const std::uint64_t most = control_.limits().nodes, gone = control_.nodes();
    if (most) nodes = std::min(nodes, gone < most ? most - gone : 1);
    own_.restart({.nodes = nodes}, [&](const Control&) { return control_.consult(); });
}

// The moves of a mate by checks, and the first of them.
int TreeMates::scout(const Position& position, int depth, Move& move) {
    if (depth < scout_from || menace(position, position.mover()) < scout_menace) return 0;
    game_.position() = position;
    checks_.pause_at(control_.nodes() + scout_nodes * static_cast<std::uint64_t>(depth));
    Answer answer = Answer::fails;
    for (int turns = scout_first_turns; answer == Answer::fails && turns <= scout_turns + depth;
         ++turns)
        answer = checks_.attack(turns, 0);
    checks_.pause_at(0);
    if (!control_.running()) own_.request_stop();
    int turns = 0;
    if (answer == Answer::wins) std::tie(move, turns) = checks_.winning_move(0);
    return answer == Answer::wins && move != no_move ? turns : 0;
}

bool TreeMates::look(std::uint64_t nodes) {
    for (Looker& looker : lookers_)
        if (control_.running() && !looker.exhausted && look(looker, nodes)) {
            saw_ = &looker;
            return true;
        }
    return false;
}

bool TreeMates::look(Looker& looker, std::uint64_t nodes) {
    begin(nodes * static_cast<std::uint64_t>(looker.share) / 100);
    const Kept kept(game_.position());
    const bool seen = sees_win(looker);
    looker.exhausted = own_.running();
    control_.count(own_.nodes());
    return seen;
}

bool TreeMates::sees_win(Looker& looker) {
    if (!looker.wins_only) {
        const int complete = looker.search.iterative_deepening(looker.root, 0, looker.depth + 1);
        looker.depth = std::max(looker.depth, complete);
        return !looker.root.empty() && search::is_win(looker.root[0].value);
    }
    while (looker.depth < most_depth) {
        const int depth = looker.depth + 1;
        if (search::is_win(looker.search.value(depth, search::sure - 1, search::sure)) &&
            own_.running())
            return true;
        if (!own_.running()) break;
        looker.depth = depth;
    }
    return false;
}

void TreeMates::doubt() {
    table_.clear();
    if (saw_) ++saw_->doubted;
    for (Looker& looker : lookers_) {
        looker.depth = 0;
        looker.exhausted = looker.doubted >= most_doubts;
    }
}

bool TreeMates::exhausted() const {
    return std::ranges::all_of(lookers_, [](const Looker& looker) { return looker.exhausted; });
}

Move TreeMates::advice(int attempt) {
    if (attempt == 0)
        if (const Move move = known(); move != no_move) return move;
    return attempt <= 1 ? seen_again() : no_move;
}

Move TreeMates::known() {
    const auto stored = table_.probe(duel_.key());
    if (!stored || !stored->move || stored->bound == search::Bound::upper ||
        !search::is_win(stored->value))
        return no_move;
    const Move move = static_cast<Move>(stored->move - 1);
    return duel_.position().legal(move) ? move : no_move;
}

Move TreeMates::seen_again() {
    const Kept kept(game_.position());
    Search& search = lookers_[0].search;
    Move found = no_move;
    for (std::uint64_t nodes = first_again;
         nodes <= most_again && found == no_move && control_.running(); nodes *= 4) {
        begin(nodes);
        for (int depth = 2; depth <= most_depth && own_.running() && found == no_move; ++depth)
            if (search::is_win(search.value(depth, search::sure - 1, search::sure)) &&
                !search.pv().empty())
                found = search.pv().front();
        control_.count(own_.nodes());
    }
    return found;
}

}  // namespace kikashi::xiangqi
