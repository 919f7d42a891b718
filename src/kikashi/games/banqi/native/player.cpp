#include "player.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

#include "core/keys.hpp"

namespace kikashi::banqi {

namespace {

// A small table stays in the processor's caches, and 3 seconds do not fill it (12% more nodes a
// second than with 32 MB); a long search gets a large one.
constexpr std::size_t small_table = std::size_t{8} << 20, large_table = std::size_t{64} << 20;
constexpr double small_table_seconds = 3;
constexpr std::uint64_t small_table_nodes = 10'000'000;
constexpr int flip_saves = 2;   // plies that each outcome of a flip is searched less deep
constexpr int star2_depth = 1;  // to go after an outcome: less is searched as fast as probed
constexpr std::size_t flips_kept[] = {32, 32, 12, 8, 6, 4};  // by depth; later: the last
constexpr double flip_margin = 0.12;    // flips whose chance is so far below the best are left out
constexpr double next_iteration = 0.5;  // a new depth needs this share of the time to be left
constexpr double table_share = 0.4;     // of a turn's time, for making endgame tables ...
constexpr double state_seconds = 2e-7;  // ... of which each state needs so much ...
constexpr double byte_seconds = 1e-8;   // ... and each byte of one that was kept

// How much worse than nothing a draw is, by what lies face down: while much can still happen, a
// stronger player does not go round in circles for being a little behind.
Value contempt_of(const Position& position) {
    const int hidden = position.hidden_total();
    return hidden >= 8 ? 120 : hidden > 0 ? 60 : 30;
}

// Tables of values are kept from turn to turn where time alone ends a search. What was stored in
// earlier turns gives way to whatever comes: flips and captures never come back.
class TablePool {
   public:
    explicit TablePool(std::size_t bytes) : bytes_(bytes) {}
    std::unique_ptr<search::TranspositionTable> take() {
        const std::lock_guard lock(guard_);
        if (kept_.empty()) return std::make_unique<search::TranspositionTable>(bytes_);
        auto table = std::move(kept_.back());
        kept_.pop_back();
        table->new_search();
        return table;
    }
    void give(std::unique_ptr<search::TranspositionTable> table) {
        const std::lock_guard lock(guard_);
        if (kept_.size() < 4) kept_.push_back(std::move(table));
    }

   private:
    const std::size_t bytes_;
    std::mutex guard_;
    std::vector<std::unique_ptr<search::TranspositionTable>> kept_;
};
TablePool small_pool(small_table), large_pool(large_table);

Value bias(const Budget& budget, const Position& position, Move move) {
    if (budget.noise <= 0) return 0;
    const std::uint64_t hash = mix(mix(budget.seed) ^ position.key() ^ mix(move));
    return static_cast<Value>(hash % static_cast<std::uint64_t>(2 * budget.noise + 1)) -
           budget.noise;
}

class Root {
   public:
    Root(const Position& position, const Budget& budget, Control& control, EndgameTables* tables,
         search::TranspositionTable& table)
        : budget_(budget),
          control_(control),
          duel_(position, control, tables,
                budget.evaluation ? *budget.evaluation : Evaluation::of(position.geometry()),
                budget.contempt ? contempt_of(position) : 0),
          table_(table),
          search_(duel_, control, table, search::SearchOptions{}) {
        MoveList moves;
        position.moves(moves);
        position.flips(moves);
        for (const Move move : moves) {
            Candidate made;
            made.move = move;
            made.bias = bias(budget, position, move);
            made.line.push_back(move);
            candidates_.push_back(std::move(made));
        }
        // Where nothing tells acts apart, games differ by seed.
        std::stable_sort(candidates_.begin(), candidates_.end(), [&](const auto& a, const auto& b) {
            return mix(mix(budget.seed + 1) ^ a.move) < mix(mix(budget.seed + 1) ^ b.move);
        });
    }

    Thought run() {
        Thought thought;
        const double soft = budget_.soft > 0 ? budget_.soft : budget_.seconds;
        const double spent = control_.seconds();  // on endgame tables
        // Before the first flip all acts are alike.
        const int most = duel_.position().colour() == open ? 1 : budget_.most_depth;
        for (int depth = 1; depth <= most && depth < 100; ++depth) {
            if (soft > 0 && depth > 1 &&
                control_.seconds() - spent > (soft - spent) * next_iteration)
                break;
            if (!iteration(depth)) break;
            thought.depth = depth;
            const Value best = candidates_.front().value;
            if (!budget_.wide && candidates_.size() == 1 && depth >= 3) break;
            if ((search::is_win(best) || search::is_loss(best)) && depth >= 2) break;
        }
        thought.candidates = std::move(candidates_);
        return thought;
    }

