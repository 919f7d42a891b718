// The endgame table of one material, up to three pieces against three: won, lost or drawn and in
// how many plies, by retrograde analysis. Rules of a draw by repetition or by plies do not enter: a
// win here falls ply by ply, so that nothing repeats.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/pages.hpp"
#include "position.hpp"

namespace kikashi::banqi {

inline constexpr int most_table_side = 3;
inline constexpr int most_table_pieces = 2 * most_table_side;
inline constexpr int most_table_plies = 250;  // a byte holds one more than the plies

// One material: the pieces of two sides, `mine` the smaller list.
class EndgameTable {
   public:
    using Pieces = std::vector<Kind>;  // in rising order

    EndgameTable(const Geometry& geometry, Pieces mine, Pieces theirs);

    std::size_t states() const { return states_; }  // for each side to move
    static std::size_t states(const Geometry& geometry, std::size_t count);
    // 0: drawn (or no such position); else one more than the plies; even plies are a loss.
    std::uint8_t byte(int mover, std::size_t index) const {
        return values_[static_cast<std::size_t>(mover) * states_ + index];
    }
    const Pieces& side(int which) const { return which == 0 ? mine_ : theirs_; }
    // `cells` in the order of both lists.
    std::size_t index(const Cell* cells) const;
    int longest() const { return longest_; }

    // By `probe(mover, cells, taken)`, the byte for the other side to move once piece `taken` is
    // gone. Whether it was not stopped.
    template <class Probe>
    bool build(Probe probe, Control& control);
    bool save(const std::string& path) const;
    bool load(const std::string& path);

   private:
    void read(std::size_t index, Cell* cells) const;
    std::uint64_t mark() const;  // where the sum over a file begins

