// What a piece attacks on an empty or an occupied board of 25 cells, looked up.
#pragma once

#include <array>
#include <cstdint>

#include "search/verified_table.hpp"

namespace kikashi::minishogi {

using Cell = std::uint8_t;
using Bits = std::uint32_t;  // one bit a cell
constexpr int size = 5, cells = 25;
constexpr Bits every_cell = (1u << cells) - 1;
constexpr Bits bit(int cell) { return 1u << cell; }

enum Side : std::uint8_t { sente, gote };
constexpr Side other(Side side) { return side == sente ? gote : sente; }

enum Kind : std::uint8_t {
    king,
    rook,
    bishop,
    gold,
    silver,
    pawn,
    dragon,
    horse,
    promoted_silver,
    promoted_pawn
};
constexpr int kinds = 10;
constexpr int hand_kinds = 5;  // rook to pawn
using Piece = std::uint8_t;    // kinds * side + kind
constexpr Piece no_piece = 2 * kinds;
constexpr Piece piece_of(Side side, Kind kind) { return static_cast<Piece>(kinds * side + kind); }
constexpr Kind kind_of(Piece piece) {
    return static_cast<Kind>(piece < kinds ? piece : piece - kinds);
}
constexpr Side side_of(Piece piece) { return piece < kinds ? sente : gote; }
constexpr Kind promoted(Kind kind) {
    switch (kind) {
        case rook:
            return dragon;
        case bishop:
            return horse;
        case silver:
            return promoted_silver;
        case pawn:
            return promoted_pawn;
        default:
            return kind;
    }
}
constexpr Kind unpromoted(Kind kind) {
    switch (kind) {
        case dragon:
            return rook;
        case horse:
            return bishop;
        case promoted_silver:
            return silver;
        case promoted_pawn:
            return pawn;
        default:
            return kind;
    }
}
constexpr bool promotes(Kind kind) { return promoted(kind) != kind; }

// A line of at most six cells that matter is looked up by multiplication (magic bitboards; the
// factors are found when the program starts, always the same ones).
struct Slider {
    std::array<Bits, cells> mask;
    std::array<std::uint32_t, cells> factor;
    std::array<std::array<Bits, 64>, cells> attacks;
    Bits operator()(int cell, Bits occupied) const {
        return attacks[cell][((occupied & mask[cell]) * factor[cell]) >> 26];
    }
};

struct Tables {
    Tables();
    std::array<std::array<std::array<Bits, cells>, kinds>, 2> step;  // by side, kind, cell
    Slider rook, bishop;
    std::array<std::array<Bits, cells>, cells> between, line;  // line: the whole of it, or 0
    std::array<std::array<Key, cells>, 2 * kinds> piece_keys;
    std::array<std::array<std::array<Key, 3>, hand_kinds>, 2> hand_keys;  // by count; none is 0
};

extern const Tables tables;

constexpr Bits rank_bits(int rank) { return 0x1fu << size * rank; }
constexpr Bits file_bits(int file) { return 0x108421u << file; }
constexpr Bits last_rank(Side side) { return rank_bits(side == sente ? size - 1 : 0); }

}  // namespace kikashi::minishogi
