// Games of xiangqi by our own player: `play` writes positions of self-play with their results and
// the search's values for bench/fit_pieces.py, `match` plays two evaluations against each other.
//
//   bench/xiangqi_games.sh play OUT --minutes 7 --nodes 1000 --threads 2 --seed 1
//   bench/xiangqi_games.sh match --nodes 20000 --pairs 100 --ours net=FILE --theirs lmr=1.5
//   bench/xiangqi_games.sh match --seconds 0.3 --ours net=FILE --other PROGRAM
//
// In the last, both sides think as the room's level 10 does; the program is this one, built by
// OUT=PROGRAM bench/xiangqi_games.sh in another checkout.
//
// Needs only a C++20 compiler. With --games in place of --minutes, the same seed gives the same
// games, in an order that depends on the threads.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "player.hpp"
#include "random.hpp"

using namespace kikashi;
using kikashi::bench::Random;
using namespace kikashi::xiangqi;

namespace {

constexpr const char* start =
    "RNBAKABNR..........C.....C.P.P.P.P.P.................."
    "p.p.p.p.p.c.....c..........rnbakabnr";
constexpr int most_plies = 300, most_quiet = 100;  // then it is a draw
constexpr Value decided = 1500;                    // for so many plies in a row the game is won
constexpr int decided_plies = 6;
constexpr Value balanced = 250;  // after the opening of a game of self-play
constexpr Value even = 80;       // after that of a match
constexpr int chance_in = 25;    // a random move now and then
constexpr int chance_until = 60;

struct Player {
    std::shared_ptr<const PieceNet> net;  // none: by hand
    std::uint64_t nodes = 1000;
    search::SearchOptions options{};
    double seconds = 0;  // more than 0: the whole player, within so many seconds
};

struct Choice {
    Move move = no_move;
    Value value = 0;
    int depth = 0;
};

// The tree search alone, with a table that lasts for the game.
Choice choose(const Position& position, const Player& player, search::TranspositionTable& table) {
    Control control({.nodes = player.nodes});
    Duel duel(position, control, 20'000, false, player.net.get());
    MoveList moves;
    duel.position().legal_moves(moves);
    std::vector<search::RootMove<Move>> root;
    for (const Move move : moves) root.push_back({move, 0, -search::infinite, {}});
    table.new_search();
    search::AlphaBeta<Duel> search(duel, control, table, player.options);
    const int depth = search.iterative_deepening(root);
    return {root[0].move, root[0].value, depth};
}

Move any_move(Position& position, Random& random) {
    MoveList moves;
    position.legal_moves(moves);
    return moves.empty() ? no_move : moves[random.below(moves.size())];
}

// Random moves from the start, after which a short search sees the sides near to each other.
Position opening(Random& random, int least, int most, Value limit,
                 search::TranspositionTable& table) {
    for (;;) {
        Position position(start, red);
        bool over = false;
        for (int n = least + random.below(most - least + 1); n > 0 && !over; --n) {
            const Move move = any_move(position, random);
            over = move == no_move;
            if (!over) position.play(move);
        }
        if (over || !position.has_legal_move()) continue;
        const Choice found = choose(position, {nullptr, 3000, {}}, table);
        if (std::abs(found.value) <= limit) return position;
    }
}

// 90 pieces, the side to move, the result for it (0, 1, 2 half points), the value for it, and what
// is judged by hand of the position, for it.
struct Row {
    std::uint8_t board[cells], mover, result;
    std::int16_t value, material, traits[trait_count];
};

// The winner's points for Red in half points: 2, 1 or 0.
int finish(const Position& position, int decided_for) {
    if (decided_for >= decided_plies) return 2;
    if (decided_for <= -decided_plies) return 0;
    return position.mover() == red ? 0 : 2;
}

int self_play(std::uint64_t seed, const Player& player, search::TranspositionTable& table,
              std::vector<Row>& rows) {
    Random random(seed);
    table.clear();
    rows.clear();
    Position position = opening(random, 2, 10, balanced, table);
    int decided_for = 0;
    for (int ply = 0; ply < most_plies; ++ply) {
        if (!position.has_legal_move()) return finish(position, 0);
        if (position.occurrences() >= 3 || position.since_capture() >= most_quiet) return 1;
        Choice found = choose(position, player, table);
        const Value for_red = position.mover() == red ? found.value : -found.value;
        const int side = for_red >= decided ? 1 : for_red <= -decided ? -1 : 0;
        decided_for = side == 0 ? 0 : side * decided_for > 0 ? decided_for + side : side;
        if (std::abs(decided_for) >= decided_plies) return finish(position, decided_for);
        if (!position.in_check() && position.at(to_of(found.move)) == no_piece &&
            std::abs(found.value) < 10'000) {
            Row row{};
            for (int cell = 0; cell < cells; ++cell) row.board[cell] = position.at(cell);
            row.mover = position.mover();
            row.value = static_cast<std::int16_t>(found.value);
            const int sign = position.mover() == red ? 1 : -1;
            int material = 0;
            for (int cell = 0; cell < cells; ++cell)
                if (const Piece piece = position.at(cell); piece != no_piece)
                    material += (side_of(piece) == red ? 1 : -1) * piece_tables.at[piece][cell];
            row.material = static_cast<std::int16_t>(sign * material);
            const Traits traits = traits_of(position);
            for (std::size_t i = 0; i < trait_count; ++i)
                row.traits[i] = static_cast<std::int16_t>(sign * traits.of[i]);
            rows.push_back(row);
        }
        if (ply < chance_until && random.below(chance_in) == 0)
            found.move = any_move(position, random);
        position.play(found.move);
    }
    return 1;
}

struct Asked {
    double minutes = 0;
    std::uint64_t games = UINT64_MAX, nodes = 1000, seed = 1;
    int threads = 2, pairs = 50;
    std::string out, other;
    Player ours, theirs;
};

int play_all(const Asked& asked) {
    std::FILE* out = std::fopen(asked.out.c_str(), "wb");
    if (!out) return 2;
    std::mutex mutex;
    std::atomic<std::uint64_t> next{0};
    std::uint64_t positions = 0, results[3] = {0, 0, 0};
    const auto begun = std::chrono::system_clock::now();
    const auto over = [&] {
        return asked.minutes > 0 &&
               std::chrono::duration<double>(std::chrono::system_clock::now() - begun).count() >
                   60 * asked.minutes;
    };
    std::vector<std::thread> crew;
    for (int n = 0; n < asked.threads; ++n)
        crew.emplace_back([&] {
            search::TranspositionTable table(std::size_t{4} << 20);
            std::vector<Row> rows;
            for (std::uint64_t game; !over() && (game = next++) < asked.games;) {
                const int result =
                    self_play(asked.seed * 100'000'007 + game, asked.ours, table, rows);
                for (Row& row : rows)
                    row.result = static_cast<std::uint8_t>(row.mover == red ? result : 2 - result);
                const std::lock_guard lock(mutex);
                std::fwrite(rows.data(), sizeof rows[0], rows.size(), out);
                positions += rows.size();
                ++results[result];
            }
        });
    for (auto& thread : crew) thread.join();
    std::fclose(out);
    std::printf(
        "%llu positions; Red won %llu, drew %llu, lost %llu\n",
        static_cast<unsigned long long>(positions), static_cast<unsigned long long>(results[2]),
        static_cast<unsigned long long>(results[1]), static_cast<unsigned long long>(results[0]));
    return 0;
}

double processor_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// What the room's highest level plays.
Choice whole_choice(const Position& position, const Player& player) {
    Control control({.seconds = player.seconds});
    Budget budget;
    budget.seconds = player.seconds;
    budget.net = player.net.get();
    const Thought thought = think(position, budget, control);
    return {thought.move, thought.value, thought.depth};
}

// Answers positions with moves, for the match of another checkout: `seconds board mover`, then the
// number of moves played since and the moves; the answer is `move value depth seconds`.
int serve(Player player) {
    char board[128];
    int mover = 0, count = 0;
    while (std::scanf("%lf %100s %d %d", &player.seconds, board, &mover, &count) == 4) {
        Position position(board, mover == 0 ? red : black);
        for (int move = 0; count > 0 && std::scanf("%d", &move) == 1; --count)
            position.play(static_cast<Move>(move));
        const double begun = processor_seconds();
        const Choice found = whole_choice(position, player);
        std::printf("%d %d %d %f\n", static_cast<int>(found.move), found.value, found.depth,
                    processor_seconds() - begun);
        std::fflush(stdout);
    }
    return 0;
}

// The program of another checkout, which thinks in a process of its own.
class Other {
   public:
    explicit Other(const std::string& program) {
        int in[2], out[2];
        if (pipe(in) || pipe(out)) std::exit(2);
        if (fork() == 0) {
            dup2(in[0], 0);
            dup2(out[1], 1);
            for (const int end : {in[0], in[1], out[0], out[1]}) close(end);
            execl(program.c_str(), program.c_str(), "serve", nullptr);
            _exit(127);
        }
        close(in[0]);
        close(out[1]);
        to_ = fdopen(in[1], "w");
        from_ = fdopen(out[0], "r");
    }
    Choice ask(double seconds, const Position& begun, const std::vector<Move>& moves) {
        std::fprintf(to_, "%f %s %d %zu", seconds, begun.board().c_str(),
                     begun.mover() == red ? 0 : 1, moves.size());
        for (const Move move : moves) std::fprintf(to_, " %d", static_cast<int>(move));
        std::fprintf(to_, "\n");
        std::fflush(to_);
        int move = 0, value = 0, depth = 0;
        double spent = 0;
        if (std::fscanf(from_, "%d %d %d %lf", &move, &value, &depth, &spent) != 4) {
            std::fprintf(stderr, "the other program does not answer\n");
            std::exit(2);
        }
        seconds_ += spent;
        return {static_cast<Move>(move), value, depth};
    }
    double seconds() const { return seconds_; }

   private:
    std::FILE *to_, *from_;
    double seconds_ = 0;
};

// A game to its end between the whole players of two checkouts; Red's half points.
int whole_game(const Position& begun, const Player& ours, int our_side, Other& other) {
    Position position = begun;
    std::vector<Move> moves;
    while (moves.size() < most_plies) {
        if (!position.has_legal_move()) return finish(position, 0);
        if (position.occurrences() >= 3 || position.since_capture() >= most_quiet) return 1;
        const bool we = (position.mover() == red ? 0 : 1) == our_side;
        const Move move =
            we ? whole_choice(position, ours).move : other.ask(ours.seconds, begun, moves).move;
        if (!position.legal(move)) {
            std::fprintf(stderr, "an illegal move\n");
            std::exit(2);
        }
        position.play(move);
        moves.push_back(move);
    }
    return 1;
}

// Red's half points.
int one_game(Position position, const Player* const (&players)[2],
             search::TranspositionTable* const (&tables)[2]) {
    int decided_for = 0;
    for (int ply = 0; ply < most_plies; ++ply) {
        if (!position.has_legal_move()) return finish(position, 0);
        if (position.occurrences() >= 3 || position.since_capture() >= most_quiet) return 1;
        const Side mover = position.mover();
        const Choice found = choose(position, *players[mover], *tables[mover]);
        const Value for_red = mover == red ? found.value : -found.value;
        const int side = for_red >= decided ? 1 : for_red <= -decided ? -1 : 0;
        decided_for = side == 0 ? 0 : side * decided_for > 0 ? decided_for + side : side;
        if (std::abs(decided_for) >= decided_plies) return finish(position, decided_for);
        position.play(found.move);
    }
    return 1;
}

int match(const Asked& asked) {
    std::mutex mutex;
    std::atomic<int> next{0};
    double sum = 0, squares = 0;
    int played = 0;
    std::vector<std::thread> crew;
    const double begun = processor_seconds();
    for (int n = 0; n < asked.threads; ++n)
        crew.emplace_back([&] {
            search::TranspositionTable a(std::size_t{16} << 20), b(std::size_t{16} << 20);
            std::optional<Other> other;
            if (!asked.other.empty()) {
                const std::lock_guard lock(mutex);
                other.emplace(asked.other);
            }
            for (int pair; (pair = next++) < asked.pairs;) {
                if (asked.minutes > 0 && processor_seconds() - begun > 60 * asked.minutes) return;
                Random random(asked.seed * 1'000'003 + static_cast<std::uint64_t>(pair));
                a.clear();
                const Position position = opening(random, 4, 8, even, a);
                double points = 0;
                for (const bool swapped : {false, true}) {
                    a.clear();
                    b.clear();
                    const Player *ours = &asked.ours, *theirs = &asked.theirs;
                    if (other) {
                        const int halves =
                            whole_game(position, asked.ours, swapped ? 1 : 0, *other);
                        points += (swapped ? 2 - halves : halves) / 4.0;
                        continue;
                    }
                    const int halves = swapped ? 2 - one_game(position, {theirs, ours}, {&b, &a})
                                               : one_game(position, {ours, theirs}, {&a, &b});
                    points += halves / 4.0;
                }
                const std::lock_guard lock(mutex);
                ++played;
                sum += points;
                squares += points * points;
                const double mean = sum / played;
                const double spread = std::max(squares / played - mean * mean, 0.02);
                std::printf("%d games: %.1f%% +- %.1f\n", 2 * played, 100 * mean,
                            196 * std::sqrt(spread / played));
                std::fflush(stdout);
            }
        });
    for (auto& thread : crew) thread.join();
    return 0;
}

Player player_of(std::uint64_t nodes, const std::string& words) {
    Player player{nullptr, nodes, {}};
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(',', at), words.size());
        const std::string word = words.substr(at, end - at);
        at = end + 1;
        const std::size_t is = word.find('=');
        const std::string name = word.substr(0, is), value = word.substr(is + 1);
        const double number = std::atof(value.c_str());
        search::PruningOptions& by = player.options.pruning;
        if (name == "net") {
            std::ifstream file(value, std::ios::binary);
            const std::string bytes{std::istreambuf_iterator<char>(file), {}};
            player.net = std::make_shared<PieceNet>(bytes);
        }
        if (name == "nodes") player.nodes = static_cast<std::uint64_t>(number);
        if (name == "rfd") by.reverse_futility_depth = static_cast<int>(number);
        if (name == "rfm") by.reverse_futility_margin = static_cast<int>(number);
        if (name == "nmr") by.null_move_reduction = static_cast<int>(number);
        if (name == "lmr") by.lmr_divisor = number;
        if (name == "lmrd") player.options.lmr_depth = static_cast<int>(number);
        if (name == "lmp") by.lmp_base = static_cast<int>(number);
        if (name == "fb") by.futility_base = static_cast<int>(number);
        if (name == "fm") by.futility_margin = static_cast<int>(number);
        if (name == "sing") by.singular_depth = static_cast<int>(number);
        if (name == "cut") by.lmr_cut_node = static_cast<int>(number);
        if (name == "cont") by.continuation_pruning_depth = static_cast<int>(number);
        if (name == "multicut") by.multicut = number > 0;
        if (name == "rootlmr") by.lmr_at_root = number > 0;
        if (name == "keep") by.keep_table_move_on_fail_low = number > 0;
        if (name == "qtable") by.quiescence_in_table = number > 0;
        if (name == "grand") by.clear_grandchild_killers = number > 0;
        if (name == "malus") by.malus_on_captures = number > 0;
        if (name == "prior") by.prior_quiet_bonus = number > 0;
        if (name == "asp") player.options.aspiration_delta = static_cast<int>(number);
    }
    return player;
}

}  // namespace

