// Principal variation search with iterative deepening for two sides and chance. It names no game:
// a game offers what the concepts of searchable.hpp ask, and `Foreseeing` (foresight.hpp) if the
// search shall be selective.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "search/foresight.hpp"
#include "search/searchable.hpp"
#include "search/underway.hpp"
#include "search/value_table.hpp"
#include "search/values.hpp"

namespace kikashi::search {

// Tuning numbers: common practice, not yet fitted by matches.
struct Tuning {
    int most_depth = 60;
    Value aspiration = 60;         // half the first window around the value of the iteration before
    int reduce_after = 4;          // later moves than this are first searched one ply less deep ...
    int reduce_from = 3;           // ... where at least so much depth is left; 0 depth: never
    int reduce_more_after = 8;     // much later ones two plies less deep ...
    int reduce_more_from = 4;      // ... where so much is left; docs/reference/evaluation.md
    double next_iteration = 0.55;  // a new iteration needs this share of the time to be left
    int forced_from = 0;           // forced wins are asked for once a depth from this on; 0: always
    bool any_win = false;          // the first win found will do: no faster one is looked for
    Foresight foresight{};
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
    static_assert(!PathDependent<G> || requires(const G seen) { seen.cycle(); });

    // `underway`: what the threads that share the table tell one another, if there are several.
    AlphaBeta(G& game, Control& control, ValueTable& table, const Tuning& tuning = {},
              Underway* underway = nullptr)
        : game_(game),
          control_(control),
          table_(table),
          tuning_(tuning),
          underway_(underway),
          history_(static_cast<std::size_t>(game.slots()), 0),
          credit_(Foreseeing<G> ? static_cast<std::size_t>(game.slots()) : 0),
          reductions_(tuning.foresight.slope) {}

    // Deepens until the control stops it, `seconds` (0: none) leave no room for an iteration, or a
    // sure result is found. `root` is left sorted, best first. Gives the last complete depth.
    // Asked again with a later first depth, it goes on with what it has learned.
    int deepen(std::vector<RootMove<Move>>& root, double seconds = 0, int first_depth = 1) {
        int complete = first_depth - 1;
        stopped_ = false;
        for (int depth = first_depth; depth <= tuning_.most_depth && !root.empty(); ++depth) {
            if (seconds > 0 && complete >= first_depth &&
                control_.seconds() > seconds * tuning_.next_iteration)
                break;
            if (!iteration(root, depth, complete > 0)) break;
            complete = depth;
            if (is_win(root[0].value) || is_loss(root[0].value)) break;
        }
        return complete;
    }

    // The value of the present position, searched to one depth with an open window.
    Value value(int depth) { return value(depth, -infinite, infinite); }
    // The same within a window; `line` then begins with the best move, if it is in the window.
    Value value(int depth, Value alpha, Value beta) {
        nominal_ = depth;
        stopped_ = false;
        return search(depth, alpha, beta, 0);
    }
    const std::vector<Move>& line() const { return frames_[0].line; }

   private:
    static constexpr int most_ply = 128;
    static constexpr std::int32_t most_places = 1 << 20;
    struct Frame {
        std::vector<Choice<Move>> choices;
        std::vector<Move> line;
        std::array<std::uint32_t, 2> killers{};
        Value estimate = 0;          // these three for games that foresee
        int slot = -1;               // of the move that was played here
        bool calm = false;           // whether that move was
        std::uint32_t excluded = 0;  // a move that this search must do without
        int rests_on = most_ply;     // the first ply of the path on which its sure result rests
    };

    bool iteration(std::vector<RootMove<Move>>& root, int depth, bool aspire) {
        const Value guess = root[0].value;
        Value reach = tuning_.aspiration;
        bool narrow = aspire && !is_win(guess) && !is_loss(guess);
        for (;;) {
            const Value low = narrow ? guess - reach : -infinite;
            const Value high = narrow ? guess + reach : infinite;
            nominal_ = depth;
            const Value found = try_window(root, depth, low, high);
            if (stopped_) return false;
            if (!narrow || (found > low && found < high) || enough(found)) return true;
            reach *= 4;
            narrow = reach < sure / 4;
        }
    }

    bool enough(Value found) const { return tuning_.any_win && is_win(found); }

