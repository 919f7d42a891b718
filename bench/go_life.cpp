// Positions of life and death searched one by one: what does a search need, and which moves settled
// its positions? bench/fit_go_life.py makes the positions and fits the model of moves.
//
//   go_life solve POSITIONS NODES
//   go_life dump POSITIONS NODES MOVES [SHAKEN]
//   go_life total
//
// A line of POSITIONS is `name size board target mover region`, with '-' for no region and else its
// cells, joined by commas: then every move of a closed region is tried. The side to move has any
// number of threats. `solve` tells of each position what it came to in how many nodes; `dump`
// writes, into MOVES, of settled positions below it what was seen of each candidate and what it led
// to, costs shaken by so much at most; where that is odd, the other side has the threats. `total`
// is the number of weights.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <unordered_set>
#include <vector>

#include "closed_goal.hpp"
#include "life_goal.hpp"
#include "random.hpp"
#include "set_up.hpp"

using namespace kikashi;
using namespace kikashi::go;

namespace {

constexpr int W = 7;
constexpr int most_logged = 500;

struct Asked {
    std::string name, board;
    int size = 0, target = 0, mover = 0;
    std::vector<int> region;
};

bool read_line(const std::string& line, Asked& made) {
    std::istringstream words(line);
    std::string region;
    if (!(words >> made.name >> made.size >> made.board >> made.target >> made.mover >> region))
        return false;
    made.region.clear();
    if (region == "-") return true;
    std::istringstream cells(region);
    for (std::string cell; std::getline(cells, cell, ',');) made.region.push_back(std::stoi(cell));
    return true;
}

// The goal with its moves shuffled a little, so that what is learned is not only what it prefers.
template <class Goal>
struct Shaken {
    static constexpr int lasting_cost = Goal::lasting_cost;
    Goal& goal;
    std::uint64_t seed;
    int shake;
    Numbers glance(LocalBoard<W>& local) const { return goal.glance(local); }
    Numbers candidates(LocalBoard<W>& local, Candidates& out) {
        const Numbers made = goal.candidates(local, out);
        if (!shake) return made;
        for (int n = 0; n < out.count; ++n) {
            auto& cost = out.costs[static_cast<std::size_t>(n)];
            cost = static_cast<std::uint8_t>(
                cost + mix(seed ^ local.board.key() ^ out.points[static_cast<std::size_t>(n)]) %
                           static_cast<unsigned>(shake + 1));
        }
        return made;
    }
};

struct Log {
    std::FILE* file;
    std::unordered_set<std::uint64_t> visited;
    int logged = 0;
    std::uint32_t problem = 0;
};

template <class T>
void put(std::FILE* file, T value) {
    std::fwrite(&value, sizeof value, 1, file);
}

template <class Goal>
void walk(LocalBoard<W>& local, Goal& goal, Memory& memory, Log& log, int depth) {
    if (depth > 60 || log.logged >= most_logged) return;
    const std::uint64_t key = local.key();
    if (!log.visited.insert(key).second) return;
    const Entry* found = memory.find(key);
    if (!found || found->work < 2 || local.retakable()) return;
    const Entry entry = *found;
    Candidates tries;
    goal.learned = false;
    const bool over = goal.candidates(local, tries).settled() || tries.count == 0;
    goal.learned = true;
    if (over) return;
    const bool attacking = local.attacking(), falls = entry.numbers.proved(),
               settled = entry.numbers.settled();
    std::vector<Seen> seen(static_cast<std::size_t>(tries.count));
    std::vector<std::uint8_t> status(seen.size()), work(seen.size());
    for (std::size_t n = 0; n < seen.size(); ++n)
        goal.see(local, tries.points[n], tries.costs[n], seen[n]);
    std::vector<std::size_t> order;
    int chosen = -1;
    for (std::size_t n = 0; n < seen.size(); ++n) {
        LocalUndo<W> undo;
        local.play(tries.points[n], undo);
        if (local.captured()) {
            status[n] = attacking ? 1 : 2;
        } else if (const Entry* child = memory.find(local.key()); child) {
            if (child->numbers.settled()) status[n] = child->numbers.proved() == attacking ? 1 : 2;
            work[n] = static_cast<std::uint8_t>(1 + std::bit_width(child->work));
            order.push_back(n);
        }
        local.undo(undo);
        if (tries.points[n] == entry.best && falls == attacking) chosen = static_cast<int>(n);
    }
    if (settled && falls == attacking && chosen >= 0 && tries.count > 1) {
        ++log.logged;
        put<std::uint32_t>(log.file, log.problem);
        put<std::uint32_t>(log.file, entry.work);
        put<std::uint16_t>(log.file, attacking);
        put<std::uint16_t>(log.file, static_cast<std::uint16_t>(tries.count));
        put<std::uint16_t>(log.file, static_cast<std::uint16_t>(chosen));
        for (std::size_t n = 0; n < seen.size(); ++n) {
            put<std::uint8_t>(log.file, status[n]);
            put<std::uint8_t>(log.file, work[n]);
            put<std::uint16_t>(log.file, normal_code(seen[n].around));
            for (int k = 0; k < Seen::most; ++k)
                put<std::uint16_t>(
                    log.file, k < seen[n].count ? seen[n].of[static_cast<std::size_t>(k)] : 0xffff);
        }
    }
    for (std::size_t n = order.size(); n > 1; --n) std::swap(order[n - 1], order[mix(key + n) % n]);
    for (const std::size_t n : order) {
        LocalUndo<W> undo;
        local.play(tries.points[n], undo);
        walk(local, goal, memory, log, depth + 1);
        local.undo(undo);
    }
}

struct Result {
    Numbers numbers;
    std::uint64_t nodes;
};

template <class Goal>
Result searched(const Asked& asked, const Board<W>& board, Goal& goal, Memory& memory,
                std::uint64_t nodes, int shake, Log* log) {
    memory.forget();
    LocalBoard<W> local(board, point_of(asked.size, asked.target), colour_of(asked.mover), {});
    const bool attacks = local.attacking();
    local.threats = attacks ? Threats{unlimited, 0} : Threats{0, unlimited};
    if (log && shake % 2) local.threats = attacks ? Threats{0, unlimited} : Threats{unlimited, 0};
    Shaken<Goal> shaken{goal, log ? mix(log->problem) : 0, shake};
    Control control({.nodes = nodes, .seconds = 0}, {});
    ProofNumberSearch<W, Shaken<Goal>> search(local, shaken, memory, control);
    const Numbers found = search.run();
    if (log) {
        log->visited.clear();
        log->logged = 0;
        walk(local, goal, memory, *log, 0);
    }
    return {found, control.nodes()};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && !std::strcmp(argv[1], "total")) {
        std::printf("%d\n", seen::total);
        return 0;
    }
    if (argc < 4) return 2;
    const bool dump = !std::strcmp(argv[1], "dump");
    if (dump && argc < 5) return 2;
    const auto nodes = std::strtoull(argv[3], nullptr, 10);
    std::ifstream file(argv[2]);
    Log log{dump ? std::fopen(argv[4], "wb") : nullptr, {}};
    const int shake = dump && argc > 5 ? std::atoi(argv[5]) : 0;
    Memory memory(18);
    Asked asked;
    std::uint64_t all = 0, settled = 0, count = 0;
    for (std::string line; std::getline(file, line);) {
        if (!read_line(line, asked)) continue;
        const Board<W> board = set_up<W>(asked.size, asked.board);
        const Point target = point_of(asked.size, asked.target);
        log.problem = static_cast<std::uint32_t>(count);
        Result made;
        if (asked.region.empty()) {
            LifeGoal<W> goal(surroundings_of(board, target, LifeTuning{}));
            made = searched(asked, board, goal, memory, nodes, shake, dump ? &log : nullptr);
        } else {
            ClosedGoal<W> goal(board, asked.region, false);
            made = searched(asked, board, goal, memory, nodes, shake, dump ? &log : nullptr);
        }
        ++count;
        settled += made.numbers.settled();
        all += made.nodes;
        if (!dump)
            std::printf("%s %s %llu\n", asked.name.c_str(),
                        made.numbers.proved()      ? "falls"
                        : made.numbers.disproved() ? "stands"
                                                   : "open",
                        static_cast<unsigned long long>(made.nodes));
    }
    std::fprintf(stderr, "%llu positions, %llu settled, %llu nodes\n",
                 static_cast<unsigned long long>(count), static_cast<unsigned long long>(settled),
                 static_cast<unsigned long long>(all));
    if (log.file) std::fclose(log.file);
}