   private:
    bool iteration(int depth) {
        Value best = -search::infinite;
        std::size_t flips = 0;
        const auto kept = flips_kept[std::min<std::size_t>(static_cast<std::size_t>(depth),
                                                           std::size(flips_kept) - 1)];
        std::vector<Candidate> seen;
        bool whole = true;
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            Candidate& entry = candidates_[i];
            if (is_flip(entry.move)) {
                const bool far =
                    depth > 2 && chance_of(entry.value) + flip_margin < chance_of(best);
                if (!budget_.wide && (flips >= kept || far)) continue;
                ++flips;
            }
            const Value alpha = budget_.wide ? -search::infinite : best - entry.bias;
            const Value found =
                is_flip(entry.move) ? flip(entry, depth, alpha) : step(entry, depth, alpha, best);
            if (!control_.running()) {
                whole = false;
                break;
            }
            entry.depth = depth;
            entry.value = std::clamp(found + entry.bias, -search::win_value, search::win_value);
            best = std::max(best, entry.value);
        }
        // Stopped halfway, what beat the old best still counts; the rest keeps its place.
        std::stable_sort(candidates_.begin(), candidates_.end(), [&](const auto& a, const auto& b) {
            const bool a_new = a.depth == depth, b_new = b.depth == depth;
            if (a_new != b_new) return whole ? a_new : (a_new ? a.value >= best : b.value < best);
            return a.value > b.value;
        });
        return whole;
    }

    // The value of a move, exact above `alpha`.
    Value step(Candidate& entry, int depth, Value alpha, Value best) {
        duel_.play(entry.move);
        Value value;
        if (duel_.is_terminal(1, value)) {
            duel_.undo(entry.move);
            entry.line.assign(1, entry.move);
            return -value;
        }
        const bool first = best == -search::infinite || budget_.wide;
        if (first) {
            value = -below(depth - 1, -search::infinite, search::infinite);
        } else {
            value = -below(depth - 1, -alpha - 1, -alpha);
            if (control_.running() && value > alpha)
                value = -below(depth - 1, -search::infinite, -alpha);
        }
        duel_.undo(entry.move);
        if (first || value > alpha) {
            entry.line.assign(1, entry.move);
            entry.line.insert(entry.line.end(), search_.pv().begin(), search_.pv().end());
        }
        return nearer(value);
    }

    // The mean chance over what a flip may turn up, or less than `alpha` once it cannot be reached.
    Value flip(Candidate& entry, int depth, Value alpha) {
        const Position& position = duel_.position();
        const int total = position.hidden_total();
        const double needed = alpha <= -search::infinite ? -1 : chance_of(alpha) * total;
        std::array<double, pieces> most{};  // the chance after each outcome is no more than that
        most.fill(1);
        double sum = 0, rest = total;
        if (budget_.star2 && needed > 0 && depth - 1 - flip_saves >= star2_depth)
            probe(entry.move, depth, alpha, most, rest, needed);
        if (!control_.running()) return 0;
        if (rest < needed) return value_of(rest / total);
        std::vector<Turned> found;
        for (Piece piece = 0; piece < pieces; ++piece) {
            const int weight = position.hidden(piece);
            if (weight == 0) continue;
            rest -= weight * most[piece];
            // Below this chance the flip fails even if all that is left were won.
            const double least = (needed - sum - rest) / weight;
            const Value low = least <= 0 ? -search::infinite : value_of(std::min(least, 1.0)) - 1;
            duel_.play(entry.move);
            duel_.play(outcome_move(piece));
            Value value;
            if (!duel_.is_terminal(1, value))
                value = below(std::max(0, depth - 1 - flip_saves), -search::infinite, -low);
            duel_.undo(outcome_move(piece));
            duel_.undo(entry.move);
            if (!control_.running()) return 0;
            const double chance = chance_of(-value);
            sum += weight * chance;
            found.push_back({piece, weight, chance});
            if (sum + rest < needed) {
                return value_of((sum + rest) / total);
            }
        }
        entry.outcomes = std::move(found);
        entry.line.assign(1, entry.move);
        return value_of(sum / total);
    }

