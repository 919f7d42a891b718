// Games of lines by our own player, on all cores: `play` writes games of self-play for
// bench/fit_net.py, `match` plays two evaluations or styles against each other.
//
//   bench/line_games.sh play gomoku OUT.games --minutes 8 --nodes 2500 --threads 16 --seed 1
//   bench/line_games.sh match gomoku --nodes 20000 --pairs 100 --ours net=FILE --theirs width=12
//
// Needs only a C++20 compiler. With --games in place of --minutes, the same seed gives the same
// games.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "line_other.hpp"
#include "random.hpp"

using namespace kikashi;
using namespace kikashi::bench;
using namespace kikashi::positional;

namespace {

using bench::Table;  // a game as it stands, not a table of the searches

// Random stones near a random middle.
std::vector<Cell> random_opening(const Kind& kind, Random& random) {
    const int count = kind.least_opening + random.below(kind.most_opening - kind.least_opening + 1);
    const int reach = 3 + random.below(2);
    const int x0 = kind.size / 2 + random.below(5) - 2, y0 = kind.size / 2 + random.below(5) - 2;
    std::vector<Cell> cells;
    while (static_cast<int>(cells.size()) < count) {
        const int x = x0 - reach + random.below(2 * reach + 1);
        const int y = y0 - reach + random.below(2 * reach + 1);
        const auto cell = static_cast<Cell>(y * kind.size + x);
        if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
    }
    return cells;
}

struct Played {
    Turn turn;
    std::uint8_t kind;  // 0 opening, 1 searched, 2 chance, 3 the last, 5 aside: see below
    std::int16_t value;
};

constexpr int balanced = 150, chance_in = 10, aside_width = 24;

// A turn that nobody would choose and the value after it, for the other side: a search meets such
// positions more often than a game does. It is written down and not played.
std::optional<Played> aside(const std::shared_ptr<Geometry>& geometry, const Weights& weights,
                            const Style& style, std::uint64_t nodes, std::uint64_t seed,
                            Table table, Random& random) {
    Control control;
    Duel duel(geometry, weights, style, control);
    duel.set_up(table.stones, table.mover, table.left);
    std::vector<search::ScoredMove<Turn>> some;
    duel.generate(aside_width, aside_width, some);
    if (some.empty()) return std::nullopt;
    const Turn turn =
        some[static_cast<std::size_t>(random.below(static_cast<int>(some.size())))].move;
    const int mover = table.mover;
    for (const Cell cell : turn) table.put(cell);
    if (table.board.filled(mover) > 0 || table.board.empty_cells() == 0) return std::nullopt;
    const Thought thought = think(geometry, weights, style, {.nodes = nodes}, table, seed, 0);
    if (winner_by(thought, table.mover) == table.mover) return std::nullopt;
    return Played{turn, 5, static_cast<std::int16_t>(std::clamp(thought.value, -30000, 30000))};
}

// One game of self-play; what is proved need not be played.
int play(const Kind& kind, const std::shared_ptr<Geometry>& geometry, const Weights& weights,
         Style style, std::uint64_t nodes, std::uint64_t seed, std::vector<Played>& played) {
    Random random(seed);
    style.partial = 0;
    style.wary = 0;
    style.glance = 40;
    for (;;) {
        played.clear();
        Table table(geometry, kind);
        for (const Cell cell : random_opening(kind, random)) {
            Turn turn;
            turn.add(cell);
            played.push_back({turn, 0, 0});
            table.put(cell);
        }
        for (bool first = true; table.board.empty_cells() > 0; first = false) {
            const Thought thought =
                think(geometry, weights, style, {.nodes = nodes}, table, seed, 15);
            const int winner = winner_by(thought, table.mover);
            if (first && (winner >= 0 || std::abs(thought.value) > balanced)) break;
            const bool full = table.left == kind.stones && thought.reason == Reason::searched;
            Played now{thought.turn,
                       static_cast<std::uint8_t>(winner >= 0 ? 3
                                                 : full      ? 1
                                                             : 2),
                       static_cast<std::int16_t>(std::clamp(thought.value, -30000, 30000))};
            if (winner < 0 && random.below(chance_in) == 0) {  // a turn of the best few, by chance
                Control control;
                Duel duel(geometry, weights, style, control);
                duel.set_up(table.stones, table.mover, table.left);
                std::vector<search::ScoredMove<Turn>> some;
                duel.generate(10, 10, some);
                if (!some.empty()) {
                    now.turn =
                        some[static_cast<std::size_t>(random.below(static_cast<int>(some.size())))]
                            .move;
                    now.kind = static_cast<std::uint8_t>(full ? 4 : 2);
                }
            }
            played.push_back(now);
            if (winner >= 0) return winner;
            if (full && random.below(kind.stones == 1 ? 3 : 1) == 0)
                if (const auto other =
                        aside(geometry, weights, style, nodes / 2, seed, table, random))
                    played.push_back(*other);
            const int mover = table.mover;
            for (const Cell cell : now.turn) table.put(cell);
            if (table.board.filled(mover) > 0) return mover;
        }
        if (!played.empty() && played.back().kind != 0) return 2;
    }
}

// winner, turns, then each turn: kind, value, count, cells.
void write(std::FILE* out, int winner, const std::vector<Played>& played) {
    std::vector<std::int16_t> words{static_cast<std::int16_t>(winner),
                                    static_cast<std::int16_t>(played.size())};
    for (const Played& one : played) {
        words.push_back(one.kind);
        words.push_back(one.value);
        words.push_back(static_cast<std::int16_t>(one.turn.count));
        for (const Cell cell : one.turn) words.push_back(static_cast<std::int16_t>(cell));
    }
    std::fwrite(words.data(), sizeof words[0], words.size(), out);
}

int self_play(const Kind& kind, const Asked& asked, const Weights& weights, const Style& style) {
    const auto geometry = geometry_of(kind);
    std::FILE* out = std::fopen(asked.out.c_str(), "wb");
    if (!out) return 2;
    std::mutex mutex;
    std::atomic<std::uint64_t> next{0}, turns{0};
    const auto begun = std::chrono::system_clock::now();
    const auto over = [&] {
        return asked.minutes > 0 &&
               std::chrono::duration<double>(std::chrono::system_clock::now() - begun).count() >
                   60 * asked.minutes;
    };
    std::vector<std::thread> crew;
    for (int n = 0; n < asked.threads; ++n)
        crew.emplace_back([&] {
            std::vector<Played> played;
            for (std::uint64_t game; !over() && (game = next++) < asked.games;) {
                const int winner = play(kind, geometry, weights, style, asked.nodes,
                                        asked.seed * 100'000'007 + game, played);
                const std::lock_guard lock(mutex);
                for (const Played& one : played)
                    turns += one.kind == 1 || one.kind == 4 || one.kind == 5;
                write(out, winner, played);
            }
        });
    for (auto& thread : crew) thread.join();
    std::fclose(out);
    std::printf("%s: %llu games, %llu positions\n", kind.name,
                static_cast<unsigned long long>(next), static_cast<unsigned long long>(turns));
    return 0;
}

// Pairs of games from the same balanced opening, colours swapped; the share is ours, the interval
// 95% over pairs.
int match(const Kind& kind, const Asked& asked) {
    const auto geometry = geometry_of(kind);
    const Side sides[2] = {side_of(kind, asked, asked.ours), side_of(kind, asked, asked.theirs)};
    std::atomic<int> next{0};
    std::mutex mutex;
    double sum = 0, squares = 0;
    double spent[2] = {0, 0}, depth[2] = {0, 0}, thought_of[2] = {0, 0};
    int pairs = 0, by_points[5] = {}, turns = 0, mover_won = 0;
    const auto begun = std::chrono::system_clock::now();
    const auto over = [&] {
        return asked.minutes > 0 &&
               std::chrono::duration<double>(std::chrono::system_clock::now() - begun).count() >
                   60 * asked.minutes;
    };
    std::vector<std::thread> crew;
    for (int n = 0; n < asked.threads; ++n)
        crew.emplace_back([&] {
            std::optional<Other> other;
            {
                const std::lock_guard lock(mutex);
                if (!asked.other.empty()) other.emplace(asked.other, kind, asked.theirs);
            }
            for (int pair; !over() && (pair = next++) < asked.pairs;) {
                Random random(mix(asked.seed) + asked.first + static_cast<std::uint64_t>(pair));
                std::vector<Cell> opening;
                const Weights judge = sets_of(kind);
                for (;;) {
                    opening = random_opening(kind, random);
                    Table table(geometry, kind);
                    for (const Cell cell : opening) table.put(cell);
                    const Thought thought =
                        think(geometry, judge, kind.style, {.nodes = asked.judge}, table, 1, 0);
                    if (thought.reason == Reason::searched && std::abs(thought.value) <= 60) break;
                }
                double points = 0;
                for (int us = 0; us < 2; ++us) {
                    Table table(geometry, kind);
                    for (const Cell cell : opening) table.put(cell);
                    int winner = -1;
                    const int first = table.mover;
                    while (table.board.empty_cells() > 0 && winner < 0) {
                        const std::size_t who = table.mover == us ? 0 : 1;
                        const Side& side = sides[who];
                        const Answered found = who == 1 && other ? other->ask(side.limit, table)
                                                                 : ask(geometry, side, table);
                        {
                            const std::lock_guard lock(mutex);
                            spent[who] += found.seconds;
                            ++turns;
                            if (found.depth > 0) {
                                depth[who] += found.depth;
                                ++thought_of[who];
                            }
                        }
                        const int mover = table.mover;
                        // A proof ends the game for its owner alone: a loss must be played out.
                        if (found.proved) {
                            winner = mover;
                            break;
                        }
                        for (const Cell cell : found.turn) table.put(cell);
                        if (table.board.filled(mover) > 0) winner = mover;
                    }
                    points += winner < 0 ? 0.5 : winner == us;
                    const std::lock_guard lock(mutex);
                    mover_won += winner == first;
                }
                const std::lock_guard lock(mutex);
                ++pairs;
                ++by_points[static_cast<std::size_t>(2 * points)];
                sum += points / 2;
                squares += points * points / 4;
            }
        });
    for (auto& thread : crew) thread.join();
    const double mean = sum / pairs;
    const double half = 1.96 * std::sqrt(std::max(squares / pairs - mean * mean, 0.02) / pairs);
    std::printf("%s: [%s] against [%s]: %d games, %.1f%% +- %.1f%%; ", kind.name,
                asked.ours.c_str(), asked.theirs.c_str(), 2 * pairs, 100 * mean, 100 * half);
    for (int who = 0; who < 2; ++who)
        std::printf("%s %.1f s, depth %.1f%s", who ? "theirs" : "ours", spent[who],
                    depth[who] / thought_of[who], "; ");
    std::printf("pairs by half points %d %d %d %d %d, %.1f turns a game, the first mover won %d\n",
                by_points[0], by_points[1], by_points[2], by_points[3], by_points[4],
                turns / (2.0 * pairs), mover_won);
    return 0;
}

// Reads positions as `fit_net.py --check` writes them and says what the net makes of them.
int judge(const Kind& kind, const Asked& asked) {
    const auto geometry = geometry_of(kind);
    const Side side = side_of(kind, asked, asked.ours);
    char cells[1024];
    int phase;
    while (std::scanf("%1000s %d%*[^\n]", cells, &phase) == 2) {
        LineNetBoard board(*geometry, side.weights.net);
        for (std::size_t c = 0; cells[c]; ++c)
            if (cells[c] != '0') board.place(static_cast<Cell>(c), cells[c] - '1');
        std::printf("%d", board.value(0, phase));
        for (const int one : board.order(0, phase)) std::printf(" %d", one);
        std::printf("\n");
    }
    return 0;
}

}  // namespace

