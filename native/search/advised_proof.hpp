// Proves a win of any class by what somebody advises who is not believed, as nodes for a
// certificate.
//
// Where the defender's only way out is to force for ever, and the rules forbid that, the proof may
// go in circles: a reply then leads back to a turn above it. Every turn of such a circle answers a
// forcing move and forces nothing itself. If those turns count for nothing and all others for one,
// what is left to go never grows along the proof and falls outside the circles; these are the
// bounds of such a proof. In a proof without circles every turn counts.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "search/forcing_proof.hpp"

namespace kikashi {

// Somebody who believes to know how the side to move wins. It follows the moves that are played,
// and names moves to try, one at a time, `no_move` where it has no more.
template <class O, class Move>
concept Adviser = requires(O adviser, Move move) {
    { adviser.advice(0) } -> std::convertible_to<Move>;
    adviser.play(move);
    adviser.undo(move);
};

template <ForcingGame G>
class AdvisedProof {
   public:
    using Move = typename G::Move;
    using Moves = typename G::Moves;
    using Node = ProofNode<Move>;

    AdvisedProof(G& game, Bounded<G>& bounded, Control& control, std::size_t most_nodes)
        : game_(game),
          bounded_(bounded),
          control_(control),
          most_nodes_(most_nodes),
          forced_(game, bounded, control, most_nodes) {}

    // Whether the advice bears a proof of the position on the board; then the root is the last of
    // `nodes`.
    template <Adviser<Move> O>
    bool win_by(O& adviser) {
        const auto root = prove(adviser);
        return root && write(root->at);
    }

    const std::vector<Node>& nodes() const { return nodes_; }
    bool circular() const { return circular_; }

    // The winner's line against the replies that hold out longest; it ends before it repeats.
    std::vector<Move> line() const {
        std::vector<Move> moves;
        std::vector<bool> met(nodes_.size(), false);
        for (int at = static_cast<int>(nodes_.size()) - 1; at >= 0;) {
            met[index(at)] = true;
            moves.push_back(nodes_[index(at)].move);
            const int reply = nodes_[index(at)].child;
            if (reply < 0) break;
            const std::pair<Move, int>* longest = nullptr;
            for (const auto& entry : nodes_[index(reply)].replies)
                if (!met[index(entry.second)] &&
                    (!longest ||
                     nodes_[index(entry.second)].bound > nodes_[index(longest->second)].bound))
                    longest = &entry;
            if (!longest) break;
            moves.push_back(longest->first);
            at = longest->second;
        }
        return moves;
    }

   private:
    static constexpr std::size_t longest_path = 100;
    static constexpr int most_bound = 200, most_quiet = 100;  // what a claim may name
    static constexpr int glance_turns = 40;
    static constexpr std::uint64_t glance_nodes = 300;
    static constexpr std::size_t alone = static_cast<std::size_t>(-1);

    // Where the proof of a position is kept: the number of a turn in `made_`, or for a win by
    // forcing moves alone the complement of its root in `forced_`.
    using Place = int;
    // A position with the winner to move.
    struct Turn {
        Move move = G::no_move;  // until it is won
        bool answers = false;    // the winner stands under a forcing move
        bool forces = false;
        std::vector<std::pair<Move, Place>> replies{};
    };
    struct Found {
        Place at;
        std::size_t rests_on = alone;  // the first turn of the path that it leads back to
    };
    struct Step {
        Key key;
        int at;
        std::size_t circle;  // the first turn of the path to which one may lead back from here
    };

    static std::size_t index(int number) { return static_cast<std::size_t>(number); }
    static std::pair<std::uint64_t, std::uint64_t> name(const Key& key) {
        return {key.low, key.high};
    }

