// Proofs by advice on random graphs, circles and all: whatever is written obeys the rule of
// circles, edge by edge, and with an adviser who leaves nothing out all that is won is proved.
#include <algorithm>
#include <cstdio>
#include <random>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/keys.hpp"
#include "search/advised_proof.hpp"

using namespace kikashi;

namespace {

int failures = 0;

void expect(bool holds, const char* what, unsigned seed) {
    if (holds) return;
    std::printf("%s (seed %u)\n", what, seed);
    ++failures;
}

// Places of the winner have even numbers, those of the other side odd ones; a move is the number of
// the place it leads to. Some places stand under a forcing move. Who cannot move has lost.
struct Graph {
    std::vector<std::vector<int>> moves;
    std::vector<bool> forced, barred;

    // A dense one is full of circles: nearly all places of the winner stand under a forcing move.
    Graph(unsigned seed, int size, bool dense)
        : moves(2 * size), forced(2 * size), barred(2 * size) {
        std::mt19937 dice(seed);
        const auto below = [&](int n) { return static_cast<int>(dice() % unsigned(n)); };
        for (int place = 0; place < 2 * size; ++place) {
            forced[place] = below(dense ? 12 : 4) != 0 ? place % 2 == 0 : place % 2 == 1;
            const int most = dense ? 1 + below(3) : below(place % 2 ? 3 : 4);
            const bool lost = dense && place % 2 == 1 && below(5) == 0;
            for (int left = lost ? 0 : most; left > 0; --left) {
                const int to = 2 * below(size) + 1 - place % 2;
                if (std::find(moves[place].begin(), moves[place].end(), to) == moves[place].end())
                    moves[place].push_back(to);
            }
            barred[place] = !moves[place].empty() && below(12) == 0;  // no game has ended there
        }
    }
};

class Walk {
   public:
    using Move = int;
    struct Moves : std::vector<int> {
        void push(int move) { push_back(move); }
        int size() const { return static_cast<int>(std::vector<int>::size()); }
    };
    static constexpr int no_move = -1, move_codes = 200, most_moves = 8;

    explicit Walk(const Graph& graph) : graph_(&graph), path_{0} {}

    int here() const { return path_.back(); }
    Key key() const {
        const auto place = static_cast<std::uint64_t>(here());
        return {mix(place + 1), mix(place + 1000)};
    }
    void forcing(Moves& moves) {
        moves.clear();
        for (const int to : graph_->moves[here()])
            if (graph_->forced[to]) moves.push(to);
    }
    void forcing_and_quiet(Moves& forcing, Moves& quiet) {
        forcing.clear();
        quiet.clear();
        for (const int to : graph_->moves[here()]) (graph_->forced[to] ? forcing : quiet).push(to);
    }
    void replies(Moves& moves) {
        moves.clear();
        for (const int to : graph_->moves[here()]) moves.push(to);
    }
    bool can_reply() { return !graph_->moves[here()].empty(); }
    bool must_answer() const { return graph_->forced[here()]; }
    bool barred() const { return graph_->barred[here()]; }
    int promise(int) const { return 0; }
    void play(int move) { path_.push_back(move); }
    void undo() { path_.pop_back(); }
    void pass() {}

   private:
    const Graph* graph_;
    std::vector<int> path_;
};
static_assert(ForcingGame<Walk>);

// Names every move in turn, in an order of its own.
struct Chatter {
    const Graph& graph;
    unsigned seed;
    std::vector<int> path{0};

