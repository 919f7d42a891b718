// PUCT: Monte-Carlo tree search in which a net's policy says where to look and its value what a
// leaf is worth (Rosin 2011; Silver et al. 2017). There are no playouts.
//
// The tree waits for nobody: `descend` walks to a leaf and hands it out, `expand` takes what the
// net makes of it, so that a player may ask one net at once and a trainer thousands of leaves
// together. What the game itself settles is backed up as won or lost (MCTS-Solver, Winands et al.
// 2008), as far as candidates reach: a search that limits them proves nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <vector>

namespace kikashi::puct {

struct Tuning {
    float exploration = 1.1f;  // chances run from 0 to 1
    float unvisited = 0.12f;   // how much worse than its parent a child is thought before a visit
};

enum class Outcome : std::uint8_t { open, first_wins, second_wins, drawn };

template <class G>
concept Game = requires(G game, typename G::Move move) {
    { game.side() } -> std::convertible_to<int>;  // 0 or 1, the side to move
    { game.settled() } -> std::same_as<Outcome>;
    game.play(move);
    game.undo();
};

template <class Move>
struct Prior {
    Move move;
    float share;
};

template <class Move>
struct Node {
    std::uint32_t first = 0;  // of its children, which lie together; 0: not expanded
    std::uint16_t count = 0;
    Move move{};
    float prior = 0;
    float sum = 0;  // of the first side's chances
    std::uint32_t visits = 0;
    Outcome outcome = Outcome::open;
    std::int8_t side = -1;  // to move here; known after the first visit

    float mean(int for_side) const {
        if (outcome == Outcome::first_wins) return for_side == 0 ? 1.0f : 0.0f;
        if (outcome == Outcome::second_wins) return for_side == 0 ? 0.0f : 1.0f;
        const float first_side = visits ? sum / static_cast<float>(visits) : 0.5f;
        return for_side == 0 ? first_side : 1 - first_side;
    }
};

inline Outcome won_by(int side) { return side == 0 ? Outcome::first_wins : Outcome::second_wins; }

template <class Move>
class Tree {
   public:
    using N = Node<Move>;

    // With `most_nodes` the tree is full: leaves are judged on, and grow no more.
    explicit Tree(Tuning tuning = {}, std::size_t most_nodes = usual_nodes)
        : tuning_(tuning), most_nodes_(most_nodes) {
        clear();
    }

    void clear() {
        nodes_.assign(1, N{});
        root_ = 0;
    }
    const N& root() const { return nodes_[root_]; }
    N& root() { return nodes_[root_]; }
    std::size_t size() const { return nodes_.size(); }
    const N& operator[](std::uint32_t at) const { return nodes_[at]; }
    N& operator[](std::uint32_t at) { return nodes_[at]; }

    // Goes on from what is known below a move; from nothing if that was never looked at. What lies
    // elsewhere in the tree is kept until it is cleared.
    void advance(Move move) {
        const N& old = root();
        for (std::uint32_t n = 0; n < old.count; ++n)
            if (nodes_[old.first + n].move == move) {
                root_ = old.first + n;
                return;
            }
        clear();
    }

    // Walks down by the best value, playing the moves; true if the leaf must be judged (`expand`),
    // false if the game settled it, which is backed up. The moves stay played: see `path`.
    template <Game G>
    bool descend(G& game) {
        path_.assign(1, root_);
        for (;;) {
            const std::uint32_t at = path_.back();
            if (nodes_[at].visits == 0 || nodes_[at].side < 0) {
                nodes_[at].side = static_cast<std::int8_t>(game.side());
                nodes_[at].outcome = game.settled();
            }
            if (nodes_[at].outcome != Outcome::open) {
                back_up(chances(nodes_[at].outcome));
                return false;
            }
            if (nodes_[at].first == 0) return true;
            const std::uint32_t child = choose(nodes_[at]);
            game.play(nodes_[child].move);
            path_.push_back(child);
        }
    }

