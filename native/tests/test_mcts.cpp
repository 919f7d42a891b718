// Monte-Carlo tree search against the exact values of small trees: with chance, with sides that
// move several times in a row, with RAVE, in little memory, on several threads.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "core/keys.hpp"
#include "search/mcts.hpp"

using namespace kikashi;

namespace {

int failures = 0;

void expect(bool holds, const char* what, std::uint64_t seed) {
    if (holds) return;
    std::printf("%s (seed %llu)\n", what, static_cast<unsigned long long>(seed));
    ++failures;
}

// A tree made of hashes: who moves, whether chance does, how many branches, what leaves are worth.
struct HashTree {
    using Move = int;
    std::uint64_t root;
    int leaves_at;
    bool dice;
    std::uint64_t here = root;
    int depth = 0;

    void restart() {
        here = root;
        depth = 0;
    }
    int side() const { return static_cast<int>(here >> 3 & 1); }
    bool over() const { return depth >= leaves_at; }
    bool at_chance() const { return dice && depth > 0 && !over() && (here >> 30) % 3 == 0; }
    int branches() const { return 2 + static_cast<int>(here >> 20 & 1); }
    std::uint32_t weight(int move) const {
        return 1 + static_cast<std::uint32_t>(mix(here + 7u) >> (2 * move) & 3);
    }
    int draw(Random& random) const {
        std::uint32_t all = 0;
        for (int move = 0; move < branches(); ++move) all += weight(move);
        std::uint32_t at = random.below(all);
        int move = 0;
        while (at >= weight(move)) at -= weight(move++);
        return move;
    }
    void play(int move) {
        here = mix(here * 5 + static_cast<std::uint64_t>(move));
        ++depth;
    }
    void candidates(std::vector<mcts::Candidate<int>>& out) const {
        for (int move = 0; move < branches(); ++move) out.push_back({move, 0.5f, 0});
    }
    float worth() const { return static_cast<float>(here >> 8 & 255) / 255.0f; }
    float playout(Random& random, mcts::Trail&) {
        while (!over())
            play(at_chance()
                     ? draw(random)
                     : static_cast<int>(random.below(static_cast<std::uint32_t>(branches()))));
        return worth();
    }
    std::uint32_t code(int) const { return mcts::no_code; }
    std::uint32_t codes() const { return 0; }

