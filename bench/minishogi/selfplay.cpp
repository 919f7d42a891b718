// Games of the native player against itself, for fitting its network and for trying changes.
//
//   selfplay games SECONDS THREADS NODES NETWORK OUT SEED    positions with scores and results
//   selfplay match GAMES THREADS NODES MS ONE OTHER SEED     NODES 0: by time; '-' is the paper
//
// A record of `games` is 39 bytes: 25 pieces (20: none), two hands, the side to move, a score in 16
// bits and the result for the side to move. bench/minishogi/train.py reads them.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <mutex>
#include <random>
#include <thread>

#include "../../src/kikashi/games/minishogi/native/player.hpp"

using namespace kikashi;
using namespace kikashi::minishogi;

namespace {

constexpr int most_plies = 220;
constexpr std::size_t small_table = std::size_t{16} << 20;
constexpr Value highest_score = 3000;

std::shared_ptr<const Network> read_network(const std::string& name) {
    if (name == "-") return nullptr;
    std::ifstream file(name, std::ios::binary);
    return std::make_shared<Network>(
        std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>()));
}

Position first_position() {
    std::string board =
        "KGSBR"
        "P...."
        "....."
        "....p"
        "rbsgk";
    return Position(board, {}, sente);
}

// Random moves, none of which loses at once; false if the game ended.
bool open(Position& position, std::mt19937_64& random, int plies) {
    for (int n = 0; n < plies; ++n) {
        MoveList moves;
        position.legal_moves(moves);
        if (moves.empty()) return false;
        position.play(moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))]);
    }
    return position.has_legal_move();
}

// 1: the first player has won, -1: it has lost, 0: nobody yet (or the game is long).
int ended(Position& position, const std::vector<bool>& checked) {
    if (!position.has_legal_move()) return position.mover() == sente ? -1 : 1;
    if (position.occurrences() < 4) return 0;
    bool mine = true, theirs = true;
    Position back = position;
    int seen = 1;
    std::size_t at = checked.size();
    for (bool own = false; seen < 4; own = !own) {
        back.undo();
        --at;
        (own ? mine : theirs) &= at > 0 && checked[at - 1];
        if (own && back.key() == position.key()) ++seen;
    }
    const int me = position.mover() == sente ? 1 : -1;
    if (mine != theirs) return mine ? me : -me;
    return -1;
}

struct Record {
    std::uint8_t bytes[36];
    std::int16_t score;
    std::int8_t result;
};

void write(std::ofstream& file, const Record& record) {
    file.write(reinterpret_cast<const char*>(record.bytes), 36);
    file.write(reinterpret_cast<const char*>(&record.score), 2);
    file.write(reinterpret_cast<const char*>(&record.result), 1);
}

Record recorded(const Position& position, Value score) {
    Record record{};
    for (int cell = 0; cell < cells; ++cell) record.bytes[cell] = position.at(cell);
    for (int side = 0; side < 2; ++side)
        for (int kind = 0; kind < hand_kinds; ++kind)
            record.bytes[25 + 5 * side + kind] = position.hands()[side][kind];
    record.bytes[35] = position.mover();
    record.score = static_cast<std::int16_t>(std::clamp(score, -highest_score, highest_score));
    return record;
}

