// Monte-Carlo tree search: UCT with RAVE (Gelly and Silver 2007) and priors over any simulator.
//
// One simulation: (1) walk down by the best value, (2) let a leaf that has been seen often enough
// grow children, (3) play out, (4) back up the result and the AMAF values. Several threads share
// one tree; with one thread, a seed and a limit of nodes a search repeats itself bit by bit.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "core/control.hpp"
#include "core/crew.hpp"
#include "search/mcts_game.hpp"
#include "search/mcts_tree.hpp"

namespace kikashi::mcts {

template <class Move>
struct RootMove {
    Move move{};
    std::uint32_t visits = 0;
    float value = 0;  // for the side to move, from 0 to 1
    float prior = 0;
    std::vector<Move> line;  // begins with this move
};

template <class Move>
struct Statistics {
    std::vector<RootMove<Move>> moves;  // the most visited first
    std::uint64_t simulations = 0;      // of this search
    std::uint64_t visits = 0;           // of the root, with those that were there before
    float value = 0.5f;                 // of the root, for the side to move
    std::size_t nodes = 0;
    bool full = false;  // the tree had no room left
};

struct Pace {
    double seconds = 0;  // planned for this move; 0: none. The control's limit is the hard one.
    std::uint64_t simulations = 0;  // expected at most, for stopping early; 0: unknown
};

template <Simulator S>
class Search {
   public:
    using Move = typename S::Move;

    Search(std::size_t bytes, Tuning tuning) : tuning_(tuning), tree_(bytes), spare_(bytes) {}

    Tuning& tuning() { return tuning_; }
    void forget() { tree_.clear(); }

    // Goes on from the tree below a move that was made, or an outcome of chance; without one, from
    // nothing.
    void advance(const Move& move) {
        if (tree_.empty()) return;
        const std::uint32_t child = child_of(tree_.root(), move);
        if (child == 0) {
            tree_.clear();
            return;
        }
        spare_.take_over(tree_, child);
        tree_.swap(spare_);
    }

    // Searches from the root until the control ends it. `make()` builds a simulator for a thread.
    template <class Make>
    Statistics<Move> run(Control& control, Pace pace, std::uint64_t seed, int threads, Make make) {
        if (tree_.empty()) tree_.clear();
        threaded_ = threads > 1;
        simulations_ = 0;
        const std::uint32_t before = tree_.root().visits;
        Crew crew;
        for (int n = 1; n < threads; ++n)
            crew.start({}, [this, &make, seed, n](Control& own) {
                auto simulator = make();
                Worker worker{*this, *simulator,
                              Random(seed + 0x9e37u * static_cast<std::uint64_t>(n))};
                while (own.tick()) {
                    worker.simulate();
                    simulations_.fetch_add(1, std::memory_order_relaxed);
                }
            });
        auto simulator = make();
        Worker worker{*this, *simulator, Random(seed)};
        if (root_side(*simulator) && control.running()) {
            while (control.tick()) {
                worker.simulate();
                const auto done = simulations_.fetch_add(1, std::memory_order_relaxed) + 1;
                const auto most = control.limits().nodes;
                if (most && done >= most) break;
                if (done % look_every == 0 && enough(control, pace, done, before)) break;
            }
        }
        crew.stop();
        return statistics();
    }

    // What is known now; may be asked while a search runs.
    Statistics<Move> statistics(std::size_t line = 12) const {
        Statistics<Move> made;
        if (tree_.empty()) return made;
        const auto& root = tree_.root();
        made.simulations = simulations_.load(std::memory_order_relaxed);
        made.visits = root.visits;
        made.value = for_side(root.mean, side_);
        made.nodes = tree_.size();
        made.full = tree_.full();
        if (!root.grown()) return made;
        for (std::uint32_t n = 0; n < root.count; ++n) {
            const std::uint32_t at = root.first.load() + n;
            const auto& child = tree_[at];
            RootMove<Move> one{
                child.move, child.visits, for_side(child.mean, side_), child.prior_value, {}};
            if (child.visits > 0) one.line = line_from(at, line);
            made.moves.push_back(std::move(one));
        }
        std::stable_sort(made.moves.begin(), made.moves.end(),
                         [](const auto& a, const auto& b) { return a.visits > b.visits; });
        return made;
    }

   private:
    using N = Node<Move>;
    static constexpr std::uint64_t look_every = 128;

    struct Worker {
        Search& search;
        S& game;
        Random random;
        std::vector<std::uint32_t> path{};
        std::vector<std::int8_t> sides{};  // that chose at each node of the path; -1: chance
        std::vector<std::size_t> at{};     // where in the trail each node of the path stands
        std::vector<Candidate<Move>> candidates{};
        Trail trail{};
        std::vector<std::uint32_t> stamp{};
        std::vector<std::uint8_t> owner{};
        std::vector<std::uint32_t> when{};
        std::uint32_t epoch = 0;

        Worker(Search& s, S& g, Random r) : search(s), game(g), random(r) {
            stamp.resize(game.codes());
            owner.resize(game.codes());
            when.resize(game.codes());
        }