    // Star2: one good reply to each outcome, while every one keeps the chance at `alpha` or below.
    // A reply that is this good bounds what the outcome is worth from above.
    void probe(Move flipped, int depth, Value alpha, std::array<double, pieces>& most, double& rest,
               double needed) {
        const Position& position = duel_.position();
        bool holds = true;
        for (Piece piece = 0; piece < pieces && holds && rest >= needed; ++piece) {
            const int weight = position.hidden(piece);
            if (weight == 0) continue;
            duel_.play(flipped);
            duel_.play(outcome_move(piece));
            Value value;
            if (!duel_.is_terminal(1, value)) {
                const Move reply = good_reply();
                value = -search::infinite;  // nobody can reply
                if (reply != no_move) {
                    duel_.play(reply);
                    value = duel_.is_terminal(2, value)
                                ? -value
                                : -below(depth - 2 - flip_saves, alpha, alpha + 1);
                    duel_.undo(reply);
                }
            }
            duel_.undo(outcome_move(piece));
            duel_.undo(flipped);
            holds = control_.running() && -value <= alpha;
            if (!holds) return;
            most[piece] = chance_of(-value);
            rest -= weight * (1 - most[piece]);
        }
    }

    // What the table names, else the first in the order of moves.
    Move good_reply() {
        const auto entry = table_.probe(duel_.key());
        Move move;
        if (entry && entry->move && duel_.known_move(entry->move, move)) return move;
        replies_.clear();
        duel_.generate_moves(1, replies_);
        if (replies_.empty()) return no_move;
        return std::max_element(replies_.begin(), replies_.end(),
                                [](const auto& a, const auto& b) { return a.score < b.score; })
            ->move;
    }

    Value below(int depth, Value alpha, Value beta) {
        if (depth <= 0) {
            const Value value = duel_.quiescence(alpha, beta, 1);
            return value;
        }
        return search_.value(depth, alpha, beta);
    }

    static Value nearer(Value value) {
        return search::is_win(value) ? value - 1 : search::is_loss(value) ? value + 1 : value;
    }

    const Budget& budget_;
    Control& control_;
    Duel duel_;
    search::TranspositionTable& table_;
    search::AlphaBeta<Duel> search_;
    std::vector<Candidate> candidates_;
    std::vector<search::ScoredMove<Move>> replies_;
};

}  // namespace

double chance_of(Value value) {
    if (search::is_win(value)) return 1;
    if (search::is_loss(value)) return 0;
    return 1 / (1 + std::exp(-value / logit_unit));
}

Value value_of(double chance) {
    if (chance <= 0) return -most_estimate;
    if (chance >= 1) return most_estimate;
    const double value = logit_unit * std::log(chance / (1 - chance));
    return static_cast<Value>(
        std::lround(std::clamp(value, double{-most_estimate}, double{most_estimate})));
}

Thought think(const Position& position, const Budget& budget, Control& control) {
    EndgameTables* tables = nullptr;
    if (budget.tables) {
        tables = &EndgameTables::of(position.geometry());
        if (position.hidden_total() == 0) {
            const double turn = budget.soft > 0 ? budget.soft : budget.seconds;
            const double seconds = turn > 0 ? turn : 0.2;
            // With a limit of nodes the clock does not count, so that a run can be repeated.
            Control own({.seconds = budget.nodes ? 0 : table_share * seconds}, {});
            const auto states = static_cast<std::size_t>(table_share * seconds / state_seconds);
            const auto bytes = static_cast<std::size_t>(table_share * seconds / byte_seconds);
            tables->prepare_some(position, states, budget.nodes ? 0 : bytes, own);
        }
    }
    // With a limit of nodes the size follows from it alone, so that a run can be repeated.
    const bool is_short = budget.nodes
                              ? budget.nodes <= small_table_nodes
                              : budget.seconds > 0 && budget.seconds <= small_table_seconds;
    TablePool& pool = is_short ? small_pool : large_pool;
    const std::size_t wanted =
        std::clamp<std::size_t>(32 * budget.nodes, 1 << 16, is_short ? small_table : large_table);
    auto table = budget.nodes ? std::make_unique<search::TranspositionTable>(wanted) : pool.take();
    Root root(position, budget, control, tables, *table);
    Thought thought = root.run();
    thought.nodes = control.nodes();
    thought.from_table = tables && tables->probe(position).known && position.hidden_total() == 0;
    if (!budget.nodes) pool.give(std::move(table));
    return thought;
}

}  // namespace kikashi::banqi
