// Games of the Go player against itself by fixed simulations, on all cores: what is a number of its
// search or of its playouts worth?
//
//   bench/go_games.sh --size 9 --simulations 1000 --pairs 100 --ours rave=1000 --theirs score=0
//
// Both sides take the same random opening once with each colour. Area counting, komi 7.5.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

#include "player.hpp"
#include "record.hpp"

using namespace kikashi;
using namespace kikashi::go;

namespace {

constexpr int komi = 15;  // half points
constexpr std::size_t memory = 256u << 20;

struct Asked {
    int size = 9, pairs = 100, threads = 1, opening = 2;
    std::uint64_t simulations = 1000, seed = 1;
    double minutes = 1e9;
    std::string ours, theirs;
};

// `name=number,...` into what the search is tuned by.
Effort effort_of(const std::string& text) {
    Effort effort;
    auto& playout = effort.simulator.playout;
    const std::map<std::string, float*> numbers{
        {"rave", &effort.tree.rave_equivalence},
        {"exploration", &effort.tree.exploration},
        {"prior", &effort.simulator.prior},
        {"near", &effort.simulator.near},
        {"pattern", &effort.simulator.pattern},
        {"score", &effort.simulator.score_share},
        {"atari", &playout.atari},
        {"capture", &playout.capture},
        {"nakade", &playout.nakade},
        {"two", &playout.two_liberties},
        {"elsewhere", &playout.elsewhere},
        {"accept", &playout.accept},
        {"throw", &playout.throw_in},
        {"mercy", &playout.mercy},
    };
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        const auto middle = part.find('=');
        const std::string name = part.substr(0, middle);
        const float number = std::strtof(part.c_str() + middle + 1, nullptr);
        if (name == "expand") {
            effort.tree.expand_at = static_cast<std::uint32_t>(number);
        } else if (numbers.contains(name) && middle != std::string::npos) {
            *numbers.at(name) = number;
        } else {
            std::fprintf(stderr, "there is no number called '%s'\n", name.c_str());
            std::exit(2);
        }
    }
    return effort;
}

// Whether Black won. `black` says who plays Black: 0 ours, 1 theirs.
bool black_wins(const Asked& asked, const std::array<Effort, 2>& efforts, int black,
                std::uint64_t seed) {
    Random random(seed);
    const std::string none(static_cast<std::size_t>(asked.size * asked.size), '.');
    auto record = Record::make(asked.size, none, 0, -1, {}, Ko::positional, false);
    std::array<std::unique_ptr<Player>, 2> players{Player::make(asked.size, memory),
                                                   Player::make(asked.size, memory)};
    Question question;
    question.rules.ends_at_passes = true;
    question.rules.counting.komi = komi;
    int passes = 0;
    std::array<int, 2> lost{};  // how often in turn a side has seen no hope
    for (int ply = 0; ply < 4 * asked.size * asked.size && passes < 2; ++ply) {
        question.board = record->board();
        question.mover = record->mover();
        question.passes = passes;
        int cell = pass_cell;
        const int who = question.mover == 0 ? black : 1 - black;
        if (ply < asked.opening) {
            // A stone within the middle, so that no opening is decided by it.
            const auto inner = static_cast<std::uint32_t>(asked.size - 4);
            do {
                cell = static_cast<int>(2 + random.below(inner)) +
                       asked.size * static_cast<int>(2 + random.below(inner));
            } while (!record->legal(cell));
        } else {
            Effort effort = efforts[static_cast<std::size_t>(who)];
            effort.seed = seed * 1000 + static_cast<std::uint64_t>(ply);
            Control control({.nodes = asked.simulations});
            const Answer answer =
                players[static_cast<std::size_t>(who)]->think(question, effort, control);
            if (!answer.moves.empty()) cell = answer.moves.front().cell;
            int& hopeless = lost[static_cast<std::size_t>(question.mover)];
            hopeless = answer.value < 0.06f && ply > asked.size ? hopeless + 1 : 0;
            if (hopeless >= 3) return question.mover == 1;
        }
        question.past.emplace_back(question.board, question.mover);
        question.last = cell;
        for (auto& player : players) player->advance(cell);
        if (cell == pass_cell) {
            record->pass();
            ++passes;
        } else {
            record->play(cell);
            passes = 0;
        }
    }
    return 2 * record->area() > komi;
}

void read_strengths(const char* path) {
    std::ifstream file(path);
    std::vector<std::pair<std::uint16_t, float>> fitted;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        int code;
        float strength;
        if (words >> code >> strength) fitted.emplace_back(code, strength);
    }
    strengths().set(fitted);
}

void match(const Asked& asked) {
    const std::array<Effort, 2> efforts{effort_of(asked.ours), effort_of(asked.theirs)};
    std::atomic<int> next{0};
    std::mutex lock;
    std::array<int, 3> pairs{};  // by games that ours won
    Control clock({.seconds = 60 * asked.minutes});
    const auto work = [&] {
        for (int n; (n = next++) < asked.pairs && clock.running();) {
            const std::uint64_t seed = asked.seed * 1'000'003 + static_cast<std::uint64_t>(n);
            const int won =
                black_wins(asked, efforts, 0, seed) + !black_wins(asked, efforts, 1, seed);
            const std::lock_guard hold(lock);
            ++pairs[static_cast<std::size_t>(won)];
        }
    };
    std::vector<std::thread> crew;
    for (int n = 0; n < asked.threads; ++n) crew.emplace_back(work);
    for (auto& one : crew) one.join();
    const double count = pairs[0] + pairs[1] + pairs[2];
    const double mean = (pairs[1] + 2.0 * pairs[2]) / (2 * count);
    double spread = 0;
    for (int won = 0; won < 3; ++won)
        spread += pairs[static_cast<std::size_t>(won)] * std::pow(won / 2.0 - mean, 2);
    std::printf(
        "go %dx%d, %llu simulations: [%s] against [%s]: %.0f games, %.1f%% +- %.1f%%; pairs "
        "lost, split, won %d %d %d\n",
        asked.size, asked.size, static_cast<unsigned long long>(asked.simulations),
        asked.ours.c_str(), asked.theirs.c_str(), 2 * count, 100 * mean,
        196 * std::sqrt(spread) / std::max(count, 1.0), pairs[0], pairs[1], pairs[2]);
}

}  // namespace

int main(int count, char** words) {
    Asked asked;
    for (int at = 1; at + 1 < count; at += 2) {
        const std::string name = words[at], value = words[at + 1];
        if (name == "--size") asked.size = std::atoi(words[at + 1]);
        if (name == "--pairs") asked.pairs = std::atoi(words[at + 1]);
        if (name == "--threads") asked.threads = std::atoi(words[at + 1]);
        if (name == "--opening") asked.opening = std::atoi(words[at + 1]);
        if (name == "--simulations") asked.simulations = std::strtoull(words[at + 1], nullptr, 10);
        if (name == "--seed") asked.seed = std::strtoull(words[at + 1], nullptr, 10);
        if (name == "--minutes") asked.minutes = std::atof(words[at + 1]);
        if (name == "--ours") asked.ours = value;
        if (name == "--theirs") asked.theirs = value;
        if (name == "--patterns") read_strengths(words[at + 1]);
    }
    if ((asked.size - 4) * (asked.size - 4) < 2 * asked.opening) {
        std::fprintf(stderr, "the middle of a board of %d lines has no room for an opening\n",
                     asked.size);
        return 1;
    }
    match(asked);
}