    float exact() const {
        if (over()) return worth();
        const bool chance = at_chance();
        float best = chance ? 0.0f : -1.0f, all = 0;
        for (int move = 0; move < branches(); ++move) {
            HashTree child = *this;
            child.play(move);
            const float value = child.exact();
            if (chance) {
                best += value * static_cast<float>(weight(move));
                all += static_cast<float>(weight(move));
            } else {
                const float mine = side() == 0 ? value : 1 - value;
                best = std::max(best, mine);
            }
        }
        return chance ? best / all : side() == 0 ? best : 1 - best;
    }
};

mcts::Tuning uct() {
    mcts::Tuning tuning;
    tuning.exploration = 2.0f;  // these trees hide their traps
    tuning.stop_early = false;
    return tuning;
}

template <class S>
mcts::Statistics<typename S::Move> searched(mcts::Search<S>& search, const S& root,
                                            std::uint64_t nodes, int threads = 1,
                                            std::uint64_t seed = 1) {
    Control control({.nodes = nodes});
    return search.run(control, {}, seed, threads, [&] { return std::make_unique<S>(root); });
}

void finds_the_best_move(std::uint64_t seed, bool dice, int threads) {
    const HashTree root{mix(seed), 5, dice};
    mcts::Search<HashTree> search(8 << 20, uct());
    const auto found = searched(search, root, 60'000, threads);
    HashTree after = root;
    after.play(found.moves.front().move);
    const float wanted = root.exact(), got = after.exact();
    expect(std::fabs(wanted - got) < 0.03f, "the move is not the best", seed);
    const float value =
        root.side() == 0 ? found.moves.front().value : 1 - found.moves.front().value;
    expect(std::fabs(value - wanted) < 0.06f, "the value is off", seed);
}

void repeats_itself() {
    const HashTree root{mix(5), 8, true};
    mcts::Search<HashTree> one(8 << 20, uct()), two(8 << 20, uct());
    const auto a = searched(one, root, 5'000), b = searched(two, root, 5'000);
    expect(a.nodes == b.nodes && a.value == b.value && a.simulations == 5'000, "runs differ", 5);
    for (std::size_t n = 0; n < a.moves.size(); ++n)
        expect(a.moves[n].visits == b.moves[n].visits, "visits differ", 5);
}

void stays_in_its_memory() {
    const HashTree root{mix(6), 12, true};
    mcts::Search<HashTree> search(1, uct());  // the least: 1,024 nodes
    const auto found = searched(search, root, 50'000);
    expect(found.nodes <= 1024, "more nodes than there is room for", 6);
    expect(found.visits == 50'000, "simulations are missing", 6);
}

void keeps_the_tree_below_a_move() {
    HashTree root{mix(8), 8, true};
    mcts::Search<HashTree> search(8 << 20, uct());
    const auto before = searched(search, root, 20'000);
    const auto best = before.moves.front();
    search.advance(best.move);
    expect(search.statistics().visits == best.visits, "the visits of the subtree are lost", 8);
    root.play(best.move);
    root.root = root.here;
    root.leaves_at -= 1;
    root.depth = 0;
    search.advance(99);
    expect(search.statistics().visits == 0, "a move that is not there kept a tree", 8);
}

// Two sides fill thirty cells in turn; whoever has the heavier cells wins: RAVE sees at once which.
struct Filling {
    using Move = int;
    static constexpr int cells = 30;
    int owner[cells];
    int moves = 0;

    void restart() {
        std::fill(owner, owner + cells, -1);
        moves = 0;
    }
    int side() const { return (moves + 1) / 2 % 2; }  // one move, then two each
    bool over() const { return moves == cells; }
    bool at_chance() const { return false; }
    int draw(Random&) const { return 0; }
    void play(int cell) {
        owner[cell] = side();
        ++moves;
    }
    void candidates(std::vector<mcts::Candidate<int>>& out) const {
        for (int cell = 0; cell < cells; ++cell)
            if (owner[cell] < 0) out.push_back({cell, 0.5f, 0});
    }
    float playout(Random& random, mcts::Trail& trail) {
        int left[cells], count = 0;
        for (int cell = 0; cell < cells; ++cell)
            if (owner[cell] < 0) left[count++] = cell;
        while (count > 0) {
            const auto at = random.below(static_cast<std::uint32_t>(count));
            trail.note(static_cast<std::uint32_t>(left[at]), side());
            play(left[at]);
            left[at] = left[--count];
        }
        int balance = 0;
        for (int cell = 0; cell < cells; ++cell)
            balance += (owner[cell] == 0 ? 1 : -1) * (cell == 17 ? 60 : 1 + cell % 7);
        return balance > 0 ? 1.0f : 0.0f;
    }
    std::uint32_t code(int cell) const { return static_cast<std::uint32_t>(cell); }
    std::uint32_t codes() const { return cells; }
};

void rave_sees_the_heavy_cell_early() {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        mcts::Search<Filling> search(8 << 20, {});
        const auto found = searched(search, Filling{}, 300, 1, seed);
        expect(found.moves.front().move == 17, "RAVE missed the heavy cell", seed);
    }
}

void stops_when_the_choice_cannot_change() {
    mcts::Search<Filling> search(8 << 20, {});
    Control control({.nodes = 100'000});
    const auto found = search.run(control, {.simulations = 100'000}, 1, 1,
                                  [] { return std::make_unique<Filling>(); });
    expect(found.simulations < 90'000, "it thought on about a settled choice", 1);
    expect(found.moves.front().move == 17, "the settled choice is wrong", 1);
}

// Side 0 always wins, so that no move stands out.
struct Won : Filling {
    float playout(Random& random, mcts::Trail& trail) {
        Filling::playout(random, trail);
        return 1.0f;
    }
};

void spends_less_on_a_game_that_is_won() {
    double spent[2] = {1e9, 1e9};
    // The shorter of several: a busy machine lengthens some.
    for (int round = 0; round < 4; ++round)
        for (const bool sure : {false, true}) {
            mcts::Tuning tuning;
            if (!sure) tuning.sure = 2.0f;
            mcts::Search<Won> search(8 << 20, tuning);
            Control control({.seconds = 2.0});
            search.run(control, {.seconds = 0.2}, 1, 1, [] { return std::make_unique<Won>(); });
            spent[sure] = std::min(spent[sure], control.seconds());
        }
    expect(spent[1] < 0.75 * spent[0], "a won game was thought about as long as any other", 1);
}

}  // namespace

int main() {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        finds_the_best_move(seed, false, 1);
        finds_the_best_move(seed, true, 1);
        if (seed <= 4) finds_the_best_move(seed, true, 2);
    }
    repeats_itself();
    stays_in_its_memory();
    keeps_the_tree_below_a_move();
    rave_sees_the_heavy_cell_early();
    stops_when_the_choice_cannot_change();
    spends_less_on_a_game_that_is_won();
    if (failures == 0) std::puts("mcts: all held");
    return failures != 0;
}
