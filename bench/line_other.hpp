// A match with the program of another checkout: asking it, and answering for such a one.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>

#include "line_sides.hpp"

namespace kikashi::bench {

inline double processor_seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Answers positions with turns, for the match of another checkout: `nodes seconds mover left`, then
// for each side its number of stones and their cells; the answer is `proved depth seconds`, then
// the number of stones and their cells.
inline int serve(const Kind& kind, const Asked& asked) {
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

inline Answered ask(const std::shared_ptr<Geometry>& geometry, const Side& side, const Table& table) {
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

}  // namespace kikashi::bench
