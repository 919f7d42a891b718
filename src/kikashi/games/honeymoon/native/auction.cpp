#include "auction.hpp"

#include <algorithm>
#include <bit>

#include "dealing.hpp"

namespace kikashi::honeymoon {

namespace {

// What each contract pays the player, the tricks of a strain and a leader being solved when first
// asked for.
class Contracts {
   public:
    Contracts(Solver& solver, Cards mine, Cards theirs, bool mine_last, const Auction& auction)
        : solver_(solver), mine_(mine), theirs_(theirs), last_(mine_last), auction_(auction) {
        for (auto& strain : tricks_) strain.fill(-1);
    }

    int worth(int bid, bool declarer) {
        const int strain = bid % 5;
        const bool leads = mine_leads(auction_.leader, last_, declarer);
        const int tricks = mine_of(strain, leads);
        const int over = (declarer ? tricks : most_cards - tricks) - (7 + bid / 5);
        const int gain = !auction_.by_tricks ? (over >= 0 ? 1 : -1) : over >= 0 ? over + 1 : over;
        return declarer ? gain : -gain;
    }

   private:
    int mine_of(int strain, bool leads) {
        int& kept = tricks_[strain][leads ? 1 : 0];
        if (kept < 0) {
            const Deal deal = open_deal(mine_, theirs_, 3 - strain, leads);  // -1: no trumps
            const int taken = solver_.tricks(deal);
            kept = leads ? taken : deal.cards() - taken;
        }
        return kept;
    }

    Solver& solver_;
    Cards mine_;
    Cards theirs_;
    bool last_;
    Auction auction_;
    std::array<std::array<int, 2>, 5> tricks_{};
};

// Every bid from the highest down. `made[side][bid]` is what it is worth to the player when that
// side (1: the player's) makes it: the other side lets it stand or bids higher, whatever is better.
class Bids {
   public:
    Bids(Contracts& contracts, bool no_trump) {
        std::array<int, 2> higher{-100, 100};  // the best bid above for the side that would make it
        for (int bid = all_bids - 1; bid >= 0; --bid) {
            if (!no_trump && bid % 5 == 4) continue;
            made_[0][bid] = std::max(contracts.worth(bid, false), higher[0]);
            made_[1][bid] = std::min(contracts.worth(bid, true), higher[1]);
            higher = {std::max(higher[0], made_[1][bid]), std::min(higher[1], made_[0][bid])};
        }
        first_ = higher;
    }

    int mine(int bid) const { return made_[1][bid]; }
    // The best that any bid gives the player, or the other side, when nobody has bid.
    int best(bool player) const { return first_[player ? 0 : 1]; }

   private:
    std::array<std::array<int, all_bids>, 2> made_{};
    std::array<int, 2> first_{};
};

// What the auction is worth before its first word.
int settled(Solver& solver, Cards mine, Cards theirs, bool mine_last, const Auction& auction) {
    Contracts contracts(solver, mine, theirs, mine_last, auction);
    const Bids bids(contracts, auction.no_trump);
    const int after_pass =
        auction.mine_first ? std::min(0, bids.best(false)) : std::max(0, bids.best(true));
    return auction.mine_first ? std::max(after_pass, bids.best(true))
                              : std::min(after_pass, bids.best(false));
}

// The card a hand misses least, its longest suit counted as trumps.
int least(Cards hand, Cards may) {
    int longest = 0;
    for (int s = 1; s < 4; ++s) {
        if (std::popcount(hand & suit_cards(s)) > std::popcount(hand & suit_cards(longest)))
            longest = s;
    }
    int chosen = -1;
    each(may, [&](int card) {
        if (chosen < 0 || worth(card, longest) <= worth(chosen, longest)) chosen = card;
    });
    return chosen;
}

// Both cards of a round are on the table: the winner draws, then the loser. Returns who won.
bool draw(World& world, int led, int answer, bool mine_led) {
    const bool mine_won = answer_wins(led, answer, -1) != mine_led;
    (mine_won ? world.mine : world.theirs) |= one(world.stock[--world.left]);
    (mine_won ? world.theirs : world.mine) |= one(world.stock[--world.left]);
    return mine_won;
}

// The exchange after the player's card, played to its end by both throwing away what they miss
// least. Returns who won its last round.
bool exchange(World& world, const Known& known, int card) {
    world.mine &= ~one(card);
    bool last;
    if (known.led >= 0) {
        last = draw(world, known.led, card, false);
    } else {
        const int answer = least(world.theirs, may_answer(world.theirs, card));
        world.theirs &= ~one(answer);
        last = draw(world, card, answer, true);
    }
    while (world.left > 1) {
        Cards& leader = last ? world.mine : world.theirs;
        Cards& follower = last ? world.theirs : world.mine;
        const int led = least(leader, leader);
        const int answer = least(follower, may_answer(follower, led));
        leader &= ~one(led);
        follower &= ~one(answer);
        last = draw(world, led, answer, last);
    }
    return last;
}

}  // namespace

std::vector<BidValue> judge_bids(Solver& solver, Cards mine, Cards theirs, bool mine_last,
                                 const Auction& auction, int held, bool passed) {
    Contracts contracts(solver, mine, theirs, mine_last, auction);
    const Bids bids(contracts, auction.no_trump);
    std::vector<BidValue> found;
    const int pass = held >= 0 ? contracts.worth(held, false)
                     : passed  ? 0
                               : std::min(0, bids.best(false));
    found.push_back({-1, pass, pass});
    for (int bid = held + 1; bid < all_bids; ++bid) {
        if (auction.no_trump || bid % 5 != 4) {
            found.push_back({bid, bids.mine(bid), contracts.worth(bid, true)});
        }
    }
    return found;
}

std::vector<std::pair<int, std::int64_t>> judge_draws(Solver& solver, const Known& known,
                                                      const Auction& auction, Cards tried,
                                                      int samples, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::pair<int, std::int64_t>> found;
    for (const int card : different_cards(known, tried)) found.emplace_back(card, 0);
    for (int n = 0; n < samples; ++n) {
        const World world = sample(random, known);
        for (auto& [card, sum] : found) {
            World end = world;
            const bool last = exchange(end, known, card);
            sum += settled(solver, end.mine, end.theirs, last, auction);
        }
    }
    return found;
}

}  // namespace kikashi::honeymoon
