// What is foreseen of a string is what a glance says once the stone lies there, on random boards.
#include <cstdio>
#include <random>

#include "../string_goal.hpp"

using namespace kikashi::go;

namespace {

constexpr int size = 7, boards = 400, least_compared = 20'000;
using Law = Board<2>;

Law random_board(std::mt19937& random) {
    Law board(size);
    Colour mover = black;
    for (int stones = 12 + static_cast<int>(random() % 30); stones-- > 0; mover = other(mover)) {
        const Point point = point_of(size, static_cast<int>(random() % (size * size)));
        if (board.at(point) != empty || point == board.ko() || board.would_be_suicide(point, mover))
            continue;
        Undo<2> undo;
        board.play(point, mover, undo);
    }
    return board;
}

// Looks at every plain reply about one target both ways; how many were foreseen, or -1.
int compared(const Law& board, Point target, bool attacks) {
    const Colour own = board.at(target);
    LocalBoard<2> local(board, target, attacks ? other(own) : own, {});
    StringGoal<2> goal;
    Candidates tries;
    if (goal.candidates(local, tries).settled()) return 0;
    int count = 0;
    for (int n = 0; n < tries.count; ++n) {
        const Point point = tries.points[static_cast<std::size_t>(n)];
        Numbers foreseen;
        if (!local.plain(point) || !goal.foresees(local, point, foreseen)) continue;
        const std::uint64_t key = local.key_after(point, local.threats);
        LocalUndo<2> undo;
        local.play(point, undo);
        const Numbers seen = local.captured() ? attack_works : goal.glance(local);
        if (seen.proof != foreseen.proof || seen.disproof != foreseen.disproof) {
            std::printf("point %d about %d: foreseen %u/%u, seen %u/%u\n", point, target,
                        foreseen.proof, foreseen.disproof, seen.proof, seen.disproof);
            return -1;
        }
        if (local.key() != key) {
            std::printf("point %d about %d: another key after it than was foreseen\n", point,
                        target);
            return -1;
        }
        local.undo(undo);
        ++count;
    }
    return count;
}

}  // namespace

int main() {
    constexpr unsigned seed = 20261119;
    std::mt19937 random(seed);
    int all = 0;
    for (int n = 0; n < boards; ++n) {
        const Law board = random_board(random);
        for (int cell = 0; cell < size * size; ++cell) {
            const Point target = point_of(size, cell);
            if (board.at(target) == empty) continue;
            for (const bool attacks : {true, false}) {
                const int count = compared(board, target, attacks);
                if (count < 0) {
                    std::printf("seed %u, board %d\n", seed, n);
                    return 1;
                }
                all += count;
            }
        }
    }
    std::printf("%d replies foreseen\n", all);
    return all < least_compared;
}
