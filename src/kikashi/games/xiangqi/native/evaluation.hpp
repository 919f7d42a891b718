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

// What is seen of a position beside where its pieces stand.
enum Trait : std::uint8_t {
    rook_reach,         // cells that rooks see
    horse_reach,        // ways of horses that no piece blocks
    stuck_horses,       // horses with two such ways or fewer
    cannon_reach,       // empty cells that cannons see
    empty_cannons,      // cannons that look at the enemy general with nothing between
    bottom_cannons,     // cannons on the enemy general's rank, with something between
    attack,             // how much stands near the enemy general ...
    attack_advisors,    // ... times the advisors that it lacks
    attack_elephants,   // ... times the elephants that it lacks
    rooks_advisors,     // rooks times the advisors that the enemy lacks
    horses_advisors,    // horses times the same
    cannons_elephants,  // cannons times the elephants that the enemy lacks
    palace_rooks,       // cells of the enemy palace that rooks see
    palace_horses,      // cells of the enemy palace that horses see
    trait_count
};
struct Traits {
    std::array<int, trait_count> of{};  // Red's less Black's
    std::array<int, 2> hunters{};       // pieces of a side that can take part in a mate
};
Traits traits_of(const Position& position);

// Who has nothing left to attack with cannot be ahead: `value` is Red's.
constexpr Value bounded(Value value, const Traits& traits) {
    if (traits.hunters[red] == 0 && value > 0) value = 0;
    if (traits.hunters[black] == 0 && value < 0) value = 0;
    return value;
}

// By hand, for the side to move; `material`: what `piece_tables` sums up, for Red.
Value evaluate(const Position& position, Value material);

}  // namespace kikashi::xiangqi