    // One pass over the moves at the root. Stopped halfway, what beat the old best still counts.
    Value try_window(std::vector<RootMove<Move>>& root, int depth, Value low, Value high) {
        Value best = -infinite;
        std::vector<Value> old;
        for (const auto& entry : root) old.push_back(entry.value);
        std::vector<bool> seen(root.size(), false);
        std::vector<std::size_t> order(root.size());  // behind come those that were put off
        std::iota(order.begin(), order.end(), std::size_t{0});
        for (std::size_t n = 0; n < order.size() && best < high && !enough(best); ++n) {
            const std::size_t i = order[n];
            RootMove<Move>& entry = root[i];
            const std::uint64_t name = i > 0 ? name_of(game_.key(), entry.move, depth) : 0;
            if (name && n < root.size() && underway_->has(name)) {
                order.push_back(i);
                continue;
            }
            if (name) underway_->enter(name);
            const Value alpha = std::max(low, best) - entry.bias, beta = high - entry.bias;
            Value value;
            if (i == 0) {
                value = child(entry.move, depth - 1, alpha, beta, 0);
            } else {
                const int reduce = root_reduction(entry.move, depth, i);
                value = child(entry.move, depth - 1 - reduce, alpha, alpha + 1, 0, reduce, true);
                if (reduce && !stopped_ && value > alpha)
                    value = child(entry.move, depth - 1, alpha, alpha + 1, 0, 0, true);
                if (!stopped_ && value > alpha && value < beta)
                    value = child(entry.move, depth - 1, alpha, beta, 0);
            }
            if (name) underway_->leave(name);
            if (stopped_) break;
            seen[i] = true;
            value = std::clamp(value + entry.bias, -win_value, win_value);
            // Below the window a value is only a bound: it says nothing against the first move.
            if (i == 0 || value > std::max(low, best)) {
                best = value;
                entry.value = value;
                entry.line.assign(1, entry.move);
                const auto& rest = frames_[1].line;
                entry.line.insert(entry.line.end(), rest.begin(), rest.end());
            } else {
                entry.value = -infinite;  // refuted: its old place in the order is kept
            }
        }
        if (stopped_ && !seen[0]) {
            for (std::size_t i = 0; i < root.size(); ++i) root[i].value = old[i];
            return best;
        }
        for (std::size_t i = 0; i < root.size(); ++i)
            if (!seen[i]) root[i].value = -infinite;
        std::stable_sort(root.begin(), root.end(),
                         [](const auto& a, const auto& b) { return a.value > b.value; });
        return best;
    }

    int root_reduction(const Move& move, int depth, std::size_t place) {
        if constexpr (Foreseeing<G>) {
            if (tuning_.foresight.late_at_root && depth >= tuning_.reduce_from &&
                place >= first_reduced && game_.tame(move))
                return std::clamp(reductions_(depth, place), 0, depth - 2);
        }
        return 0;
    }

    // The value of a move for the side that makes it; the other side need not be next. A threat is
    // not searched less deep than others (`reduced` plies), and a safe one deeper, unless it is
    // looked at deeper already.
    Value child(const Move& move, int depth, Value alpha, Value beta, int ply,
                [[maybe_unused]] int reduced = 0, bool cut = false) {
        if constexpr (Foreseeing<G>) table_.expect(game_.key_after(move));
        const int side = game_.side();
        if constexpr (Foreseeing<G>) {
            frame(ply).slot = game_.slot(move, 0);
            frame(ply).calm = game_.calm(move);
        }
        game_.play(move);
        if constexpr (!Foreseeing<G>) table_.expect(game_.key());
        const bool same = game_.side() == side;
        if constexpr (Foreseeing<G>)
            if (game_.urgent() && reduced != already_deeper) {
                depth += reduced;
                if (ply < 2 * nominal_ && game_.safe(move)) depth = std::max(depth, 0) + 1;
            }
        const Value value = same ? search(depth, alpha, beta, ply + 1, cut)
                                 : -search(depth, -beta, -alpha, ply + 1, cut);
        game_.undo(move);
        return value;
    }