int games(char** words) {
    const double seconds = std::atof(words[0]);
    const int threads = std::atoi(words[1]);
    const auto nodes = static_cast<std::uint64_t>(std::atoll(words[2]));
    const auto network = read_network(words[3]);
    std::ofstream file(words[4], std::ios::binary);
    const auto seed = static_cast<std::uint64_t>(std::atoll(words[5]));
    std::mutex lock;
    std::atomic<std::uint64_t> count{0}, played{0};
    const auto begun = std::chrono::steady_clock::now();
    const auto spent = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    };
    std::vector<std::thread> crew;
    for (int n = 0; n < threads; ++n)
        crew.emplace_back([&, n] {
            std::mt19937_64 random(seed * 1000 + static_cast<unsigned>(n));
            Player player(network, Repetition::first_loses, small_table);
            while (spent() < seconds) {
                Position position = first_position();
                if (!open(position, random, static_cast<int>(random() % 9))) continue;
                std::vector<Record> records;
                std::vector<bool> checked;
                int result = 0;
                Position here(position.board(), position.hands(), position.mover());
                for (int ply = 0; ply < most_plies; ++ply) {
                    result = ended(here, checked);
                    if (result) break;
                    Control control({.nodes = nodes});
                    Budget budget;
                    budget.nodes = nodes;
                    budget.seed = random();
                    budget.noise = ply < 10 ? 40 : 0;
                    const Thought thought = player.think(here, budget, control);
                    const Value score = thought.value;
                    if (!here.in_check() && (ply > 1 || !budget.noise))
                        records.push_back(recorded(here, score));
                    if (search::is_win(score) && thought.reason == Reason::forced_win) {
                        result = here.mover() == sente ? 1 : -1;
                        break;
                    }
                    Move move = thought.move;
                    if (random() % 25 == 0) {  // now and then something else
                        MoveList moves;
                        here.legal_moves(moves);
                        move =
                            moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))];
                    }
                    here.play(move);
                    checked.push_back(here.in_check());
                }
                const std::lock_guard hold(lock);
                for (Record& record : records) {
                    record.result =
                        static_cast<std::int8_t>(record.bytes[35] == sente ? result : -result);
                    write(file, record);
                }
                count += records.size();
                ++played;
            }
        });
    for (auto& one : crew) one.join();
    std::printf("%llu games, %llu positions\n", static_cast<unsigned long long>(played),
                static_cast<unsigned long long>(count));
    return 0;
}

int match(char** words) {
    const int wanted = std::atoi(words[0]), threads = std::atoi(words[1]);
    const auto nodes = static_cast<std::uint64_t>(std::atoll(words[2]));
    const double seconds = std::atof(words[3]) / 1000;
    const std::shared_ptr<const Network> networks[] = {read_network(words[4]),
                                                       read_network(words[5])};
    const auto seed = static_cast<std::uint64_t>(std::atoll(words[6]));
    std::mutex lock;
    std::atomic<int> next{0};
    int score[3] = {0, 0, 0};
    std::vector<std::thread> crew;
    for (int n = 0; n < threads; ++n)
        crew.emplace_back([&] {
            Player one(networks[0], Repetition::first_loses, small_table * 2);
            Player other_one(networks[1], Repetition::first_loses, small_table * 2);
            for (int game = next++; game < wanted; game = next++) {
                std::mt19937_64 random(seed * 7919 + static_cast<unsigned>(game / 2));
                Position position = first_position();
                while (!open(position, random, 4)) position = first_position();
                Position here(position.board(), position.hands(), position.mover());
                std::vector<bool> checked;
                int result = 0;
                one.forget();
                other_one.forget();
                for (int ply = 0; ply < most_plies && !result; ++ply) {
                    if ((result = ended(here, checked))) break;
                    const bool first = (here.mover() == sente) == (game % 2 == 0);
                    Control control({.nodes = nodes, .seconds = seconds});
                    Budget budget;
                    budget.nodes = nodes;
                    budget.seconds = seconds;
                    const Thought thought = (first ? one : other_one).think(here, budget, control);
                    here.play(thought.move);
                    checked.push_back(here.in_check());
                }
                const std::lock_guard hold(lock);
                ++score[game % 2 == 0 ? 1 - result : 1 + result];
            }
        });
    for (auto& one : crew) one.join();
    std::printf("won %d, drawn %d, lost %d: %.1f%%\n", score[0], score[1], score[2],
                100.0 * (score[0] + 0.5 * score[1]) / (score[0] + score[1] + score[2]));
    return 0;
}

}  // namespace

int main(int count, char** words) {
    const std::string what = count > 1 ? words[1] : "";
    if (what == "games" && count == 8) return games(words + 2);
    if (what == "match" && count == 9) return match(words + 2);
    std::fprintf(stderr, "see the head of bench/minishogi/selfplay.cpp\n");
    return 2;
}
