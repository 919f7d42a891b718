// Ours: every word by what it is expected to bring, the danger of a discard taken off.
#include "expected.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "danger.hpp"
#include "plans.hpp"

namespace kikashi::mahjong {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

constexpr double step_back = 0.3;   // points: what the chances do not see of a tempo lost
constexpr double call_price = 0.1;  // a hand with fewer tiles has fewer ways to change
constexpr double never_mind = -100;
constexpr double declare_from = 0.25;  // a ready hand is declared where it wins so often

class Valuer {
   public:
    explicit Valuer(const Seen& seen) : seen_(seen), pace_(pace_of(seen)) {
        for (int n = 1; n < seats; ++n) opponents_.emplace_back(seen, (seen.seat + n) % seats);
    }

    double risk(int tile) const {
        double sum = 0;
        for (const Opponent& opponent : opponents_) {
            const bool dealer =
                opponent.seat() == seen_.open.dealer || seen_.seat == seen_.open.dealer;
            const double tai = opponent.expected_tai() + (dealer ? 2 * seen_.open.streak + 1 : 0);
            sum += opponent.danger(tile) * (seen_.rules.base + seen_.rules.unit * tai);
        }
        return sum;
    }

    // All discards of a hand with one tile too many; only tiles held get a value.
    void discards(const Holding& holding, std::array<double, kinds>& values) const {
        const auto left = Hand(holding.hand, holding.laid, holding.melds).discards();
        int least = never;
        for (const auto& after : left) least = std::min<int>(least, after.missing);
        for (int tile = 0; tile < kinds; ++tile) {
            const auto& after = left[at(tile)];
            if (after.missing == never) continue;
            Holding rest = holding;
            --rest.hand[at(tile)];
            values[at(tile)] = worth_of(seen_, pace_, rest, after.missing, after.useful) -
                               risk(tile) - step_back * (after.missing - least);
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
        return worth_of(seen_, pace_, holding, hand.missing(), hand.useful());
    }

    const Pace& pace() const { return pace_; }

   private:
    const Seen& seen_;
    Pace pace_;
    std::vector<Opponent> opponents_;
};

Holding own_holding(const Seen& seen) {
    return {seen.hand, laid_counts(seen.place()), seen.melds()};
}

// Claims that leave the distance as it was are not worth an open hand.
bool brings_nearer(const Holding& before, const Holding& claimed) {
    const Hand all(claimed.hand, claimed.laid, claimed.melds);
    int least = never;
    for (const auto& after : all.discards(true)) least = std::min<int>(least, after.missing);
    return least < Hand(before.hand, before.laid, before.melds).missing();
}

}  // namespace

std::vector<Valued> value_words(const Seen& seen, const Words& words) {
    const Valuer valuer(seen);
    std::vector<Valued> found;
    const Holding own = own_holding(seen);
    std::array<double, kinds> discards{};
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
                const Help help = help_of(seen, rest.hand, 1, hand.useful());
                const double chance = chance_to_win(valuer.pace(), 1, help);
                value = discards[at(word.tile)] + (chance > declare_from ? 0.01 : -1);
                break;
            }
            case Act::own_kong: {
                Holding rest = own;
                rest.melds -= rest.hand[at(word.tile)] == copies;
                rest.hand[at(word.tile)] = 0;
                rest.laid[at(word.tile)] = copies;
                value = valuer.standing(rest);
                break;
            }
            case Act::pass:
                value = valuer.standing(own) + call_price;
                break;
            default: {
                const Claimed claimed = after_claim(seen, word);
                const Holding after{claimed.hand, claimed.laid, claimed.melds};
                if (word.act != Act::kong && !brings_nearer(own, after)) {
                    value = never_mind;
                    break;
                }
                value = word.act == Act::kong ? valuer.standing(after) : valuer.best_discard(after);
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
