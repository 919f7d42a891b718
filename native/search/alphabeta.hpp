// Principal variation search with iterative deepening for two sides and chance. It names no game:
// a game offers what `Searchable` asks, and `Chancy` too if dice or flips are part of it.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "search/value_table.hpp"
#include "search/values.hpp"

namespace kikashi::search {

template <class G>
concept Searchable = requires(G game, const G seen, const typename G::Move move, Value value,
                              std::vector<Choice<typename G::Move>> choices, int ply) {
    { seen.side() } -> std::convertible_to<int>;  // 0 or 1: whose view values here are in
    { seen.key() } -> std::convertible_to<std::uint64_t>;
    { seen.code(move) } -> std::convertible_to<std::uint32_t>;  // 24 bits, never 0
    // Is the game over here, or so plain that no tree is needed? Then `value` is set.
    { game.settled(ply, value) } -> std::convertible_to<bool>;
    game.choices(ply, choices);  // appends at least one
    game.play(move);
    game.undo(move);
    { game.quiet(value, value, ply) } -> std::convertible_to<Value>;  // the quiescence hook
    { seen.slots() } -> std::convertible_to<int>;        // the history heuristic counts by slot ...
    { seen.slot(move, 0) } -> std::convertible_to<int>;  // ... one or more a move; -1 ends them
};

template <class G>
concept Chancy = requires(G game, const G seen, std::vector<Outcome<typename G::Move>> outcomes) {
    { seen.at_chance() } -> std::convertible_to<bool>;
    game.outcomes(outcomes);
    { seen.most() } -> std::convertible_to<Value>;  // no value is larger, or smaller than -most
};

// Tuning numbers: common practice, not yet fitted by matches.
struct Tuning {
    int most_depth = 60;
    Value aspiration = 60;         // half the first window around the value of the iteration before
    int reduce_after = 4;          // later moves than this are first searched one ply less deep ...
    int reduce_from = 3;           // ... where at least so much depth is left; 0 depth: never
    int reduce_more_after = 8;     // much later ones two plies less deep ...
    int reduce_more_from = 4;      // ... where so much is left; docs/reference/evaluation.md
    double next_iteration = 0.55;  // a new iteration needs this share of the time to be left
};

template <class Move>
struct RootMove {
    Move move;
    Value bias = 0;  // added to its value: noise of weak levels, variety in the opening
    Value value = -infinite;
    std::vector<Move> line;  // begins with the move itself
};

template <Searchable G>
class AlphaBeta {
   public:
    using Move = typename G::Move;

    AlphaBeta(G& game, Control& control, ValueTable& table, const Tuning& tuning = {})
        : game_(game),
          control_(control),
          table_(table),
          tuning_(tuning),
          history_(static_cast<std::size_t>(game.slots()), 0) {}

    // Deepens until the control stops it, `seconds` (0: none) leave no room for an iteration, or a
    // sure result is found. `root` is left sorted, best first. Gives the last complete depth.
    int deepen(std::vector<RootMove<Move>>& root, double seconds = 0, int first_depth = 1) {
        int complete = 0;
        for (int depth = first_depth; depth <= tuning_.most_depth && !root.empty(); ++depth) {
            if (seconds > 0 && complete > 0 &&
                control_.seconds() > seconds * tuning_.next_iteration)
                break;
            if (!iteration(root, depth, complete > 0)) break;
            complete = depth;
            if (is_win(root[0].value) || is_loss(root[0].value)) break;
        }
        return complete;
    }

    // The value of the present position, searched to one depth with an open window.
    Value value(int depth) { return search(depth, -infinite, infinite, 0); }

   private:
    static constexpr int most_ply = 128;
    struct Frame {
        std::vector<Choice<Move>> choices;
        std::vector<Move> line;
        std::array<std::uint32_t, 2> killers{};
    };

    bool iteration(std::vector<RootMove<Move>>& root, int depth, bool aspire) {
        const Value guess = root[0].value;
        Value reach = tuning_.aspiration;
        bool narrow = aspire && !is_win(guess) && !is_loss(guess);
        for (;;) {
            const Value low = narrow ? guess - reach : -infinite;
            const Value high = narrow ? guess + reach : infinite;
            const Value found = try_window(root, depth, low, high);
            if (stopped_) return false;
            if (!narrow || (found > low && found < high)) return true;
            reach *= 4;
            narrow = reach < sure / 4;
        }
    }

