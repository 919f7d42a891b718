// Depth-first proof-number search (Nagai 2002) for any game with two outcomes: the prover reaches
// what it wants, or it does not. An exact search: `proved` and `disproved` are both certain.
//
// 1 + epsilon thresholds (Pawlewicz and Lew 2007); weak numbers, the greatest plus one for each
// other, instead of sums, against double counting in graphs (Ueda and others 2008); virtual numbers
// for threads that share a table (Kaneko 2010).
//
// Graph-history interaction, in games with cycles: a position that stands on the path to itself
// counts as failed (`G::repetition`), and a verdict that rests on this holds only under that path.
// Such a verdict is stored under the key of position and path together, with the depth of the
// lowest position it rests on; one that rests on nothing above itself holds everywhere. Verdicts of
// the other kind hold everywhere: they are wins in finitely many moves (Kishimoto and Mueller 2004
// have the general case).
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <concepts>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "core/control.hpp"
#include "core/crew.hpp"
#include "search/proof_table.hpp"

namespace kikashi::search {

// `none`: no position comes again. Otherwise what a position that comes again on its path shows.
enum class Repetition : std::uint8_t { none, disproves, proves };

template <class Move>
struct ProofChild {
    Move move;
    Key key;                                // of the position after it
    std::uint32_t proof = 1, disproof = 1;  // first numbers, from whatever the game knows
};

template <class G>
using ProofChildren = std::vector<ProofChild<typename G::Move>>;

template <class G>
concept ProofGame =
    requires(G g, const G c, typename G::Move move, ProofChildren<G>& children, bool first) {
        { G::repetition } -> std::convertible_to<Repetition>;
        { c.key() } -> std::same_as<Key>;              // the position and who moves
        { c.prover_to_move() } -> std::same_as<bool>;  // the same side may move again
        // The verdict, or `open` and the moves, the likelier first. `first`: this position is new
        // (or forgotten), so that a dear look at it is worth its while.
        { g.expand(children, first) } -> std::same_as<Verdict>;
        { g.play(move) };
        { g.undo() };
    };

struct DfpnOptions {
    std::uint32_t epsilon = 4;  // thresholds grow by 1 / epsilon over the second best child
    bool weak = true;           // weak numbers; else sums
    std::filesystem::path checkpoint{};  // where to; none: empty
    double checkpoint_seconds = 30;      // how often
    std::uint64_t question = 0;          // what the checkpoint belongs to
};

template <ProofGame G>
class Dfpn {
   public:
    using Move = typename G::Move;
    using Children = ProofChildren<G>;

    Dfpn(G& game, ProofTable& table, Control& control, DfpnOptions options = {},
         std::atomic<bool>* done = nullptr)
        : game_(game),
          table_(table),
          control_(control),
          options_(std::move(options)),
          done_(done),
          saved_(Control::Clock::now()) {}

    // Of the position on the board; `open` where a limit came first, or `most_nodes` of this call.
    // Asked again, it goes on. Also for what was solved and the table has forgotten: the search is
    // then made again.
    Verdict solve(std::uint64_t most_nodes = 0) {
        path_.clear();
        pause_ = most_nodes ? control_.nodes() + most_nodes : ~std::uint64_t{0};
        const Key key = game_.key();
        if (const auto known = table_.find(key); known && known->verdict() != Verdict::open)
            return known->verdict();
        Node root;
        while (root.verdict() == Verdict::open && running())
            root = search(key, infinite_number, infinite_number, 0);
        return root.verdict();
    }

    // The moves of the position on the board with what is known of each.
    Verdict children(Children& children) {
        const Verdict verdict = game_.expand(children, false);
        for (auto& child : children)
            if (const auto known = table_.find(child.key)) {
                child.proof = known->proof;
                child.disproof = known->disproof;
            }
        return verdict;
    }

    void save_checkpoint() {
        if (!options_.checkpoint.empty()) table_.save(options_.checkpoint, options_.question);
        saved_ = Control::Clock::now();
    }

   private:
    static constexpr bool cyclic = G::repetition != Repetition::none;
    static constexpr std::uint16_t nothing = 0xffff;  // the depth of what rests on no path
    static constexpr std::uint64_t look_mask = 0xff;  // nodes between two looks at the clock

    struct Node {
        std::uint32_t proof = 1, disproof = 1;
        std::uint16_t depth = nothing;
        Verdict verdict() const {
            return proof == 0      ? Verdict::proved
                   : disproof == 0 ? Verdict::disproved
                                   : Verdict::open;
        }
    };
    struct Child {
        Move move;
        Key key;
        Node node;
        std::uint32_t busy = 0;
    };
    struct Step {
        Key key;
        std::uint64_t code;  // of all positions to here, in order
    };
    static constexpr Node settled(bool proved, std::uint16_t depth = nothing) {
        return proved ? Node{0, infinite_number, depth} : Node{infinite_number, 0, depth};
    }