    template <class O>
    std::optional<Found> prove(O& adviser) {
        const Key key = bounded_.key_of(0);
        if (const auto known = won_.find(name(key)); known != won_.end())
            return Found{known->second};
        const std::size_t circle = path_.empty() ? 0 : path_.back().circle;
        if (const auto known = resting_.find(name(key));
            known != resting_.end() && known->second.rests_on >= circle)
            return known->second;
        if (!path_.empty() && game_.barred()) return std::nullopt;
        for (std::size_t back = circle; back < path_.size(); ++back)
            if (path_[back].key == key) return Found{path_[back].at, back};
        if (path_.size() >= longest_path || made_.size() >= most_nodes_ ||
            std::ranges::any_of(path_, [&](const Step& step) { return step.key == key; }))
            return std::nullopt;
        if (const int turns = glance()) {
            const auto root = forced_.win(turns, 0);
            if (!root) return std::nullopt;
            won_[name(key)] = ~*root;
            return Found{~*root};
        }
        const int at = static_cast<int>(made_.size());
        const std::size_t depth = path_.size(), mark = resting_order_.size();
        made_.emplace_back();
        path_.push_back({key, at, circle});
        std::optional<Found> found;
        Move before = G::no_move;
        for (int attempt = 0; !found && control_.running(); ++attempt) {
            const Move move = adviser.advice(attempt);
            if (move == G::no_move) break;
            if (std::exchange(before, move) == move) continue;
            adviser.play(move);
            found = by(adviser, at, move, circle);
            adviser.undo(move);
            if (!found) settle(mark, false);
        }
        path_.pop_back();
        if (!found) return found;
        if (found->rests_on < depth) {
            // What leads back to this turn rests from now on on what this turn rests on.
            for (std::size_t i = mark; i < resting_order_.size(); ++i)
                if (const auto known = resting_.find(name(resting_order_[i]));
                    known != resting_.end())
                    known->second.rests_on = std::min(known->second.rests_on, found->rests_on);
            resting_[name(key)] = *found;
            resting_order_.push_back(key);
        } else {
            settle(mark, true);
            won_[name(key)] = at;
            found->rests_on = alone;
        }
        return found;
    }

    // The turn `at` by one move, with every reply.
    template <class O>
    std::optional<Found> by(O& adviser, int at, Move move, std::size_t circle) {
        Turn turn{move, game_.must_answer()};
        game_.play(move);
        if (game_.barred()) {
            game_.undo();
            return std::nullopt;
        }
        turn.forces = game_.must_answer();
        path_.back().circle = turn.answers && !turn.forces ? circle : path_.size();
        Moves replies;
        game_.replies(replies);
        Found found{at};
        bool all = true;
        for (const Move answer : replies) {
            game_.play(answer);
            adviser.play(answer);
            const auto child = prove(adviser);
            adviser.undo(answer);
            game_.undo();
            if (!(all = child && control_.tick())) break;
            turn.replies.push_back({answer, child->at});
            found.rests_on = std::min(found.rests_on, child->rests_on);
        }
        game_.undo();
        if (!all) return std::nullopt;
        made_[index(at)] = std::move(turn);
        return found;
    }

    // What rested on a turn that is now won, or was given up.
    void settle(std::size_t mark, bool won) {
        for (; resting_order_.size() > mark; resting_order_.pop_back()) {
            const auto known = resting_.find(name(resting_order_.back()));
            if (known == resting_.end()) continue;
            if (won) won_[known->first] = known->second.at;
            resting_.erase(known);
        }
    }

    // A win by forcing moves alone that is known, or seen at once: its number of moves, or 0.
    int glance() {
        bounded_.pause_at(control_.nodes() + glance_nodes);
        Answer answer = Answer::fails;
        int turns = 0;
        while (answer == Answer::fails && turns < glance_turns)
            answer = bounded_.attack(++turns, 0);
        bounded_.pause_at(0);
        return answer == Answer::wins ? turns : 0;
    }

    // --- writing ---------------------------------------------------------------------------------

    // The turns below one, children first as far as there are no circles.
    std::vector<int> below(int root) {
        std::vector<int> order;
        std::vector<char> state(made_.size(), 0);  // 1: on the path, 2: done
        std::vector<std::pair<int, std::size_t>> path;
        if (root >= 0) path.push_back({root, 0}), state[index(root)] = 1;
        while (!path.empty()) {
            auto& [at, next] = path.back();
            const auto& replies = made_[index(at)].replies;
            if (next == replies.size()) {
                state[index(at)] = 2;
                order.push_back(at);
                path.pop_back();
                continue;
            }
            const int child = replies[next++].second;
            if (child < 0) continue;
            circular_ = circular_ || state[index(child)] == 1;
            if (state[index(child)]) continue;
            state[index(child)] = 1;
            path.push_back({child, 0});
        }
        return order;
    }

