#include "single_threats.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace kikashi::connect6 {

using namespace positional;

namespace {

constexpr int stones_a_turn = 2;
constexpr std::uint8_t never = 255;
// The paper says how a cell is scored and not how many are tried; these are ours.
constexpr std::size_t first_cells = 8, second_cells = 5, most_tried = 16;
constexpr std::size_t most_stoppers = 3;  // the paper's, against a double threat
constexpr int reach = 2;                  // stones go so near to others
// The weights of the paper's four scores (section 3.5).
constexpr int own_threat = 10'000, defender_own_threat = 2'000, defender_their_threat = -10'000;

int extent(const std::vector<std::array<int, 2>>& places, std::size_t axis) {
    int most = 0;
    for (const auto& place : places) most = std::max(most, place[axis]);
    return most + 1;
}

}  // namespace

SingleThreats::SingleThreats(WarBoard& board, int attacker, Control& control, Leaning leaning,
                             std::vector<std::array<int, 2>> places)
    : board_(board),
      attacker_(attacker),
      defender_(1 - attacker),
      control_(control),
      leaning_(leaning),
      places_(std::move(places)),
      patterns_(extent(places_, 0), extent(places_, 1)),
      around_(places_.size()),
      crowd_(places_.size()) {
    for (std::size_t a = 0; a < places_.size(); ++a)
        for (std::size_t b = 0; b < places_.size(); ++b)
            if (a != b && std::abs(places_[a][0] - places_[b][0]) <= reach &&
                std::abs(places_[a][1] - places_[b][1]) <= reach)
                around_[a].push_back(static_cast<Cell>(b));
    for (std::size_t c = 0; c < places_.size(); ++c) {
        const auto cell = static_cast<Cell>(c);
        if (board_.is_empty(cell)) continue;
        patterns_.place(places_[c][0], places_[c][1], board_.owner(cell));
        for (const Cell near : around_[c]) ++crowd_[near];
    }
}

void SingleThreats::place(Cell cell, int player) {
    board_.place(cell, player);
    patterns_.place(places_[cell][0], places_[cell][1], player);
    for (const Cell near : around_[cell]) ++crowd_[near];
}

void SingleThreats::remove(Cell cell) {
    board_.remove(cell);
    patterns_.remove(places_[cell][0], places_[cell][1]);
    for (const Cell near : around_[cell]) --crowd_[near];
}

SingleThreats::Found SingleThreats::solve(int most_turns) {
    for (int depth = 1; depth <= most_turns; ++depth) {
        const Result result = attack(depth, true);
        found_.wins = result == Result::win;
        found_.stopped = result == Result::stopped;
        if (result != Result::cut) break;
    }
    return found_;
}

SingleThreats::Result SingleThreats::attack(int depth, bool root) {
    if (!control_.tick() || !control_.consult()) return Result::stopped;
    if (const auto full = board_.fillable(attacker_); !full.empty()) {
        if (root) {
            const Hole hole = hole_of(board_, full.front());
            found_.first = {};
            for (int n = 0; n < hole.count; ++n) found_.first.add(hole.cells[n]);
        }
        return Result::win;
    }
    std::vector<Hole> must_hit;
    collect_holes(board_, defender_, must_hit);
    if (fewest_stoppers(must_hit, stones_a_turn) > stones_a_turn) return Result::no;
    if (depth <= 1) return Result::cut;
    const std::uint64_t key = board_.key();
    const auto known = lost_.find(key);
    if (known != lost_.end() && known->second >= depth)
        return known->second == never ? Result::no : Result::cut;
    Result best = Result::no;
    for (const Turn& turn : turns(must_hit)) {
        const Result result = answer(turn, depth);
        if (result == Result::win && root) found_.first = turn;
        if (result == Result::win || result == Result::stopped) return result;
        if (result == Result::cut) best = Result::cut;
    }
    lost_[key] = best == Result::no ? never : static_cast<std::uint8_t>(depth);
    return best;
}

SingleThreats::Result SingleThreats::answer(const Turn& turn, int depth) {
    for (const Cell cell : turn) place(cell, attacker_);
    std::vector<Hole> holes;
    collect_holes(board_, attacker_, holes);
    Result result = Result::win;
    if (fewest_stoppers(holes, stones_a_turn) <= stones_a_turn) {
        const std::vector<Cell> stones = reply(holes);
        for (const Cell cell : stones) place(cell, defender_);
        result = board_.filled(defender_) ? Result::no : attack(depth - 1, false);
        for (const Cell cell : stones) remove(cell);
    }
    for (const Cell cell : turn) remove(cell);
    return result;
}