        void simulate() {
            game.restart();
            path.assign(1, 0);
            sides.clear();
            at.assign(1, 0);
            trail.clear();
            const bool threaded = search.threaded_;
            std::uint32_t here = 0;
            while (!game.over()) {
                N& node = search.tree_[here];
                std::uint32_t child;
                if (game.at_chance()) {
                    const Move outcome = game.draw(random);
                    child = search.outcome_of(node, outcome);
                    if (child == 0) break;  // no room: the rest is played out
                    sides.push_back(-1);
                    game.play(outcome);
                } else {
                    if (!node.grown() && !(node.visits + 1 >= search.needed(here) && grow(node)))
                        break;
                    const int side = game.side();
                    child = search.choose(node, side);
                    const Move move = search.tree_[child].move;
                    note(move, side);
                    sides.push_back(static_cast<std::int8_t>(side));
                    game.play(move);
                }
                here = child;
                path.push_back(here);
                at.push_back(trail.steps.size());
                if (threaded) {
                    search.tree_[here].underway.atomic().fetch_add(1, std::memory_order_relaxed);
                }
                if (search.tree_[here].visits == 0) {
                    if (search.needed(here) > 1) break;
                }
            }
            const float value = game.playout(random, trail);
            for (const std::uint32_t index : path) {
                N& node = search.tree_[index];
                const std::uint32_t visits = node.visits + 1;
                node.visits = visits;
                node.mean = node.mean + (value - node.mean) / static_cast<float>(visits);
                if (threaded && index != 0)
                    node.underway.atomic().fetch_sub(1, std::memory_order_relaxed);
            }
            if (!stamp.empty()) back_up_rave(value);
        }

        void note(const Move& move, int side) {
            const std::uint32_t code = game.code(move);
            if (code < stamp.size()) trail.note(code, side);
        }

        bool grow(N& node) {
            Growth was = Growth::leaf;
            if (!node.growth.compare_exchange_strong(was, Growth::growing,
                                                     std::memory_order_acquire)) {
                // Playing out from here meanwhile would drown the node in results of no worth.
                while (node.growth.load(std::memory_order_acquire) == Growth::growing)
                    std::this_thread::yield();
                return node.grown();
            }
            candidates.clear();
            game.candidates(candidates);
            const auto count = static_cast<std::uint32_t>(candidates.size());
            const std::uint32_t first = count == 0 || count > 0xffff ? 0 : search.tree_.take(count);
            if (first == 0) {
                node.growth.store(Growth::leaf, std::memory_order_release);
                return false;
            }
            for (std::uint32_t n = 0; n < count; ++n) {
                N& child = search.tree_[first + n];
                child.move = candidates[n].move;
                child.prior_weight = candidates[n].weight;
                child.prior_value = candidates[n].value;
            }
            node.count = static_cast<std::uint16_t>(count);
            node.first.store(first, std::memory_order_relaxed);
            node.growth.store(Growth::grown, std::memory_order_release);
            return true;
        }

        // A child's AMAF value counts the simulations in which its move was made by the same side
        // at some later time, and by nobody before. The nearer, the more it counts: from 2 to 1.
        void back_up_rave(float value) {
            if (++epoch == 0) {
                std::fill(stamp.begin(), stamp.end(), 0);
                epoch = 1;
            }
            const std::size_t end = trail.steps.size();
            std::size_t from = end;
            for (std::size_t depth = path.size(); depth-- > 0;) {
                while (from > at[depth]) {
                    --from;
                    const auto step = trail.steps[from];
                    stamp[step.code] = epoch;
                    owner[step.code] = step.side;
                    when[step.code] = static_cast<std::uint32_t>(from);
                }
                N& node = search.tree_[path[depth]];
                if (!node.grown()) continue;
                const int side = depth < sides.size() ? sides[depth] : -1;
                if (side < 0) continue;
                const float mine = for_side(value, side);
                const float scale = 1.0f / static_cast<float>(end - at[depth] + 1);
                const std::uint32_t first = node.first.load(std::memory_order_relaxed);
                for (std::uint32_t n = 0; n < node.count; ++n) {
                    N& child = search.tree_[first + n];
                    const std::uint32_t code = game.code(child.move);
                    if (code >= stamp.size() || stamp[code] != epoch || owner[code] != side)
                        continue;
                    const float weight = 2.0f - static_cast<float>(when[code] - at[depth]) * scale;
                    const float visits = child.rave_visits + weight;
                    child.rave_visits = visits;
                    child.rave_mean = child.rave_mean + (mine - child.rave_mean) * weight / visits;
                }
            }
        }
    };

    static float for_side(float value, int side) { return side == 0 ? value : 1.0f - value; }

    std::uint32_t needed(std::uint32_t index) const { return index == 0 ? 0 : tuning_.expand_at; }

    bool root_side(S& simulator) {
        simulator.restart();
        side_ = simulator.at_chance() ? 0 : simulator.side();
        return !simulator.over();
    }

