#include "evaluation.hpp"

#include <algorithm>
#include <cstdlib>

#include "tables.hpp"

namespace kikashi::xiangqi {

namespace {

constexpr int files = 9;

// Numbers set by hand from what players say of the pieces, not fitted.
constexpr Value tempo = 12;
constexpr Value rook_reach = 5, horse_reach = 9, cannon_reach = 3;
constexpr std::array<int, 7> hunts = {0, 0, 0, 3, 4, 3, 1};  // how well a kind attacks a general
constexpr Value bare_base = 3, bare_advisor = 5, bare_elephant = 3;
constexpr int near_general = 4;
constexpr Value bottom_cannon = 25, central_cannon = 30, faced_horse = 12;

// `rank` counts from the owner's own side, `edge` from the nearest side of the board (0 to 4).
Value placed(Kind kind, int file, int rank) {
    const int edge = std::min(file, files - 1 - file);
    switch (kind) {
        case general:
            return rank == 0 ? (file == 4 ? 8 : 4) : -25 * rank;
        case advisor:
            return file == 4 ? 8 : 0;
        case elephant:
            return file == 4 ? 12 : edge == 0 ? -8 : 0;
        case horse:
            // Strongest before the enemy palace, weak on the rim and at home.
            return 6 * edge +
                   (rank >= 5 && rank <= 8 ? 30
                    : rank == 9            ? -20
                                           : 5 * std::min(rank, 4)) -
                   (rank == 0 ? 25 : 0);
        case rook:
            return (rank == 0 && edge <= 1 ? -20 : 0) + (rank >= 5 ? 15 : 0) + 3 * edge;
        case cannon:
            return (file == 4 ? 15 : 0) + (rank <= 2 ? 8 : 0) + (rank == 9 ? 15 : 0);
        case pawn:
            if (rank < 5) return rank == 4 ? 15 : 0;
            if (rank == 9) return 10 + 5 * edge;
            return 75 + 18 * edge + (rank >= 7 ? 25 : 0);
    }
    return 0;
}

struct Seen {
    Value reach = 0;
    int attack = 0;   // how much stands near the enemy general
    int hunters = 0;  // pieces that can take part in a mate
    int advisors = 0, elephants = 0, strong = 0;
};

Seen look(const Position& position, Side side) {
    Seen seen;
    const Tables& t = tables;
    const Cell target = position.general_of(other(side));
    const int target_file = target % files, target_rank = target / files;
    for (const Cell cell : position.pieces(side)) {
        if (cell == nowhere) continue;
        const Kind kind = kind_of(position.at(cell));
        const int file = cell % files, rank = cell / files;
        if (kind == advisor) ++seen.advisors;
        if (kind == elephant) ++seen.elephants;
        if (hunts[kind] == 0) continue;
        const bool crossed = side == red ? rank >= 5 : rank <= 4;
        if (kind != pawn || crossed) ++seen.hunters;
        seen.strong += kind != pawn;
        const int far = std::max(std::abs(file - target_file), std::abs(rank - target_rank));
        const bool lined = file == target_file || rank == target_rank;
        switch (kind) {
            case rook:
                seen.reach += rook_reach *
                              (__builtin_popcount(t.rook[file][position.on_rank(rank)] & 0x1ffu) +
                               __builtin_popcount(t.rook[rank][position.on_file(file)]));
                seen.attack += crossed || lined ? hunts[kind] : 1;
                break;
            case horse: {
                const auto& steps = t.horse[cell];
                int free = 0;
                for (int i = 0; i < steps.count; ++i) free += position.at(steps.by[i]) == no_piece;
                seen.reach += horse_reach * free - (free <= 2 ? faced_horse : 0);
                if (crossed) seen.attack += far <= near_general ? hunts[kind] : 1;
                break;
            }
            case cannon: {
                const unsigned across = position.on_rank(rank), along = position.on_file(file);
                seen.reach +=
                    cannon_reach * (__builtin_popcount(t.rook[file][across] & ~across & 0x1ffu) +
                                    __builtin_popcount(t.rook[rank][along] & ~along));
                if (lined) {
                    seen.attack += hunts[kind];
                    // Nothing between: every piece that steps in becomes a screen.
                    const unsigned line = file == target_file ? along : across;
                    const int from = file == target_file ? rank : file;
                    const int to = file == target_file ? target_rank : target_file;
                    if (t.rook[from][line] >> to & 1)
                        seen.reach += central_cannon;
                    else if (rank == target_rank)
                        seen.reach += bottom_cannon;
                }
                break;
            }
            case pawn:
                if (crossed && far <= near_general) seen.attack += hunts[kind] + (far <= 2);
                break;
            default:
                break;
        }
    }
    return seen;
}

Value bareness(const Seen& own) {
    return bare_base + bare_advisor * (2 - std::min(own.advisors, 2)) +
           bare_elephant * (2 - std::min(own.elephants, 2));
}

}  // namespace

PieceTables::PieceTables() {
    for (int kind = general; kind <= pawn; ++kind)
        for (int cell = 0; cell < cells; ++cell) {
            const int file = cell % files, rank = cell / files;
            const auto k = static_cast<Kind>(kind);
            at[piece_of(red, k)][cell] = worth[kind] + placed(k, file, rank);
            at[piece_of(black, k)][cell] = worth[kind] + placed(k, file, 9 - rank);
        }
}
const PieceTables piece_tables;

Value evaluate(const Position& position, Value material) {
    const Seen r = look(position, red), b = look(position, black);
    Value value = material + r.reach - b.reach;
    value += r.attack * bareness(b) - b.attack * bareness(r);
    // Who has nothing left to attack with cannot be ahead.
    if (r.hunters == 0) value = std::min(value, 0);
    if (b.hunters == 0) value = std::max(value, 0);
    return (position.mover() == red ? value : -value) + tempo;
}

}  // namespace kikashi::xiangqi