    // One pass over the moves at the root. Stopped halfway, what beat the old best still counts.
    Value try_window(std::vector<RootMove<Move>>& root, int depth, Value low, Value high) {
        Value best = -infinite;
        std::vector<Value> old;
        for (const auto& entry : root) old.push_back(entry.value);
        std::size_t done = 0;
        for (; done < root.size() && best < high; ++done) {
            RootMove<Move>& entry = root[done];
            const Value alpha = std::max(low, best) - entry.bias, beta = high - entry.bias;
            Value value;
            if (done == 0) {
                value = child(entry.move, depth - 1, alpha, beta, 0);
            } else {
                value = child(entry.move, depth - 1, alpha, alpha + 1, 0);
                if (!stopped_ && value > alpha && value < beta)
                    value = child(entry.move, depth - 1, alpha, beta, 0);
            }
            if (stopped_) break;
            value = std::clamp(value + entry.bias, -win_value, win_value);
            // Below the window a value is only a bound: it says nothing against the first move.
            if (done == 0 || value > std::max(low, best)) {
                best = value;
                entry.value = value;
                entry.line.assign(1, entry.move);
                const auto& rest = frames_[1].line;
                entry.line.insert(entry.line.end(), rest.begin(), rest.end());
            } else {
                entry.value = -infinite;  // refuted: its old place in the order is kept
            }
        }
        if (stopped_ && done == 0) {
            for (std::size_t i = 0; i < root.size(); ++i) root[i].value = old[i];
            return best;
        }
        for (std::size_t i = done; i < root.size(); ++i) root[i].value = -infinite;
        std::stable_sort(root.begin(), root.end(),
                         [](const auto& a, const auto& b) { return a.value > b.value; });
        return best;
    }

    // The value of a move for the side that makes it; the other side need not be next.
    Value child(const Move& move, int depth, Value alpha, Value beta, int ply) {
        const int side = game_.side();
        game_.play(move);
        const bool same = game_.side() == side;
        const Value value =
            same ? search(depth, alpha, beta, ply + 1) : -search(depth, -beta, -alpha, ply + 1);
        game_.undo(move);
        return value;
    }

    Value search(int depth, Value alpha, Value beta, int ply) {
        Frame& here = frames_[static_cast<std::size_t>(ply)];
        here.line.clear();
        if (!control_.tick()) {
            stopped_ = true;
            return 0;
        }
        const std::uint64_t key = game_.key();
        std::uint32_t first = 0;
        const auto stored = table_.find(key);
        if (stored) {
            first = stored->move;
            const Value known = from_table(stored->value, ply);
            if (stored->depth >= depth && (beta - alpha == 1 || stored->depth == over)) {
                if (stored->bound == Bound::exact) return known;
                if (stored->bound == Bound::lower && known >= beta) return known;
                if (stored->bound == Bound::upper && known <= alpha) return known;
            }
        }
        // What the table holds was looked at before, by this thread or another, and is not settled.
        Value value;
        if (!stored && game_.settled(ply, value)) {
            table_.store(key, {to_table(value, ply), over, Bound::exact, 0});
            return value;
        }
        if constexpr (Chancy<G>)
            if (game_.at_chance()) return chance(depth, alpha, beta, ply);
        if (depth <= 0 || ply + 2 >= most_ply) {
            value = game_.quiet(alpha, beta, ply);
            if (!stored) table_.store(key, {value, 0, Bound::none, 0});
            return value;
        }
        here.choices.clear();
        game_.choices(ply, here.choices);
        order(here, first);

        Value best = -infinite;
        const Value entered = alpha;
        std::uint32_t best_code = 0;
        for (std::size_t i = 0; i < here.choices.size(); ++i) {
            const Move move = here.choices[i].move;
            Value found;
            if (i == 0) {
                found = child(move, depth - 1, alpha, beta, ply);
            } else {
                const int less = reduction(depth, static_cast<int>(i));
                found = child(move, depth - 1 - less, alpha, alpha + 1, ply);
                if (less > 0 && !stopped_ && found > alpha)
                    found = child(move, depth - 1, alpha, alpha + 1, ply);
                if (!stopped_ && found > alpha && found < beta)
                    found = child(move, depth - 1, alpha, beta, ply);
            }
            if (stopped_) return 0;
            if (found <= best) continue;
            best = found;
            best_code = game_.code(move);
            if (found > alpha) {
                alpha = found;
                const auto& rest = frames_[static_cast<std::size_t>(ply) + 1].line;
                here.line.assign(1, move);
                here.line.insert(here.line.end(), rest.begin(), rest.end());
            }
            if (alpha >= beta) {
                reward(here, move, depth);
                break;
            }
        }
        const Bound bound = best >= beta     ? Bound::lower
                            : best > entered ? Bound::exact
                                             : Bound::upper;
        table_.store(key, {to_table(best, ply), depth, bound, best_code});
        return best;
    }

