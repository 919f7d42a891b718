// Proof-number search (Allis 1994): best first, the whole tree in memory. The node whose expansion
// can change most, the most proving one, is expanded next. For games without cycles; df-pn
// (dfpn.hpp) does the same in bounded memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "search/dfpn.hpp"

namespace kikashi::search {

template <ProofGame G>
    requires(G::repetition == Repetition::none)
class ProofNumberSearch {
   public:
    using Move = typename G::Move;

    // `most_bytes`: of the tree; the search ends `open` when it is full.
    ProofNumberSearch(G& game, Control& control, std::size_t most_bytes)
        : game_(game), control_(control), most_nodes_(most_bytes / sizeof(Node)) {}

    Verdict solve() {
        tree_.assign(1, {});
        current_ = 0;
        expand(0);
        while (verdict_of(0) == Verdict::open && control_.tick()) {
            if (tree_.size() >= most_nodes_) {
                control_.out_of_memory();
                break;
            }
            const std::uint32_t at = most_proving();
            expand(at);
            update_ancestors(at);
        }
        while (depth_ > 0) {
            game_.undo();
            --depth_;
        }
        return verdict_of(0);
    }

    std::size_t size() const { return tree_.size(); }

   private:
    struct Node {
        std::uint32_t parent = 0;
        std::uint32_t first = 0, count = 0;  // children, side by side
        std::uint32_t proof = 1, disproof = 1;
        Move move{};
        bool prover = false, expanded = false;
    };

    Verdict verdict_of(std::uint32_t at) const {
        return tree_[at].proof == 0      ? Verdict::proved
               : tree_[at].disproof == 0 ? Verdict::disproved
                                         : Verdict::open;
    }

    // Walks down from where the game stands: `update_ancestors` left it at the highest node that
    // did not change.
    std::uint32_t most_proving() {
        while (tree_[current_].expanded) {
            const Node& node = tree_[current_];
            std::uint32_t best = node.first;
            for (std::uint32_t i = 0; i < node.count; ++i) {
                const Node& child = tree_[node.first + i];
                const bool fits =
                    node.prover ? child.proof == node.proof : child.disproof == node.disproof;
                if (fits) {
                    best = node.first + i;
                    break;
                }
            }
            game_.play(tree_[best].move);
            ++depth_;
            current_ = best;
        }
        return current_;
    }

    void expand(std::uint32_t at) {
        children_.clear();
        const Verdict verdict = game_.expand(children_, true);
        Node& node = tree_[at];
        node.prover = game_.prover_to_move();
        node.expanded = true;
        if (verdict != Verdict::open) {
            node.proof = verdict == Verdict::proved ? 0 : infinite_number;
            node.disproof = verdict == Verdict::proved ? infinite_number : 0;
            return;
        }
        node.first = static_cast<std::uint32_t>(tree_.size());
        node.count = static_cast<std::uint32_t>(children_.size());
        for (const auto& child : children_)
            tree_.push_back({at, 0, 0, child.proof, child.disproof, child.move, false, false});
        combine(tree_[at]);
    }

    void combine(Node& node) const {
        std::uint64_t sum = 0;
        std::uint32_t least = infinite_number;
        for (std::uint32_t i = 0; i < node.count; ++i) {
            const Node& child = tree_[node.first + i];
            least = std::min(least, node.prover ? child.proof : child.disproof);
            sum += node.prover ? child.disproof : child.proof;
        }
        const auto total =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, infinite_number));
        node.proof = node.prover ? least : total;
        node.disproof = node.prover ? total : least;
    }

    // Climbs as long as numbers change, taking moves back.
    void update_ancestors(std::uint32_t at) {
        while (at != 0) {
            const std::uint32_t parent = tree_[at].parent;
            const std::uint32_t proof = tree_[parent].proof, disproof = tree_[parent].disproof;
            combine(tree_[parent]);
            game_.undo();
            --depth_;
            at = parent;
            if (tree_[parent].proof == proof && tree_[parent].disproof == disproof) break;
        }
        current_ = at;
    }

    G& game_;
    Control& control_;
    const std::size_t most_nodes_;
    std::vector<Node> tree_;
    ProofChildren<G> children_;
    std::uint32_t current_ = 0;
    int depth_ = 0;
};

}  // namespace kikashi::search
