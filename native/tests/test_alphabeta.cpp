// The alpha-beta template against plain search of the whole tree: on trees with chance and with
// sides that move twice, on a race with dice, and on several threads.
#include <cstdio>
#include <memory>
#include <vector>

#include "core/keys.hpp"
#include "plain_search.hpp"
#include "search/threads.hpp"

using namespace kikashi;
using namespace kikashi::search;
using namespace kikashi::tests;

namespace {

// A tree made of hashes: who moves, whether chance does, how many branches, what leaves are worth.
struct HashTree {
    using Move = int;
    std::uint64_t seed;
    int leaves_at;
    bool dice;
    std::vector<std::uint64_t> path{};

    HashTree(std::uint64_t from, int depth, bool chance)
        : seed(from), leaves_at(depth), dice(chance), path{mix(from)} {}

    std::uint64_t here() const { return path.back(); }
    int side_to_move() const { return static_cast<int>(here() & 1); }
    std::uint64_t key() const { return here(); }
    std::uint32_t code(int move) const { return static_cast<std::uint32_t>(move) + 1; }
    bool over() const { return static_cast<int>(path.size()) > leaves_at; }
    Value worth() const { return static_cast<Value>(here() >> 8 & 255) - 128; }
    bool is_terminal(int, Value& value) const {
        if (over()) value = worth();
        return over();
    }
    int branches() const { return 1 + static_cast<int>(here() >> 20 & 3); }
    bool is_chance_node() const { return dice && !over() && (here() >> 30) % 3 == 0; }
    void generate_moves(int, std::vector<ScoredMove<int>>& out) const {
        for (int move = 0; move < branches(); ++move) out.push_back({move, 0});
    }
    void chance_outcomes(std::vector<Outcome<int>>& out) const {
        for (int move = 0; move < branches(); ++move)
            out.push_back({move, 1 + static_cast<int>(mix(here() + 7u) >> (2 * move) & 3)});
    }
    Value chance_bound() const { return 128; }
    void play(int move) { path.push_back(mix(here() * 5 + static_cast<std::uint64_t>(move))); }
    void undo(int) { path.pop_back(); }
    Value quiescence(Value, Value, int) const { return worth(); }
    int history_slots() const { return 8; }
    int history_slot(int move, int n) const { return n == 0 ? move : -1; }
};

// First to reach the goal wins. The mover picks a careful die (1 or 2) or a wild one (0 or 4, with
// weights 2 and 1), which chance then rolls.
struct DiceRace {
    using Move = int;
    static constexpr int goal = 9;
    struct State {
        int at[2];
        int mover, die;  // die: 0 none chosen yet, 1 careful, 2 wild
    };
    std::vector<State> path{{{0, 0}, 0, 0}};

