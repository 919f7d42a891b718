// One suit as the play sees it: who owns each card that is left, from the lowest to the highest.
// Ranks that are gone do not matter, so a suit of n cards is n bits behind a leading one, at most
// 14 bits.
#pragma once

#include <bit>
#include <cstdint>

namespace kikashi::honeymoon {

using Suit =
    std::uint32_t;  // 1 bbb...b; bit 0 is the lowest card, a 1 bit belongs to the side on lead

constexpr Suit empty_suit = 1;
constexpr int most_cards = 13;

constexpr int length(Suit suit) { return std::bit_width(suit) - 1; }
constexpr Suit owners(Suit suit) { return suit ^ (Suit{1} << length(suit)); }
constexpr int mine(Suit suit) { return std::popcount(owners(suit)); }
constexpr int theirs(Suit suit) { return length(suit) - mine(suit); }
constexpr Suit swapped(Suit suit) { return suit ^ ((Suit{1} << length(suit)) - 1); }

// The suit without its card at a place.
constexpr Suit without(Suit suit, int place) {
    const Suit low = (Suit{1} << place) - 1;
    return (suit & low) | ((suit >> 1) & ~low);
}

// How many cards of the side whose bits are 1 stand at the top without a break.
constexpr int top_run(Suit suit) {
    return suit == empty_suit ? 0 : std::countl_one(owners(suit) << (32 - length(suit)));
}

}  // namespace kikashi::honeymoon
