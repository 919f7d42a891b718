// The alpha-beta template against plain search of the whole tree: on trees with chance and with
// sides that move twice, on a race with dice, and on several threads.
#include <cstdio>
#include <memory>
#include <vector>

#include "core/keys.hpp"
#include "search/together.hpp"

using namespace kikashi;
using namespace kikashi::search;

namespace {

int failures = 0;

void expect(bool holds, const char* what, std::uint64_t seed) {
    if (holds) return;
    std::printf("%s (seed %llu)\n", what, static_cast<unsigned long long>(seed));
    ++failures;
}

std::int64_t floor_mean(std::int64_t sum, std::int64_t total) {
    return sum / total - (sum % total != 0 && sum < 0);
}

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
    int side() const { return static_cast<int>(here() & 1); }
    std::uint64_t key() const { return here(); }
    std::uint32_t code(int move) const { return static_cast<std::uint32_t>(move) + 1; }
    bool over() const { return static_cast<int>(path.size()) > leaves_at; }
    Value worth() const { return static_cast<Value>(here() >> 8 & 255) - 128; }
    bool settled(int, Value& value) const {
        if (over()) value = worth();
        return over();
    }
    int branches() const { return 1 + static_cast<int>(here() >> 20 & 3); }
    bool at_chance() const { return dice && !over() && (here() >> 30) % 3 == 0; }
    void choices(int, std::vector<Choice<int>>& out) const {
        for (int move = 0; move < branches(); ++move) out.push_back({move, 0});
    }
    void outcomes(std::vector<Outcome<int>>& out) const {
        for (int move = 0; move < branches(); ++move)
            out.push_back({move, 1 + static_cast<int>(mix(here() + 7u) >> (2 * move) & 3)});
    }
    Value most() const { return 128; }
    void play(int move) { path.push_back(mix(here() * 5 + static_cast<std::uint64_t>(move))); }
    void undo(int) { path.pop_back(); }
    Value quiet(Value, Value, int) const { return worth(); }
    int slots() const { return 8; }
    int slot(int move, int n) const { return n == 0 ? move : -1; }
};

// Every branch, no cut, no table.
template <class G>
Value plain(G& game, int depth) {
    Value value;
    if (game.settled(0, value)) return value;
    const int side = game.side();
    const auto child = [&](const typename G::Move& move, int left) {
        game.play(move);
        const bool same = game.side() == side;
        const Value found = plain(game, left);
        game.undo(move);
        return same ? found : -found;
    };
    if (game.at_chance()) {
        std::vector<Outcome<typename G::Move>> outcomes;
        game.outcomes(outcomes);
        std::int64_t sum = 0, total = 0;
        for (const auto& outcome : outcomes) {
            sum += static_cast<std::int64_t>(outcome.weight) * child(outcome.move, depth);
            total += outcome.weight;
        }
        return static_cast<Value>(floor_mean(sum, total));
    }
    if (depth <= 0) return game.quiet(0, 0, 0);
    std::vector<Choice<typename G::Move>> choices;
    game.choices(0, choices);
    Value best = -infinite;
    for (const auto& choice : choices) best = std::max(best, child(choice.move, depth - 1));
    return best;
}

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
    int side() const { return here().mover; }
    std::uint64_t key() const {
        const State& s = here();
        return mix(
            static_cast<std::uint64_t>(((s.at[0] * 32 + s.at[1]) * 2 + s.mover) * 3 + s.die));
    }
    std::uint32_t code(int move) const { return static_cast<std::uint32_t>(move) + 1; }
    bool settled(int, Value& value) const {
        for (int player = 0; player < 2; ++player)
            if (here().at[player] >= goal) {
                value = player == side() ? 60'000 : -60'000;
                return true;
            }
        return false;
    }
    bool at_chance() const { return here().die != 0; }
    void choices(int, std::vector<Choice<int>>& out) const {
        out.push_back({-1, 0});
        out.push_back({-2, 0});
    }
    void outcomes(std::vector<Outcome<int>>& out) const {
        if (here().die == 1) out.insert(out.end(), {{1, 1}, {2, 1}});
        if (here().die == 2) out.insert(out.end(), {{0, 2}, {4, 1}});
    }
    Value most() const { return 60'000; }
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
    Value quiet(Value, Value, int) const {
        return 4000 * (here().at[here().mover] - here().at[1 - here().mover]);
    }
    int slots() const { return 2; }
    int slot(int move, int n) const { return n == 0 && move < 0 ? -move - 1 : -1; }
};

template <class G>
Value searched(G game, int depth, bool reduce) {
    Control control;
    ValueTable table(1 << 16);
    Tuning tuning;
    if (!reduce) tuning.reduce_from = 0;
    AlphaBeta<G> search(game, control, table, tuning);
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
    std::vector<Choice<int>> choices;
    tree.choices(0, choices);
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
            if (tree.settled(0, value) || tree.at_chance()) continue;
            std::vector<RootMove<int>> root = root_of(tree);
            Control control;
            ValueTable table(1 << 16);
            Tuning tuning;
            tuning.most_depth = 6;
            tuning.reduce_from = 0;
            Helpers<HashTree> helpers;
            helpers.start(threads - 1, table, tuning, root, 0, [&tree](Control&) {
                return std::make_unique<HashTree>(tree.seed, tree.leaves_at, tree.dice);
            });
            AlphaBeta<HashTree>(tree, control, table, tuning, helpers.underway()).deepen(root);
            expect(root[0].value == plain(tree, 6), "deepening ended with another value", seed);
        }
}

