// Learns the line patterns of a game (native/positional/line_patterns.hpp) from self-play: plays
// games with a fixed number of nodes a turn on all cores, fits the value of every code by logistic
// regression on results mixed with the searches' own values, fits the move order by the turns that
// were chosen, writes patterns.json, and goes round again with what it has learnt.
//
//   bench/fit_patterns.sh gomoku OUT --minutes 8 --rounds 2 --nodes 6000 --threads 16
//
// Needs only a C++20 compiler. The same seed and number of games give the same file (with
// --games in place of --minutes).
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/keys.hpp"
#include "positional/line_patterns.hpp"
#include "positional/player/player.hpp"

using namespace kikashi;
using namespace kikashi::positional;

namespace {

struct Kind {
    const char* name;
    int size, k, stones, first;
    std::vector<int> mover, waiting;  // the weights of the first round, by stones lacking
    int tempo, opening;               // stones of a random opening
    Style style;
};

Kind kind_named(const std::string& name) {
    Style style;
    style.partial = 0;
    if (name == "gomoku") {
        style.width = 12;
        style.glance = 40;
        return {"gomoku", 15, 5, 1, 1, {80, 35, 15, 2}, {60, 39, 14, 2}, 83, 4, style};
    }
    if (name == "connect6") {
        style.width = 14;
        style.glance = 60;
        return {"connect6", 19, 6, 2, 1, {60, 40, 24, 12, 2}, {40, 36, 22, 12, 2}, 0, 3, style};
    }
    std::fprintf(stderr, "the games are gomoku and connect6, not %s\n", name.c_str());
    std::exit(2);
}

std::shared_ptr<Geometry> geometry_of(const Kind& kind) {
    std::vector<std::vector<int>> sets;
    const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    const int n = kind.size;
    for (const auto& step : steps)
        for (int y = 0; y < n; ++y)
            for (int x = 0; x < n; ++x) {
                std::vector<int> set;
                for (int i = 0; i < kind.k; ++i) {
                    const int a = x + i * step[0], b = y + i * step[1];
                    if (a >= 0 && b >= 0 && a < n && b < n) set.push_back(b * n + a);
                }
                if (static_cast<int>(set.size()) == kind.k) sets.push_back(set);
            }
    return std::make_shared<Geometry>(n * n, sets, kind.stones, kind.first, 2,
                                      std::vector<std::vector<int>>{}, std::vector<int>{});
}

struct Sample {
    std::vector<Cell> stones[2];
    int mover = 0;
    float value = 0;   // of the search, as a share of wins
    float result = 0;  // for the mover
    Turn turn;         // that was chosen
};

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// One game; positions in which nobody had a forced win are its samples.
std::vector<Sample> play(const Kind& kind, const std::shared_ptr<Geometry>& geometry,
                         const Weights& weights, std::uint64_t nodes, std::uint64_t seed) {
    std::vector<Sample> samples;
    std::vector<std::vector<Cell>> stones(2);
    std::vector<int> owner(static_cast<std::size_t>(geometry->cells()), -1);
    Board<2> board(geometry);
    int mover = 0, left = kind.first;
    std::uint64_t random = mix(seed);
    const auto put = [&](Cell cell) {
        stones[static_cast<std::size_t>(mover)].push_back(cell);
        owner[cell] = mover;
        board.place(cell, mover);
        if (--left == 0) {
            mover = 1 - mover;
            left = kind.stones;
        }
    };
    const int middle = kind.size / 2;
    for (int n = 0; n < kind.opening;) {
        random = mix(random);
        const int x = middle - 3 + static_cast<int>(random % 7);
        const int y = middle - 3 + static_cast<int>(random / 7 % 7);
        const auto cell = static_cast<Cell>(y * kind.size + x);
        if (owner[cell] >= 0) continue;
        put(cell);
        ++n;
    }
    int winner = -1;
    while (board.empty_cells() > 0 && winner < 0) {
        Control control;
        Budget budget;
        budget.nodes = nodes;
        budget.seed = seed;
        budget.noise = 12;
        Player player(geometry, weights, kind.style, budget, stones, mover, left, control);
        const Thought thought = player.think();
        if (thought.reason == Reason::searched && left == kind.stones &&
            std::abs(thought.value) < 3000) {
            Sample sample;
            for (std::size_t side = 0; side < 2; ++side) sample.stones[side] = stones[side];
            sample.mover = mover;
            sample.value = static_cast<float>(sigmoid(thought.value / 100.0));
            sample.turn = thought.turn;
            samples.push_back(sample);
        }
        // What is proved need not be played.
        if (thought.reason == Reason::fills || thought.reason == Reason::forced_win) winner = mover;
        if (thought.reason == Reason::lost) winner = 1 - mover;
        if (winner >= 0) break;
        for (const Cell cell : thought.turn) put(cell);
    }
    for (Sample& sample : samples)
        sample.result = winner < 0 ? 0.5f : sample.mover == winner ? 1.0f : 0.0f;
    return samples;
}

struct Table {
    std::vector<double> weight, square;
    explicit Table(std::size_t size) : weight(size, 0), square(size, 1e-4) {}
    void step(std::size_t at, double gradient, double rate, double decay) {
        gradient += decay * weight[at];
        square[at] += gradient * gradient;
        weight[at] -= rate * gradient / std::sqrt(square[at]);
    }
    std::vector<std::int16_t> rounded(double unit) const {
        std::vector<std::int16_t> made;
        for (const double one : weight)
            made.push_back(static_cast<std::int16_t>(
                std::lround(std::fmax(-30000, std::fmin(30000, unit * one)))));
        return made;
    }
};

// Logistic regression of results and values on codes, by AdaGrad; in units of a logit.
std::shared_ptr<LineWeights> fit(const Geometry& geometry, const std::vector<Sample>& samples,
                                 const std::shared_ptr<const LineWeights>& blank, int epochs,
                                 double mix_results) {
    const std::size_t codes = line_codes;
    Table mover(codes), waiting(codes), own(codes), their(codes);
    double tempo = 0, tempo_square = 1e-4;
    LineEvaluation board(geometry, blank);
    std::vector<bool> empty(static_cast<std::size_t>(geometry.cells()));
    for (int epoch = 0; epoch < epochs; ++epoch) {
        double loss = 0, order_loss = 0;
        std::size_t seen = 0, held = 0;
        double held_loss = 0;
        for (std::size_t n = 0; n < samples.size(); ++n) {
            const Sample& sample =
                samples[mix(n * 7919 + static_cast<std::size_t>(epoch)) % samples.size()];
            const bool test = &sample - samples.data() >=
                              static_cast<std::ptrdiff_t>(samples.size() - samples.size() / 20);
            std::fill(empty.begin(), empty.end(), true);
            for (int side = 0; side < 2; ++side)
                for (const Cell cell : sample.stones[side]) {
                    board.place(cell, side);
                    empty[cell] = false;
                }
            const int me = sample.mover;
            double sum = tempo, most = -1e9;
            for (int c = 0; c < geometry.cells(); ++c) {
                const auto cell = static_cast<Cell>(c);
                if (!empty[cell]) continue;
                const std::size_t a = board.code(me, cell), b = board.code(1 - me, cell);
                sum += mover.weight[a] - waiting.weight[b];
                most = std::fmax(most, own.weight[a] + their.weight[b]);
            }
            const double target = mix_results * sample.result + (1 - mix_results) * sample.value;
            const double found = sigmoid(sum);
            const double now =
                -(target * std::log(found + 1e-9) + (1 - target) * std::log(1 - found + 1e-9));
            if (test) {
                held_loss += now;
                ++held;
            } else {
                loss += now;
                ++seen;
                double total = 0;
                for (int c = 0; c < geometry.cells(); ++c)
                    if (empty[static_cast<std::size_t>(c)])
                        total +=
                            std::exp(own.weight[board.code(me, static_cast<Cell>(c))] +
                                     their.weight[board.code(1 - me, static_cast<Cell>(c))] - most);
                const double error = found - target;
                for (int c = 0; c < geometry.cells(); ++c) {
                    const auto cell = static_cast<Cell>(c);
                    if (!empty[cell]) continue;
                    const std::size_t a = board.code(me, cell), b = board.code(1 - me, cell);
                    const double share = std::exp(own.weight[a] + their.weight[b] - most) / total;
                    double wanted = 0;
                    for (const Cell chosen : sample.turn)
                        if (chosen == cell) wanted = 1.0 / sample.turn.count;
                    if (wanted > 0) order_loss -= wanted * std::log(share + 1e-12);
                    mover.step(a, error, 0.03, 1e-6);
                    waiting.step(b, -error, 0.03, 1e-6);
                    if (share > 1e-4 || wanted > 0) {
                        own.step(a, share - wanted, 0.05, 1e-6);
                        their.step(b, share - wanted, 0.05, 1e-6);
                    }
                }
                tempo_square += error * error;
                tempo -= 0.03 * error / std::sqrt(tempo_square);
            }
            for (int side = 0; side < 2; ++side)
                for (const Cell cell : sample.stones[side]) board.remove(cell, side);
        }
        std::printf("epoch %d: loss %.4f, held back %.4f, move order %.3f\n", epoch + 1,
                    loss / static_cast<double>(seen + !seen),
                    held_loss / static_cast<double>(held + !held),
                    order_loss / static_cast<double>(seen + !seen));
        std::fflush(stdout);
    }
    auto made = std::make_shared<LineWeights>();
    made->mover = mover.rounded(100);
    made->waiting = waiting.rounded(100);
    made->order_own = own.rounded(100);
    made->order_their = their.rounded(100);
    made->tempo = static_cast<std::int32_t>(std::lround(100 * tempo));
    return made;
}

void write(const std::string& path, const LineWeights& weights, const std::string& made_by) {
    std::ofstream out(path);
    out << "{\"version\": 1,\n\"made_by\": \"" << made_by << "\",\n\"tempo\": " << weights.tempo;
    const auto row = [&](const char* name, const std::vector<std::int16_t>& numbers) {
        out << ",\n\"" << name << "\": [";
        for (std::size_t i = 0; i < numbers.size(); ++i) out << (i ? "," : "") << numbers[i];
        out << "]";
    };
    row("mover", weights.mover);
    row("waiting", weights.waiting);
    row("order_own", weights.order_own);
    row("order_their", weights.order_their);
    out << "}\n";
}

std::vector<Sample> self_play(const Kind& kind, const std::shared_ptr<Geometry>& geometry,
                              const Weights& weights, std::uint64_t nodes, int threads,
                              double seconds, std::uint64_t games, std::uint64_t seed) {
    std::vector<std::vector<Sample>> found;
    std::mutex mutex;
    std::atomic<std::uint64_t> next{0};
    const auto begun = std::chrono::steady_clock::now();
    const auto over = [&] {
        return seconds > 0 &&
               std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count() >
                   seconds;
    };
    std::vector<std::thread> crew;
    for (int n = 0; n < threads; ++n)
        crew.emplace_back([&] {
            for (std::uint64_t game; !over() && (game = next++) < games;) {
                auto samples = play(kind, geometry, weights, nodes, seed * 1'000'003 + game);
                const std::lock_guard lock(mutex);
                if (found.size() <= game) found.resize(game + 1);
                found[game] = std::move(samples);
            }
        });
    for (auto& thread : crew) thread.join();
    std::vector<Sample> all;
    for (auto& game : found) all.insert(all.end(), game.begin(), game.end());
    std::printf("%zu games, %zu positions\n", found.size(), all.size());
    std::fflush(stdout);
    return all;
}

// The new weights against the old ones, both with the same nodes; the new ones' share of points.
void compare(const Kind& kind, const std::shared_ptr<Geometry>& geometry, const Weights& ours,
             const Weights& theirs, std::uint64_t nodes, int threads, int pairs) {
    std::atomic<int> next{0}, wins{0}, losses{0};
    std::vector<std::thread> crew;
    for (int n = 0; n < threads; ++n)
        crew.emplace_back([&] {
            for (int game; (game = next++) < 2 * pairs;) {
                std::vector<std::vector<Cell>> stones(2);
                Board<2> board(geometry);
                int mover = 0, left = kind.first, winner = -1;
                std::uint64_t random = mix(900'000 + static_cast<std::uint64_t>(game / 2));
                const auto put = [&](Cell cell) {
                    stones[static_cast<std::size_t>(mover)].push_back(cell);
                    board.place(cell, mover);
                    if (--left == 0) {
                        mover = 1 - mover;
                        left = kind.stones;
                    }
                };
                for (int placed = 0; placed < kind.opening + 2;) {
                    random = mix(random);
                    const int x = kind.size / 2 - 4 + static_cast<int>(random % 9);
                    const int y = kind.size / 2 - 4 + static_cast<int>(random / 9 % 9);
                    const auto cell = static_cast<Cell>(y * kind.size + x);
                    if (!board.is_empty(cell)) continue;
                    put(cell);
                    ++placed;
                }
                const int us = game % 2;
                while (board.empty_cells() > 0 && winner < 0) {
                    Control control;
                    Budget budget;
                    budget.nodes = nodes;
                    budget.seed = 1;
                    Player player(geometry, mover == us ? ours : theirs, kind.style, budget, stones,
                                  mover, left, control);
                    const Thought thought = player.think();
                    if (thought.reason == Reason::fills || thought.reason == Reason::forced_win)
                        winner = mover;
                    else if (thought.reason == Reason::lost)
                        winner = 1 - mover;
                    else
                        for (const Cell cell : thought.turn) put(cell);
                }
                if (winner == us) ++wins;
                if (winner == 1 - us) ++losses;
            }
        });
    for (auto& thread : crew) thread.join();
    const double n = 2 * pairs, score = (wins + 0.5 * (n - wins - losses)) / n;
    std::printf("against the weights before: %.1f%% +- %.1f%% of %d games at %llu nodes\n",
                100 * score, 196 * std::sqrt(score * (1 - score) / n), 2 * pairs,
                static_cast<unsigned long long>(nodes));
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
    if (count < 3) {
        std::fprintf(stderr, "usage: fit_patterns GAME OUT.json [--minutes M | --games N] ...\n");
        return 2;
    }
    const Kind kind = kind_named(words[1]);
    const std::string path = words[2];
    double minutes = 1, results = 0.7;
    std::uint64_t games = UINT64_MAX, nodes = 6000, seed = 1;
    int threads = 2, rounds = 1, epochs = 6, pairs = 100;
    std::string command = "bench/fit_patterns.sh";
    for (int i = 1; i < count; ++i)
        if (i != 2) command += std::string(" ") + words[i];
    for (int i = 3; i + 1 < count; i += 2) {
        const std::string name = words[i];
        const double number = std::atof(words[i + 1]);
        if (name == "--minutes") minutes = number;
        if (name == "--games") games = static_cast<std::uint64_t>(number), minutes = 0;
        if (name == "--nodes") nodes = static_cast<std::uint64_t>(number);
        if (name == "--threads") threads = static_cast<int>(number);
        if (name == "--rounds") rounds = static_cast<int>(number);
        if (name == "--epochs") epochs = static_cast<int>(number);
        if (name == "--results") results = number;
        if (name == "--seed") seed = static_cast<std::uint64_t>(number);
        if (name == "--pairs") pairs = static_cast<int>(number);
    }
    const auto geometry = geometry_of(kind);
    Weights sets;
    for (std::size_t i = 0; i < kind.mover.size(); ++i) sets.mover[i + 1] = kind.mover[i];
    for (std::size_t i = 0; i < kind.waiting.size(); ++i) sets.waiting[i + 1] = kind.waiting[i];
    sets.tempo = kind.tempo;
    const double growth = kind.stones == 1 ? 4.0 : 3.0;
    for (int lack = 1; lack <= max_set_size; ++lack)
        sets.gain[static_cast<std::size_t>(lack)] =
            std::max(1, static_cast<int>(std::lround(20'000 / std::pow(growth, lack - 1))));
    auto blank = std::make_shared<LineWeights>();
    for (auto* row : {&blank->mover, &blank->waiting, &blank->order_own, &blank->order_their})
        row->assign(line_codes, 0);
    Weights now = sets;
    std::vector<Sample> samples;
    for (int round = 1; round <= rounds; ++round) {
        std::printf("round %d\n", round);
        auto fresh = self_play(kind, geometry, now, nodes, threads, 60 * minutes / rounds, games,
                               seed + static_cast<std::uint64_t>(round));
        samples.insert(samples.end(), fresh.begin(), fresh.end());
        Weights next = sets;
        next.lines = fit(*geometry, samples, blank, epochs, results);
        write(path, *next.lines, command);
        compare(kind, geometry, next, sets, nodes, threads, pairs);
        now = next;
    }
    return 0;
}
