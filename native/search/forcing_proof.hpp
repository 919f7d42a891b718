// Proofs of forcing wins and of their absence, as nodes for a certificate; children come first.
//
// A win: a turn node names the attacker's move, a reply node holds every legal reply. A refutation,
// roles swapped: a reply node holds every attacking move of the class, a turn node names the
// defender's answer; at bound 1 the reply node is empty, and the checker sees for itself that no
// move wins. Bounds count the attacker's moves to go.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "search/forcing_dfpn.hpp"

namespace kikashi {

template <class Move>
struct ProofNode {
    bool turn;
    int bound;
    Move move;       // of a turn
    int child = -1;  // of a turn; -1: none
    int quiet = 0;   // of a win: the attacker's quiet moves on the worst path
    std::vector<std::pair<Move, int>> replies{};
};

template <ForcingGame G>
class ForcingProof {
   public:
    using Move = typename G::Move;
    using Moves = typename G::Moves;
    using Node = ProofNode<Move>;

    ForcingProof(G& game, Bounded<G>& bounded, Control& control, std::size_t most_nodes)
        : game_(game), bounded_(bounded), control_(control), most_nodes_(most_nodes) {}

    // The root's number, or nothing: out of limits, or more nodes than allowed. Each needs that the
    // search has answered so at the position on the board.
    std::optional<int> win(int n, int quiet) { return found(bounded_win(n, quiet)); }
    std::optional<int> win(ForcingDfpn<G>& dfpn, int quiet) { return found(dfpn_win(dfpn, quiet)); }
    std::optional<int> refutation(int n, int quiet) { return found(refute(n, quiet)); }

    const std::vector<Node>& nodes() const { return nodes_; }
    // The winner's best line by the proof, against the replies that hold out longest.
    std::vector<Move> line(int root) const {
        std::vector<Move> moves;
        for (int at = root; at >= 0;) {
            moves.push_back(nodes_[at].move);
            at = nodes_[at].child;
            if (at < 0) break;
            const std::pair<Move, int>* longest = nullptr;
            for (const auto& reply : nodes_[at].replies)
                if (!longest || nodes_[reply.second].bound > nodes_[longest->second].bound)
                    longest = &reply;
            moves.push_back(longest->first);
            at = longest->second;
        }
        return moves;
    }

   private:
    static constexpr int failed = -1;

    static std::optional<int> found(int node) {
        return node == failed ? std::nullopt : std::optional<int>(node);
    }

    int add(Node node) {
        if (nodes_.size() >= most_nodes_ || !control_.tick()) return failed;
        nodes_.push_back(std::move(node));
        return static_cast<int>(nodes_.size()) - 1;
    }

    // A turn by `move`, then all replies, each proved by `prove`.
    template <class Prove>
    int turn(Move move, Prove&& prove) {
        game_.play(move);
        Moves replies;
        game_.replies(replies);
        Node reply{false, 0, G::no_move};
        for (const Move answer : replies) {
            game_.play(answer);
            const int child = prove();
            game_.undo();
            if (child == failed) {
                game_.undo();
                return failed;
            }
            reply.replies.push_back({answer, child});
            reply.bound = std::max(reply.bound, nodes_[child].bound);
            reply.quiet = std::max(reply.quiet, nodes_[child].quiet);
        }
        game_.undo();
        const int bound = reply.bound + 1, quiet = reply.quiet + cost(move);
        int child = -1;
        if (!reply.replies.empty() && (child = add(std::move(reply))) == failed) return failed;
        return add({true, bound, move, child, quiet});
    }

    int remembered(const Key& key) const {
        const auto at = won_.find({key.low, key.high});
        return at == won_.end() ? failed : at->second;
    }
    int remember(const Key& key, int node) {
        if (node != failed) won_[{key.low, key.high}] = node;
        return node;
    }

    // The fastest win within n, so that the line is one of best play.
    int bounded_win(int n, int quiet) {
        const Key key = bounded_.key_of(quiet);
        if (const int known = remembered(key); known != failed) return known;
        for (int turns = 1; turns <= n; ++turns) {
            const Answer answer = bounded_.attack(turns, quiet);
            if (answer == Answer::stopped) return failed;
            if (answer != Answer::wins) continue;
            const Move move = bounded_.winning_move(quiet).first;
            const int left = quiet - cost(move);
            return remember(key, turn(move, [&] { return bounded_win(turns - 1, left); }));
        }
        return failed;
    }

    int dfpn_win(ForcingDfpn<G>& dfpn, int quiet) {
        const Key key = bounded_.key_of(quiet);
        if (const int known = remembered(key); known != failed) return known;
        const auto* entry = dfpn.entry(quiet);
        if (!entry || entry->proof != 0) return failed;
        if (entry->bounded) return remember(key, bounded_win(entry->turns, 0));
        const Move move = entry->move;
        const int left = quiet - cost(move);
        return remember(key, turn(move, [&] { return dfpn_win(dfpn, left); }));
    }

    int cost(Move move) {
        if (bounded_.rules().free_answers && game_.must_answer()) return 0;
        game_.play(move);
        const bool forcing = game_.must_answer();
        game_.undo();
        return forcing ? 0 : 1;
    }

    int refute(int n, int quiet) {
        const Key key = bounded_.key_of(quiet);
        const auto known = refuted_.find({key.low, key.high, n});
        if (known != refuted_.end()) return known->second;
        Node node{false, n, G::no_move};
        if (n > 1) {
            Moves forcing, others;
            const bool free = bounded_.rules().free_answers && game_.must_answer();
            if (quiet > 0 || free)
                game_.forcing_and_quiet(forcing, others);
            else
                game_.forcing(forcing);
            for (const Move move : forcing)
                if (!refute_move(node, move, n, quiet)) return failed;
            for (const Move move : others)
                if (!refute_move(node, move, n, free ? quiet : quiet - 1)) return failed;
        }
        const int made = add(std::move(node));
        if (made != failed) refuted_[{key.low, key.high, n}] = made;
        return made;
    }

    bool refute_move(Node& node, Move move, int n, int quiet) {
        game_.play(move);
        bool done = game_.barred();  // the game has ended unwon: nothing to show
        if (!done) {
            const Answer answer = bounded_.defend(n - 1, quiet);
            const Move reply = bounded_.refutation();
            if (answer != Answer::stopped && answer != Answer::wins) {
                game_.play(reply);
                const int below = game_.barred() ? -1 : refute(n - 1, quiet);
                done = below != failed || game_.barred();
                game_.undo();
                const int child = done ? add({true, n - 1, reply, below}) : failed;
                done = child != failed;
                if (done) node.replies.push_back({move, child});
            }
        }
        game_.undo();
        return done;
    }

    G& game_;
    Bounded<G>& bounded_;
    Control& control_;
    std::size_t most_nodes_;
    std::vector<Node> nodes_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, int> won_;
    std::map<std::tuple<std::uint64_t, std::uint64_t, int>, int> refuted_;
};

}  // namespace kikashi
