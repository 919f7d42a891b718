// The last phase of honeymoon bridge, exactly: how many tricks the side on lead takes when both
// hands are open.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "suits.hpp"

namespace kikashi::honeymoon {

// Four suits, seen by the side on lead. With trumps, suit 0 is the trump suit.
struct Deal {
    std::array<Suit, 4> suits{empty_suit, empty_suit, empty_suit, empty_suit};
    bool trumps = false;

    int cards() const;  // of each side
};

// Tricks that the side on lead can take at once by cards at the top; never more than it can.
// Certificates end with it, so that it is the judge's plain count.
int cashable(const Deal& deal);

struct Card {
    int suit = 0;
    int place = 0;  // from the lowest card of the suit that is left
};

// Zero-window alpha-beta over tricks with a table whose keys are whole positions, so that no entry
// can be mistaken.
class Solver {
   public:
    explicit Solver(std::size_t bytes = std::size_t{32} << 20);

    // Tricks of the side on lead.
    int tricks(const Deal& deal);
    // The same, sooner where the guess is near.
    int tricks(const Deal& deal, int guess);
    // Whether the side on lead takes at least so many.
    bool takes(const Deal& deal, int need);
    // The same after it led that card.
    bool takes_after(const Deal& deal, Card led, int need);

    void clear();
    std::uint64_t nodes() const { return nodes_; }
    void limit(std::uint64_t nodes) { most_nodes_ = nodes; }

   private:
    struct Bounds {
        int low;
        int high;
    };

    bool search(const Deal& deal, int cards, int need);
    bool lead(const Deal& deal, int cards, int need, Card led);

    std::array<std::vector<std::uint64_t>, 2> tables_;  // without and with trumps
    std::uint64_t mask_ = 0;
    std::array<std::array<std::uint8_t, most_cards + 1>, 2> killers_{};  // by side and cards
    int side_ = 0;                                                       // on lead, 0 at the root
    std::uint64_t nodes_ = 0;
    std::uint64_t most_nodes_ = ~std::uint64_t{0};
};

}  // namespace kikashi::honeymoon