    const State& here() const { return path.back(); }
    int side_to_move() const { return here().mover; }
    std::uint64_t key() const {
        const State& s = here();
        return mix(
            static_cast<std::uint64_t>(((s.at[0] * 32 + s.at[1]) * 2 + s.mover) * 3 + s.die));
    }
    std::uint32_t code(int move) const { return static_cast<std::uint32_t>(move) + 1; }
    bool is_terminal(int, Value& value) const {
        for (int player = 0; player < 2; ++player)
            if (here().at[player] >= goal) {
                value = player == side_to_move() ? 60'000 : -60'000;
                return true;
            }
        return false;
    }
    bool is_chance_node() const { return here().die != 0; }
    void generate_moves(int, std::vector<ScoredMove<int>>& out) const {
        out.push_back({-1, 0});
        out.push_back({-2, 0});
    }
    void chance_outcomes(std::vector<Outcome<int>>& out) const {
        if (here().die == 1) out.insert(out.end(), {{1, 1}, {2, 1}});
        if (here().die == 2) out.insert(out.end(), {{0, 2}, {4, 1}});
    }
    Value chance_bound() const { return 60'000; }
    void play(int move) {
        State next = here();
        if (move < 0) {
            next.die = -move;
        } else {
            next.at[next.mover] += move;
            next.mover = 1 - next.mover;
            next.die = 0;
        }
        path.push_back(next);
    }
    void undo(int) { path.pop_back(); }
    Value quiescence(Value, Value, int) const {
        return 4000 * (here().at[here().mover] - here().at[1 - here().mover]);
    }
    int history_slots() const { return 2; }
    int history_slot(int move, int n) const { return n == 0 && move < 0 ? -move - 1 : -1; }
};

template <class G>
Value searched(G game, int depth, bool reduce) {
    Control control;
    TranspositionTable table(1 << 16);
    SearchOptions options;
    if (!reduce) options.lmr_depth = 0;
    AlphaBeta<G> search(game, control, table, options);
    return search.value(depth);
}

void equals_plain_search() {
    for (std::uint64_t seed = 0; seed < 400; ++seed)
        for (const bool dice : {false, true}) {
            HashTree tree(seed, 7, dice);
            const int depth = 1 + static_cast<int>(seed % 8);
            expect(searched(tree, depth, false) == plain(tree, depth),
                   dice ? "a tree with chance has another value" : "a tree has another value",
                   seed);
        }
}

void race_equals_plain_search() {
    for (int depth = 1; depth <= 7; ++depth) {
        DiceRace race;
        expect(searched(race, depth, false) == plain(race, depth),
               "the dice race has another value", static_cast<std::uint64_t>(depth));
    }
}

std::vector<RootMove<int>> root_of(HashTree& tree) {
    std::vector<ScoredMove<int>> choices;
    tree.generate_moves(0, choices);
    std::vector<RootMove<int>> root;
    for (const auto& choice : choices) root.push_back({choice.move, 0, -infinite, {}});
    return root;
}

// Deepening with windows, killers and the table ends with the best move of the whole tree.
void deepening_finds_the_best_move() {
    for (std::uint64_t seed = 0; seed < 200; ++seed)
        for (const int threads : {1, 3}) {
            HashTree tree(seed * 2 + 1000, 6, true);
            Value value;
            if (tree.is_terminal(0, value) || tree.is_chance_node()) continue;
            std::vector<RootMove<int>> root = root_of(tree);
            Control control;
            TranspositionTable table(1 << 16);
            SearchOptions options;
            options.max_depth = 6;
            options.lmr_depth = 0;
            HelperThreads<HashTree> helpers;
            helpers.start(threads - 1, table, options, root, 0, [&tree](Control&) {
                return std::make_unique<HashTree>(tree.seed, tree.leaves_at, tree.dice);
            });
            AlphaBeta<HashTree>(tree, control, table, options, helpers.abdada())
                .iterative_deepening(root);
            expect(root[0].value == plain(tree, 6), "deepening ended with another value", seed);
        }
}

// As if another thread were for ever searching every move near the root.
void claim(HashTree& tree, Abdada& abdada, int ply) {
    Value value;
    if (ply > 3 || tree.is_terminal(ply, value) || tree.is_chance_node()) return;
    std::vector<ScoredMove<int>> choices;
    tree.generate_moves(ply, choices);
    for (const auto& choice : choices) {
        for (int depth = Abdada::min_depth; depth <= 6; ++depth)
            abdada.starting(Abdada::hash(tree.key(), tree.code(choice.move), depth));
        tree.play(choice.move);
        claim(tree, abdada, ply + 1);
        tree.undo(choice.move);
    }
}

void deferred_moves_are_searched_all_the_same() {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        HashTree tree(seed * 2 + 1000, 6, true);
        Value value;
        if (tree.is_terminal(0, value) || tree.is_chance_node()) continue;
        std::vector<RootMove<int>> root = root_of(tree);
        const auto abdada = std::make_unique<Abdada>();
        claim(tree, *abdada, 0);
        Control control;
        TranspositionTable table(1 << 16);
        SearchOptions options;
        options.max_depth = 6;
        options.lmr_depth = 0;
        AlphaBeta<HashTree>(tree, control, table, options, abdada.get()).iterative_deepening(root);
        expect(root[0].value == plain(tree, 6), "a deferred move was lost", seed);
    }
}

void notes_of_moves_are_kept_as_far_as_there_is_room() {
    Abdada abdada;
    constexpr std::uint64_t row = 2 * 4096;  // names so far apart share a row
    for (std::uint64_t n = 1; n <= 5; ++n) abdada.starting(n * row + 1);
    for (std::uint64_t n = 1; n <= 4; ++n) expect(abdada.defer(n * row + 1), "a note was lost", n);
    expect(!abdada.defer(5 * row + 1), "five notes in a row of four", 5);
    abdada.finished(2 * row + 1);
    expect(!abdada.defer(2 * row + 1), "a note was not taken back", 2);
    abdada.starting(5 * row + 1);
    expect(abdada.defer(5 * row + 1), "a free place was not taken", 5);
}

// Two moves. At depth 1 the first looks better; at depth 2 it loses 500 and the second 900, of
// which the search sees only that it is 400 at best, because that already refutes it.
struct Disappointment {
    using Move = int;
    std::vector<int> path{};

