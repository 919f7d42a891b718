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

#include "core/keys.hpp"
#include "positional/player/player.hpp"

using namespace kikashi;
using namespace kikashi::positional;

namespace {

struct Kind {
    const char* name;
    int size, k, stones, first;
    std::vector<int> mover, waiting;  // by stones lacking
    int tempo;
    int least_opening, most_opening;  // stones of a random opening
    Style style;
};

Kind kind_named(const std::string& name) {
    Style style;
    if (name == "gomoku") {
        style.width = 12;
        style.partial = 0.15;
        style.wary = 0.1;
        style.prune_by_net();
        return {"gomoku", 15, 5, 1, 1, {80, 35, 15, 2}, {60, 39, 14, 2}, 83, 3, 9, style};
    }
    if (name == "connect6") {
        style.width = 16;
        style.glance = 150;
        style.partial = 0.05;
        style.wary = 0.12;
        return {"connect6", 19, 6, 2, 1, {60, 40, 24, 12, 2}, {40, 36, 22, 12, 2}, 0, 1, 9, style};
    }
    if (name == "goclub") {
        style.width = 12;
        style.partial = 0.15;
        style.wary = 0.1;
        return {"goclub", 19, 5, 1, 1, {80, 30, 24, 1}, {84, 60, 21, 1}, 174, 3, 5, style};
    }
    std::fprintf(stderr, "the games are gomoku, connect6 and goclub, not %s\n", name.c_str());
    std::exit(2);
}

// Squares with their middles, however they are turned.
std::shared_ptr<Geometry> clubs(const Kind& kind) {
    std::vector<std::vector<int>> sets;
    const int n = kind.size;
    const auto inside = [n](int x, int y) { return x >= 0 && y >= 0 && x < n && y < n; };
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x)
            for (int a = 1; a < n; ++a)
                for (int b = 0; b < n; ++b) {
                    const int corners[4][2] = {
                        {x + a, y + b}, {x - b, y + a}, {x - a, y - b}, {x + b, y - a}};
                    std::vector<int> set{y * n + x};
                    for (const auto& corner : corners)
                        if (inside(corner[0], corner[1])) set.push_back(corner[1] * n + corner[0]);
                    if (set.size() == 5) sets.push_back(set);
                }
    return std::make_shared<Geometry>(n * n, sets, kind.stones, kind.first, 2,
                                      std::vector<std::vector<int>>{}, std::vector<int>{});
}

