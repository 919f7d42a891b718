// What the exchange is worth: deals that fit what a player has seen are played to the end, the
// exchange by a quick rule and the thirteen tricks exactly.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "solver.hpp"

namespace kikashi::honeymoon {

using Cards = std::uint64_t;  // 52 bits in the order of the deck: SA SK ... C2

// What the player to move knows of the exchange, seen from that player.
struct Known {
    Cards mine = 0;
    Cards theirs = 0;       // cards that the other side is known to hold
    Cards unseen = 0;       // cards that are in the other hand or in the stock
    int their_unknown = 0;  // how many of the unseen the other side holds
    std::array<int, 4> most{
        13, 13, 13, 13};  // of a suit among them: what was not followed to can only have come since
    int upcard = -1;      // -1 while none is open
    int led = -1;         // the card to be answered, -1 where the player leads
    int rounds = 13;      // exchanges that are left, this one included
};

struct Contract {
    int trump = -1;  // 0 to 3, -1 without
    bool declarer = true;
    int need = 7;       // tricks that the declarer needs
    bool ruffs = true;  // whether trumps count in the exchange
    int leader =
        0;  // of the play: 0 the winner of the last exchange, 1 the declarer, 2 the other side
};

struct Tally {
    int card = 0;
    std::uint64_t tricks = 0;  // of every eighth sample
    std::uint64_t made = 0;    // the samples that reached the player's side of the contract
};

constexpr int mask_samples = 64;  // at most, where each sample is a bit

// The cards among `tried` that may be played, each after the same samples.
std::vector<Tally> judge_cards(Solver& solver, const Known& known, const Contract& contract,
                               Cards tried, int samples, std::uint64_t seed);

// Contracts before the exchange, each after the same samples: in which of them the player's side of
// it was reached.
std::vector<std::uint64_t> judge_contracts(Solver& solver, Cards mine,
                                           std::span<const Contract> contracts, int samples,
                                           std::uint64_t seed);

// How often the player takes 0 to 13 tricks when it, or the other side, is the declarer in a strain
// (0 to 3, 4 without trumps), before the exchange.
using Histogram = std::array<std::uint32_t, 14>;
std::array<std::array<Histogram, 5>, 2> judge_strains(Solver& solver, Cards mine,
                                                      const Contract& contract, int samples,
                                                      std::uint64_t seed);

}  // namespace kikashi::honeymoon