// The attacker's turns, best first: they stop what the defender threatens and threaten themselves.
std::vector<Turn> SingleThreats::turns(const std::vector<Hole>& must_hit) {
    std::vector<Turn> found;
    std::vector<Cell> firsts = best_cells(attacker_, Score::attacker, first_cells);
    for (const Hole& hole : must_hit)
        for (int n = 0; n < hole.count; ++n)
            if (std::find(firsts.begin(), firsts.end(), hole.cells[n]) == firsts.end())
                firsts.push_back(hole.cells[n]);
    for (const Cell first : firsts) {
        const int before = score(first, attacker_, Score::attacker);
        place(first, attacker_);
        std::vector<Cell> seconds = best_cells(attacker_, Score::attacker, second_cells);
        for (const Hole& hole : must_hit)
            for (int n = 0; n < hole.count; ++n)
                if (hole.cells[n] != first &&
                    std::find(seconds.begin(), seconds.end(), hole.cells[n]) == seconds.end())
                    seconds.push_back(hole.cells[n]);
        for (const Cell second : seconds) {
            Turn turn({first, second}, before + score(second, attacker_, Score::attacker));
            turn.sort();
            const bool stops = std::all_of(must_hit.begin(), must_hit.end(), [&](const Hole& hole) {
                return hole.has(first) || hole.has(second);
            });
            if (!stops || std::find(found.begin(), found.end(), turn) != found.end()) continue;
            place(second, attacker_);
            if (!board_.fillable(attacker_).empty()) found.push_back(turn);
            remove(second);
        }
        remove(first);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Turn& a, const Turn& b) { return a.score > b.score; });
    if (found.size() > most_tried) found.resize(most_tried);
    return found;
}

// The defender's one answer. Against a double threat all stoppers at once, three at most; against
// a single one the best stopper, and a free stone by the defender's leaning.
std::vector<Cell> SingleThreats::reply(const std::vector<Hole>& holes) {
    std::vector<Turn> defences;
    defences_.find(holes, stones_a_turn, defences);
    std::stable_sort(defences.begin(), defences.end(),
                     [](const Turn& a, const Turn& b) { return a.count < b.count; });
    const auto worth = [&](const Turn& turn) {
        int sum = 0;
        for (const Cell cell : turn) sum += score(cell, defender_, Score::defender);
        return sum;
    };
    const int fewest = defences.front().count;
    const Turn* best = nullptr;
    for (const Turn& turn : defences)
        if (turn.count == fewest && (!best || worth(turn) > worth(*best))) best = &turn;
    std::vector<Cell> stones(best->begin(), best->end());
    if (fewest == stones_a_turn) {
        std::vector<Cell> more;
        for (const Hole& hole : holes)
            for (int n = 0; n < hole.count; ++n)
                if (!best->has(hole.cells[n])) more.push_back(hole.cells[n]);
        std::stable_sort(more.begin(), more.end(), [&](Cell a, Cell b) {
            return score(a, defender_, Score::extra) > score(b, defender_, Score::extra);
        });
        if (!more.empty() && stones.size() < most_stoppers) stones.push_back(more.front());
        return stones;
    }
    for (const Cell cell : stones) place(cell, defender_);
    const Score by = leaning_ == Leaning::aggressive ? Score::attacker : Score::defensive;
    const std::vector<Cell> free = best_cells(defender_, by, 1);
    for (const Cell cell : stones) remove(cell);
    stones.insert(stones.end(), free.begin(), free.end());
    return stones;
}

// Paper 003's scores of a cell for `player`; docs/reference/evaluation.md names the changes.
int SingleThreats::score(Cell cell, int player, Score by) const {
    const auto change = patterns_.changes(places_[cell][0], places_[cell][1], player);
    const int own = change[0], theirs = change[2], threats = change[4], spoilt = change[5];
    switch (by) {
        case Score::attacker:
            return own + own_threat * threats;
        case Score::defender:
            return defender_own_threat * threats + theirs + defender_their_threat * spoilt;
        case Score::extra:
            return own + theirs;
        case Score::defensive:
            return theirs + defender_their_threat * spoilt;
    }
    return 0;
}

std::vector<Cell> SingleThreats::best_cells(int player, Score by, std::size_t most) const {
    std::vector<std::pair<int, Cell>> judged;
    for (std::size_t c = 0; c < places_.size(); ++c) {
        const auto cell = static_cast<Cell>(c);
        if (board_.is_empty(cell) && crowd_[c] > 0)
            judged.emplace_back(-score(cell, player, by), cell);
    }
    const std::size_t count = std::min(most, judged.size());
    std::partial_sort(judged.begin(), judged.begin() + static_cast<std::ptrdiff_t>(count),
                      judged.end());
    std::vector<Cell> cells;
    for (std::size_t n = 0; n < count; ++n) cells.push_back(judged[n].second);
    return cells;
}

}  // namespace kikashi::connect6
