// df-pn against retrograde analysis on random graphs, circles and all; and that it survives a full
// table, a stop, a crash and company.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <vector>

#include "core/control.hpp"
#include "core/keys.hpp"
#include "search/dfpn.hpp"

using namespace kikashi;
using namespace kikashi::search;

namespace {

int failures = 0;

void expect(bool holds, const char* what, unsigned seed) {
    if (holds) return;
    std::printf("%s (seed %u)\n", what, seed);
    ++failures;
}

// A move is the place it leads to. Who moves, and what the last places are worth, is drawn.
struct Graph {
    std::vector<std::vector<int>> moves;
    std::vector<bool> prover, won;

    Graph(unsigned seed, int size, int most_moves, bool circles) {
        std::mt19937 dice(seed);
        const auto below = [&](int n) { return static_cast<int>(dice() % unsigned(n)); };
        moves.resize(size);
        for (int place = 0; place < size; ++place) {
            prover.push_back(below(2) == 0);
            won.push_back(below(2) == 0);
            if (place > 0 && below(circles ? 6 : 40) == 0) continue;
            for (int left = 1 + below(most_moves); left > 0; --left) {
                const int to = circles ? below(size) : place + 1 + below(3 * most_moves);
                if (to < size &&
                    std::find(moves[place].begin(), moves[place].end(), to) == moves[place].end())
                    moves[place].push_back(to);
            }
        }
    }

    // In layers, the sides in turn: nothing is settled before the last.
    static Graph layered(unsigned seed, int layers, int width, int most_moves) {
        Graph graph(seed, 0, 1, false);
        std::mt19937 dice(seed);
        for (int layer = 0; layer < layers; ++layer)
            for (int n = 0; n < width; ++n) {
                graph.prover.push_back(layer % 2 == 0);
                graph.won.push_back(dice() % 8 < 3);
                graph.moves.emplace_back();
                for (int left = most_moves; left > 0 && layer + 1 < layers; --left)
                    graph.moves.back().push_back((layer + 1) * width +
                                                 static_cast<int>(dice() % unsigned(width)));
            }
        return graph;
    }

    // Who never arrives has not proved anything; or, with `for_ever`, has.
    std::vector<bool> proved(bool for_ever) const {
        std::vector<bool> value(moves.size(), for_ever);
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t place = 0; place < moves.size(); ++place) {
                bool now = won[place];
                if (!moves[place].empty()) {
                    now = !prover[place];
                    for (const int to : moves[place])
                        if (value[to] == prover[place]) now = prover[place];
                }
                if (now == value[place]) continue;
                value[place] = now;
                changed = true;
            }
        }
        return value;
    }
};

template <Repetition Rule>
class Walk {
   public:
    using Move = int;
    static constexpr Repetition repetition = Rule;

    Walk(const Graph& graph, int start) : graph_(&graph), path_{start} {}

    Key key() const { return key_of(path_.back()); }
    bool prover_to_move() const { return graph_->prover[path_.back()]; }
    Verdict expand(ProofChildren<Walk>& children, bool) {
        children.clear();
        const auto& moves = graph_->moves[path_.back()];
        if (moves.empty()) return graph_->won[path_.back()] ? Verdict::proved : Verdict::disproved;
        for (const int to : moves) children.push_back({to, key_of(to)});
        return Verdict::open;
    }
    void play(int to) { path_.push_back(to); }
    void undo() { path_.pop_back(); }

   private:
    static Key key_of(int place) {
        const auto number = static_cast<std::uint64_t>(place);
        return {mix(number + 1), mix(number + 1000003)};
    }
    const Graph* graph_;
    std::vector<int> path_;
};

constexpr std::size_t roomy = 1 << 20;

template <Repetition Rule>
Verdict ask(const Graph& graph, int start, ProofTable& table, Control& control,
            const DfpnOptions& options = {}) {
    Walk<Rule> walk(graph, start);
    return Dfpn<Walk<Rule>>(walk, table, control, options).solve();
}

// One table for all questions: what a path taught about one must not mislead the next.
template <Repetition Rule>
void agrees_with_retrograde_analysis(unsigned seed, std::size_t bytes, const char* what) {
    const bool circles = Rule != Repetition::none;
    const Graph graph(seed, circles ? 14 + seed % 12 : 400, 4, circles);
    const auto truth = graph.proved(Rule == Repetition::proves);
    ProofTable table(bytes);
    for (std::size_t start = 0; start < std::min<std::size_t>(truth.size(), 40); ++start)
        for (const bool weak : {true, false}) {
            Control control({.nodes = 20'000'000});
            const Verdict verdict =
                ask<Rule>(graph, static_cast<int>(start), table, control, {.weak = weak});
            expect(verdict == (truth[start] ? Verdict::proved : Verdict::disproved), what, seed);
        }
}

// Large enough to be stopped in.
const Graph& large() {
    static const Graph graph = Graph::layered(7, 16, 3000, 4);
    return graph;
}

void is_the_same_in_every_run() {
    std::uint64_t nodes[2];
    for (auto& count : nodes) {
        ProofTable table(roomy * 8);
        Control control;
        ask<Repetition::none>(large(), 0, table, control);
        count = control.nodes();
    }
    expect(nodes[0] == nodes[1] && nodes[0] > 1000, "two runs differ in nodes", 7);
}