    const Geometry* geometry_;
    Pieces mine_, theirs_;
    int count_;
    std::size_t states_;
    bool quarters_;  // the first piece stands in one quarter of the board
    int longest_ = 0;
    std::vector<std::uint8_t, PageAllocator<std::uint8_t>> values_;
};

// --- the inner loops, here so that whoever builds or probes has them inlined ---------------------

inline Cell turned(const Geometry& geometry, Cell cell, int way) {
    int x = cell % geometry.files, y = cell / geometry.files;
    if (way & 1) x = geometry.files - 1 - x;
    if (way & 2) y = geometry.ranks - 1 - y;
    return geometry.files * y + x;
}

inline std::size_t EndgameTable::index(const Cell* cells) const {
    int way = 0;
    std::size_t made = 0, shift = 5;
    if (quarters_) {
        way = (cells[0] % 4 >= 2 ? 1 : 0) | (cells[0] >= 16 ? 2 : 0);
        const Cell first = turned(*geometry_, cells[0], way);
        made = static_cast<std::size_t>(first / 4 * 2 + first % 4);
        shift = 3;
    } else {
        made = static_cast<std::size_t>(cells[0]);
    }
    // On four files and eight ranks a turn is a flip of bits.
    const int flip = quarters_ ? (way & 1 ? 3 : 0) | (way & 2 ? 28 : 0) : 0;
    for (int piece = 1; piece < count_; ++piece, shift += 5)
        made |= static_cast<std::size_t>(cells[piece] ^ flip) << shift;
    return made;
}

inline void EndgameTable::read(std::size_t index, Cell* cells) const {
    std::size_t shift = 5;
    if (quarters_) {
        const int first = static_cast<int>(index & 7);
        cells[0] = first / 2 * 4 + first % 2;
        shift = 3;
    } else {
        cells[0] = static_cast<Cell>(index & 31);
    }
    for (int piece = 1; piece < count_; ++piece, shift += 5)
        cells[piece] = static_cast<Cell>(index >> shift & 31);
}

template <class Probe>
bool EndgameTable::build(Probe probe, Control& control) {
    constexpr std::uint8_t escape = 255;  // a way out that is not lost: never counted down
    const auto at = [](int number) { return static_cast<std::size_t>(number); };
    values_.assign(2 * states_, 0);
    std::vector<std::uint8_t, PageAllocator<std::uint8_t>> open(2 * states_, 0);
    const int own_count[2] = {static_cast<int>(mine_.size()), static_cast<int>(theirs_.size())};
    const int begin[2] = {0, own_count[0]}, end[2] = {own_count[0], count_};
    std::array<Kind, most_table_pieces> kind{};
    for (int piece = 0; piece < count_; ++piece)
        kind[at(piece)] = piece < end[0] ? mine_[at(piece)] : theirs_[at(piece - end[0])];

    const auto good = [&](const Cell* cells, Bits& occupied) {
        occupied = 0;
        for (int piece = 0; piece < count_; ++piece) {
            if (cells[piece] >= geometry_->cells || (occupied >> cells[piece] & 1)) return false;
            occupied |= bit(cells[piece]);
        }
        return true;
    };
    // The captures of a side: the fewest plies to a win, the most to a loss, and ways out.
    struct Captures {
        int win = 0, worst = 0;
        bool escape = false;
    };
    const auto captures = [&](int mover, const Cell* cells, Bits occupied) {
        Captures found;
        for (int piece = begin[mover]; piece < end[mover]; ++piece) {
            const Cell from = cells[piece];
            const bool jumps = kind[at(piece)] == cannon;
            const Bits reach =
                jumps ? geometry_->jumps(from, occupied & ~bit(from)) : geometry_->step[at(from)];
            if (!(reach & occupied)) continue;
            for (int prey = begin[1 - mover]; prey < end[1 - mover]; ++prey) {
                if (!(reach >> cells[prey] & 1)) continue;
                if (!jumps && !beats(kind[at(piece)], kind[at(prey)])) continue;
                int plies;  // of the other side, from there
                if (own_count[1 - mover] == 1) {
                    plies = 0;
                } else {
                    std::array<Cell, most_table_pieces> after{};
                    std::copy_n(cells, count_, after.begin());
                    after[at(piece)] = cells[prey];
                    const std::uint8_t value = probe(1 - mover, after.data(), prey);
                    if (value == 0) {
                        found.escape = true;
                        continue;
                    }
                    plies = value - 1;
                }
                if (plies % 2 == 0)
                    found.win = found.win ? std::min(found.win, plies + 1) : plies + 1;
                else
                    found.worst = std::max(found.worst, plies + 1);
            }
        }
        return found;
    };
    const auto steps = [&](int side, const Cell* cells, Bits occupied, auto&& visit) {
        for (int piece = begin[side]; piece < end[side]; ++piece)
            for (Bits to = geometry_->step[at(cells[piece])] & ~occupied; to;)
                visit(piece, take_cell(to));
    };

    int most = 0;  // the largest number of plies that stands in the table so far
    const auto set = [&](std::size_t place, int plies) {
        if (plies > most_table_plies) return;
        std::uint8_t& value = values_[place];
        if (value != 0 && value <= plies + 1) return;
        value = static_cast<std::uint8_t>(plies + 1);
        most = std::max(most, plies);
    };
    for (int mover = 0; mover < 2; ++mover)
        for (std::size_t index = 0; index < states_; ++index) {
            if ((index & 0xfff) == 0 && !control.consult()) return false;
            std::array<Cell, most_table_pieces> cells{};
            Bits occupied;
            read(index, cells.data());
            if (!good(cells.data(), occupied)) continue;
            int quiet = 0;
            steps(mover, cells.data(), occupied, [&](int, Cell) { ++quiet; });
            const Captures found = captures(mover, cells.data(), occupied);
            const std::size_t place = at(mover) * states_ + index;
            open[place] = found.escape || found.win ? escape : static_cast<std::uint8_t>(quiet);
            if (found.win)
                set(place, found.win);
            else if (!found.escape && quiet == 0)
                set(place, found.worst);
        }
    for (int plies = 0; plies <= most; ++plies) {
        const auto wanted = static_cast<std::uint8_t>(plies + 1);
        const std::uint8_t* const first = values_.data();
        const std::uint8_t* const last = first + values_.size();
        for (const std::uint8_t* found = first;
             (found = static_cast<const std::uint8_t*>(
                  std::memchr(found, wanted, static_cast<std::size_t>(last - found))));
             ++found) {
            if (!control.tick()) return false;
            const auto place = static_cast<std::size_t>(found - first);
            const int mover = place >= states_;
            std::array<Cell, most_table_pieces> cells{};
            Bits occupied;
            read(place - at(mover) * states_, cells.data());
            if (!good(cells.data(), occupied)) continue;
            longest_ = plies;
            // The side that has just moved may have come from any empty cell beside its pieces.
            const int before = 1 - mover;
            steps(before, cells.data(), occupied, [&](int piece, Cell from) {
                std::array<Cell, most_table_pieces> was = cells;
                was[at(piece)] = from;
                const std::size_t earlier = at(before) * states_ + index(was.data());
                if (plies % 2 == 0) {
                    set(earlier, plies + 1);
                    return;
                }
                std::uint8_t& left = open[earlier];
                if (left == escape || left == 0 || --left > 0 || values_[earlier] != 0) return;
                const Bits then = (occupied & ~bit(cells[at(piece)])) | bit(from);
                set(earlier, std::max(plies + 1, captures(before, was.data(), then).worst));
            });
        }
    }
    return true;
}

}  // namespace kikashi::banqi
