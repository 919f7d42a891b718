#include "proof.hpp"

#include <unordered_map>

namespace kikashi::honeymoon {

namespace {

using Suits = std::array<Suit, 4>;

struct TooLong {};

// A card is named by its suit and its place among the owner's own cards of the suit, from the
// highest: S1 is the highest spade that its owner still has.
std::string name_of(const Suits& suits, Card card, bool claimant) {
    const Suit own = owners(claimant ? suits[card.suit] : swapped(suits[card.suit]));
    return std::string{"SHDC"[card.suit]} + std::to_string(std::popcount(own >> card.place));
}

class Prover {
   public:
    Prover(Solver& solver, int trump, std::size_t most_nodes)
        : solver_(solver), trump_(trump), most_(most_nodes) {}

    int lead(const Suits& suits, int need) {
        if (need <= 0 || cashable(deal(suits, true)) >= need) return leaf(suits, need);
        const Key key = key_of(suits, need, 0, {});
        if (const int known = find(key); known >= 0) return known;
        for (int s = 0; s < 4; ++s) {
            const Suit own = owners(suits[s]);
            for (Suit left = own & ~(own >> 1); left != 0; left &= left - 1) {
                const Card led{s, std::countr_zero(left)};
                if (holds_after(suits, led, need)) {
                    ProofNode node{'t', need, name_of(suits, led, true), -1, {}};
                    node.child = other_follows(suits, led, need);
                    return add(key, std::move(node));
                }
            }
        }
        throw TooLong{};  // the claim does not hold here: never reached from a claim that does
    }

    int other_leads(const Suits& suits, int need) {
        if (need <= 0) return leaf(suits, need);
        const Key key = key_of(suits, need, 1, {});
        if (const int known = find(key); known >= 0) return known;
        ProofNode node{'r', need, {}, -1, {}};
        for (int s = 0; s < 4; ++s) {
            const Suit own = owners(swapped(suits[s]));
            for (Suit left = own & ~(own >> 1); left != 0; left &= left - 1) {
                const Card led{s, std::countr_zero(left)};
                const int child = claimant_follows(suits, led, need);
                node.replies.emplace_back(name_of(suits, led, false), child);
            }
        }
        return add(key, std::move(node));
    }

   private:
    struct Key {
        std::uint64_t suits;
        std::uint32_t rest;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            std::uint64_t mixed =
                (key.suits ^ (std::uint64_t{key.rest} << 40)) * 0x9E3779B97F4A7C15ULL;
            return mixed ^ (mixed >> 31) ^ key.rest;
        }
    };

    static Key key_of(const Suits& s, int need, int kind, Card led) {
        return {std::uint64_t{s[0]} << 42 | std::uint64_t{s[1]} << 28 | std::uint64_t{s[2]} << 14 |
                    s[3],
                static_cast<std::uint32_t>(need << 16 | kind << 8 | led.suit << 4 | led.place)};
    }

    int find(const Key& key) const {
        const auto found = known_.find(key);
        return found == known_.end() ? -1 : found->second;
    }

    int add(const Key& key, ProofNode node) {
        if (nodes_.size() >= most_) throw TooLong{};
        nodes_.push_back(std::move(node));
        return known_[key] = static_cast<int>(nodes_.size()) - 1;
    }

    int leaf(const Suits& suits, int need) {
        const Key key = key_of(suits, std::max(need, 0), 4, {});
        if (const int known = find(key); known >= 0) return known;
        return add(key, {'c', std::max(need, 0), {}, -1, {}});
    }

    Deal deal(const Suits& suits, bool claimant) const {
        Deal made;
        made.trumps = trump_ >= 0;
        int at = made.trumps ? 1 : 0;
        for (int s = 0; s < 4; ++s) {
            const Suit suit = claimant ? suits[s] : swapped(suits[s]);
            made.suits[s == trump_ ? 0 : at++] = suit;
        }
        return made;
    }

    bool holds(const Suits& suits, bool claimant_leads, int need) {
        if (claimant_leads) return solver_.takes(deal(suits, true), need);
        const Deal seen = deal(suits, false);
        return !solver_.takes(seen, seen.cards() - need + 1);
    }

    bool holds_after(const Suits& suits, Card led, int need) {
        const Deal seen = deal(suits, true);
        int at = seen.trumps ? 1 : 0;
        for (int s = 0; s < led.suit; ++s) at += s == trump_ ? 0 : 1;
        return solver_.takes_after(seen, {led.suit == trump_ ? 0 : at, led.place}, need);
    }

    bool answer_wins(Card led, Card answer) const {
        return answer.suit == led.suit ? answer.place > led.place : answer.suit == trump_;
    }

    static Suits after(const Suits& suits, Card one, Card two) {
        Suits left = suits;
        if (one.suit == two.suit) {
            const int high = std::max(one.place, two.place);
            const int low = std::min(one.place, two.place);
            left[one.suit] = without(without(suits[one.suit], high), low);
        } else {
            left[one.suit] = without(suits[one.suit], one.place);
            left[two.suit] = without(suits[two.suit], two.place);
        }
        return left;
    }

    // The answers of a side, equal cards once.
    static std::vector<Card> answers(const Suits& suits, Card led, bool claimant) {
        std::vector<Card> found;
        const auto own = [&](int s) { return owners(claimant ? suits[s] : swapped(suits[s])); };
        const bool follows = own(led.suit) != 0;
        for (int s = 0; s < 4; ++s) {
            if (follows && s != led.suit) continue;
            for (Suit left = own(s) & ~(own(s) << 1); left != 0; left &= left - 1)
                found.push_back({s, std::countr_zero(left)});
        }
        return found;
    }

    int other_follows(const Suits& suits, Card led, int need) {
        const Key key = key_of(suits, need, 2, led);
        if (const int known = find(key); known >= 0) return known;
        ProofNode node{'r', need, {}, -1, {}};
        for (const Card answer : answers(suits, led, false)) {
            const Suits left = after(suits, led, answer);
            const int child =
                answer_wins(led, answer) ? other_leads(left, need) : lead(left, need - 1);
            node.replies.emplace_back(name_of(suits, answer, false), child);
        }
        return add(key, std::move(node));
    }

    int claimant_follows(const Suits& suits, Card led, int need) {
        const Key key = key_of(suits, need, 3, led);
        if (const int known = find(key); known >= 0) return known;
        for (const Card answer : answers(suits, led, true)) {
            const Suits left = after(suits, led, answer);
            const bool wins = answer_wins(led, answer);
            if (!holds(left, wins, wins ? need - 1 : need)) continue;
            ProofNode node{'t', need, name_of(suits, answer, true), -1, {}};
            node.child = wins ? lead(left, need - 1) : other_leads(left, need);
            return add(key, std::move(node));
        }
        throw TooLong{};
    }

    Solver& solver_;
    int trump_;
    std::size_t most_;
    std::unordered_map<Key, int, Hash> known_;

   public:
    std::vector<ProofNode> nodes_;
};

}  // namespace

std::vector<ProofNode> prove(Solver& solver, const std::array<Suit, 4>& suits, int trump,
                             bool claimant_leads, int need, std::size_t most_nodes) {
    Prover prover(solver, trump, most_nodes);
    try {
        if (claimant_leads) {
            prover.lead(suits, need);
        } else {
            prover.other_leads(suits, need);
        }
    } catch (const TooLong&) {
        return {};
    }
    return std::move(prover.nodes_);
}

}  // namespace kikashi::honeymoon