    int advice(int attempt) {
        std::vector<int> moves = graph.moves[path.back()];
        std::shuffle(moves.begin(), moves.end(), std::mt19937(seed + unsigned(path.back())));
        return attempt < static_cast<int>(moves.size()) ? moves[attempt] : Walk::no_move;
    }
    void play(int move) { path.push_back(move); }
    void undo(int) { path.pop_back(); }
};

bool contains(const std::vector<int>& moves, int move) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

// The judge's rule: every reply is there, bounds never grow, and each turn takes one off, except
// one that answers a forcing move and forces nothing, if the proof is circular.
bool obeys(const Graph& graph, const std::vector<ProofNode<int>>& nodes, bool circular) {
    std::vector<int> at(nodes.size(), -1);
    std::vector<int> waiting{static_cast<int>(nodes.size()) - 1};
    at.back() = 0;
    while (!waiting.empty()) {
        const int number = waiting.back();
        waiting.pop_back();
        const auto& node = nodes[number];
        const auto meet = [&](int child, int place, int most) {
            if (child < 0 || nodes[child].turn == node.turn || nodes[child].bound > most ||
                graph.barred[place])
                return false;
            if (at[child] < 0) waiting.push_back(child), at[child] = place;
            return at[child] == place;
        };
        if (node.turn) {
            if (!contains(graph.moves[at[number]], node.move) || graph.barred[node.move])
                return false;
            const bool free = circular && graph.forced[at[number]] && !graph.forced[node.move];
            const int left = node.bound - (free ? 0 : 1);
            if (left < 0) return false;
            if (node.child < 0 ? !graph.moves[node.move].empty()
                               : !meet(node.child, node.move, left))
                return false;
            continue;
        }
        if (node.replies.size() != graph.moves[at[number]].size()) return false;
        for (const auto& [move, child] : node.replies)
            if (!contains(graph.moves[at[number]], move) || !meet(child, move, node.bound))
                return false;
    }
    return true;
}

// Whether the rule gives place 0 to the winner: by a mate, or by turns that cost nothing for ever.
// What is won grows from nothing; in each round it is the largest set that bears itself by such
// turns, and by other turns into what was won before.
bool won_by_rule(const Graph& graph) {
    const std::size_t size = graph.moves.size();
    const auto turn_wins = [&](std::size_t place, int move, const std::vector<bool>& holds,
                               const std::vector<bool>& won) {
        const bool free = graph.forced[place] && !graph.forced[move];
        return !graph.barred[move] && std::ranges::all_of(graph.moves[move], [&](int next) {
            return !graph.barred[next] && (won[next] || (free && holds[next]));
        });
    };
    std::vector<bool> won(size, false);
    for (;;) {
        std::vector<bool> holds(size, true);
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t place = 0; place < size; place += 2) {
                if (!holds[place]) continue;
                holds[place] = std::ranges::any_of(graph.moves[place], [&](int move) {
                    return turn_wins(place, move, holds, won);
                });
                changed = changed || !holds[place];
            }
        }
        if (holds == won) return won[0];
        won = std::move(holds);
    }
}

}  // namespace

int main() {
    constexpr unsigned graphs = 20'000;
    int won = 0, circular = 0;
    for (unsigned seed = 1; seed <= graphs; ++seed) {
        const Graph graph(seed, 4 + static_cast<int>(seed % 9), seed % 2 == 0);
        if (graph.moves[0].empty()) continue;
        Walk walk(graph);
        Control control({.nodes = 100'000});
        Bounded<Walk> bounded(walk, {}, control, std::size_t{1} << 16);
        AdvisedProof<Walk> proof(walk, bounded, control, 10'000);
        Chatter chatter{graph, seed};
        const bool proved = proof.win_by(chatter);
        expect(proved == won_by_rule(graph), "proved and won differ", seed);
        if (!proved) continue;
        ++won;
        circular += proof.circular();
        expect(obeys(graph, proof.nodes(), proof.circular()), "a proof breaks the rule", seed);
        expect(walk.here() == 0 && chatter.path.size() == 1, "the boards are left elsewhere", seed);
        expect(!proof.line().empty() && contains(graph.moves[0], proof.line().front()),
               "the line does not begin here", seed);
    }
    expect(won > 100 && circular > 20, "too few wins to mean anything", graphs);
    if (failures == 0) std::printf("%d proofs, %d with circles\n", won, circular);
    return failures ? 1 : 0;
}