int main(int count, char** words) {
    if (count < 3) {
        std::fprintf(stderr, "usage: line_games play GAME OUT | match GAME, then options\n");
        return 2;
    }
    const std::string verb = words[1];
    const Kind kind = kind_named(words[2]);
    Asked asked;
    int at = 3;
    if (verb == "play" && count > 3) asked.out = words[at++];
    for (; at + 1 < count; at += 2) {
        const std::string name = words[at];
        const double number = std::atof(words[at + 1]);
        if (name == "--minutes") asked.minutes = number;
        if (name == "--seconds") asked.seconds = number;
        if (name == "--games") asked.games = static_cast<std::uint64_t>(number);
        if (name == "--nodes") asked.nodes = static_cast<std::uint64_t>(number);
        if (name == "--seed") asked.seed = static_cast<std::uint64_t>(number);
        if (name == "--first") asked.first = static_cast<std::uint64_t>(number);
        if (name == "--judge") asked.judge = static_cast<std::uint64_t>(number);
        if (name == "--threads") asked.threads = static_cast<int>(number);
        if (name == "--pairs") asked.pairs = static_cast<int>(number);
        if (name == "--ours") asked.ours = words[at + 1];
        if (name == "--theirs") asked.theirs = words[at + 1];
        if (name == "--other") asked.other = words[at + 1];
    }
    if (verb == "match") return match(kind, asked);
    if (verb == "judge") return judge(kind, asked);
    if (verb == "serve") return serve(kind, asked);
    const Side side = side_of(kind, asked, asked.ours);
    return self_play(kind, asked, side.weights, side.style);
}