    // What the net says of the leaf that `descend` found: priors of its candidates, best first, and
    // the chances of the side to move.
    void expand(const std::vector<Prior<Move>>& priors, float chances_of_mover) {
        const std::uint32_t leaf = path_.back();
        if (!priors.empty() && nodes_.size() + priors.size() <= most_nodes_) {
            nodes_[leaf].first = static_cast<std::uint32_t>(nodes_.size());
            nodes_[leaf].count = static_cast<std::uint16_t>(priors.size());
            for (const auto& prior : priors) {
                N& child = nodes_.emplace_back();
                child.move = prior.move;
                child.prior = prior.share;
            }
        }
        back_up(nodes_[leaf].side == 0 ? chances_of_mover : 1 - chances_of_mover);
    }

    // The nodes that `descend` went through, the root first, and the moves it has played.
    const std::vector<std::uint32_t>& path() const { return path_; }
    std::size_t depth() const { return path_.size() - 1; }

    // The last node of a way from the root has this outcome, as is known from elsewhere; the nodes
    // before it conclude from it.
    void settle(const std::vector<std::uint32_t>& way, Outcome outcome) {
        nodes_[way.back()].outcome = outcome;
        path_ = way;
        path_.pop_back();
        for (std::size_t n = path_.size(); n-- > 0;) conclude(path_[n]);
    }
    std::uint32_t root_index() const { return root_; }

    // The child that is played: one that wins, else the most visited that does not lose.
    std::uint32_t best(const N& node) const {
        std::uint32_t chosen = node.first;
        double most = -3;
        for (std::uint32_t n = 0; n < node.count; ++n) {
            const N& child = nodes_[node.first + n];
            double worth = child.visits + 1e-3 * child.prior;
            if (child.outcome == won_by(node.side)) worth += 1e9;
            if (child.outcome == won_by(1 - node.side)) worth = -1 + 1e-9 * worth;
            if (worth > most) {
                most = worth;
                chosen = node.first + n;
            }
        }
        return chosen;
    }

   private:
    static float chances(Outcome outcome) {
        return outcome == Outcome::first_wins    ? 1.0f
               : outcome == Outcome::second_wins ? 0.0f
                                                 : 0.5f;
    }

    std::uint32_t choose(const N& node) const {
        const int side = node.side;
        const float explore =
            tuning_.exploration * std::sqrt(static_cast<float>(node.visits) + 1e-3f);
        float seen = 0;
        for (std::uint32_t n = 0; n < node.count; ++n)
            if (nodes_[node.first + n].visits) seen += nodes_[node.first + n].prior;
        const float unvisited = node.mean(side) - tuning_.unvisited * std::sqrt(seen);
        float best = -1e9f;
        std::uint32_t chosen = node.first;
        for (std::uint32_t n = 0; n < node.count; ++n) {
            const N& child = nodes_[node.first + n];
            if (child.outcome == won_by(1 - side)) continue;  // all of them: the node is settled
            const float value =
                child.visits || child.outcome != Outcome::open ? child.mean(side) : unvisited;
            const float worth =
                value + explore * child.prior / (1 + static_cast<float>(child.visits));
            if (worth > best) {
                best = worth;
                chosen = node.first + n;
            }
        }
        return chosen;
    }

    void back_up(float first_side) {
        for (std::size_t n = path_.size(); n-- > 0;) {
            N& node = nodes_[path_[n]];
            ++node.visits;
            node.sum += first_side;
            if (n + 1 < path_.size()) conclude(path_[n]);
        }
    }

    // Won if a child is won; lost if all are lost.
    void conclude(std::uint32_t at) {
        N& node = nodes_[at];
        if (node.outcome != Outcome::open || node.count == 0) return;
        bool all_lost = true;
        for (std::uint32_t n = 0; n < node.count; ++n) {
            const Outcome outcome = nodes_[node.first + n].outcome;
            if (outcome == won_by(node.side)) {
                node.outcome = outcome;
                return;
            }
            all_lost = all_lost && outcome == won_by(1 - node.side);
        }
        if (all_lost) node.outcome = won_by(1 - node.side);
    }

    static constexpr std::size_t usual_nodes = std::size_t{1} << 21;  // 60 MB

    Tuning tuning_;
    std::size_t most_nodes_;
    std::vector<N> nodes_;
    std::vector<std::uint32_t> path_;
    std::uint32_t root_ = 0;
};

}  // namespace kikashi::puct
