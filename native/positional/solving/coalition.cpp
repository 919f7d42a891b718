#include "positional/solving/coalition.hpp"

#include <algorithm>
#include <stdexcept>

#include "positional/solving/rules.hpp"

namespace kikashi::positional {

using search::Verdict;

namespace {

int last_of(const std::array<bool, max_players>& players) {
    int last = -1;
    for (int n = 0; n < max_players; ++n)
        if (players[static_cast<std::size_t>(n)]) last = n;
    if (last < 0) throw std::invalid_argument("somebody must be meant to win");
    return last;
}

// In whole numbers: what a set that misses so many weighs, with `base` (a whole or half number,
// given twice) to the power of -missing; a full set weighs `one`.
struct Scale {
    std::uint64_t one;
    std::array<std::uint64_t, max_set_size + 1> weights;
    explicit Scale(std::uint64_t twice_base) {
        // (2 / twice_base)^missing times twice_base^15
        for (std::size_t missing = 0; missing <= max_set_size; ++missing) {
            std::uint64_t weight = 1;
            for (std::size_t n = 0; n < max_set_size; ++n) weight *= n < missing ? 2 : twice_base;
            weights[missing] = weight;
        }
        one = weights[0];
    }
    std::uint64_t sum(const Residual& residual) const {
        std::uint64_t total = 0;
        for (int missing = 0; missing <= max_set_size; ++missing)
            total += static_cast<std::uint64_t>(residual.with_missing(missing)) *
                     weights[static_cast<std::size_t>(missing)];
        return total;
    }
};

}  // namespace

CoalitionGame::CoalitionGame(std::shared_ptr<const Geometry> geometry,
                             const std::vector<std::vector<int>>& stones, int mover,
                             Coalition question, bool sums)
    : players_(geometry->players()),
      residuals_(at(players_), Residual(geometry)),
      mover_(mover),
      question_(question),
      sums_(sums),
      last_winner_(last_of(question.winners)),
      pairing_(residuals_[at(last_winner_)]) {
    for (int player = 0; player < players_; ++player) {
        team_size_ += question_.team[at(player)];
        winner_count_ += question_.winners[at(player)];
        if (question_.winners[at(player)] && !question_.team[at(player)])
            throw std::invalid_argument("who is meant to win must be of the team");
        for (const int cell : stones[at(player)])
            for (int maker = 0; maker < players_; ++maker)
                residuals_[at(maker)].place(static_cast<Cell>(cell),
                                            maker == player ? Role::maker : Role::breaker);
    }
    if (last_winner_ >= players_ || team_size_ == players_)
        throw std::invalid_argument("a team has at least one opponent");
}

void CoalitionGame::play(Cell cell) {
    for (int maker = 0; maker < players_; ++maker)
        residuals_[at(maker)].place(cell, maker == mover_ ? Role::maker : Role::breaker);
    mover_ = after(mover_);
}

void CoalitionGame::undo() {
    for (Residual& residual : residuals_) residual.undo();
    mover_ = after(mover_, players_ - 1);
}

// Equal for positions in which the same cells are missing from the same living sets of every
// player, and as many cells are left to wait on.
Key CoalitionGame::key() const {
    int waiting = 0;
    const Residual& board = residuals_[0];
    for (int n = 0; n < board.geometry().cells(); ++n)
        waiting += board.is_empty(static_cast<Cell>(n)) && !is_live(static_cast<Cell>(n));
    const std::uint64_t side = mix(static_cast<std::uint64_t>(waiting * max_players + mover_) + 1);
    Key best{};
    for (std::size_t s = 0; s < board.totals().size(); ++s) {
        Key key{side, ~side};
        for (const Residual& residual : residuals_) {
            const Key& total = residual.totals()[s];
            key = {mix(key.low) + total.low, mix(key.high) + total.high};
        }
        if (s == 0 || key.low < best.low || (key.low == best.low && key.high < best.high))
            best = key;
    }
    return best;
}

bool CoalitionGame::is_live(Cell cell) const {
    for (const SetId set : residuals_[0].geometry().through(cell))
        for (const Residual& residual : residuals_)
            if (residual.alive(set)) return true;
    return false;
}

bool CoalitionGame::completes(int player, Cell cell) const {
    const Residual& own = residuals_[at(player)];
    for (const SetId set : own.geometry().through(cell))
        if (own.alive(set) && own.missing(set) == 1) return true;
    return false;
}

std::vector<Cell> CoalitionGame::holes(int player) const {
    std::vector<Cell> found;
    const Residual& own = residuals_[at(player)];
    if (!would(player) || own.with_missing(1) == 0) return found;
    const Geometry& geometry = own.geometry();
    for (int n = 0; n < geometry.cells(); ++n)
        if (own.is_empty(static_cast<Cell>(n)) && completes(player, static_cast<Cell>(n)))
            found.push_back(static_cast<Cell>(n));
    return found;
}

// The two cells that are missing from each set of a player that misses two.
std::vector<CoalitionGame::Two> CoalitionGame::twos(int player) const {
    std::vector<Two> found;
    const Residual& own = residuals_[at(player)];
    if (!would(player) || own.with_missing(2) == 0) return found;
    for (int n = 0; n < own.geometry().sets(); ++n) {
        const auto set = static_cast<SetId>(n);
        if (!own.alive(set) || own.missing(set) != 2) continue;
        Two cells{};
        std::size_t count = 0;
        for (const Cell cell : own.geometry().cells_of(set))
            if (own.is_empty(cell)) cells[count++] = cell;
        found.push_back(cells);
    }
    return found;
}

// `one` is to move, then its partner, and their opponent can complete nothing: do they leave two
// different cells to be stopped? `each` is told of every such four cells until it answers false.
template <class Each>
void CoalitionGame::two_threats(int one, int partner, Each each) const {
    const std::vector<Two> theirs = twos(partner);
    if (theirs.empty()) return;
    for (const Two& mine : twos(one))
        for (const Two& other : theirs)
            if (mine[0] != other[0] && mine[0] != other[1] && mine[1] != other[0] &&
                mine[1] != other[1] && !each(std::array{mine[0], mine[1], other[0], other[1]}))
                return;
}

// Both opponents come next and would win by two threats: the mover takes one of their four cells,
// of every such four, or leaves a set of its own a cell short. False: nothing of the kind helps.
bool CoalitionGame::must_break(std::vector<Cell>& forced) const {
    const int next = after(mover_), last = after(mover_, 2);
    if (!would(next) || !would(last) || residuals_[0].empty_cells() <= 5) return true;
    bool any = false;
    two_threats(next, last, [&](const std::array<Cell, 4>& four) {
        if (!any)
            forced.assign(four.begin(), four.end());
        else
            std::erase_if(forced, [&](Cell cell) {
                return std::find(four.begin(), four.end(), cell) == four.end();
            });
        any = true;
        return !forced.empty();
    });
    if (!any) return true;
    const Residual& own = residuals_[at(mover_)];
    for (int n = 0; n < own.geometry().sets(); ++n) {
        const auto set = static_cast<SetId>(n);
        if (!own.alive(set) || own.missing(set) != 2) continue;
        for (const Cell cell : own.geometry().cells_of(set))
            if (own.is_empty(cell)) forced.push_back(cell);
    }
    return !forced.empty();
}

// Nobody to move here completes a set at once. `next` and `last` move before the mover again; who
// has a stone to spare needs a cell where it does no harm.
Verdict CoalitionGame::threats(std::vector<Cell>& forced) const {
    const int next = after(mover_), last = after(mover_, players_ - 1);
    const std::vector<Cell> soon = holes(next);
    if (players_ == 2 || (!together(mover_, next) && together(mover_, last))) {
        if (soon.size() > 1) return for_side_of(next);
        forced = soon;
        return Verdict::open;
    }
    const std::vector<Cell> later = holes(last);
    const int empty = residuals_[0].empty_cells();
    if (together(mover_, next)) {
        if (would(mover_) && !soon.empty() && empty > 1) return for_side_of(next);
        if (soon.empty() && later.size() > 2) return for_side_of(last);
        if (soon.empty() && later.size() == 2) forced = later;
        bool wins = false;
        if (later.empty() && would(mover_) && would(next) && empty > 4)
            two_threats(mover_, next, [&](const auto&) {
                wins = true;
                return false;
            });
        return wins ? for_side_of(mover_) : Verdict::open;
    }
    // Two opponents come next, and only one of their cells can be taken.
    std::vector<Cell> both = soon;
    for (const Cell cell : later)
        if (std::find(both.begin(), both.end(), cell) == both.end()) both.push_back(cell);
    if (soon.size() > 1) return for_side_of(next);
    if (both.size() > 1 && would(next) && empty > 2) return for_side_of(next);
    if (both.size() == 1 && would(next)) forced = both;
    if (both.size() != 1 && !soon.empty()) forced = soon;
    if (both.empty() && !must_break(forced)) return for_side_of(next);
    return Verdict::open;
}

// Erdos and Selfridge, and Beck for more than one stone. Before the opponents' stones nothing is
// completed, if the winners' open sets weigh less than a full one in all:
// - one winner against q stones a round (others of the team only take cells away from it): base
//   1 + q; with r of the q stones before its own, the sum times (1 + q) / (1 + r) must be less;
// - two winners against one stone a round: base 3/2, for the one stone takes off at least as much
// as
//   either of the two adds twice; a winner who moves before it counts with 3/2.
bool CoalitionGame::sum_is_small() const {
    static const Scale halves(3), wholes(4), thirds(6);
    if (winner_count_ == 1) {
        const auto stones = static_cast<std::uint64_t>(players_ - team_size_);
        const Scale& scale = stones == 1 ? wholes : thirds;
        std::uint64_t before = 0;
        for (int player = mover_; player != last_winner_; player = after(player))
            before += !question_.team[at(player)];
        return scale.sum(residuals_[at(last_winner_)]) * (1 + stones) < scale.one * (1 + before);
    }
    if (team_size_ != 2 || players_ != 3) return false;
    std::uint64_t total = 0;
    bool before = true;  // the opponent's stone
    for (int n = 0; n < players_; ++n) {
        const int player = after(mover_, n);
        if (question_.winners[at(player)])
            total += halves.sum(residuals_[at(player)]) * (before ? 3 : 2);
        else
            before = false;
    }
    return total < 2 * halves.one;
}

bool CoalitionGame::held() {
    if (!sums_) return false;
    return sum_is_small() || (winner_count_ == 1 && pairing_.find());
}

Verdict CoalitionGame::expand(Children& children, bool first) {
    children.clear();
    int goals = 0;
    for (int player = 0; player < players_; ++player)
        if (question_.winners[at(player)]) goals += residuals_[at(player)].residual_sets();
    if (goals == 0 || residuals_[0].empty_cells() == 0) return Verdict::disproved;
    if (would(mover_) && residuals_[at(mover_)].with_missing(1) > 0) return for_side_of(mover_);
    std::vector<Cell> forced;
    const Verdict verdict = threats(forced);
    if (verdict != Verdict::open) return verdict;
    if (first && held()) return Verdict::disproved;
    list(children, forced);
    if (children.empty()) return Verdict::disproved;  // every stone would fail
    return Verdict::open;
}

// As in the weak game, with prover and opponent changed. Two winners need two threats at a time, so
// that the weaker of them counts, by sets that are nearly full.
void CoalitionGame::first_numbers(search::ProofChild<Cell>& child) const {
    std::uint64_t weight = 0, near = ~std::uint64_t{0};
    for (int player = 0; player < players_; ++player) {
        if (!question_.winners[at(player)]) continue;
        const Residual& own = residuals_[at(player)];
        weight += own.weight();
        std::uint64_t sum = 0;
        for (int missing = 1; missing <= near_missing; ++missing)
            sum += static_cast<std::uint64_t>(own.with_missing(missing))
                   << (2 * (near_missing - missing));
        near = std::min(near, sum);
    }
    const auto units = static_cast<std::uint32_t>(weight >> (Residual::weight_bits - 4));
    child.disproof = 1 + units / 4;
    child.proof = 1 + (units < 48 ? (48 - units) / 8 : 0);
    if (winner_count_ > 1) child.proof += static_cast<std::uint32_t>(64 / (1 + near));
}

void CoalitionGame::list(Children& children, const std::vector<Cell>& forced) {
    const Residual& board = residuals_[0];
    struct Option {
        std::uint64_t weight;
        Cell cell;
    };
    std::vector<Option> options;
    bool waited = false;
    for (int n = 0; n < board.geometry().cells(); ++n) {
        const auto cell = static_cast<Cell>(n);
        if (!board.is_empty(cell) || (!would(mover_) && completes(mover_, cell))) continue;
        if (!forced.empty() && std::find(forced.begin(), forced.end(), cell) == forced.end())
            continue;
        std::uint64_t weight = 0;
        for (const SetId set : board.geometry().through(cell))
            for (const Residual& residual : residuals_)
                if (residual.alive(set)) weight += Residual::weight_of(residual.missing(set));
        if (weight == 0 && waited && forced.empty()) continue;  // all of these are one move
        waited = waited || weight == 0;
        options.push_back({weight, cell});
    }
    std::sort(options.begin(), options.end(), [](const Option& a, const Option& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.cell < b.cell;
    });
    for (const Option& option : options) {
        play(option.cell);
        search::ProofChild<Cell> child{option.cell, key()};
        first_numbers(child);
        undo();
        children.push_back(child);
    }
}

}  // namespace kikashi::positional