    // The nodes of `forced_` that are needed; gives their new numbers.
    std::vector<int> write_forced(int root, const std::vector<int>& turns) {
        const auto& all = forced_.nodes();
        std::vector<int> numbers(all.size(), -1);
        const auto need = [&](int place) {
            if (place < 0) numbers[index(~place)] = 0;
        };
        need(root);
        for (const int at : turns)
            for (const auto& entry : made_[index(at)].replies) need(entry.second);
        for (std::size_t i = all.size(); i-- > 0;) {
            if (numbers[i] < 0) continue;
            if (all[i].child >= 0) numbers[index(all[i].child)] = 0;
            for (const auto& entry : all[i].replies) numbers[index(entry.second)] = 0;
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (numbers[i] < 0) continue;
            numbers[i] = static_cast<int>(nodes_.size());
            Node node = all[i];
            if (node.child >= 0) node.child = numbers[index(node.child)];
            for (auto& entry : node.replies) entry.second = numbers[index(entry.second)];
            nodes_.push_back(std::move(node));
        }
        return numbers;
    }

    bool write(int root) {
        const std::vector<int> turns = below(root);
        if (std::ranges::any_of(turns, [&](int at) { return made_[index(at)].move == G::no_move; }))
            return false;
        const std::vector<int> forced = write_forced(root, turns);
        std::vector<int> numbers(made_.size(), -1);
        const std::size_t first = nodes_.size();
        int next = static_cast<int>(first);
        for (const int at : turns) {
            next += !made_[index(at)].replies.empty();
            numbers[index(at)] = next++;
        }
        for (const int at : turns) {
            const Turn& turn = made_[index(at)];
            Node node{true, 0, turn.move};
            if (!turn.replies.empty()) {
                node.child = static_cast<int>(nodes_.size());
                Node reply{false, 0, G::no_move};
                for (const auto& [move, place] : turn.replies)
                    reply.replies.push_back(
                        {move, place < 0 ? forced[index(~place)] : numbers[index(place)]});
                nodes_.push_back(std::move(reply));
            }
            nodes_.push_back(std::move(node));
        }
        return nodes_.size() <= most_nodes_ && count(first, turns);
    }

    // Bounds, and without circles quiet moves. With circles it takes some rounds; if a turn that
    // counts stood on one, the bounds would grow until this fails.
    bool count(std::size_t first, const std::vector<int>& turns) {
        std::vector<int> cost(nodes_.size(), 0), quiet(nodes_.size(), 0);
        std::size_t number = first;
        for (const int at : turns) {
            const Turn& turn = made_[index(at)];
            number += !turn.replies.empty();
            cost[number] = circular_ && turn.answers && !turn.forces ? 0 : 1;
            quiet[number] = !turn.forces;
            ++number;
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = first; i < nodes_.size(); ++i) {
                Node& node = nodes_[i];
                int bound = cost[i], spent = quiet[i];
                if (node.child >= 0) {
                    bound += nodes_[index(node.child)].bound;
                    spent += nodes_[index(node.child)].quiet;
                }
                for (const auto& entry : node.replies) {
                    bound = std::max(bound, nodes_[index(entry.second)].bound);
                    spent = std::max(spent, nodes_[index(entry.second)].quiet);
                }
                if (circular_) bound = std::max(bound, 1);  // a claim of no moves says nothing
                if (bound > most_bound || (!circular_ && spent > most_quiet)) return false;
                changed = changed || (circular_ && bound != node.bound);
                node.bound = bound;
                node.quiet = circular_ ? 0 : spent;
            }
        }
        return true;
    }

    G& game_;
    Bounded<G>& bounded_;
    Control& control_;
    std::size_t most_nodes_;
    ForcingProof<G> forced_;  // wins by forcing moves alone
    std::vector<Turn> made_;
    std::vector<Step> path_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, int> won_;
    // Won if turns of the path are, to which they lead back.
    std::map<std::pair<std::uint64_t, std::uint64_t>, Found> resting_;
    std::vector<Key> resting_order_;
    std::vector<Node> nodes_;
    bool circular_ = false;
};

}  // namespace kikashi
