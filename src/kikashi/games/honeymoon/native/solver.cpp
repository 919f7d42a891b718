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

}  // namespace

int cashable(const Deal& deal) {
    // Trumps of the other side that the top trumps do not draw may ruff: then only cards are safe
    // to which it must follow.
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

bool Solver::takes(const Deal& deal, int need) { return search(deal, deal.cards(), need); }

bool Solver::takes_after(const Deal& deal, Card led, int need) {
    return lead(deal, deal.cards(), need, led);
}

bool Solver::search(const Deal& deal, int cards, int need) {
    if (need <= 0) return true;
    if (need > cards) return false;
    // 1. What can be seen at once: tricks on top for the side on lead, top trumps of the other.
    if (cashable(deal) >= need) return true;
    if (deal.trumps && cards - top_run(swapped(deal.suits[0])) < need) return false;
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
    // 3. Every lead, equal cards once: high cards first, from the suits where the other side is
    // short.
    bool won = false;
    for (int s = 0; s < 4 && !won; ++s) {
        const Suit suit = deal.suits[s];
        const Suit own = owners(suit);
        const Suit tops = own & ~(own >> 1);  // the highest card of each run
        for (Suit left = tops; left != 0 && !won;) {
            const int place = std::bit_width(left) - 1;
            left ^= Suit{1} << place;
            won = lead(deal, cards, need, {s, place});
        }
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
        return !search(after, cards - 1, cards - need);
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
