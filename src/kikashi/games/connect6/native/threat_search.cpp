#include "threat_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace kikashi::connect6 {

using namespace positional;

namespace {

constexpr int stones_a_turn = 2;
constexpr std::uint8_t never = 255;
// The paper's formula for the number of candidates by depth and setting is lost; ours: the setting
// times this many at the root, fewer below it.
constexpr int candidates_unit = 16;

}  // namespace

ThreatSearch::ThreatSearch(WarBoard& board, int attacker, Control& control,
                           const Switches& switches, std::vector<std::array<int, 2>> places)
    : board_(board),
      attacker_(attacker),
      defender_(1 - attacker),
      control_(control),
      switches_(switches),
      places_(std::move(places)),
      attacks_(board.geometry(), control) {}

Found ThreatSearch::solve(int most_turns) {
    for (int depth = std::min(switches_.step, most_turns);; depth += switches_.step) {
        const Result result = attack(std::min(depth, most_turns), 0);
        found_.wins = result == Result::win;
        found_.stopped = result == Result::stopped;
        if (result != Result::cut || depth >= most_turns) return found_;
    }
}

ThreatSearch::Result ThreatSearch::attack(int depth, int ply) {
    if (!control_.tick()) return Result::stopped;
    if (!board_.fillable(attacker_).empty()) return Result::win;
    std::vector<Hole> holes;
    collect_holes(board_, defender_, holes);
    if (fewest_stoppers(holes, stones_a_turn) > stones_a_turn) return Result::no;
    if (depth <= 1) return Result::cut;
    const std::uint64_t key = board_.key();
    if (switches_.cache) {
        ++found_.asked;
        const auto known = cache_.find(key);
        if (known != cache_.end() && (known->second.won || known->second.lost >= depth)) {
            ++found_.hits;
            if (known->second.won) return Result::win;
            return known->second.lost == never ? Result::no : Result::cut;
        }
    }
    std::vector<Turn> turns;
    attacks_.find(board_, attacker_, stones_a_turn, holes, turns);
    if (!control_.running()) return Result::stopped;
    if (switches_.distance)
        std::erase_if(turns, [&](const Turn& turn) {
            return between(turn.cells[0], turn.cells[1]) > switches_.distance;
        });
    if (turns.size() > most_candidates(ply)) turns.resize(most_candidates(ply));
    Result best = Result::no;
    for (const Turn& turn : turns) {
        const Result result = answer(turn, depth, ply);
        if (result == Result::stopped) return result;
        if (result == Result::win) {
            if (ply == 0) found_.first = turn;
            if (switches_.cache) cache_[key].won = true;
            return result;
        }
        if (result == Result::cut) best = Result::cut;
    }
    if (switches_.cache)
        cache_[key].lost = best == Result::no ? never : static_cast<std::uint8_t>(depth);
    return best;
}

ThreatSearch::Result ThreatSearch::answer(const Turn& turn, int depth, int ply) {
    for (Cell cell : turn) board_.place(cell, attacker_);
    std::vector<Hole> holes;
    collect_holes(board_, attacker_, holes);
    std::vector<Turn> replies;
    defences_.find(holes, stones_a_turn, replies);
    Result worst = Result::win;
    if (!replies.empty() && switches_.defence == Defence::exact) {
        for (const Turn& reply : replies) {
            for (Cell cell : reply) board_.place(cell, defender_);
            worst = attack(depth - 1, ply + 1);
            for (Cell cell : reply) board_.remove(cell);
            if (worst != Result::win) break;
        }
    } else if (!replies.empty()) {
        const std::vector<Cell> cells = stoppers(holes, replies.front());
        for (Cell cell : cells) board_.place(cell, defender_);
        worst = board_.filled(defender_) ? Result::no : attack(depth - 1, ply + 1);
        for (Cell cell : cells) board_.remove(cell);
    }
    for (Cell cell : turn) board_.remove(cell);
    return worst;
}

// The stones that the defender gets at once; `reply` alone would stop all threats.
std::vector<Cell> ThreatSearch::stoppers(const std::vector<Hole>& holes, const Turn& reply) const {
    std::vector<Cell> all;
    for (const Hole& hole : holes)
        for (int i = 0; i < hole.count; ++i)
            if (std::find(all.begin(), all.end(), hole.cells[i]) == all.end())
                all.push_back(hole.cells[i]);
    if (switches_.defence == Defence::conservative) return all;
    std::vector<Cell> chosen;
    if (switches_.defence == Defence::three) {
        chosen.assign(reply.begin(), reply.end());
        const auto stops = [&](Cell cell) {
            return std::count_if(holes.begin(), holes.end(),
                                 [&](const Hole& hole) { return hole.has(cell); });
        };
        std::erase_if(all, [&](Cell cell) { return reply.has(cell); });
        if (!all.empty())
            chosen.push_back(*std::max_element(
                all.begin(), all.end(), [&](Cell a, Cell b) { return stops(a) < stops(b); }));
        return chosen;
    }
    for (Cell cell : all) {
        const bool near = std::any_of(holes.begin(), holes.end(), [&](const Hole& hole) {
            return hole.has(cell) && next_to_four(cell, hole);
        });
        if (near || helps_defender(cell)) chosen.push_back(cell);
    }
    for (const Hole& hole : holes)  // a threat that nothing of this stops is stopped all the same
        if (std::none_of(chosen.begin(), chosen.end(), [&](Cell cell) { return hole.has(cell); }))
            chosen.push_back(hole.cells[0]);
    return chosen;
}

int ThreatSearch::between(Cell a, Cell b) const {
    return std::max(std::abs(places_[a][0] - places_[b][0]),
                    std::abs(places_[a][1] - places_[b][1]));
}

// Is there a stone of the attacker beside the cell, in a set that this hole completes?
bool ThreatSearch::next_to_four(Cell cell, const Hole& hole) const {
    for (SetId set : board_.geometry().through(cell)) {
        const auto cells = board_.geometry().cells_of(set);
        const auto in_set = [&](Cell other) {
            return std::find(cells.begin(), cells.end(), other) != cells.end();
        };
        if (!std::all_of(hole.cells.begin(), hole.cells.begin() + hole.count, in_set)) continue;
        if (std::any_of(cells.begin(), cells.end(), [&](Cell other) {
                return board_.owner(other) == attacker_ && between(cell, other) == 1;
            }))
            return true;
    }
    return false;
}

// Does a stone there give the defender two or more in a line that can still become six?
bool ThreatSearch::helps_defender(Cell cell) const {
    for (SetId set : board_.geometry().through(cell))
        if (board_.open_for(set, defender_) && board_.stones_in(set, defender_) > 0) return true;
    return false;
}

std::size_t ThreatSearch::most_candidates(int ply) const {
    if (!switches_.candidates) return SIZE_MAX;
    return static_cast<std::size_t>(
        std::max(1, switches_.candidates * candidates_unit / (1 + ply)));
}

}  // namespace kikashi::connect6
