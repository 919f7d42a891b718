// Games of the dark chess player against itself, for fit_banqi.py: rows of features with results,
// or a match between two sets of weights.
//
//   banqi_games rows  GAMES NODES SEED THREADS WEIGHTS OUT   rows of int8 features, a byte of
//   result banqi_games match GAMES NODES SEED THREADS WEIGHTS_A WEIGHTS_B
//
// WEIGHTS is a file of whole numbers, or '-' for those that the player was built with.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <mutex>
#include <random>
#include <string>
#include <thread>

#include "player.hpp"

using namespace kikashi;
using namespace kikashi::banqi;

namespace {

constexpr int draw_plies = 120;     // shorter than in contests: games of two equals are long
constexpr double kept_share = 0.2;  // of the quiet positions of a game
constexpr int random_acts = 6;      // at most so many at the start, so that games differ

std::unique_ptr<Evaluation> evaluation_from(const char* path) {
    if (std::string(path) == "-") return nullptr;
    std::ifstream file(path);
    Weights weights{};
    for (auto& weight : weights) {
        int number;
        if (!(file >> number)) throw std::runtime_error("the file of weights is too short");
        weight = static_cast<std::int16_t>(number);
    }
    return std::make_unique<Evaluation>(Geometry::of(4, 8), weights);
}

Position start() {
    std::array<std::uint8_t, pieces> hidden{1, 2, 2, 2, 2, 2, 5, 1, 2, 2, 2, 2, 2, 5};
    return Position(Geometry::of(4, 8), std::string(32, 'X'), hidden, open, 0,
                    {3, false, draw_plies});
}

void turn_up(Position& position, std::mt19937_64& chance) {
    int at = static_cast<int>(chance() % static_cast<std::uint64_t>(position.hidden_total()));
    for (Piece piece = 0; piece < pieces; ++piece) {
        at -= position.hidden(piece);
        if (at < 0) return position.play(outcome_move(piece));
    }
}

// How it ended for the player who began: 1, 0 or -1. `seen(position, player, thought)` is told
// every act that was thought about.
template <class Seen>
int game(const std::array<Budget, 2>& budgets, std::mt19937_64& chance, Seen seen) {
    Position position = start();
    EndgameTables& tables = EndgameTables::of(position.geometry());
    const int at_random = 1 + static_cast<int>(chance() % random_acts);
    for (int ply = 0;; ++ply) {
        const int player = ply % 2, sign = player == 0 ? 1 : -1;
        if (position.colour() != open) {
            if (position.left(position.colour()) == 0 || !position.has_move()) return -sign;
            if (position.drawn()) return 0;
            const TableValue known = tables.probe(position);
            if (known.known) return known.wins ? sign : known.lost ? -sign : 0;
        }
        Move move;
        if (ply < at_random) {
            MoveList moves;
            position.moves(moves);
            position.flips(moves);
            move = moves.begin()[chance() % static_cast<std::uint64_t>(moves.size())];
        } else {
            Budget budget = budgets[static_cast<std::size_t>(player)];
            budget.seed = chance();
            Control control({.nodes = budget.nodes});
            const Thought thought = think(position, budget, control);
            seen(position, player, thought);
            move = thought.candidates.front().move;
        }
        position.play(move);
        if (is_flip(move)) turn_up(position, chance);
    }
}

}  // namespace

int main(int count, char** words) {
    if (count < 8) return std::cerr << "see the head of this file\n", 2;
    const std::string what = words[1];
    const int games = std::atoi(words[2]), threads = std::atoi(words[5]);
    const auto nodes = static_cast<std::uint64_t>(std::atoll(words[3]));
    const auto seed = static_cast<std::uint64_t>(std::atoll(words[4]));
    const auto first_weights = evaluation_from(words[6]);
    std::atomic<int> next{0};
    std::mutex guard;
    std::array<int, 3> tally{};  // lost, drawn, won by the first set of weights
    std::FILE* out = nullptr;
    std::unique_ptr<Evaluation> second_weights;
    if (what == "rows")
        out = std::fopen(words[7], "wb");
    else
        second_weights = evaluation_from(words[7]);
    const auto work = [&] {
        for (int number; (number = next++) < games;) {
            // In a match each seed is played twice, with the sides changed.
            const int dice = out ? number : number / 2;
            std::mt19937_64 chance(seed * 1'000'003 + static_cast<std::uint64_t>(dice));
            std::array<Budget, 2> budgets{};
            for (Budget& budget : budgets) {
                budget.nodes = nodes;
                budget.noise = out ? 8 : 0;
                budget.evaluation = first_weights.get();
            }
            const bool swapped = !out && number % 2 == 1;
            if (!out) budgets[swapped ? 0 : 1].evaluation = second_weights.get();
            struct Row {
                std::vector<float> features;
                int player;
            };
            std::vector<Row> rows;
            const int result = game(
                budgets, chance, [&](const Position& position, int player, const Thought& thought) {
                    if (!out || position.colour() == open) return;
                    if (static_cast<double>(chance() >> 11) * 0x1p-53 > kept_share) return;
                    const Move best = thought.candidates.front().move;
                    if (!is_flip(best) && position.at(to_of(best)) != no_piece) return;
                    rows.push_back({features(position), player});
                });
            const std::lock_guard lock(guard);
            for (const Row& row : rows) {
                std::array<std::int8_t, weight_count + 1> bytes;
                for (std::size_t i = 0; i < weight_count; ++i)
                    bytes[i] = static_cast<std::int8_t>(row.features[i]);
                bytes[weight_count] = static_cast<std::int8_t>(row.player == 0 ? result : -result);
                std::fwrite(bytes.data(), 1, bytes.size(), out);
            }
            ++tally[static_cast<std::size_t>((swapped ? -result : result) + 1)];
        }
    };
    std::vector<std::thread> crew;
    for (int i = 0; i < threads; ++i) crew.emplace_back(work);
    for (auto& one : crew) one.join();
    if (out) std::fclose(out);
    std::cout << tally[0] << ' ' << tally[1] << ' ' << tally[2] << '\n';
}