    // `cut_node`: the first move should be enough to leave the window, if the rest of the tree is
    // as it seems.
    Value search(int depth, Value alpha, Value beta, int ply,
                 [[maybe_unused]] bool cut_node = false) {
        Frame& here = frame(ply);
        here.line.clear();
        [[maybe_unused]] const bool after_pass = std::exchange(passed_, false);
        if (!control_.tick()) {
            stopped_ = true;
            return 0;
        }
        if constexpr (Foreseeing<G>)
            if (tuning_.any_win) {  // one win is as good as another
                alpha = std::max(alpha, -sure);
                beta = std::min(beta, sure);
                if (alpha >= beta) alpha = beta - 1;
            }
        Value value;
        here.rests_on = most_ply;
        if constexpr (PathDependent<G>) {
            if (game_.settled(ply, value)) {
                if (tuning_.any_win && (is_win(value) || is_loss(value)))
                    here.rests_on = ply - game_.cycle();
                return value;
            }
            if (depth <= 0 || ply + 2 >= most_ply) {
                if constexpr (Foreseeing<G>)
                    if (tuning_.foresight.quiet_kept) return kept_quiet(alpha, beta, ply);
                value = game_.quiet(alpha, beta, ply);
                stopped_ = !control_.running();  // quiescence may have used the last node
                return value;
            }
        }
        const std::uint32_t excluded = here.excluded;
        const std::uint64_t key = game_.key() ^ excluded * excluded_key;
        std::uint32_t first = 0;
        const auto stored = table_.find(key);
        if (stored) {
            first = stored->move;
            const Value known = from_table(stored->value, ply);
            if constexpr (Foreseeing<G>) {
                // A sure result has had every move of the loser searched: no depth adds to it.
                if (tuning_.any_win && !excluded &&
                    ((stored->bound != Bound::upper && is_win(known) && known >= beta) ||
                     (stored->bound != Bound::lower && is_loss(known) && known <= alpha)))
                    return known;
            }
            if (stored->depth >= depth && (beta - alpha == 1 || stored->depth == over)) {
                if (stored->bound == Bound::exact) return known;
                if (stored->bound == Bound::lower && known >= beta) return known;
                if (stored->bound == Bound::upper && known <= alpha) return known;
            }
        }
        if constexpr (!PathDependent<G>) {
            // What the table holds was looked at before, by this thread or another, and is not
            // settled.
            if (!stored && game_.settled(ply, value)) {
                table_.store(key, {to_table(value, ply), over, Bound::exact, 0});
                return value;
            }
            if (!control_.running()) {  // cut off, that look says nothing
                stopped_ = true;
                return 0;
            }
            if constexpr (Chancy<G>)
                if (game_.at_chance()) return chance(depth, alpha, beta, ply);
            if (depth <= 0 || ply + 2 >= most_ply) {
                value = game_.quiet(alpha, beta, ply);
                if (!stored) table_.store(key, {value, 0, Bound::none, 0});
                return value;
            }
        }
        if constexpr (Forcing<G>)
            if (!excluded && !looked_at(stored, depth)) {
                Move winner{};
                if (game_.forced(depth, ply, value, winner)) {
                    table_.store(key,
                                 {to_table(value, ply), over, Bound::lower, game_.code(winner)});
                    here.line.assign(1, winner);
                    return value;
                }
            }
        [[maybe_unused]] Outlook outlook;
        [[maybe_unused]] int deeper = 0;
        if constexpr (Foreseeing<G>) {
            if (depth >= tuning_.foresight.guess_from && first == 0) --depth;
            outlook = look(ply);
            Value cut;
            if (beta - alpha == 1 && !excluded && !outlook.urgent &&
                far_ahead(depth, beta, outlook.estimate, ply, after_pass, cut_node, cut))
                return cut;
            if (stored && !excluded) {
                Value others = 0;
                switch (standing(depth, beta, ply, *stored, cut_node, others)) {
                    case Standing::alone:
                        deeper = 1;
                        break;
                    case Standing::many:
                        if (beta - alpha == 1) return others;
                        break;
                    case Standing::unknown:
                        break;
                }
            }
            if (stopped_) return 0;
        }
        if constexpr (Foreseeing<G>)
            if (tuning_.foresight.near_killers) frame(ply + 2).killers = {};
        here.choices.clear();
        game_.choices(ply, here.choices);
        if constexpr (Foreseeing<G>)
            if (here.choices.empty()) return game_.stuck(ply);
        rank(here, first, ply);

        Value best = -infinite;
        const Value entered = alpha;
        int rests_on = most_ply;
        std::uint32_t best_code = 0;
        const std::size_t fresh = here.choices.size();  // behind come those that were put off
        for (std::size_t n = 0; n < here.choices.size(); ++n) {
            bring_best(here.choices, n);
            const Move move = here.choices[n].move;
            if (excluded && game_.code(move) == excluded) continue;
            const std::size_t i = n < fresh ? n : put_off_from(here.choices[n]);
            const std::uint64_t name = i > 0 ? name_of(key, move, depth) : 0;
            if (name && n < fresh && underway_->has(name)) {
                put_off(here.choices, n);
                continue;
            }
            Value found;
            if (name) underway_->enter(name);
            if (i == 0) {
                found = child(move, depth - 1 + deeper, alpha, beta, ply,
                              deeper && tuning_.foresight.deeper_once ? already_deeper : 0,
                              beta - alpha == 1 && !cut_node);
            } else {
                int reduce = reduction(depth, static_cast<int>(i));
                if constexpr (Foreseeing<G>) {
                    const bool may_skip = !is_loss(best) && !is_loss(alpha);
                    if (!worth_it(move, depth, i, alpha, beta, ply, outlook, may_skip, cut_node,
                                  reduce)) {
                        if (name) underway_->leave(name);
                        continue;
                    }
                }
                found = child(move, depth - 1 - reduce, alpha, alpha + 1, ply, reduce,
                              reduce > 0 || !cut_node);
                if (reduce && !stopped_ && found > alpha)
                    found = child(move, depth - 1, alpha, alpha + 1, ply, 0, !cut_node);
                if (!stopped_ && found > alpha && found < beta)
                    found = child(move, depth - 1, alpha, beta, ply);
            }
            if (name) underway_->leave(name);
            if (stopped_) return 0;
            if (is_loss(found)) rests_on = std::min(rests_on, frame(ply + 1).rests_on);
            if (found <= best) continue;
            best = found;
            if (is_win(found)) rests_on = frame(ply + 1).rests_on;
            best_code = game_.code(move);
            if (found > alpha) {
                alpha = found;
                const auto& rest = frame(ply + 1).line;
                here.line.assign(1, move);
                here.line.insert(here.line.end(), rest.begin(), rest.end());
            }
            if (alpha >= beta) {
                if constexpr (Foreseeing<G>)
                    reward_calm(here, n, depth, ply);
                else
                    reward(here, move, depth);
                break;
            }
        }
        if constexpr (Foreseeing<G>)
            if (best <= entered) praise_before(depth, ply);
        if (best == -infinite) return entered;  // there is nothing but the excluded move
        const Bound bound = best >= beta     ? Bound::lower
                            : best > entered ? Bound::exact
                                             : Bound::upper;
        const bool sure_here =
            (is_win(best) && bound != Bound::upper) || (is_loss(best) && bound != Bound::lower);
        here.rests_on = sure_here && rests_on < ply ? rests_on : most_ply;
        if (here.rests_on < most_ply) {  // sure on this path only
            table_.store(key, {is_win(best) ? sure - 1 : 1 - sure, depth,
                               is_win(best) ? Bound::lower : Bound::upper, best_code});
            return best;
        }
        // Below the window every value is only a bound: the best of them names no good move.
        if constexpr (Foreseeing<G>)
            if (tuning_.foresight.old_move_kept && bound == Bound::upper && !sure_here)
                best_code = first;
        // What is sure is not pushed out of the table: a proof may ask for it later.
        const bool lasting = tuning_.any_win && sure_here;
        table_.store(key, {to_table(best, ply), lasting ? over : depth, bound, best_code});
        return best;
    }