    // How much less deep the move in this place is first searched.
    int reduction(int depth, int place) const {
        if (tuning_.reduce_from <= 0) return 0;
        return (depth >= tuning_.reduce_from && place >= tuning_.reduce_after) +
               (depth >= tuning_.reduce_more_from && place >= tuning_.reduce_more_after);
    }

    // The mean over all outcomes, cut off as soon as the rest cannot bring it back into the window
    // (Ballard's Star1). Means are rounded towards minus infinity for the side whose view it is.
    Value chance(int depth, Value alpha, Value beta, int ply)
        requires Chancy<G>
    {
        std::vector<Outcome<Move>> outcomes;
        game_.outcomes(outcomes);
        const std::int64_t most = game_.most();
        std::int64_t total = 0, rest, sum = 0;
        for (const auto& outcome : outcomes) total += outcome.weight;
        rest = total;
        for (const auto& outcome : outcomes) {
            const std::int64_t weight = outcome.weight;
            rest -= weight;
            const std::int64_t low = floor(alpha * total - sum - most * rest, weight);
            const std::int64_t high = -floor(-(beta * total - sum + most * rest), weight);
            const Value a = static_cast<Value>(std::clamp(low, -most - 1, most));
            const Value b = static_cast<Value>(std::clamp<std::int64_t>(high, a + 1, most + 1));
            const Value found = child(outcome.move, depth, a, b, ply);
            if (stopped_) return 0;
            sum += weight * found;
            if (found <= a && sum + most * rest <= alpha * total)
                return static_cast<Value>(floor(sum + most * rest, total));
            if (found >= b && sum - most * rest >= beta * total)
                return static_cast<Value>(floor(sum - most * rest, total));
        }
        return static_cast<Value>(floor(sum, total));
    }

    static std::int64_t floor(std::int64_t a, std::int64_t b) {
        return a / b - (a % b != 0 && (a < 0) != (b < 0));
    }

    void order(Frame& here, std::uint32_t first) {
        for (auto& choice : here.choices) {
            const std::uint32_t code = game_.code(choice.move);
            if (code == first) {
                choice.order = INT32_MAX;
            } else if (code == here.killers[0] || code == here.killers[1]) {
                choice.order = INT32_MAX / 2;
            } else {
                std::int32_t credit = 0;
                for (int n = 0, slot; (slot = game_.slot(choice.move, n)) >= 0; ++n)
                    credit += history_[static_cast<std::size_t>(slot)];
                choice.order += credit;
            }
        }
        std::stable_sort(here.choices.begin(), here.choices.end(),
                         [](const auto& a, const auto& b) { return a.order > b.order; });
    }

    void reward(Frame& here, const Move& move, int depth) {
        const std::uint32_t code = game_.code(move);
        if (here.killers[0] != code) here.killers = {code, here.killers[0]};
        for (int n = 0, slot; (slot = game_.slot(move, n)) >= 0; ++n) {
            std::int32_t& credit = history_[static_cast<std::size_t>(slot)];
            credit += depth * depth;
            if (credit > most_credit)
                for (std::int32_t& other : history_) other /= 2;
        }
    }

    // Wins are stored as seen from the position itself, not from the root.
    static Value to_table(Value value, int ply) {
        return is_win(value) ? value + ply : is_loss(value) ? value - ply : value;
    }
    static Value from_table(Value value, int ply) {
        return is_win(value) ? value - ply : is_loss(value) ? value + ply : value;
    }

    static constexpr std::int32_t most_credit = 1 << 16;
    static constexpr int over = 255;  // the depth of what no search can change

    G& game_;
    Control& control_;
    ValueTable& table_;
    Tuning tuning_;
    std::vector<std::int32_t> history_;
    std::array<Frame, most_ply> frames_;
    bool stopped_ = false;
};

}  // namespace kikashi::search