    bool running() const {
        return control_.running() && control_.nodes() < pause_ &&
               !(done_ && done_->load(std::memory_order_relaxed));
    }
    bool tick() {
        if (!control_.tick() || !running()) return false;
        if (!options_.checkpoint.empty() && (control_.nodes() & look_mask) == 0 &&
            std::chrono::duration<double>(Control::Clock::now() - saved_).count() >
                options_.checkpoint_seconds)
            save_checkpoint();
        return true;
    }

    // The same position under another path is another question, as far as the path matters.
    static Key under(const Key& key, std::uint64_t code) {
        return {key.low ^ mix(code), key.high ^ mix(code + 1)};
    }
    std::uint64_t code() const { return path_.empty() ? 0 : path_.back().code; }

    int place_on_path(const Key& key) const {
        for (std::size_t at = path_.size(); at-- > 0;)
            if (path_[at].key == key) return static_cast<int>(at);
        return -1;
    }

    void look_up(Child& child) const {
        if (child.node.verdict() != Verdict::open) return;
        const auto take = [&](const ProofEntry& entry, std::uint16_t depth) {
            child.node = {entry.proof, entry.disproof, depth};
            child.busy = entry.busy;
        };
        const auto known = table_.find(child.key);
        if constexpr (cyclic)
            if (!known || known->verdict() == Verdict::open)
                if (const auto here = table_.find(under(child.key, code())))
                    return take(*here, here->depth);
        if (known) take(*known, nothing);
    }

    // What the mover wants least of: proof numbers for the prover, disproof numbers for the other.
    static std::uint32_t& mine(Node& node, bool prover) {
        return prover ? node.proof : node.disproof;
    }
    static std::uint32_t& other(Node& node, bool prover) {
        return prover ? node.disproof : node.proof;
    }

    // A child that threads are at looks as if they had already failed there.
    static std::uint32_t virtual_number(std::uint32_t number, std::uint32_t busy) {
        if (busy == 0 || number == 0 || number >= infinite_number) return number;
        return std::min(number + (number / 4 + 1) * busy, infinite_number - 1);
    }

    struct Choice {
        Child* best = nullptr;
        std::uint32_t least = infinite_number, second = infinite_number;
        std::uint32_t greatest = 0, sum = 0, open = 0;
        Node node;  // of the position, from its children
    };
    Choice choose(std::vector<Child>& children, bool prover) const {
        Choice choice;
        std::uint32_t true_least = infinite_number;
        std::uint16_t rests_on = nothing;  // of all children: for the verdict that needs all
        std::uint16_t deepest = 0;         // of the best: for the verdict that needs one
        for (Child& child : children) {
            const std::uint32_t number = mine(child.node, prover),
                                weight = other(child.node, prover);
            const std::uint32_t shown = virtual_number(number, child.busy);
            if (number == 0) deepest = std::max(deepest, child.node.depth);
            rests_on = std::min(rests_on, child.node.depth);
            true_least = std::min(true_least, number);
            if (!choice.best || shown < choice.least) {
                choice.second = choice.least;
                choice.least = shown;
                choice.best = &child;
            } else {
                choice.second = std::min(choice.second, shown);
            }
            if (weight > 0) ++choice.open;
            choice.greatest = std::max(choice.greatest, weight);
            choice.sum = std::min(choice.sum + weight, infinite_number);
        }
        std::uint32_t all = choice.sum;
        if (options_.weak && choice.greatest < infinite_number)
            all = std::min(choice.greatest + (choice.open > 1 ? choice.open - 1 : 0),
                           infinite_number - 1);
        mine(choice.node, prover) = true_least;
        other(choice.node, prover) = true_least == 0 ? infinite_number : all;
        if (true_least == 0)
            choice.node.depth = deepest;
        else if (all == 0) {
            mine(choice.node, prover) = infinite_number;
            choice.node.depth = rests_on;
        }
        return choice;
    }

    std::uint32_t stretched(std::uint32_t second) const {
        return std::min(second + second / options_.epsilon + 1, infinite_number);
    }
    // What a child may reach before its siblings bring the whole over the threshold.
    std::uint32_t share(std::uint32_t most, const Choice& choice, bool prover) const {
        const std::uint32_t weight = other(choice.best->node, prover);
        const std::uint32_t others = options_.weak ? choice.open - 1 : choice.sum - weight;
        return most >= infinite_number ? infinite_number : most > others ? most - others : 1;
    }