// As if another thread were for ever searching every move near the root.
void claim(HashTree& tree, Underway& underway, int ply) {
    Value value;
    if (ply > 3 || tree.settled(ply, value) || tree.at_chance()) return;
    std::vector<Choice<int>> choices;
    tree.choices(ply, choices);
    for (const auto& choice : choices) {
        for (int depth = Underway::least_depth; depth <= 6; ++depth)
            underway.enter(Underway::name(tree.key(), tree.code(choice.move), depth));
        tree.play(choice.move);
        claim(tree, underway, ply + 1);
        tree.undo(choice.move);
    }
}

void what_is_put_off_is_searched_all_the_same() {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        HashTree tree(seed * 2 + 1000, 6, true);
        Value value;
        if (tree.settled(0, value) || tree.at_chance()) continue;
        std::vector<RootMove<int>> root = root_of(tree);
        const auto underway = std::make_unique<Underway>();
        claim(tree, *underway, 0);
        Control control;
        ValueTable table(1 << 16);
        Tuning tuning;
        tuning.most_depth = 6;
        tuning.reduce_from = 0;
        AlphaBeta<HashTree>(tree, control, table, tuning, underway.get()).deepen(root);
        expect(root[0].value == plain(tree, 6), "a move that was put off was lost", seed);
    }
}

void notes_of_moves_are_kept_as_far_as_there_is_room() {
    Underway underway;
    constexpr std::uint64_t row = 2 * 4096;  // names so far apart share a row
    for (std::uint64_t n = 1; n <= 5; ++n) underway.enter(n * row + 1);
    for (std::uint64_t n = 1; n <= 4; ++n) expect(underway.has(n * row + 1), "a note was lost", n);
    expect(!underway.has(5 * row + 1), "five notes in a row of four", 5);
    underway.leave(2 * row + 1);
    expect(!underway.has(2 * row + 1), "a note was not taken back", 2);
    underway.enter(5 * row + 1);
    expect(underway.has(5 * row + 1), "a free place was not taken", 5);
}

// Two moves. At depth 1 the first looks better; at depth 2 it loses 500 and the second 900, of
// which the search sees only that it is 400 at best, because that already refutes it.
struct Disappointment {
    using Move = int;
    std::vector<int> path{};

    int side() const { return static_cast<int>(path.size() % 2); }
    std::uint64_t key() const {
        std::uint64_t key = 1;
        for (int move : path) key = mix(key * 4 + static_cast<std::uint64_t>(move) + 1);
        return key;
    }
    std::uint32_t code(int move) const { return static_cast<std::uint32_t>(move) + 1; }
    bool settled(int, Value&) const { return false; }
    void choices(int, std::vector<Choice<int>>& out) const {
        out.push_back({0, 1});
        if (path[0] == 1) out.push_back({1, 0});
    }
    void play(int move) { path.push_back(move); }
    void undo(int) { path.pop_back(); }
    Value quiet(Value, Value, int) const {
        if (path.size() == 1) return path[0] == 0 ? -100 : 0;
        return path[0] == 0 ? -500 : path[1] == 0 ? -400 : -900;
    }
    int slots() const { return 2; }
    int slot(int move, int n) const { return n == 0 ? move : -1; }
};

void stopped_search_does_not_trust_a_bound() {
    Disappointment game;
    Control control({.nodes = 6});  // two at depth 1, four in the first window of depth 2
    ValueTable table(1 << 14);
    std::vector<RootMove<int>> root = {{0, 0, -infinite, {}}, {1, 0, -infinite, {}}};
    AlphaBeta<Disappointment> search(game, control, table);
    search.deepen(root);
    expect(root[0].move == 0, "a move was preferred because its value was not known", 0);
}

// The same search twice visits the same nodes, and a limit of nodes is kept.
void repeats_itself() {
    std::uint64_t nodes[2];
    for (std::uint64_t& count : nodes) {
        HashTree tree(77, 9, true);
        Control control({.nodes = 5000});
        ValueTable table(1 << 14);
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
        ValueTable table(1 << 14, ways);
        for (std::uint64_t i = 1; i <= 4; ++i)
            table.store(i * shared, {static_cast<Value>(i), 255, Bound::exact, 0});
        std::size_t kept = 0;
        for (std::uint64_t i = 1; i <= 4; ++i) {
            const auto found = table.find(i * shared);
            if (!found) continue;
            ++kept;
            expect(found->value == static_cast<Value>(i), "a table gave another's value", i);
        }
        expect(kept == ways, "a table kept another number of positions than it has ways", kept);
        table.clear();
        expect(!table.find(shared), "a cleared table still knew a position", ways);
    }
}

}  // namespace

int main() {
    equals_plain_search();
    race_equals_plain_search();
    deepening_finds_the_best_move();
    what_is_put_off_is_searched_all_the_same();
    notes_of_moves_are_kept_as_far_as_there_is_room();
    stopped_search_does_not_trust_a_bound();
    repeats_itself();
    ways_keep_positions_that_share_slots();
    std::printf("%d failures\n", failures);
    return failures ? 1 : 0;
}
