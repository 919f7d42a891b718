// Depth-first proof-number search for forcing wins with quiet moves, without a bound on depth.
//
// It finds wins that are too long or too wide for the bounded search; it does not say that they are
// shortest. A play that comes back to a position of its own path counts as failed. Failures found
// so depend on the path, so a failure at the root proves nothing and is answered with `fails`,
// never with `never` (the graph-history problem is left unsolved there on purpose). Wins do not
// depend on it: a proof tree has no repetition in it, and each entry that is won keeps how many
// moves the win takes, a number that falls along every edge.
//
// New positions are first asked for a short win by forcing moves alone (the bounded search).
// Nagai's df-pn with the weak proof numbers of Ueda and others, against double counting in graphs;
// thresholds grow by a quarter over the second best child (the 1 + epsilon of paper 000).
#pragma once

#include <algorithm>
#include <vector>

#include "search/bounded.hpp"

namespace kikashi {

template <ForcingGame G>
class ForcingDfpn {
   public:
    using Move = typename G::Move;
    using Moves = typename G::Moves;

    struct Entry {
        std::uint32_t proof = 1, disproof = 1;
        std::uint16_t turns = 0;  // of a win
        Move move = G::no_move;   // that wins
        bool bounded = false;     // the bounded search won it, by forcing moves alone
    };

    ForcingDfpn(G& game, Bounded<G>& bounded, Control& control, std::size_t table_bytes)
        : game_(game),
          bounded_(bounded),
          rules_(bounded.rules()),
          control_(control),
          table_(table_bytes) {}

    // With `most_nodes` the search pauses (`stopped`) after so many; asked again, it goes on.
    Answer solve(int quiet, std::uint64_t most_nodes = 0) {
        pause_ = most_nodes ? control_.nodes() + most_nodes : 0;
        attack(quiet, infinite, infinite);
        const Entry* root = entry(quiet);
        if (root && root->proof == 0) return Answer::wins;
        return running() ? Answer::fails : Answer::stopped;
    }

    // What is known of the position on the board, the attacker to move.
    const Entry* entry(int quiet) { return table_.find(bounded_.key_of(quiet)); }
    std::size_t entries() const { return table_.size(); }

   private:
    static constexpr std::uint32_t infinite = 1u << 28;
    static constexpr int probe_turns = 2;  // of the bounded search at a new position
    static constexpr std::uint64_t probe_nodes = 400;
    static constexpr std::size_t longest_path = 240;
    static constexpr std::uint32_t quiet_proof = 3, idle_proof = 6;

    struct Child {
        Move move;
        std::uint8_t quiet;
        Key key;
        std::uint32_t proof, disproof;
    };
    struct Numbers {
        std::uint32_t proof, disproof;
    };

    bool running() const { return control_.running() && (!pause_ || control_.nodes() <= pause_); }
    bool tick() { return control_.tick() && running(); }

    bool on_path(const Key& key) const {
        return std::find(path_.rbegin(), path_.rend(), key) != path_.rend();
    }

    void store(const Key& key, Numbers numbers) {
        Entry& entry = table_.at(key);
        if (table_.full()) control_.out_of_memory();
        if (entry.proof == 0) return;
        entry.proof = numbers.proof;
        entry.disproof = numbers.disproof;
    }
    void store_win(const Key& key, int turns, Move move, bool bounded = false) {
        Entry& entry = table_.at(key);
        if (table_.full()) control_.out_of_memory();
        if (entry.proof == 0) return;
        entry = {0, infinite, static_cast<std::uint16_t>(turns), move, bounded};
    }

    void refresh(std::vector<Child>& children) {
        for (Child& child : children)
            if (const Entry* known = table_.find(child.key)) {
                child.proof = known->proof;
                child.disproof = known->disproof;
            } else if (child.proof == 0 || child.disproof == 0) {
                child.proof = child.disproof = 1;  // the table lost it while growing
            }
    }

    // One side's numbers from its children: the least of one kind, the weak sum of the other.
    struct Choice {
        Child* best = nullptr;
        std::uint32_t least = infinite, second = infinite, sum = 0, open = 0;
    };
    template <class Least, class Sum>
    static Choice choose(std::vector<Child>& children, Least least, Sum sum) {
        Choice choice;
        for (Child& child : children) {
            const std::uint32_t value = least(child), weight = sum(child);
            if (value < choice.least || !choice.best) {
                choice.second = choice.least;
                choice.least = value;
                choice.best = &child;
            } else {
                choice.second = std::min(choice.second, value);
            }
            if (weight > 0) ++choice.open;
            choice.sum = std::max(choice.sum, weight);
        }
        if (choice.sum < infinite && choice.open > 1) choice.sum += choice.open - 1;
        choice.sum = std::min(choice.sum, infinite);
        return choice;
    }
    static std::uint32_t stretched(std::uint32_t second) { return second + second / 4 + 1; }