int main(int count, char** words) {
    Asked asked;
    std::string ours, theirs;
    double seconds = 0;
    const std::string verb = count > 1 ? words[1] : "";
    int at = 2;
    if (verb == "play" && count > 2) asked.out = words[at++];
    for (; at + 1 < count; at += 2) {
        const std::string name = words[at], value = words[at + 1];
        if (name == "--minutes") asked.minutes = std::atof(value.c_str());
        if (name == "--games") asked.games = std::strtoull(value.c_str(), nullptr, 10);
        if (name == "--nodes") asked.nodes = std::strtoull(value.c_str(), nullptr, 10);
        if (name == "--seed") asked.seed = std::strtoull(value.c_str(), nullptr, 10);
        if (name == "--threads") asked.threads = std::atoi(value.c_str());
        if (name == "--seconds") seconds = std::atof(value.c_str());
        if (name == "--other") asked.other = value;
        if (name == "--ours") ours = value;
        if (name == "--theirs") theirs = value;
        if (name == "--pairs") asked.pairs = std::atoi(value.c_str());
    }
    asked.ours = player_of(asked.nodes, ours);
    asked.theirs = player_of(asked.nodes, theirs);
    asked.ours.seconds = seconds;
    if (!asked.other.empty() && !(seconds > 0)) {
        std::fprintf(stderr, "a match with another program needs --seconds\n");
        return 2;
    }
    if (verb == "serve") return serve(asked.ours);
    if (verb == "play") return play_all(asked);
    if (verb == "match") return match(asked);
    std::fprintf(stderr, "usage: xiangqi_games play OUT|match ... (see the top of the file)\n");
    return 2;
}