std::shared_ptr<Geometry> geometry_of(const Kind& kind) {
    std::vector<std::vector<int>> sets;
    if (std::string("goclub") == kind.name) return clubs(kind);
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

Weights sets_of(const Kind& kind) {
    Weights sets;
    for (std::size_t i = 0; i < kind.mover.size(); ++i) sets.mover[i + 1] = kind.mover[i];
    for (std::size_t i = 0; i < kind.waiting.size(); ++i) sets.waiting[i + 1] = kind.waiting[i];
    sets.tempo = kind.tempo;
    const double growth = kind.stones == 1 ? 4.0 : 3.0;
    for (int lack = 1; lack <= max_set_size; ++lack)
        sets.gain[static_cast<std::size_t>(lack)] =
            std::max(1, static_cast<int>(std::lround(20'000 / std::pow(growth, lack - 1))));
    if (std::string("goclub") == kind.name) {
        sets.gain = {0, 100'000, 14'700, 470, 22};
        sets.own_share = 10;
        sets.their_share = 1;
    }
    return sets;
}

class Random {
   public:
    explicit Random(std::uint64_t seed) : state_(mix(seed)) {}
    int below(int n) {
        state_ = mix(state_ + 0x9e3779b97f4a7c15ULL);
        return static_cast<int>((state_ >> 20) % static_cast<std::uint64_t>(n));
    }

   private:
    std::uint64_t state_;
};

// A game as it stands.
struct Table {
    explicit Table(const std::shared_ptr<Geometry>& geometry, const Kind& kind)
        : board(geometry), stones(2), left(kind.first), each(kind.stones) {}
    void put(Cell cell) {
        stones[static_cast<std::size_t>(mover)].push_back(cell);
        board.place(cell, mover);
        if (--left == 0) {
            mover = 1 - mover;
            left = each;
        }
    }
    Board<2> board;
    std::vector<std::vector<Cell>> stones;
    int mover = 0, left, each;
};

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

struct Limit {
    std::uint64_t nodes = 0;
    double seconds = 0;
};

Thought think(const std::shared_ptr<Geometry>& geometry, const Weights& weights, const Style& style,
              const Limit& limit, const Table& table, std::uint64_t seed, int noise) {
    Control control({.nodes = 0, .seconds = limit.seconds});
    Budget budget;
    budget.nodes = limit.nodes;
    budget.seconds = limit.seconds;
    budget.seed = seed;
    budget.noise = noise;
    Player player(geometry, weights, style, budget, table.stones, table.mover, table.left, control);
    return player.think();
}

// 0, 1: this side has won by proof; -1: not yet.
int winner_by(const Thought& thought, int mover) {
    if (thought.reason == Reason::fills || thought.reason == Reason::forced_win) return mover;
    if (thought.reason == Reason::lost) return 1 - mover;
    return -1;
}

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

struct Asked {
    double minutes = 0, seconds = 0;
    std::uint64_t games = UINT64_MAX, nodes = 0, seed = 1, first = 0;
    std::uint64_t judge = 3000;  // nodes by which an opening of a match is seen to be balanced
    int threads = 2, pairs = 50;
    std::string out, ours, theirs, other;  // other: a program built from another checkout
};

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

struct Side {
    Weights weights;
    Style style;
    Limit limit;
};

std::shared_ptr<const LineNet> net_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    return std::make_shared<LineNet>(bytes);
}

Side side_of(const Kind& kind, const Asked& asked, const std::string& words) {
    Side side{sets_of(kind), kind.style, {asked.nodes, asked.seconds}};
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(',', at), words.size());
        const std::string word = words.substr(at, end - at);
        at = end + 1;
        const std::size_t is = word.find('=');
        const std::string name = word.substr(0, is), value = word.substr(is + 1);
        if (name == "width") side.style.width = std::atoi(value.c_str());
        if (name == "root_width") side.style.root_width = std::atoi(value.c_str());
        if (name == "glance") side.style.glance = std::strtoull(value.c_str(), nullptr, 10);
        if (name == "first_stones") side.style.first_stones = std::atoi(value.c_str());
        if (name == "partial") side.style.partial = std::atof(value.c_str());
        if (name == "wary") side.style.wary = std::atof(value.c_str());
        if (name == "net") side.weights.net = net_of(value);
        if (name == "selective") side.style.selective = value == "1";
        if (name == "order") side.style.net_orders = value == "net";
        if (name == "fours") side.style.extend_fours = value == "1";
        search::PruningOptions& by = side.style.search.pruning;
        const double number = std::atof(value.c_str());
        if (name == "rfd") by.reverse_futility_depth = static_cast<int>(number);
        if (name == "rfm") by.reverse_futility_margin = static_cast<int>(number);
        if (name == "nmd") by.null_move_depth = static_cast<int>(number);
        if (name == "nmr") by.null_move_reduction = static_cast<int>(number);
        if (name == "lmr") by.lmr_divisor = number;
        if (name == "lmrd") side.style.search.lmr_depth = static_cast<int>(number);
        if (name == "lmp") by.lmp_base = static_cast<int>(number);
        if (name == "fd") by.futility_depth = static_cast<int>(number);
        if (name == "fb") by.futility_base = static_cast<int>(number);
        if (name == "fm") by.futility_margin = static_cast<int>(number);
        if (name == "hpd") by.history_pruning_depth = static_cast<int>(number);
        if (name == "iir") by.iir_depth = static_cast<int>(number);
        if (name == "sing") by.singular_depth = static_cast<int>(number);
        if (name == "asp") side.style.search.aspiration_delta = static_cast<int>(number);
        if (name == "rootlmr") by.lmr_at_root = number > 0;
        if (name == "cut") by.lmr_cut_node = static_cast<int>(number);
        if (name == "cont") by.continuation_pruning_depth = static_cast<int>(number);
        if (name == "keep") by.keep_table_move_on_fail_low = number > 0;
        if (name == "grand") by.clear_grandchild_killers = number > 0;
        if (name == "prior") by.prior_quiet_bonus = number > 0;
        if (name == "multicut") by.multicut = number > 0;
        if (name == "nodouble") by.no_double_extension = number > 0;
        if (name == "lhd") by.lmr_history_divisor = static_cast<int>(number);
        if (name == "mover" || name == "waiting" || name == "gain") {  // mover=60:40:24, by lack
            Weights& weights = side.weights;
            auto& row = name == "mover"     ? weights.mover
                        : name == "waiting" ? weights.waiting
                                            : weights.gain;
            std::size_t from = 0;
            for (std::size_t lack = 1; lack <= max_set_size && from < value.size(); ++lack) {
                row[lack] = std::atoi(value.c_str() + from);
                from = std::min(value.find(':', from), value.size() - 1) + 1;
            }
        }
        if (name == "unit") side.style.order_unit = static_cast<int>(number);
        if (name == "own") side.weights.own_share = static_cast<int>(number);
        if (name == "their") side.weights.their_share = static_cast<int>(number);
        if (name == "tempo") side.weights.tempo = static_cast<int>(number);
        if (name == "nodes") side.limit.nodes = std::strtoull(value.c_str(), nullptr, 10);
    }
    return side;
}

double processor_seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Answers positions with turns, for the match of another checkout: `nodes seconds mover left`, then
// for each side its number of stones and their cells; the answer is `proved depth seconds`, then
// the number of stones and their cells.
int serve(const Kind& kind, const Asked& asked) {
    const auto geometry = geometry_of(kind);
    Side side = side_of(kind, asked, asked.ours);
    Table table(geometry, kind);
    unsigned long long nodes = 0;
    while (std::scanf("%llu %lf %d %d", &nodes, &side.limit.seconds, &table.mover, &table.left) ==
           4) {
        side.limit.nodes = nodes;
        for (auto& stones : table.stones) {
            int count = 0, cell = 0;
            stones.clear();
            if (std::scanf("%d", &count) != 1) return 1;
            for (int i = 0; i < count && std::scanf("%d", &cell) == 1; ++i)
                stones.push_back(static_cast<Cell>(cell));
        }
        const double begun = processor_seconds();
        const Thought thought = think(geometry, side.weights, side.style, side.limit, table, 1, 0);
        std::printf("%d %d %f %d", winner_by(thought, 1) == 1, thought.depth,
                    processor_seconds() - begun, thought.turn.count);
        for (const Cell cell : thought.turn) std::printf(" %d", cell);
        std::printf("\n");
        std::fflush(stdout);
    }
    return 0;
}

struct Answered {
    Turn turn;
    bool proved = false;
    int depth = 0;
    double seconds = 0;
};

Answered ask(const std::shared_ptr<Geometry>& geometry, const Side& side, const Table& table) {
    const double begun = processor_seconds();
    const Thought thought = think(geometry, side.weights, side.style, side.limit, table, 1, 0);
    return {thought.turn, winner_by(thought, 1) == 1, thought.depth, processor_seconds() - begun};
}

// The program of another checkout, which thinks in a process of its own.
class Other {
   public:
    Other(const std::string& program, const Kind& kind, const std::string& options) {
        int in[2], out[2];
        if (pipe(in) || pipe(out)) std::exit(2);
        if (fork() == 0) {
            dup2(in[0], 0);
            dup2(out[1], 1);
            for (const int end : {in[0], in[1], out[0], out[1]}) close(end);
            execl(program.c_str(), program.c_str(), "serve", kind.name, "--ours", options.c_str(),
                  nullptr);
            _exit(127);
        }
        close(in[0]);
        close(out[1]);
        to_ = fdopen(in[1], "w");
        from_ = fdopen(out[0], "r");
    }
    Answered ask(const Limit& limit, const Table& table) {
        std::fprintf(to_, "%llu %f %d %d", static_cast<unsigned long long>(limit.nodes),
                     limit.seconds, table.mover, table.left);
        for (const auto& stones : table.stones) {
            std::fprintf(to_, " %zu", stones.size());
            for (const Cell cell : stones) std::fprintf(to_, " %d", cell);
        }
        std::fprintf(to_, "\n");
        std::fflush(to_);
        Answered answered;
        int proved = 0, count = 0;
        if (std::fscanf(from_, "%d %d %lf %d", &proved, &answered.depth, &answered.seconds,
                        &count) != 4) {
            std::fprintf(stderr, "the other program does not answer\n");
            std::exit(2);
        }
        answered.proved = proved;
        for (int i = 0, cell = 0; i < count && std::fscanf(from_, "%d", &cell) == 1; ++i)
            answered.turn.add(static_cast<Cell>(cell));
        return answered;
    }

   private:
    std::FILE *to_, *from_;
};

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