    void attack(int quiet, std::uint32_t most_proof, std::uint32_t most_disproof) {
        if (!tick()) return;
        const Key key = bounded_.key_of(quiet);
        if (!table_.find(key) && probe(key, quiet)) return;
        std::vector<Child> children;
        if (expand(key, quiet, children)) return;
        path_.push_back(key);
        for (;;) {
            refresh(children);
            const Choice choice = choose(
                children, [](const Child& c) { return c.proof; },
                [](const Child& c) { return c.disproof; });
            if (choice.best && choice.least == 0) {
                const Entry* won = table_.find(choice.best->key);
                store_win(key, won->turns + 1, choice.best->move);
                break;
            }
            store(key, {choice.least, choice.sum});
            if (choice.least >= most_proof || choice.sum >= most_disproof || !running() ||
                choice.sum == 0)
                break;
            const std::uint32_t others = choice.open - 1;
            game_.play(choice.best->move);
            defend(choice.best->quiet, std::min(most_proof, stretched(choice.second)),
                   most_disproof > others ? most_disproof - others : 1);
            game_.undo();
        }
        path_.pop_back();
    }

    void defend(int quiet, std::uint32_t most_proof, std::uint32_t most_disproof) {
        if (!tick()) return;
        const Key key = bounded_.key_of(quiet);
        Moves replies;
        game_.replies(replies);
        std::vector<Child> children;
        children.reserve(replies.size());
        bool escapes = path_.size() >= longest_path;
        for (const Move reply : replies) {
            game_.play(reply);
            const Key child = bounded_.key_of(quiet);
            escapes = escapes || game_.barred() || on_path(child);
            std::uint32_t options = 0;  // the fewer forcing moves are left, the better the reply
            if (!escapes && !table_.find(child)) {
                Moves forcing;
                game_.forcing(forcing);
                options = static_cast<std::uint32_t>(forcing.size());
                escapes = options == 0 && quiet == 0 && !rules_.free_answers;
            }
            game_.undo();
            if (escapes) break;
            children.push_back({reply, static_cast<std::uint8_t>(quiet), child, 1, 1 + options});
        }
        if (escapes) {
            store(key, {infinite, 0});
            return;
        }
        path_.push_back(key);
        for (;;) {
            refresh(children);
            const Choice choice = choose(
                children, [](const Child& c) { return c.disproof; },
                [](const Child& c) { return c.proof; });
            if (choice.sum == 0) {
                int turns = 0;
                for (const Child& child : children)
                    turns = std::max<int>(turns, table_.find(child.key)->turns);
                store_win(key, turns, G::no_move);
                break;
            }
            store(key, {choice.sum, choice.least});
            if (choice.sum >= most_proof || choice.least >= most_disproof || !running() ||
                choice.least == 0)
                break;
            const std::uint32_t others = choice.open - 1;
            game_.play(choice.best->move);
            attack(quiet, most_proof > others ? most_proof - others : 1,
                   std::min(most_disproof, stretched(choice.second)));
            game_.undo();
        }
        path_.pop_back();
    }

    // Asks a new position for a short win by forcing moves; true if that settles it.
    bool probe(const Key& key, int quiet) {
        bounded_.pause_at(control_.nodes() + probe_nodes);
        const Answer answer = bounded_.attack(probe_turns, 0);
        bounded_.pause_at(0);
        if (answer == Answer::wins) {
            const auto [move, turns] = bounded_.winning_move(0);
            store_win(key, turns, move, true);
            return true;
        }
        if (answer == Answer::never && quiet == 0) {
            store(key, {infinite, 0});
            return true;
        }
        return !running();
    }

    // The attacker's moves with their first numbers; true if one wins at once.
    bool expand(const Key& key, int quiet, std::vector<Child>& children) {
        Moves forcing, others;
        const bool free = rules_.free_answers && game_.must_answer();
        if (quiet > 0 || free)
            game_.forcing_and_quiet(forcing, others);
        else
            game_.forcing(forcing);
        const auto add = [&](Move move, int left, bool check) {
            game_.play(move);
            const Key child = bounded_.key_of(left);
            std::uint32_t proof = 1;
            bool dead = game_.barred();
            if (!dead && !table_.find(child)) {
                if (check) {
                    Moves replies;
                    game_.replies(replies);
                    proof = static_cast<std::uint32_t>(replies.size());
                } else {
                    proof = game_.can_reply() ? quiet_first(left) : 0;
                }
            }
            game_.undo();
            if (dead) return false;
            if (proof == 0) {
                game_.play(move);
                store_win(child, 0, G::no_move);
                game_.undo();
                store_win(key, 1, move);
                return true;
            }
            children.push_back({move, static_cast<std::uint8_t>(left), child, proof, 1});
            return false;
        };
        for (const Move move : forcing)
            if (add(move, quiet, true)) return true;
        for (const Move move : others)
            if (add(move, free ? quiet : quiet - 1, false)) return true;
        return false;
    }

    // A quiet move that threatens a mate by forcing moves looks better than one that does not.
    std::uint32_t quiet_first(int left) {
        if (rules_.ordering != Ordering::null_moves) return quiet_proof;
        game_.pass();
        bounded_.pause_at(control_.nodes() + probe_nodes);
        const bool threat = bounded_.attack(probe_turns, 0) == Answer::wins;
        bounded_.pause_at(0);
        game_.pass();
        return threat ? quiet_proof : left > 0 ? idle_proof : 8 * idle_proof;
    }

    G& game_;
    Bounded<G>& bounded_;
    ForcingRules rules_;
    Control& control_;
    VerifiedTable<Entry> table_;
    std::vector<Key> path_;
    std::uint64_t pause_ = 0;
};

}  // namespace kikashi
