#include "tables.hpp"

#include <utility>
#include <vector>

#include "core/keys.hpp"

namespace kikashi::minishogi {

namespace {

using Way = std::pair<int, int>;  // right, up
const std::vector<Way> orthogonal{{0, 1}, {0, -1}, {-1, 0}, {1, 0}};
const std::vector<Way> diagonal{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
const std::vector<Way> around{{0, 1}, {0, -1}, {-1, 0}, {1, 0}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
const std::vector<Way> golden{{0, 1}, {0, -1}, {-1, 0}, {1, 0}, {1, 1}, {-1, 1}};
const std::vector<Way> silvern{{0, 1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
const std::vector<Way> forward{{0, 1}};
const std::vector<Way> none{};

const std::vector<Way>& steps_of(Kind kind) {
    switch (kind) {
        case king:
            return around;
        case gold:
        case promoted_silver:
        case promoted_pawn:
            return golden;
        case silver:
            return silvern;
        case pawn:
            return forward;
        case dragon:
            return diagonal;
        case horse:
            return orthogonal;
        default:
            return none;
    }
}

int shifted(int cell, Way way) {
    const int file = cell % size + way.first, rank = cell / size + way.second;
    return file < 0 || rank < 0 || file >= size || rank >= size ? -1 : size * rank + file;
}

Bits slide(int cell, Bits occupied, const std::vector<Way>& ways) {
    Bits found = 0;
    for (const Way& way : ways)
        for (int at = shifted(cell, way); at >= 0; at = shifted(at, way)) {
            found |= bit(at);
            if (occupied & bit(at)) break;
        }
    return found;
}

// Cells whose occupation matters: not the last one of a way.
Bits relevant(int cell, const std::vector<Way>& ways) {
    Bits found = 0;
    for (const Way& way : ways)
        for (int at = shifted(cell, way); at >= 0 && shifted(at, way) >= 0; at = shifted(at, way))
            found |= bit(at);
    return found;
}

bool fill(Slider& slider, int cell, const std::vector<Way>& ways) {
    auto& attacks = slider.attacks[cell];
    attacks.fill(0);
    Bits occupied = 0;
    do {  // every subset of the mask
        const Bits found = slide(cell, occupied, ways);
        Bits& place = attacks[(occupied * slider.factor[cell]) >> 26];
        if (place && place != found) return false;
        place = found;
        occupied = (occupied - slider.mask[cell]) & slider.mask[cell];
    } while (occupied);
    return true;
}

void prepare(Slider& slider, const std::vector<Way>& ways) {
    for (int cell = 0; cell < cells; ++cell) {
        slider.mask[cell] = relevant(cell, ways);
        std::uint64_t tried = 0;
        do {
            const std::uint64_t word = mix(1000 * static_cast<std::uint64_t>(cell) + tried);
            slider.factor[cell] = static_cast<std::uint32_t>(word & (word >> 32));
            ++tried;
        } while (!fill(slider, cell, ways));
    }
}

}  // namespace

Tables::Tables() {
    for (int kind = 0; kind < kinds; ++kind)
        for (int cell = 0; cell < cells; ++cell) {
            step[sente][kind][cell] = step[gote][kind][cell] = 0;
            for (const Way& way : steps_of(static_cast<Kind>(kind))) {
                const int up = shifted(cell, way), down = shifted(cell, {way.first, -way.second});
                if (up >= 0) step[sente][kind][cell] |= bit(up);
                if (down >= 0) step[gote][kind][cell] |= bit(down);
            }
        }
    prepare(rook, orthogonal);
    prepare(bishop, diagonal);
    for (auto& row : between) row.fill(0);
    for (auto& row : line) row.fill(0);
    for (int from = 0; from < cells; ++from)
        for (const Way& way : around) {
            Bits passed = 0;
            const Bits whole = slide(from, 0, {way, {-way.first, -way.second}}) | bit(from);
            for (int at = shifted(from, way); at >= 0; at = shifted(at, way)) {
                between[from][at] = passed;
                line[from][at] = whole;
                passed |= bit(at);
            }
        }
    std::uint64_t number = 5'000'000;
    const auto key = [&] {
        const Key made{mix(number), mix(number + 1)};
        number += 2;
        return made;
    };
    for (auto& row : piece_keys)
        for (Key& one : row) one = key();
    for (auto& side : hand_keys)
        for (auto& kind : side) {
            kind[0] = Key{};
            kind[1] = key();
            kind[2] = key();
        }
}

const Tables tables;

}  // namespace kikashi::minishogi
