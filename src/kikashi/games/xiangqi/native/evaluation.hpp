// What a position of xiangqi is worth at a glance: pieces, where they stand, what they see, and how
// bare the generals are. Units: a hundredth of a pawn that has not crossed the river.
#pragma once

#include "position.hpp"
#include "search/values.hpp"

namespace kikashi::xiangqi {

using search::Value;

// By kind, the general left out: what a piece is worth in exchanges.
constexpr std::array<Value, 7> worth = {0, 110, 110, 430, 950, 450, 90};

struct PieceTables {
    std::array<std::array<Value, cells>, no_piece> at{};  // for its own side
    PieceTables();
};
extern const PieceTables piece_tables;

// Beside what `piece_tables` sums up (`material`, for Red), for the side to move.
Value evaluate(const Position& position, Value material);

}  // namespace kikashi::xiangqi
