// A game with chance and with repetition under the alpha-beta search: values as in plain search of
// the whole tree, and no result called sure that rests on the path alone.
#include <cstdio>
#include <vector>

#include "core/keys.hpp"
#include "plain_search.hpp"
#include "search/alphabeta.hpp"
#include "search/repetition.hpp"

using namespace kikashi;
using namespace kikashi::search;
using namespace kikashi::tests;

namespace {

// Two walkers on a ring; who steps onto the other wins. A walker goes one step to either side, or
// throws a die that carries it one, two or three steps on. A position that comes again ends the
// game: it is lost for the second player (`draws`: drawn), whoever is to move.
struct RingWalk {
    using Move = int;  // -1, +1: steps; 0: throw; 11, 12, 13: what the die shows
    static constexpr bool path_dependent = true;
    struct State {
        int at[2], mover;
        bool thrown;
    };

    RingWalk(int ring, std::uint64_t seed, bool repetition_draws, bool key_with_path)
        : cells(ring), draws(repetition_draws), whole_path(key_with_path) {
        const int first = static_cast<int>(mix(seed) % static_cast<std::uint64_t>(cells));
        const int gap = 1 + static_cast<int>(mix(seed + 1) % static_cast<std::uint64_t>(cells - 1));
        states.push_back({{first, (first + gap) % cells}, static_cast<int>(seed & 1), false});
        salt = mix(seed + 2);
        note();
    }

    int cells;
    bool draws, whole_path;
    std::uint64_t salt = 0;
    std::vector<State> states{};
    std::vector<std::uint64_t> paths{};  // the key of the position and of all before it
    RepetitionPath repetitions{};
    int cycle = 0;
    Value bound = 500;
    int reach = 1, faces = 3;

    const State& here() const { return states.back(); }
    std::uint64_t position_key() const {
        const State& s = here();
        return mix(
            static_cast<std::uint64_t>(((s.at[0] * 32 + s.at[1]) * 2 + s.mover) * 2 + s.thrown));
    }
    void note() {
        repetitions.push(position_key(), false);
        paths.push_back(mix((paths.empty() ? 0 : paths.back()) + position_key()));
    }
    int side_to_move() const { return here().mover; }
    std::uint64_t key() const { return whole_path ? paths.back() : position_key(); }
    std::uint32_t code(int move) const { return static_cast<std::uint32_t>(move + 10); }
    int cycle_length() const { return cycle; }
    bool is_terminal(int ply, Value& value) {
        cycle = 0;
        if (here().at[0] == here().at[1]) {  // caught by who moved last
            value = -wins_after(ply);
            return true;
        }
        cycle = repetitions.cycle_length();
        if (cycle == 0) return false;
        value = draws ? 0 : side_to_move() == 0 ? wins_after(ply) : -wins_after(ply);
        return true;
    }
    bool is_chance_node() const { return here().thrown; }
    void generate_moves(int, std::vector<ScoredMove<int>>& out) const {
        out.push_back({0, 0});
        for (int steps = 1; steps <= reach; ++steps)
            for (const int move : {steps, -steps}) out.push_back({move, 0});
    }
    void chance_outcomes(std::vector<Outcome<int>>& out) const {
        for (int n = 1; n <= faces; ++n) out.push_back({10 + n, 1 + (faces - n) % 3});
    }
    Value chance_bound() const { return bound; }
    void play(int move) {
        State next = here();
        next.thrown = move == 0;
        if (move != 0) {
            const int steps = move > 10 ? move - 10 : move;
            next.at[next.mover] = (next.at[next.mover] + steps + cells) % cells;
            next.mover = 1 - next.mover;
        }
        states.push_back(next);
        note();
    }
    void undo(int) {
        states.pop_back();
        paths.pop_back();
        repetitions.pop();
    }
    Value quiescence(Value, Value, int) const {
        return static_cast<Value>(mix(position_key() ^ salt) % 401) - 200;
    }
    int history_slots() const { return 20; }
    int history_slot(int move, int n) const { return n == 0 && move < 10 ? move + 9 : -1; }
};

static_assert(Searchable<RingWalk> && ChanceGame<RingWalk> && PathDependent<RingWalk>);

SearchOptions exact_options(int star2_depth) {
    SearchOptions options;
    options.lmr_depth = 0;
    options.star2_depth = star2_depth;
    return options;
}

// With the path in the key the table cannot mix up histories: every value is the plain one.
void values_are_those_of_plain_search() {
    for (std::uint64_t seed = 0; seed < 120; ++seed)
        for (const int star2_depth : {0, 1, 2})  // 0: Star1 alone
            for (const bool draws : {true, false}) {
                RingWalk game(3 + static_cast<int>(seed % 5), seed, draws, true);
                const int depth = 1 + static_cast<int>(seed % 5);
                Control control;
                TranspositionTable table(1 << 16);
                AlphaBeta<RingWalk> search(game, control, table, exact_options(star2_depth));
                expect(search.value(depth) == plain(game, depth),
                       "chance with repetition has another value", seed);
            }
}

// Repetition wins for side 0. By way of A, B leads back to A by either outcome of its throw, and so
// B is won there; by way of C it is not, because from A side 1 goes to X, where side 0 has lost.
struct TwoWays {
    using Move = int;  // the node that is gone to
    static constexpr bool path_dependent = true;
    enum Node { R, A, B, C, D, X };
    std::vector<int> path{R};
    RepetitionPath repetitions{};
    int cycle = 0;