    // Whether a forced win was looked for here before, with as much depth to go, and not found.
    bool looked_at(const std::optional<Stored>& stored, int depth) const {
        return tuning_.forced_from > 0 && stored && stored->depth >= depth &&
               depth >= tuning_.forced_from;
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

    void rank(Frame& here, std::uint32_t first, [[maybe_unused]] int ply) {
        for (auto& choice : here.choices) {
            const std::uint32_t code = game_.code(choice.move);
            if (code == first) {
                choice.order = INT32_MAX;
            } else if (code == here.killers[0] || code == here.killers[1]) {
                choice.order = INT32_MAX / 2;
            } else if constexpr (Foreseeing<G>) {
                choice.order += credit_of(choice.move, ply);
            } else {
                std::int32_t credit = 0;
                for (int n = 0, slot; (slot = game_.slot(choice.move, n)) >= 0; ++n)
                    credit += history_[static_cast<std::size_t>(slot)];
                choice.order += credit;
            }
        }
    }

    // By what name other threads know that this move is being searched; 0: they need not know.
    std::uint64_t name_of(std::uint64_t key, const Move& move, int depth) const {
        if (!underway_ || depth < Underway::least_depth) return 0;
        return Underway::name(key, game_.code(move), depth);
    }

    // A move that another thread searches comes once more, behind all others; by then its value
    // stands in the table. Its order says from which place it came.
    static void put_off(std::vector<Choice<Move>>& choices, std::size_t place) {
        Choice<Move> later = choices[place];
        later.order = INT32_MIN + most_places - static_cast<std::int32_t>(place);
        choices.push_back(later);
    }
    static std::size_t put_off_from(const Choice<Move>& choice) {
        return static_cast<std::size_t>(most_places - (choice.order - INT32_MIN));
    }

    // Sorting as far as it is needed: most positions are cut off after a move or two.
    static void bring_best(std::vector<Choice<Move>>& choices, std::size_t i) {
        std::size_t best = i;
        for (std::size_t j = i + 1; j < choices.size(); ++j)
            if (choices[j].order > choices[best].order) best = j;
        const auto from = choices.begin() + static_cast<std::ptrdiff_t>(i);
        const auto to = choices.begin() + static_cast<std::ptrdiff_t>(best);
        std::rotate(from, to, to + 1);
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

    // --- for games that foresee ------------------------------------------------------------------

    struct Outlook {
        bool urgent = false, improving = false;
        Value estimate = 0;
    };

    Outlook look(int ply)
        requires Foreseeing<G>
    {
        const Value before = ply >= 2 ? frame(ply - 2).estimate : -infinite;
        Outlook outlook{game_.urgent(), false, 0};
        outlook.estimate = outlook.urgent ? before : game_.estimate();
        outlook.improving = !outlook.urgent && outlook.estimate > before;
        frame(ply).estimate = outlook.estimate;
        return outlook;
    }

    // Quiescence, unless the table knows the answer; what it finds is kept where nothing was.
    Value kept_quiet(Value alpha, Value beta, int ply)
        requires Foreseeing<G>
    {
        const std::uint64_t key = game_.key();
        const auto stored = table_.find(key);
        if (stored) {
            const Value known = from_table(stored->value, ply);
            if (stored->bound == Bound::exact || (stored->bound == Bound::lower && known >= beta) ||
                (stored->bound == Bound::upper && known <= alpha))
                return known;
        }
        const Value value = game_.quiet(alpha, beta, ply);
        stopped_ = !control_.running();
        if (!stored && !stopped_ && !is_win(value))  // a win without its move is of no use
            table_.store(key, {to_table(value, ply), 0,
                               value >= beta    ? Bound::lower
                               : value <= alpha ? Bound::upper
                                                : Bound::exact,
                               0});
        return value;
    }

    // So far ahead that the game is not lost by moving on, or not even by passing.
    bool far_ahead(int depth, Value beta, Value estimate, int ply, bool after_pass, bool cut_node,
                   Value& cut)
        requires Foreseeing<G>
    {
        const Foresight& by = tuning_.foresight;
        if (is_win(beta) || is_loss(beta) || estimate < beta) return false;
        cut = estimate;
        if (depth <= by.calm_depth && estimate - by.calm_margin * depth >= beta) return true;
        if (after_pass || depth < by.pass_from || !game_.may_pass()) return false;
        const int saved = by.pass_saves + depth / 4 + std::min((estimate - beta) / by.pass_step, 3);
        passed_ = true;
        frame(ply).slot = -1;
        game_.pass();
        cut = -search(depth - saved, -beta, -beta + 1, ply + 1, !cut_node);
        game_.unpass();
        if (is_win(cut)) cut = beta;  // a pass proves nothing
        return !stopped_ && cut >= beta;
    }

    // Is the stored move without an equal here? Then it is worth a closer look. If on the other
    // hand even the others reach beyond the window (`low` does), nobody needs to look at all.
    enum class Standing { unknown, alone, many };
    Standing standing(int depth, Value beta, int ply, const Stored& stored, bool cut_node,
                      Value& low)
        requires Foreseeing<G>
    {
        const Value known = from_table(stored.value, ply);
        if (depth < tuning_.foresight.alone_from || stored.move == 0 || stored.depth < depth - 3 ||
            stored.bound == Bound::upper || is_win(known) || is_loss(known) || ply >= 2 * nominal_)
            return Standing::unknown;
        low = known - 2 * depth;
        frame(ply).excluded = stored.move;
        const Value others = search(depth / 2, low - 1, low, ply, cut_node);
        frame(ply).excluded = 0;
        frame(ply).line.clear();
        if (stopped_) return Standing::unknown;
        if (others < low) return Standing::alone;
        return tuning_.foresight.many_cut && low >= beta ? Standing::many : Standing::unknown;
    }

    // Whether a later move is searched at all, and how much less deep.
    bool worth_it(const Move& move, int depth, std::size_t place, Value alpha, Value beta, int ply,
                  const Outlook& outlook, bool may_skip, bool cut_node, int& reduce)
        requires Foreseeing<G>
    {
        const Foresight& by = tuning_.foresight;
        reduce = 0;
        const bool tame = game_.tame(move);
        if (tame) {
            const int credit = credit_of(move, ply);
            reduce = reductions_(depth, place) + !outlook.improving - (beta - alpha > 1) -
                     outlook.urgent - credit / by.credit_step + (cut_node ? by.cut_saves : 0);
            reduce = std::clamp(reduce, 0, depth - 1);
            if (may_skip && !outlook.urgent) {
                const int first = by.late_first + depth * depth;
                if (static_cast<int>(place) >= (outlook.improving ? first : first / 2))
                    return false;
                const int rest = depth - 1 - reduce;
                if (rest < by.idle_depth &&
                    outlook.estimate + by.idle_base + by.idle_step * rest <= alpha)
                    return false;
                if (rest < by.discredited_depth && credit < -by.discredited_step * rest)
                    return false;
                if (rest < by.unheard_depth && unheard(move, ply)) return false;
            }
        }
        if (may_skip && !outlook.urgent && depth <= by.gift_depth &&
            game_.loses(move) > by.gift_step * depth * depth)
            return false;
        if (depth < tuning_.reduce_from) reduce = 0;
        return true;
    }

    int slot_before(int ply, int back) const { return ply < back ? -1 : frame(ply - back).slot; }
    int credit_of(const Move& move, int ply) const {
        return credit_.of(game_.slot(move, 0), slot_before(ply, 1), slot_before(ply, 2));
    }

    bool unheard(const Move& move, int ply) const {
        return credit_.failed(game_.slot(move, 0), slot_before(ply, 1), slot_before(ply, 2));
    }

    // Praise for the calm move that cut off, blame for those tried before it.
    void reward_calm(Frame& here, std::size_t place, int depth, int ply)
        requires Foreseeing<G>
    {
        const Move& move = here.choices[place].move;
        const bool calm = game_.calm(move);
        if (!calm && !tuning_.foresight.all_blamed) return;
        const std::uint32_t code = game_.code(move);
        if (calm && here.killers[0] != code) here.killers = {code, here.killers[0]};
        for (std::size_t i = 0; i <= place; ++i)
            if (game_.calm(here.choices[i].move))
                credit_.learn(game_.slot(here.choices[i].move, 0), slot_before(ply, 1),
                              slot_before(ply, 2),
                              i == place ? Credit::bonus(depth) : -Credit::bonus(depth));
    }

    // A calm move that left the other side without a good answer.
    void praise_before(int depth, int ply)
        requires Foreseeing<G>
    {
        const Foresight& by = tuning_.foresight;
        if (!by.praise_before || ply == 0 || depth < by.praise_from) return;
        const Frame& before = frame(ply - 1);
        if (before.slot >= 0 && before.calm)
            credit_.learn(before.slot, slot_before(ply - 1, 1), slot_before(ply - 1, 2),
                          Credit::bonus(depth));
    }

    Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }
    const Frame& frame(int ply) const { return frames_[static_cast<std::size_t>(ply)]; }

    // Wins are stored as seen from the position itself, not from the root.
    static Value to_table(Value value, int ply) {
        return is_win(value) ? value + ply : is_loss(value) ? value - ply : value;
    }
    static Value from_table(Value value, int ply) {
        return is_win(value) ? value - ply : is_loss(value) ? value + ply : value;
    }

    static constexpr int already_deeper = -1;        // than others, not less deep
    static constexpr std::size_t first_reduced = 3;  // of the moves at the root
    static constexpr std::int32_t most_credit = 1 << 16;
    static constexpr int over = 255;  // the depth of what no search can change
    static constexpr std::uint64_t excluded_key = 0x9e3779b97f4a7c15ULL;

    G& game_;
    Control& control_;
    ValueTable& table_;
    Tuning tuning_;
    Underway* underway_;
    std::vector<std::int32_t> history_;
    Credit credit_;
    Reductions reductions_;
    std::array<Frame, most_ply> frames_;
    int nominal_ = 0;      // the depth asked for at the root
    bool passed_ = false;  // the position to be searched next came about by a pass
    bool stopped_ = false;
};

}  // namespace kikashi::search