    // UCT with RAVE: the mean of visits and prior, mixed with the AMAF mean by a weight that falls
    // with visits, and UCB1's bonus where it is wanted.
    std::uint32_t choose(const N& node, int side) const {
        const std::uint32_t first = node.first.load(std::memory_order_relaxed);
        const float explore =
            tuning_.exploration > 0
                ? tuning_.exploration * std::sqrt(std::log(static_cast<float>(node.visits) + 1.0f))
                : 0.0f;
        float best = -1e9f;
        std::uint32_t chosen = first;
        for (std::uint32_t n = 0; n < node.count; ++n) {
            const N& child = tree_[first + n];
            const float visits = static_cast<float>(child.visits);
            const float lost =
                threaded_ ? static_cast<float>(child.underway) * tuning_.virtual_loss : 0.0f;
            const float all = visits + child.prior_weight + lost;
            const float rave = child.rave_visits;
            float value;
            if (all + rave <= 0) {
                value = tuning_.first_play_urgency;
            } else {
                const float mean = all > 0 ? (visits * for_side(child.mean, side) +
                                              child.prior_weight * child.prior_value) /
                                                 all
                                           : 0.0f;
                const float share = rave / (rave + all + all * rave / tuning_.rave_equivalence);
                value = rave > 0 ? mean + share * (child.rave_mean - mean) : mean;
            }
            if (explore > 0) value += explore / std::sqrt(visits + lost + 1.0f);
            if (value > best) {
                best = value;
                chosen = first + n;
            }
        }
        return chosen;
    }

    std::uint32_t outcome_of(N& node, const Move& outcome) {
        node.growth.store(Growth::chance, std::memory_order_relaxed);
        std::uint32_t head = node.first.load(std::memory_order_acquire);
        for (;;) {
            for (std::uint32_t child = head; child != 0; child = tree_[child].next)
                if (tree_[child].move == outcome) return child;
            const std::uint32_t made = tree_.take(1);
            if (made == 0) return 0;
            tree_[made].move = outcome;
            tree_[made].next = head;
            if (node.first.compare_exchange_strong(head, made, std::memory_order_acq_rel))
                return made;
        }
    }

    std::uint32_t child_of(const N& node, const Move& move) const {
        const std::uint32_t first = node.first.load();
        if (node.growth.load() == Growth::chance) {
            for (std::uint32_t child = first; child != 0; child = tree_[child].next)
                if (tree_[child].move == move) return child;
            return 0;
        }
        for (std::uint32_t n = 0; node.grown() && n < node.count; ++n)
            if (tree_[first + n].move == move) return first + n;
        return 0;
    }

    std::vector<Move> line_from(std::uint32_t at, std::size_t most) const {
        std::vector<Move> line;
        for (; at != 0 && line.size() < most; at = favourite(tree_[at])) {
            line.push_back(tree_[at].move);
        }
        return line;
    }

    // The most visited child; at chance nodes the line ends.
    std::uint32_t favourite(const N& node) const {
        if (!node.grown()) return 0;
        const std::uint32_t first = node.first.load();
        std::uint32_t best = 0, most = 0;
        for (std::uint32_t n = 0; n < node.count; ++n)
            if (tree_[first + n].visits > most) {
                most = tree_[first + n].visits;
                best = first + n;
            }
        return best;
    }

    // Whether more simulations are not worth their time: the choice cannot change any more, or the
    // planned time is over and the most visited move is also the one that looks best.
    bool enough(Control& control, const Pace& pace, std::uint64_t done, std::uint32_t before) {
        const N& root = tree_.root();
        if (!root.grown()) return false;
        std::uint32_t first = 0, second = 0;
        float value = 0, best = 0;
        const std::uint32_t from = root.first.load();
        for (std::uint32_t n = 0; n < root.count; ++n) {
            const N& child = tree_[from + n];
            const std::uint32_t visits = child.visits;
            const float mean = for_side(child.mean, side_);
            if (visits > first) {
                second = first;
                first = visits;
                value = mean;
            } else {
                second = std::max(second, visits);
            }
            if (visits > done / 100 + before / 100) best = std::max(best, mean);
        }
        double left = -1;  // simulations, if that can be said
        if (pace.simulations > 0)
            left = done < pace.simulations ? static_cast<double>(pace.simulations - done) : 0;
        if (pace.seconds > 0) {
            const double spent = control.seconds();
            const bool settled = value >= best - 0.005f && first > second + second / 4;
            const bool decided =
                tuning_.stop_early && value >= tuning_.sure && value >= best - 0.005f;
            const double until = decided   ? pace.seconds * tuning_.decided
                                 : settled ? pace.seconds
                                           : pace.seconds * tuning_.unsettled;
            if (spent >= until) return true;
            const double by_clock = static_cast<double>(done) / std::max(spent, 1e-3) *
                                    (pace.seconds - std::min(spent, pace.seconds));
            if (spent < pace.seconds) left = left < 0 ? by_clock : std::min(left, by_clock);
            // Beyond the plan only an unsettled choice is still being thought about.
        }
        return tuning_.stop_early && left >= 0 && first > second &&
               static_cast<double>(first - second) > left;
    }

    Tuning tuning_;
    Tree<Move> tree_, spare_;
    int side_ = 0;
    bool threaded_ = false;
    std::atomic<std::uint64_t> simulations_{0};
};

}  // namespace kikashi::mcts