    TwoWays() { repetitions.push(key(), false); }
    int here() const { return path.back(); }
    int side_to_move() const { return here() == A || here() == C; }
    std::uint64_t key() const { return mix(static_cast<std::uint64_t>(here()) + 1); }
    std::uint32_t code(int move) const { return static_cast<std::uint32_t>(move) % 8 + 1; }
    int cycle_length() const { return cycle; }
    bool is_terminal(int ply, Value& value) {
        cycle = here() == X ? 0 : repetitions.cycle_length();
        value = cycle > 0 && side_to_move() == 0 ? wins_after(ply) : -wins_after(ply);
        return here() == X || cycle > 0;
    }
    bool is_chance_node() const { return here() == D; }
    void generate_moves(int, std::vector<ScoredMove<int>>& out) const {
        if (here() == R) out.insert(out.end(), {{A, 2}, {C, 1}});
        if (here() == A) out.insert(out.end(), {{B, 2}, {X, 1}});
        if (here() == C) out.push_back({B, 0});
        if (here() == B) out.push_back({D, 0});
    }
    void chance_outcomes(std::vector<Outcome<int>>& out) const {
        out.insert(out.end(), {{A, 1}, {A + 8, 2}});
    }
    Value chance_bound() const { return 500; }
    void play(int move) {
        path.push_back(move % 8);
        repetitions.push(key(), false);
    }
    void undo(int) {
        path.pop_back();
        repetitions.pop();
    }
    Value quiescence(Value, Value, int) const { return 0; }
    int history_slots() const { return 1; }
    int history_slot(int, int) const { return -1; }
};

void a_win_that_rests_on_the_path_is_not_found_on_another() {
    for (int depth = 4; depth <= 8; ++depth) {
        TwoWays game;
        Control control;
        TranspositionTable table(1 << 14);
        AlphaBeta<TwoWays> search(game, control, table, exact_options(0));
        expect(!is_win(search.value(depth, sure - 1, sure)), "a win was taken from another path",
               static_cast<std::uint64_t>(depth));
    }
}

// Probing saves nodes where moves and outcomes are many: why Star2 is there.
void star2_needs_fewer_nodes_than_star1() {
    std::uint64_t nodes[2] = {0, 0};
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        for (const bool probing : {false, true}) {
            RingWalk game(30, seed, true, false);
            game.bound = 20'000;  // a win counts much more than any estimate
            game.reach = 8;
            game.faces = 6;
            Control control;
            TranspositionTable table(1 << 16);
            AlphaBeta<RingWalk> search(game, control, table, exact_options(probing ? 2 : 0));
            search.value(4);
            nodes[probing] += control.nodes();
        }
    std::printf("Star1 %llu nodes, Star2 %llu\n", static_cast<unsigned long long>(nodes[0]),
                static_cast<unsigned long long>(nodes[1]));
    expect(nodes[1] < nodes[0], "probing cost more than it saved", nodes[1]);
}

void cycles_end_where_nothing_can_be_taken_back() {
    RepetitionPath path;
    for (const std::uint64_t key : {1, 2, 3, 1}) path.push(key, false);
    expect(path.cycle_length() == 3 && path.count() == 1, "a repetition was not seen", 0);
    path.push(2, true);
    path.push(1, false);
    expect(path.cycle_length() == 0 && path.count() == 0, "a cycle reached too far back", 1);
    path.push(2, false);
    expect(path.cycle_length() == 2, "a short cycle was not seen", 2);
}

}  // namespace

int main() {
    values_are_those_of_plain_search();
    a_win_that_rests_on_the_path_is_not_found_on_another();
    star2_needs_fewer_nodes_than_star1();
    cycles_end_where_nothing_can_be_taken_back();
    std::printf("%d failures\n", failures);
    return failures ? 1 : 0;
}
