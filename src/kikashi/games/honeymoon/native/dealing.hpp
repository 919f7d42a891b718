// Deals that fit what a player has seen, and what both forms of the exchange need to play them on.
#pragma once

#include <bit>

#include "core/random.hpp"
#include "rollouts.hpp"

namespace kikashi::honeymoon {

constexpr Cards one(int card) { return Cards{1} << card; }
constexpr Cards suit_cards(int suit) { return Cards{0x1FFF} << (13 * suit); }

// Paper 000's values of A K Q J 10 as trumps and elsewhere; it has none for lower cards, ours go on
// evenly.
inline constexpr std::array<int, 13> trump_worth{100, 95, 90, 88, 86, 84, 82,
                                                 80,  78, 76, 74, 72, 70};
inline constexpr std::array<int, 13> side_worth{90, 60, 50, 40, 37, 32, 28, 24, 20, 16, 12, 8, 4};

inline int worth(int card, int trump) {
    return card / 13 == trump ? trump_worth[card % 13] : side_worth[card % 13];
}

inline Cards may_answer(Cards hand, int led) {
    const Cards same = hand & suit_cards(led / 13);
    return same != 0 ? same : hand;
}

inline bool answer_wins(int led, int answer, int trump) {
    return answer / 13 == led / 13 ? answer < led : answer / 13 == trump;
}

inline bool mine_leads(int leader, bool mine_last, bool declarer) {
    return leader == 0 ? mine_last : (leader == 1) == declarer;
}

// A whole deal: both hands and the order of the stock.
struct World {
    Cards mine = 0;
    Cards theirs = 0;
    std::array<int, 26> stock{};
    int left = 0;
};

template <class F>
void each(Cards cards, F&& f) {
    for (; cards != 0; cards &= cards - 1) f(std::countr_zero(cards));
}

// The play, seen by who leads it.
Deal open_deal(Cards mine, Cards theirs, int trump, bool leads);

World sample(Random& random, const Known& known);

// Cards between which nothing of the other side can lie are equal: the lowest of them is tried.
std::vector<int> different_cards(const Known& known, Cards tried);

}  // namespace kikashi::honeymoon