    int side_to_move() const { return static_cast<int>(path.size() % 2); }
    std::uint64_t key() const {
        std::uint64_t key = 1;
        for (int move : path) key = mix(key * 4 + static_cast<std::uint64_t>(move) + 1);
        return key;
    }
    std::uint32_t code(int move) const { return static_cast<std::uint32_t>(move) + 1; }
    bool is_terminal(int, Value&) const { return false; }
    void generate_moves(int, std::vector<ScoredMove<int>>& out) const {
        out.push_back({0, 1});
        if (path[0] == 1) out.push_back({1, 0});
    }
    void play(int move) { path.push_back(move); }
    void undo(int) { path.pop_back(); }
    Value quiescence(Value, Value, int) const {
        if (path.size() == 1) return path[0] == 0 ? -100 : 0;
        return path[0] == 0 ? -500 : path[1] == 0 ? -400 : -900;
    }
    int history_slots() const { return 2; }
    int history_slot(int move, int n) const { return n == 0 ? move : -1; }
};

void stopped_search_does_not_trust_a_bound() {
    Disappointment game;
    Control control({.nodes = 6});  // two at depth 1, four in the first window of depth 2
    TranspositionTable table(1 << 14);
    std::vector<RootMove<int>> root = {{0, 0, -infinite, {}}, {1, 0, -infinite, {}}};
    AlphaBeta<Disappointment> search(game, control, table);
    search.iterative_deepening(root);
    expect(root[0].move == 0, "a move was preferred because its value was not known", 0);
}

// The same search twice visits the same nodes, and a limit of nodes is kept.
void repeats_itself() {
    std::uint64_t nodes[2];
    for (std::uint64_t& count : nodes) {
        HashTree tree(77, 9, true);
        Control control({.nodes = 5000});
        TranspositionTable table(1 << 14);
        AlphaBeta<HashTree> search(tree, control, table);
        search.value(9);
        count = control.nodes();
    }
    expect(nodes[0] == nodes[1], "the same search visited another number of nodes", nodes[0]);
    expect(nodes[0] <= 5001, "a limit of nodes was not kept", nodes[0]);
}

// Positions that share slots push each other out of a table with one way; with four they all stay.
void ways_keep_positions_that_share_slots() {
    constexpr std::uint64_t shared = std::uint64_t{1} << 40;
    for (const std::size_t ways : {1, 4}) {
        TranspositionTable table(1 << 14, ways);
        for (std::uint64_t i = 1; i <= 4; ++i)
            table.store(i * shared, {static_cast<Value>(i), 255, Bound::exact, 0});
        std::size_t kept = 0;
        for (std::uint64_t i = 1; i <= 4; ++i) {
            const auto found = table.probe(i * shared);
            if (!found) continue;
            ++kept;
            expect(found->value == static_cast<Value>(i), "a table gave another's value", i);
        }
        expect(kept == ways, "a table kept another number of positions than it has ways", kept);
        table.clear();
        expect(!table.probe(shared), "a cleared table still knew a position", ways);
    }
}

}  // namespace

int main() {
    equals_plain_search();
    race_equals_plain_search();
    deepening_finds_the_best_move();
    deferred_moves_are_searched_all_the_same();
    notes_of_moves_are_kept_as_far_as_there_is_room();
    stopped_search_does_not_trust_a_bound();
    repeats_itself();
    ways_keep_positions_that_share_slots();
    std::printf("%d failures\n", failures);
    return failures ? 1 : 0;
}
