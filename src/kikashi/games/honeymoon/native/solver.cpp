#include "solver.hpp"

#include <algorithm>

namespace kikashi::honeymoon {

namespace {

// An entry is the position's 56 bits, then the least and the most tricks of the side on lead, four
// bits each.
constexpr std::uint64_t bounds_mask = 0xFF;

// Side suits are interchangeable, so they stand in order; without trumps all four are.
std::uint64_t key_of(const Deal& deal) {
    std::array<Suit, 4> s = deal.suits;
    const auto order = [&](int a, int b) {
        const Suit low = std::min(s[a], s[b]);
        s[b] = std::max(s[a], s[b]);
        s[a] = low;
    };
    if (!deal.trumps) {
        order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
    } else {
        order(1, 2), order(2, 3), order(1, 2);
    }
    return (std::uint64_t{s[0]} << 42 | std::uint64_t{s[1]} << 28 | std::uint64_t{s[2]} << 14 |
            s[3])
           << 8;
}

std::uint64_t slot_of(std::uint64_t key) {
    key *= 0x9E3779B97F4A7C15ULL;
    return key ^ (key >> 29);
}

// What one suit gives at once, a byte each, so that the sums over four suits are three additions.
struct Shares {
    static constexpr int run = 0;          // cards that run where nothing is ruffed
    static constexpr int followed = 8;     // cards on top to which the other side must follow
    static constexpr int theirs_run = 16;  // cards of the other side that run once it leads
    static constexpr int idle = 24;        // its idle cards, less what it has to throw away
    static constexpr int no_idle = 16;     // is none, so that no byte is below zero
};

// The cards on top, and all of the suit if these draw the rest.
int runs(Suit suit) {
    const int top = top_run(suit);
    return top >= theirs(suit) ? mine(suit) : top;
}

std::uint32_t shares_of(Suit suit) {
    const int top = top_run(suit);
    const int others = theirs(suit);
    const int theirs_run = top > 0 ? 0 : runs(swapped(suit));
    int idle = Shares::no_idle;
    if (top >= others) {
        idle -= mine(suit) - others;  // what is thrown away
    } else {
        idle += others - (top > 0 ? top + 1 : theirs_run);  // a card more than the top is a guard
    }
    return static_cast<std::uint32_t>(runs(suit) << Shares::run |
                                      std::min(top, others) << Shares::followed |
                                      theirs_run << Shares::theirs_run | idle << Shares::idle);
}

const auto suit_shares = [] {
    std::array<std::uint32_t, 1 << (most_cards + 1)> made{};
    for (Suit suit = empty_suit; suit < made.size(); ++suit) made[suit] = shares_of(suit);
    return made;
}();

int byte(std::uint32_t shares, int at) { return static_cast<int>(shares >> at & 0xFF); }

// At least and at most so many tricks for the side on lead, as far as it can be seen at once. The
// most counts only where the least is not enough: whatever is led after the last card that runs may
// be taken by the other side, whose own tops run then. That side must be able to keep them: no
// trump stands in the way, and it has idle cards to throw away, neither tops nor guards.
struct Sight {
    int least;
    int tops;  // of the other side
};

Sight sight_of(const Deal& deal) {
    const auto& s = deal.suits;
    const std::uint32_t side = suit_shares[s[1]] + suit_shares[s[2]] + suit_shares[s[3]];
    const std::uint32_t first = suit_shares[s[0]];
    const std::uint32_t all = side + first;
    if (!deal.trumps || s[0] == empty_suit) {
        const bool keeps = byte(all, Shares::idle) >= 4 * Shares::no_idle;
        return {byte(all, Shares::run), keeps ? byte(all, Shares::theirs_run) : 0};
    }
    // Trumps that the top trumps do not draw may ruff: then only cards are safe to which the other
    // side must follow.
    const bool ruffs = theirs(s[0]) > top_run(s[0]);
    const int least =
        ruffs ? byte(first, Shares::run) + byte(side, Shares::followed) : byte(all, Shares::run);
    const int held = mine(s[0]);
    const int drawn = top_run(swapped(s[0]));
    return {least, held > 0 && held >= drawn ? drawn : byte(all, Shares::theirs_run)};
}

}  // namespace

int cashable(const Deal& deal) {
    const bool ruffs = deal.trumps && theirs(deal.suits[0]) > top_run(deal.suits[0]);
    int sure = 0;
    for (int s = 0; s < 4; ++s) {
        const int top = top_run(deal.suits[s]);
        sure += ruffs && s != 0 ? std::min(top, theirs(deal.suits[s])) : top;
    }
    return sure;
}

int Deal::cards() const {
    int count = 0;
    for (const Suit suit : suits) count += mine(suit);
    return count;
}

Solver::Solver(std::size_t bytes) {
    // Two tables of slots with two entries each.
    const std::size_t slots =
        std::bit_floor(std::max<std::size_t>(bytes / (4 * sizeof(std::uint64_t)), 1024));
    for (auto& table : tables_) table.assign(2 * slots, 0);
    mask_ = slots - 1;
}

void Solver::clear() {
    for (auto& table : tables_) std::fill(table.begin(), table.end(), 0);
}

int Solver::tricks(const Deal& deal) {
    int low = 0;
    int high = deal.cards();
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (takes(deal, middle)) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

int Solver::tricks(const Deal& deal, int guess) {
    const int cards = deal.cards();
    int taken = std::clamp(guess, 0, cards);
    if (taken > 0 && !takes(deal, taken)) {
        do {
            --taken;
        } while (taken > 0 && !takes(deal, taken));
        return taken;
    }
    while (taken < cards && takes(deal, taken + 1)) ++taken;
    return taken;
}

bool Solver::takes(const Deal& deal, int need) { return search(deal, deal.cards(), need); }

bool Solver::takes_after(const Deal& deal, Card led, int need) {
    return lead(deal, deal.cards(), need, led);
}

bool Solver::search(const Deal& deal, int cards, int need) {
    if (need <= 0) return true;
    if (need > cards) return false;
    // 1. What can be seen at once: tricks on top for the side on lead, top trumps of the other.
    const Sight sight = sight_of(deal);
    if (sight.least >= need) return true;
    if (cards - sight.tops < need) return false;
    // 2. What is in the table: two entries a slot, the first for whole hands, the second for what
    // is new.
    ++nodes_;
    if (nodes_ >= most_nodes_) return false;
    const std::uint64_t key = key_of(deal);
    std::uint64_t* const pair = &tables_[deal.trumps ? 1 : 0][2 * (slot_of(key) & mask_)];
    Bounds bounds{0, cards};
    std::uint64_t* entry = nullptr;
    for (int n = 0; n < 2; ++n) {
        if ((pair[n] & ~bounds_mask) == key) {
            entry = &pair[n];
            bounds = {static_cast<int>(*entry >> 4 & 15), static_cast<int>(*entry & 15)};
            if (bounds.low >= need) return true;
            if (bounds.high < need) return false;
            break;
        }
    }
    // 3. Every lead, equal cards once: high cards first, from the suit that last won with so many
    // cards (a killer move), then trumps.
    bool won = false;
    std::uint8_t& killer = killers_[side_][cards];
    for (int n = 0; n < 4 && !won; ++n) {
        const int s = n == 0 ? killer : n <= killer ? n - 1 : n;
        const Suit suit = deal.suits[s];
        const Suit own = owners(suit);
        const Suit tops = own & ~(own >> 1);  // the highest card of each run
        for (Suit left = tops; left != 0 && !won;) {
            const int place = std::bit_width(left) - 1;
            left ^= Suit{1} << place;
            won = lead(deal, cards, need, {s, place});
        }
        if (won) killer = static_cast<std::uint8_t>(s);
    }
    if (nodes_ >= most_nodes_) return won;
    // 4. Remember it.
    if (won) {
        bounds.low = need;
    } else {
        bounds.high = need - 1;
    }
    if (entry == nullptr) entry = &pair[(pair[0] != 0 && cards < 6) ? 1 : 0];
    *entry =
        key | static_cast<std::uint64_t>(bounds.low) << 4 | static_cast<std::uint64_t>(bounds.high);
    return won;
}

// Whether the side on lead takes `need` tricks after that card, whatever the other side answers. An
// answer that wins does so with its lowest card, any other is the lowest of its suit: a higher card
// is never worse to keep (see docs/reference/honeymoon.md; tests compare with a search that tries
// every card).
bool Solver::lead(const Deal& deal, int cards, int need, Card led) {
    const Suit suit = deal.suits[led.suit];
    const Suit others = owners(swapped(suit));
    Deal after = deal;
    const auto kept = [&] { return search(after, cards - 1, need - 1); };
    // The other side takes the trick and leads: it must not take more than what leaves us our need.
    const auto lost = [&] {
        for (Suit& s : after.suits) s = swapped(s);
        side_ ^= 1;
        const bool taken = search(after, cards - 1, cards - need);
        side_ ^= 1;
        return !taken;
    };
    if (others != 0) {
        const Suit above = others >> led.place << led.place;
        if (above != 0) {
            const int place = std::countr_zero(above);  // beyond the led card
            after.suits[led.suit] = without(without(suit, place), led.place);
            if (!lost()) return false;
            after = deal;
        }
        const int lowest = std::countr_zero(others);
        if (lowest < led.place) {
            after.suits[led.suit] = without(without(suit, led.place), lowest);
            if (!kept()) return false;
        }
        return true;
    }
    const Suit rest = without(suit, led.place);
    for (int s = 0; s < 4; ++s) {
        if (s == led.suit) continue;
        const Suit held = owners(swapped(deal.suits[s]));
        if (held == 0) continue;
        after = deal;
        after.suits[led.suit] = rest;
        after.suits[s] = without(deal.suits[s], std::countr_zero(held));
        const bool ruff = deal.trumps && s == 0;
        if (!(ruff ? lost() : kept())) return false;
    }
    return true;
}

}  // namespace kikashi::honeymoon
