// The classic form: draws that nobody sees, then an auction between sides that know both hands.
#pragma once

#include <utility>

#include "rollouts.hpp"

namespace kikashi::honeymoon {

struct Auction {
    int leader = 0;          // of the play, as in a contract
    bool no_trump = true;    // whether it can be bid
    bool by_tricks = false;  // whether tricks over and under the contract count
    bool mine_first = true;  // who bids first
};

// A bid is 5 * (level - 1) + strain, the strains from clubs to no trumps as bids rank.
constexpr int all_bids = 35;

struct BidValue {
    int bid = -1;  // -1: a pass
    int value = 0;
    int stands = 0;  // what it is worth if nobody says more
};

// What a pass and each higher bid are worth to the player, whose turn it is, if both sides go on
// without a mistake. `held` is the other side's bid, -1 without one; `passed`: it passed first;
// `mine_last`: the player won the last exchange.
std::vector<BidValue> judge_bids(Solver& solver, Cards mine, Cards theirs, bool mine_last,
                                 const Auction& auction, int held, bool passed);

// The cards among `tried` that may be played in an exchange without an open card, each after the
// same samples: the sum of what the bidding and the play are worth after it.
std::vector<std::pair<int, std::int64_t>> judge_draws(Solver& solver, const Known& known,
                                                      const Auction& auction, Cards tried,
                                                      int samples, std::uint64_t seed);

}  // namespace kikashi::honeymoon
