// Ours: every word by what it is expected to bring, the danger of a discard taken off.
#include "expected.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "danger.hpp"
#include "payment.hpp"

namespace kikashi::mahjong {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Set by hand; some 25 variants were compared on seeds from 100000 on, mostly 1,500 walls each,
// against three 'fastest hand' players. `push_price`, `fold_price` and `call_gain` were hardly
// varied. `risk_share` was compared at 1, 1.3, 1.5 and 1.7 against three of the paper's rules, on
// 1,000 walls from 300001 and from 400001 on: deal-ins fall with it, and slowly so do the points.
constexpr int look_ahead = 3;       // tiles missing, from which on the next step is looked at
constexpr double risk_share = 1.4;  // of the points that a discard risks
constexpr double free_risk = 0.15;  // points: less is not worth a worse hand
constexpr double push_price = 0.3,
                 fold_price = 0.05;  // points still to be risked, hand kept or not
constexpr double ready_share = 0.6;  // of that, by a ready hand
constexpr double price_span = 20;    // draws, from which on the price falls
constexpr double step_back = 0.02;
constexpr double call_gain = 1;  // what the chances do not see of a tempo won
constexpr double kong_gain = 0.05;
constexpr double never_mind = -100;
constexpr double declare_from = 0.25;  // a ready hand is declared where it wins so often

class Valuer {
   public:
    explicit Valuer(const Seen& seen)
        : seen_(seen),
          pace_(pace_of(seen)),
          span_(std::min(1.0, std::max(0, seen.drawable()) / price_span)) {
        for (int n = 1; n < seats; ++n) opponents_.emplace_back(seen, (seen.seat + n) % seats);
    }

    // All discards of a hand with one tile too many; only tiles held get a value. A discard that
    // steps back is thought of as giving the hand up.
    void discards(const Holding& holding, std::array<double, kinds>& values) const {
        const auto left = Hand(holding.hand, holding.laid, holding.melds).discards(true);
        int least = never;
        for (const auto& after : left) least = std::min<int>(least, after.missing);
        for (int tile = 0; tile < kinds; ++tile) {
            const auto& after = left[at(tile)];
            if (after.missing == never) continue;
            Holding rest = holding;
            --rest.hand[at(tile)];
            const double kept = after.missing == least
                                    ? worth(rest, after.missing, after.useful)
                                    : folded() - step_back * (after.missing - least);
            values[at(tile)] = kept - risk_share * risk(tile);
        }
    }

    double best_discard(const Holding& holding) const {
        std::array<double, kinds> values;
        values.fill(-1e9);
        discards(holding, values);
        return *std::max_element(values.begin(), values.end());
    }

    double standing(const Holding& holding) const {
        const Hand hand(holding.hand, holding.laid, holding.melds);
        return worth(holding, hand.missing(), hand.useful());
    }

    double chance(const Holding& holding, int missing, TileSet useful) const {
        const double tempo = tempo_of(seen_, holding, missing, useful, missing <= look_ahead);
        return chance_to_win(pace_, missing, tempo);
    }

   private:
    double folded() const { return -fold_price * span_; }

    double worth(const Holding& holding, int missing, TileSet useful) const {
        const double points =
            chance(holding, missing, useful) * points_of_win(seen_, holding, missing);
        const double price = push_price * span_ * (missing == 1 ? ready_share : 1);
        return std::max(points - price, folded());
    }

    double risk(int tile) const {
        double sum = 0;
        for (const Opponent& opponent : opponents_) {
            const bool dealer =
                opponent.seat() == seen_.open.dealer || seen_.seat == seen_.open.dealer;
            const double tai = opponent.expected_tai() + (dealer ? 2 * seen_.open.streak + 1 : 0);
            sum += opponent.danger(tile) * (seen_.rules.base + seen_.rules.unit * tai);
        }
        return std::max(0.0, sum - free_risk);
    }

    const Seen& seen_;
    Pace pace_;
    double span_;
    std::vector<Opponent> opponents_;
};

Holding own_holding(const Seen& seen) {
    return {seen.hand, laid_counts(seen.place()), seen.melds()};
}

int missing_of(const Holding& holding) {
    return Hand(holding.hand, holding.laid, holding.melds).missing();
}

// A chow or a pong that leaves the distance as it was is not worth an open hand, nor is a kong that
// takes the hand farther.
bool brings_nearer(const Holding& before, const Holding& claimed, Act act) {
    const int now = missing_of(before), after = missing_of(claimed);
    return act == Act::kong ? after <= now : after < now;
}

}  // namespace

std::vector<Valued> value_words(const Seen& seen, const Words& words) {
    const Valuer valuer(seen);
    std::vector<Valued> found;
    const Holding own = own_holding(seen);
    std::array<double, kinds> discards;
    discards.fill(never_mind);
    if (seen.open.phase == Phase::turn) valuer.discards(own, discards);
    for (const Word& word : words) {
        double value = 0;
        switch (word.act) {
            case Act::win:
                value = 1e6;
                break;
            case Act::discard:
                value = discards[at(word.tile)];
                break;
            case Act::ready: {
                Holding rest = own;
                --rest.hand[at(word.tile)];
                const Hand hand(rest.hand, rest.laid, rest.melds);
                const double chance = valuer.chance(rest, 1, hand.useful());
                value = discards[at(word.tile)] + (chance > declare_from ? 0.01 : -1);
                break;
            }
            case Act::own_kong: {
                Holding rest = own;
                rest.melds -= rest.hand[at(word.tile)] == copies;
                rest.hand[at(word.tile)] = 0;
                rest.laid[at(word.tile)] = copies;
                value = missing_of(rest) <= missing_of(own)
                            ? *std::max_element(discards.begin(), discards.end()) + kong_gain
                            : never_mind;
                break;
            }
            case Act::pass:
                value = valuer.standing(own) - call_gain;
                break;
            default: {
                const Claimed claimed = after_claim(seen, word);
                const Holding after{claimed.hand, claimed.laid, claimed.melds};
                if (!brings_nearer(own, after, word.act))
                    value = never_mind;
                else if (word.act == Act::kong)
                    value = valuer.standing(own) - call_gain + kong_gain;
                else
                    value = valuer.best_discard(after);
            }
        }
        found.push_back({word, value});
    }
    return found;
}

Word choose_expected(const Seen& seen, const Words& words, int noise, Random& random) {
    Valued best{words[0], -1e18};
    for (const Valued& one : value_words(seen, words)) {
        const double blur = noise ? random.below(2 * noise + 1) / 100.0 : 0;
        if (one.value + blur > best.value) best = {one.word, one.value + blur};
    }
    return best.word;
}

}  // namespace kikashi::mahjong
