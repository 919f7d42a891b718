#include "tables.hpp"

#include <cstdlib>

#include "core/keys.hpp"

namespace kikashi::xiangqi {

namespace {

constexpr int ranks = 10, files = 9;

bool on_board(int file, int rank) { return file >= 0 && file < files && rank >= 0 && rank < ranks; }
int cell_at(int file, int rank) { return files * rank + file; }
bool at_home(int rank, int side) { return side == red ? rank <= 4 : rank >= 5; }
bool in_palace(int file, int rank, int side) {
    return file >= 3 && file <= 5 && (side == red ? rank <= 2 : rank >= 7);
}

std::uint16_t beyond(int place, int occupied, int screens, bool empty_too) {
    std::uint16_t found = 0;
    for (int step : {-1, 1}) {
        int met = 0;
        for (int at = place + step; at >= 0 && at < ranks; at += step) {
            const bool taken = occupied >> at & 1;
            if (met == screens && (taken || empty_too))
                found |= static_cast<std::uint16_t>(1 << at);
            if (taken && ++met > screens) break;
        }
    }
    return found;
}

}  // namespace

Tables::Tables() : rook{}, screened{}, sight{} {
    for (int cell = 0; cell < cells; ++cell) {
        const int file = cell % files, rank = cell / files;
        for (int right = -2; right <= 2; ++right)
            for (int up = -2; up <= 2; ++up) {
                if (!on_board(file + right, rank + up)) continue;
                const int to = cell_at(file + right, rank + up);
                const int reach = std::abs(right) + std::abs(up);
                const bool slanted = std::abs(right) == std::abs(up);
                if (reach == 3) horse[cell].add(to, cell_at(file + right / 2, rank + up / 2));
                for (int side : {red, black}) {
                    const bool palace = in_palace(file + right, rank + up, side);
                    if (slanted && reach == 4 && at_home(rank + up, side))
                        elephant[side][cell].add(to, cell_at(file + right / 2, rank + up / 2));
                    if (slanted && reach == 2 && palace) advisor[side][cell].add(to);
                    if (reach != 1) continue;
                    if (palace) general[side][cell].add(to);
                    const int ahead = side == red ? 1 : -1;
                    if (up == ahead || (up == 0 && !at_home(rank, side))) pawn[side][cell].add(to);
                }
            }
    }
    for (int from = 0; from < cells; ++from) {
        for (int i = 0; i < horse[from].count; ++i)
            horse_at[horse[from].to[i]].add(from, horse[from].by[i]);
        for (int side : {red, black})
            for (int i = 0; i < pawn[side][from].count; ++i)
                pawn_at[side][pawn[side][from].to[i]].add(from);
    }
    for (int place = 0; place < ranks; ++place)
        for (int occupied = 0; occupied < 1024; ++occupied) {
            rook[place][occupied] = beyond(place, occupied, 0, true);
            screened[place][occupied] = beyond(place, occupied, 1, false);
        }
    for (int cell = 0; cell < cells; ++cell) {
        for (int at = 0; at < cells; ++at) {
            if (at / files == cell / files) sight[cell][at] |= by_rank;
            if (at % files == cell % files) sight[cell][at] |= by_file;
        }
        for (int i = 0; i < horse_at[cell].count; ++i) {
            sight[cell][horse_at[cell].to[i]] |= by_horse(i);
            sight[cell][horse_at[cell].by[i]] |= by_horse(i);
        }
        for (int side : {red, black})
            for (int i = 0; i < pawn_at[side][cell].count; ++i)
                sight[cell][pawn_at[side][cell].to[i]] |= by_pawn;
    }
    for (unsigned piece = 0; piece < no_piece; ++piece)
        for (unsigned cell = 0; cell < cells; ++cell) {
            const std::uint64_t n = 1 + cells * piece + cell;
            keys[piece][cell] = {mix(2 * n), mix(2 * n + 1)};
        }
}

const Tables tables;

}  // namespace kikashi::xiangqi
