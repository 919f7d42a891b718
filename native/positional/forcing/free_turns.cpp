#include "positional/forcing/free_turns.hpp"

#include <algorithm>
#include <unordered_set>

namespace kikashi::positional {

namespace {

// How much a stone is worth for what it starts, by the stones its open sets hold already.
constexpr std::array<std::int32_t, 8> own_weight = {0, 1, 4, 12, 20, 20, 20, 20};
constexpr std::array<std::int32_t, 8> their_weight = {0, 0, 1, 3, 6, 6, 6, 6};
constexpr int near_full = 4;          // stones of a set that threatens
constexpr std::int32_t crowded = 10;  // by trial on openings of six in a row
constexpr std::int32_t killer = 30;   // for a stone of the quiet turn that won last

std::uint32_t pair_code(Cell a, Cell b) {
    return static_cast<std::uint32_t>(std::min(a, b)) << 16 | std::max(a, b);
}

}  // namespace

FreeTurns::FreeTurns(const WarBoard& board, int attacker)
    : board_(board), attacker_(attacker), defender_(1 - attacker) {}

// A quiet turn had better begin many sets than fill one, which a single stone spoils: what its
// stones are worth to sets that hold all of them.
std::int32_t FreeTurns::in_one_set(const Turn& turn) const {
    std::int32_t sum = 0;
    for (SetId set : board_.geometry().through(turn.cells[0])) {
        const auto cells = board_.geometry().cells_of(set);
        const int own = board_.stones_in(set, attacker_);
        if (board_.open_for(set, attacker_) && own > 0 && own + turn.count < near_full &&
            std::find(cells.begin(), cells.end(), turn.cells[1]) != cells.end())
            sum += crowded;
    }
    return sum;
}

void FreeTurns::judge_cells(const Wish& wish) {
    const Geometry& geometry = board_.geometry();
    const int p = geometry.stones();
    value_.assign(static_cast<std::size_t>(geometry.cells()), 0);
    threatens_.assign(static_cast<std::size_t>(geometry.cells()), p == 1 || wish.quiet);
    for (int s = 0; s < geometry.sets(); ++s) {
        const SetId set = static_cast<SetId>(s);
        const bool mine = board_.open_for(set, attacker_), theirs = board_.open_for(set, defender_);
        if (!mine && !theirs) continue;
        const int own = board_.stones_in(set, attacker_), their = board_.stones_in(set, defender_);
        const auto level = [&](int count) { return std::min(7, 6 - geometry.size(set) + count); };
        std::int32_t worth = 0;
        if (mine && own > 0) worth += own_weight[static_cast<std::size_t>(std::max(1, level(own)))];
        if (theirs && their > 0 && level(their) > 0)
            worth += their_weight[static_cast<std::size_t>(level(their))];
        const bool close = mine && board_.missing(set, attacker_) <= p + 1;
        for (Cell cell : geometry.cells_of(set))
            if (board_.is_empty(cell)) {
                value_[cell] += worth;
                if (close) threatens_[cell] = true;
            }
    }
    if (wish.quiet)
        for (Cell cell : wish.before)
            if (board_.is_empty(cell)) value_[cell] += killer;
}

bool FreeTurns::find(const Wish& wish, std::vector<Turn>& out) {
    const Geometry& geometry = board_.geometry();
    const int stones = wish.stones;
    std::vector<Hole> must_hit;
    collect_holes(board_, defender_, must_hit);
    if (fewest_stoppers(must_hit, stones) > stones) return false;

    judge_cells(wish);
    std::vector<Cell> cells;
    for (int c = 0; c < geometry.cells(); ++c)
        if (value_[static_cast<std::size_t>(c)] > 0) cells.push_back(static_cast<Cell>(c));
    for (const Hole& hole : must_hit)
        for (int i = 0; i < hole.count; ++i)
            if (std::find(cells.begin(), cells.end(), hole.cells[i]) == cells.end())
                cells.push_back(hole.cells[i]);
    std::stable_sort(cells.begin(), cells.end(),
                     [&](Cell a, Cell b) { return value_[a] > value_[b]; });

    // Pairs that make a threat only together, in a set that lacks exactly two turns' stones.
    std::unordered_set<std::uint32_t> together;
    if (stones == 2)
        for (SetId set : board_.near(attacker_)) {
            const Hole hole = hole_of(board_, set);
            for (int i = 0; i < hole.count; ++i)
                for (int j = i + 1; j < hole.count; ++j)
                    together.insert(pair_code(hole.cells[i], hole.cells[j]));
        }

    const auto stops_all = [&](const Turn& turn) {
        return std::all_of(must_hit.begin(), must_hit.end(), [&](const Hole& hole) {
            return std::any_of(turn.begin(), turn.end(), [&](Cell c) { return hole.has(c); });
        });
    };
    if (stones == 1) {
        for (Cell cell : cells) {
            const Turn turn({cell}, value_[cell]);
            if (threatens_[cell] && stops_all(turn)) out.push_back(turn);
        }
    } else if (stones == 2) {
        for (std::size_t i = 0; i < cells.size(); ++i)
            for (std::size_t j = i + 1; j < cells.size(); ++j) {
                Turn turn({cells[i], cells[j]}, value_[cells[i]] + value_[cells[j]]);
                if (!threatens_[cells[i]] && !threatens_[cells[j]] &&
                    !together.contains(pair_code(cells[i], cells[j])))
                    continue;
                turn.sort();
                if (wish.quiet) turn.score -= in_one_set(turn);
                if (stops_all(turn)) out.push_back(turn);
            }
    }
    const auto better = [](const Turn& a, const Turn& b) { return a.score > b.score; };
    if (static_cast<int>(out.size()) <= wish.width) {
        std::stable_sort(out.begin(), out.end(), better);
        return false;
    }
    std::partial_sort(out.begin(), out.begin() + wish.width, out.end(), better);
    out.resize(static_cast<std::size_t>(wish.width));
    return true;
}

}  // namespace kikashi::positional