void survives_a_full_table() {
    ProofTable table(16384);
    Control control({.nodes = 200'000'000});
    const Verdict verdict = ask<Repetition::none>(large(), 0, table, control);
    const bool truth = large().proved(false)[0];
    expect(table.overwritten() > 0, "the table was not full", 7);
    expect(table.bytes() <= 16384, "the table outgrew its bytes", 7);
    expect(verdict == (truth ? Verdict::proved : Verdict::disproved), "a full table misleads", 7);
}

// A table that threads share grows when it is told to, keeps what it has, and not beyond its bytes.
void grows_as_it_is_told() {
    ProofTable table(roomy, true);
    const std::size_t small = table.bytes();
    for (std::uint64_t n = 0; n < 1000; ++n) table.store({mix(n + 1), n}, 3, 5, 1);
    expect(table.bytes() == small, "a shared table grows by itself", 7);
    table.reserve(100'000'000);
    expect(table.bytes() > small && table.bytes() <= roomy, "a shared table has not grown", 7);
    std::uint64_t found = 0;
    for (std::uint64_t n = 0; n < 1000; ++n) found += table.find({mix(n + 1), n}).has_value();
    expect(found + table.overwritten() >= 1000, "a table forgets as it grows", 7);
}

void goes_on_from_a_checkpoint() {
    const auto path = std::filesystem::temp_directory_path() /
                      ("kikashi-dfpn-" + std::to_string(::getpid()) + ".checkpoint");
    const DfpnOptions options{.checkpoint = path, .question = 42};
    std::uint64_t whole = 0, parts = 0;
    {
        ProofTable table(roomy * 8);
        Control control;
        ask<Repetition::none>(large(), 0, table, control);
        whole = control.nodes();
    }
    Verdict verdict = Verdict::open;
    int runs = 0;
    for (; verdict == Verdict::open && runs < 100; ++runs) {
        ProofTable table(roomy * 8);
        if (runs > 0) table.load(path, 42);
        Control control({.nodes = whole / 5});
        Walk<Repetition::none> walk(large(), 0);
        Dfpn<Walk<Repetition::none>> search(walk, table, control, options);
        verdict = search.solve();
        search.save_checkpoint();
        parts += control.nodes();
    }
    expect(runs > 2 && runs < 12, "a stopped search does not go on where it was", 7);
    expect(verdict == (large().proved(false)[0] ? Verdict::proved : Verdict::disproved),
           "a search from a checkpoint errs", 7);
    const auto refused = [&](std::uint64_t question) {
        ProofTable table(roomy);
        try {
            table.load(path, question);
        } catch (const std::runtime_error&) {
            return true;
        }
        return false;
    };
    expect(!refused(42), "a whole checkpoint is refused", 7);
    expect(refused(43), "the checkpoint of another question is read", 7);
    {
        std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(100);
        file.put('!');
    }
    expect(refused(42), "a damaged checkpoint is read", 7);
    std::filesystem::resize_file(path, 1000);
    expect(refused(42), "half a checkpoint is read", 7);
    std::filesystem::remove(path);
}

// A process that is killed, at no moment of its choice, loses what came after its last checkpoint.
void goes_on_after_a_kill() {
    const auto path = std::filesystem::temp_directory_path() /
                      ("kikashi-dfpn-" + std::to_string(::getpid()) + ".killed");
    using Game = Walk<Repetition::none>;
    const Graph vast = Graph::layered(11, 22, 20'000, 4);
    const DfpnOptions options{.checkpoint = path, .checkpoint_seconds = 0.02, .question = 11};
    const pid_t child = ::fork();
    if (child == 0) {
        ProofTable table(roomy * 64);
        Control control;
        Game walk(vast, 0);
        Dfpn<Game>(walk, table, control, options).solve();
        ::_exit(0);
    }
    for (int waited = 0; waited < 1000 && !std::filesystem::exists(path); ++waited)
        ::usleep(10'000);
    ::usleep(30'000);  // perhaps in the middle of the next one
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ProofTable table(roomy * 64);
    bool whole = true;
    try {
        table.load(path, 11);
    } catch (const std::runtime_error&) {
        whole = false;
    }
    expect(whole && table.size() > 0, "a killed search leaves no whole checkpoint", 11);
    std::filesystem::remove(path);
    std::filesystem::remove(path.string() + ".part");
}

void threads_agree(unsigned seed) {
    const Graph graph = Graph::layered(seed, 14, 500, 4);
    const bool truth = graph.proved(false)[0];
    ProofTable table(roomy, true);
    Control control;
    using Game = Walk<Repetition::none>;
    Game game(graph, 0);
    const Verdict verdict = solve_by_threads(3, game, table, control, {},
                                             [&] { return std::make_unique<Game>(graph, 0); });
    expect(verdict == (truth ? Verdict::proved : Verdict::disproved), "threads err", seed);
}

}  // namespace

int main() {
    for (unsigned seed = 1; seed <= 300; ++seed) {
        agrees_with_retrograde_analysis<Repetition::disproves>(seed, roomy, "a circle misleads");
        agrees_with_retrograde_analysis<Repetition::proves>(seed, roomy, "a circle proves wrongly");
    }
    for (unsigned seed = 1; seed <= 20; ++seed) {
        agrees_with_retrograde_analysis<Repetition::none>(seed, roomy, "a verdict is wrong");
        agrees_with_retrograde_analysis<Repetition::none>(seed, 2048, "a small table misleads");
        threads_agree(seed);
    }
    is_the_same_in_every_run();
    survives_a_full_table();
    grows_as_it_is_told();
    goes_on_from_a_checkpoint();
    goes_on_after_a_kill();
    return failures ? 1 : 0;
}