    Node keep(const Key& key, Node node, std::size_t depth, std::uint64_t work) {
        if (node.verdict() == Verdict::open) {
            table_.store(key, node.proof, node.disproof, work);
            return node;
        }
        if (node.depth >= depth) node.depth = nothing;
        const bool everywhere = !cyclic || node.depth == nothing;
        table_.store(everywhere ? key : under(key, code()), node.proof, node.disproof, work,
                     node.depth);
        return node;
    }

    Node search(const Key& key, std::uint32_t most_proof, std::uint32_t most_disproof,
                std::size_t depth) {
        const std::uint64_t before = control_.nodes();
        if (!tick()) return {};
        Children moves;
        const auto known = table_.find(key);
        const Verdict verdict = game_.expand(moves, !known || known->work == 0);
        if (verdict != Verdict::open)
            return keep(key, settled(verdict == Verdict::proved), depth, 1);
        const bool prover = game_.prover_to_move();
        if constexpr (cyclic) path_.push_back({key, mix(code() ^ key.low) + key.high});
        std::vector<Child> children;
        children.reserve(moves.size());
        for (const auto& move : moves) {
            Child child{move.move, move.key, {move.proof, move.disproof}};
            if constexpr (cyclic) {
                const int place = place_on_path(child.key);
                if (place >= 0)
                    child.node = settled(G::repetition == Repetition::proves,
                                         static_cast<std::uint16_t>(place));
            }
            children.push_back(child);
        }
        for (Child& child : children) look_up(child);
        Choice choice;
        for (;;) {
            choice = choose(children, prover);
            const Node& node = choice.node;
            if (node.verdict() != Verdict::open || node.proof >= most_proof ||
                node.disproof >= most_disproof || !running())
                break;
            Child& best = *choice.best;
            const std::uint32_t most_mine = prover ? most_proof : most_disproof;
            const std::uint32_t most_other = prover ? most_disproof : most_proof;
            // A child whose threads make it look worse than it is may be over the threshold itself.
            const std::uint32_t least = std::max(std::min(most_mine, stretched(choice.second)),
                                                 mine(best.node, prover) + 1);
            const std::uint32_t all = share(most_other, choice, prover);
            if (table_.shared()) table_.enter(best.key, best.node.proof, best.node.disproof);
            game_.play(best.move);
            const Node found =
                search(best.key, prover ? least : all, prover ? all : least, depth + 1);
            game_.undo();
            if (table_.shared()) table_.leave(best.key);
            if (running() || found.verdict() != Verdict::open) best.node = found;
            // Other threads have gone on meanwhile. What this one has learnt about its siblings by
            // the way is seen when it comes here again: to look at once costs more than it saves.
            if (table_.shared())
                for (Child& child : children) look_up(child);
        }
        if constexpr (cyclic) path_.pop_back();
        if (!running() && choice.node.verdict() == Verdict::open) return choice.node;
        return keep(key, choice.node, depth, control_.nodes() - before);
    }

    G& game_;
    ProofTable& table_;
    Control& control_;
    DfpnOptions options_;
    std::atomic<bool>* done_;
    Control::Clock::time_point saved_;
    std::vector<Step> path_;
    std::uint64_t pause_ = ~std::uint64_t{0};
};

// The same by several threads that share `table` (made for that) and nothing else. `make()` gives a
// game of its own at the same position; the first is searched on the calling thread.
template <ProofGame G, class Make>
Verdict solve_by_threads(int threads, G& game, ProofTable& table, Control& control,
                         const DfpnOptions& options, Make make, std::uint64_t most_nodes = 0) {
    std::atomic<bool> done{false};
    // Each thread enters what it searches, and for a time the siblings it goes below.
    table.reserve(most_nodes ? 2 * most_nodes * static_cast<std::uint64_t>(threads)
                             : ~std::uint64_t{0} >> 8);
    Crew crew;
    DfpnOptions helping = options;
    helping.checkpoint.clear();
    for (int n = 1; n < threads; ++n)
        crew.start({.nodes = control.limits().nodes}, [&, helping](Control& own) {
            const std::unique_ptr<G> copy = make();
            if (Dfpn<G>(*copy, table, own, helping, &done).solve(most_nodes) != Verdict::open)
                done = true;
        });
    Verdict verdict = Dfpn<G>(game, table, control, options, &done).solve(most_nodes);
    const bool helped = done.exchange(true) && verdict == Verdict::open;
    control.count(crew.wait());
    if (helped && control.running()) verdict = Dfpn<G>(game, table, control, options).solve();
    return verdict;
}

}  // namespace kikashi::search
