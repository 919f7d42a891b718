#include "rollouts.hpp"

#include "dealing.hpp"

namespace kikashi::honeymoon {

namespace {

constexpr int lead_worth = 6;  // of leading the next round; by hand
// Samples whose tricks are counted; the others are only asked for the contract.
constexpr int tricks_every = 8;

class Rollouts {
   public:
    Rollouts(Solver& solver, const Contract& contract, std::uint64_t seed)
        : solver_(solver), contract_(contract), random_(seed) {}

    World sample(const Known& known) { return honeymoon::sample(random_, known); }

    // The deal after the player's card in this round, with the exchange played to its end.
    World exchange(World world, const Known& known, int card) {
        world.mine &= ~one(card);
        if (known.led >= 0) {
            settle(world, known.upcard, known.led, card, false);
        } else {
            const int answer = reply(world.theirs, world, known.upcard, card);
            world.theirs &= ~one(answer);
            settle(world, known.upcard, card, answer, true);
        }
        for (int round = known.rounds - 1; round > 0; --round) play_round(world);
        return world;
    }

    int tricks(const World& world, int guess) {
        const Deal deal = deal_of(world);
        const int cards = deal.cards();
        const int taken = solver_.tricks(deal, leads_ ? guess : cards - guess);
        return leads_ ? taken : cards - taken;
    }

    // The same as one question, which is far cheaper.
    bool takes(const World& world, int need) {
        const Deal deal = deal_of(world);
        return leads_ ? solver_.takes(deal, need) : !solver_.takes(deal, deal.cards() - need + 1);
    }

    // The deal after the whole exchange, which the declarer leads.
    World whole(World world) {
        last_ = contract_.declarer;
        for (int round = 0; round < 13; ++round) play_round(world);
        return world;
    }

   private:
    int mean(const World& world) const {
        if (world.left == 0) return 0;
        int sum = 0;
        for (int n = 0; n < world.left; ++n) sum += worth(world.stock[n], contract_.trump);
        return sum / world.left;
    }

    int trump_in_exchange() const { return contract_.ruffs ? contract_.trump : -1; }

    // The follower's best answer by what both gain and give.
    int reply(Cards hand, const World& world, int upcard, int led) const {
        const int open = worth(upcard, contract_.trump);
        const int hidden = mean(world);
        int best = -100000;
        int chosen = 0;
        each(may_answer(hand, led), [&](int card) {
            const bool wins = answer_wins(led, card, trump_in_exchange());
            const int gain = (wins ? open - hidden + lead_worth : hidden - open - lead_worth) -
                             worth(card, contract_.trump);
            if (gain > best) best = gain, chosen = card;
        });
        return chosen;
    }

    // Gives the cards of the stock; the winner, kept in `last_`, leads next.
    void settle(World& world, int upcard, int led, int answer, bool mine_led) {
        const bool leader_wins = !answer_wins(led, answer, trump_in_exchange());
        last_ = leader_wins == mine_led;
        (last_ ? world.mine : world.theirs) |= one(upcard);
        if (world.left > 0) {
            (last_ ? world.theirs : world.mine) |= one(world.stock[--world.left]);
        }
    }

    void play_round(World& world) {
        if (world.left == 0) return;
        const int upcard = world.stock[--world.left];
        const bool mine_leads = last_;
        Cards& leader = mine_leads ? world.mine : world.theirs;
        Cards& follower = mine_leads ? world.theirs : world.mine;
        const int open = worth(upcard, contract_.trump);
        const int hidden = mean(world);
        int best = -100000;
        int led = 0;
        int answer = 0;
        each(leader, [&](int card) {
            const int back = reply(follower, world, upcard, card);
            const bool wins = !answer_wins(card, back, trump_in_exchange());
            const int swing = open - hidden + lead_worth;
            const int gain = (wins ? swing : -swing) - worth(card, contract_.trump) +
                             worth(back, contract_.trump) / 2;
            if (gain > best) best = gain, led = card, answer = back;
        });
        leader &= ~one(led);
        follower &= ~one(answer);
        settle(world, upcard, led, answer, mine_leads);
    }

    // The play, seen by who leads it.
    Deal deal_of(const World& world) {
        leads_ = mine_leads(contract_.leader, last_, contract_.declarer);
        return open_deal(world.mine, world.theirs, contract_.trump, leads_);
    }

    Solver& solver_;
    Contract contract_;
    Random random_;
    bool last_ = true;   // whether the player won the last exchange
    bool leads_ = true;  // whether it leads the play
};

// Tricks that the player's side of the contract needs.
int need_of(const Contract& contract) {
    return contract.declarer ? contract.need : 14 - contract.need;
}

Known before_exchange(Cards mine) {
    Known known;
    known.mine = mine;
    known.unseen = ((Cards{1} << 52) - 1) & ~mine;
    known.their_unknown = 13;
    return known;
}

}  // namespace

std::vector<Tally> judge_cards(Solver& solver, const Known& known, const Contract& contract,
                               Cards tried, int samples, std::uint64_t seed) {
    Rollouts rollouts(solver, contract, seed);
    std::vector<Tally> tallies;
    for (const int card : different_cards(known, tried)) tallies.push_back({card, 0, 0});
    const int need = need_of(contract);
    int guess = need;
    for (int n = 0; n < samples; ++n) {
        const World world = rollouts.sample(known);
        for (Tally& tally : tallies) {
            const World end = rollouts.exchange(world, known, tally.card);
            bool made = false;
            if (n % tricks_every == 0) {
                guess = rollouts.tricks(end, guess);  // the cards of a sample end much alike
                tally.tricks += static_cast<std::uint64_t>(guess);
                made = guess >= need;
            } else {
                made = rollouts.takes(end, need);
            }
            tally.made |= std::uint64_t{made} << n;
        }
    }
    return tallies;
}

std::vector<std::uint64_t> judge_contracts(Solver& solver, Cards mine,
                                           std::span<const Contract> contracts, int samples,
                                           std::uint64_t seed) {
    const Known known = before_exchange(mine);
    Random random(seed);
    std::vector<Rollouts> rollouts;
    for (const Contract& contract : contracts) rollouts.emplace_back(solver, contract, seed);
    std::vector<std::uint64_t> made(contracts.size());
    for (int n = 0; n < samples; ++n) {
        const World world = sample(random, known);
        for (std::size_t c = 0; c < contracts.size(); ++c) {
            const World end = rollouts[c].whole(world);
            made[c] |= std::uint64_t{rollouts[c].takes(end, need_of(contracts[c]))} << n;
        }
    }
    return made;
}

std::array<std::array<Histogram, 5>, 2> judge_strains(Solver& solver, Cards mine,
                                                      const Contract& contract, int samples,
                                                      std::uint64_t seed) {
    std::array<std::array<Histogram, 5>, 2> found{};
    const Known known = before_exchange(mine);
    for (int strain = 0; strain < 5; ++strain) {
        for (int other = 0; other < 2; ++other) {
            Contract here = contract;
            here.trump = strain < 4 ? strain : -1;
            here.declarer = other == 0;
            Rollouts rollouts(solver, here, seed);  // the same deals for every strain
            int tricks = 6;
            for (int n = 0; n < samples; ++n) {
                tricks = rollouts.tricks(rollouts.whole(rollouts.sample(known)), tricks);
                ++found[other][strain][tricks];
            }
        }
    }
    return found;
}

}  // namespace kikashi::honeymoon
