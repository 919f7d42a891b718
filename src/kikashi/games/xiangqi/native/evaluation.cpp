#include "evaluation.hpp"

#include <algorithm>
#include <cstdlib>

#include "tables.hpp"

namespace kikashi::xiangqi {

namespace {

constexpr int files = 9;

// Numbers set by hand from what players say of the pieces, not fitted.
constexpr Value tempo = 12;
constexpr std::array<int, 7> hunts = {0, 0, 0, 3, 4, 3, 1};  // how well a kind attacks a general
constexpr std::array<Value, trait_count> by_hand = {5, 9, -12, 3, 30, 25, 3, 5, 3, 0, 0, 0, 0, 0};
constexpr int near_general = 4, full = 2;
constexpr unsigned middle_files = 0b000111000;  // of the palaces

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
    std::array<int, trait_count> of{};
    std::array<int, 7> count{};
    int hunters = 0;
};

Seen look(const Position& position, Side side) {
    Seen seen;
    const Tables& t = tables;
    const Cell target = position.general_of(other(side));
    const int target_file = target % files, target_rank = target / files;
    const unsigned palace_ranks = side == red ? 0b1110000000 : 0b0000000111;
    const auto in_palace = [&](Cell cell) {
        return (middle_files >> cell % files & 1) && (palace_ranks >> cell / files & 1);
    };
    for (const Cell cell : position.pieces(side)) {
        if (cell == nowhere) continue;
        const Kind kind = kind_of(position.at(cell));
        ++seen.count[kind];
        if (hunts[kind] == 0) continue;
        const int file = cell % files, rank = cell / files;
        const bool crossed = side == red ? rank >= 5 : rank <= 4;
        if (kind != pawn || crossed) ++seen.hunters;
        const int far = std::max(std::abs(file - target_file), std::abs(rank - target_rank));
        const bool lined = file == target_file || rank == target_rank;
        switch (kind) {
            case rook: {
                const unsigned across = t.rook[file][position.on_rank(rank)] & 0x1ffu;
                const unsigned along = t.rook[rank][position.on_file(file)];
                seen.of[rook_reach] += __builtin_popcount(across) + __builtin_popcount(along);
                if (palace_ranks >> rank & 1)
                    seen.of[palace_rooks] += __builtin_popcount(across & middle_files);
                if (middle_files >> file & 1)
                    seen.of[palace_rooks] += __builtin_popcount(along & palace_ranks);
                seen.of[attack] += crossed || lined ? hunts[kind] : 1;
                break;
            }
            case horse: {
                const auto& steps = t.horse[cell];
                int free = 0;
                for (int i = 0; i < steps.count; ++i) {
                    if (position.at(steps.by[i]) != no_piece) continue;
                    ++free;
                    seen.of[palace_horses] += in_palace(steps.to[i]);
                }
                seen.of[horse_reach] += free;
                seen.of[stuck_horses] += free <= 2;
                if (crossed) seen.of[attack] += far <= near_general ? hunts[kind] : 1;
                break;
            }
            case cannon: {
                const unsigned across = position.on_rank(rank), along = position.on_file(file);
                seen.of[cannon_reach] +=
                    __builtin_popcount(t.rook[file][across] & ~across & 0x1ffu) +
                    __builtin_popcount(t.rook[rank][along] & ~along);
                if (lined) {
                    seen.of[attack] += hunts[kind];
                    // Nothing between: every piece that steps in becomes a screen.
                    const unsigned line = file == target_file ? along : across;
                    const int from = file == target_file ? rank : file;
                    const int to = file == target_file ? target_rank : target_file;
                    if (t.rook[from][line] >> to & 1)
                        ++seen.of[empty_cannons];
                    else if (rank == target_rank)
                        ++seen.of[bottom_cannons];
                }
                break;
            }
            case pawn:
                if (crossed && far <= near_general) seen.of[attack] += hunts[kind] + (far <= 2);
                break;
            default:
                break;
        }
    }
    return seen;
}

// The traits that rest on what the other side lacks.
void lay_bare(Seen& own, const Seen& enemy) {
    const int advisors = full - std::min(enemy.count[advisor], full);
    const int elephants = full - std::min(enemy.count[elephant], full);
    own.of[attack_advisors] = own.of[attack] * advisors;
    own.of[attack_elephants] = own.of[attack] * elephants;
    own.of[rooks_advisors] = own.count[rook] * advisors;
    own.of[horses_advisors] = own.count[horse] * advisors;
    own.of[cannons_elephants] = own.count[cannon] * elephants;
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

Traits traits_of(const Position& position) {
    Seen r = look(position, red), b = look(position, black);
    lay_bare(r, b);
    lay_bare(b, r);
    Traits traits{{}, {r.hunters, b.hunters}};
    for (std::size_t i = 0; i < trait_count; ++i) traits.of[i] = r.of[i] - b.of[i];
    return traits;
}

Value evaluate(const Position& position, Value material) {
    const Traits traits = traits_of(position);
    Value value = material;
    for (std::size_t i = 0; i < trait_count; ++i) value += by_hand[i] * traits.of[i];
    value = bounded(value, traits);
    return (position.mover() == red ? value : -value) + tempo;
}

}  // namespace kikashi::xiangqi
