#include "positional/forcing/attacks.hpp"

#include <algorithm>

namespace kikashi::positional {

namespace {

// What a set is worth to the order of turns: one that a stone makes a threat, one that needs two.
constexpr std::int32_t close_weight = 8, far_weight = 3;

constexpr std::size_t most_marked = 64;  // holes that a cell can name, a bit each

}  // namespace

void Attacks::Stops::meet(Cell first, Cell second) {
    count_set();
    if (state == State::no_threat) {
        state = State::one_stops;
        count = 2;
        cells = {first, second};
        return;
    }
    std::uint8_t kept = 0;
    for (int i = 0; i < count; ++i)
        if (cells[i] == first || cells[i] == second) cells[kept++] = cells[i];
    count = kept;
    if (count == 0) state = State::two_needed;
}

Attacks::Attacks(const Geometry& geometry, Control& control)
    : number_(geometry.cells(), -1), hits_(geometry.cells(), 0), control_(control) {}

void Attacks::find(WarBoard& board, int attacker, int stones, const std::vector<Hole>& must_hit,
                   std::vector<Turn>& out, bool last) {
    const std::size_t begin = out.size();
    const bool pairs = stones == 2 && board.geometry().stones() == 2;
    const bool marked = pairs && must_hit.size() <= most_marked;
    if (stones == 1 && board.geometry().stones() == 1) {
        find_single(board, attacker, out);
    } else if (pairs) {
        if (marked) mark(must_hit);
        find_pairs(board, attacker, last && (marked || must_hit.empty()), out);
        if (marked) unmark(must_hit);
    } else {
        Turn turn;
        find_any(board, attacker, std::min(stones, board.empty_cells()), 0, turn, out);
    }
    if (!must_hit.empty() && !marked) {
        const auto misses = [&](const Turn& turn) {
            return std::any_of(must_hit.begin(), must_hit.end(), [&](const Hole& hole) {
                return std::none_of(turn.begin(), turn.end(), [&](Cell c) { return hole.has(c); });
            });
        };
        out.erase(std::remove_if(out.begin() + begin, out.end(), misses), out.end());
    }
    best_first(out, begin);
}

// Turns that leave a hole open are then not even looked at.
void Attacks::mark(const std::vector<Hole>& must_hit) {
    std::uint64_t bit = 1;
    for (const Hole& hole : must_hit) {
        for (int i = 0; i < hole.count; ++i) hits_[hole.cells[i]] |= bit;
        all_hit_ |= bit;
        bit <<= 1;
    }
}

void Attacks::unmark(const std::vector<Hole>& must_hit) {
    for (const Hole& hole : must_hit)
        for (int i = 0; i < hole.count; ++i) hits_[hole.cells[i]] = 0;
    all_hit_ = 0;
}

// p = 1: a stone in a set that lacks two makes a threat with one hole.
void Attacks::find_single(const WarBoard& board, int attacker, std::vector<Turn>& out) {
    read_near(board, attacker);
    std::sort(touched_.begin(), touched_.end(),
              [](const Touched& a, const Touched& b) { return a.cell < b.cell; });
    for (const Touched& touched : touched_) {
        out.push_back(Turn({touched.cell}, touched.value));
        out.back().threats = touched.stops.sets;
    }
}

// Numbers the cells of the near sets and, for p = 2, notes how the threats that a stone or a pair
// of stones would make can be stopped: a set that lacks three becomes a threat by one stone, one
// that lacks four by two.
void Attacks::read_near(const WarBoard& board, int attacker) {
    for (const Touched& touched : touched_) number_[touched.cell] = -1;
    touched_.clear();
    pairs_met_.clear();
    ++stamp_;
    const bool pairs = board.geometry().stones() == 2;
    holes_of(board, board.near(attacker), near_);
    for (const Hole& hole : near_) {
        for (int i = 0; i < hole.count; ++i) {
            const Cell cell = hole.cells[i];
            if (number_[cell] >= 0) continue;
            number_[cell] = static_cast<std::int16_t>(touched_.size());
            touched_.push_back({cell, 0, {}});
        }
    }
    if (const std::size_t all = pair_number(0, touched_.size()); pairs && pairs_.size() < all) {
        pairs_.assign(2 * all, PairStops{});
        stamp_ = 1;
    }
    for (const Hole& hole : near_) {
        const bool close = hole.count == board.geometry().stones() + 1;
        std::uint64_t hits = 0;
        for (int i = 0; i < hole.count; ++i) hits |= hits_[hole.cells[i]];
        for (int i = 0; i < hole.count; ++i) {
            Touched& a = touched_[number_[hole.cells[i]]];
            a.value += close ? close_weight : far_weight;
            if (!pairs) {
                a.stops.count_set();
            } else if (close) {
                a.stops.meet(hole.cells[(i + 1) % 3], hole.cells[(i + 2) % 3]);
            } else if (hits == all_hit_) {
                for (int j = i + 1; j < 4; ++j) {
                    if (!hits_all(hole.cells[i], hole.cells[j])) continue;
                    const int k = i == 0 ? (j == 1 ? 2 : 1) : 0;  // the two cells that are left
                    const int l = 6 - i - j - k;
                    pair_at(number_[hole.cells[i]], number_[hole.cells[j]])
                        .meet(hole.cells[k], hole.cells[l]);
                }
            }
        }
    }
}

// p = 2. The threats of a turn can be stopped by one stone if and only if their holes share a cell.
void Attacks::find_pairs(const WarBoard& board, int attacker, bool last, std::vector<Turn>& out) {
    read_near(board, attacker);
    const int count = static_cast<int>(touched_.size());
    const auto threatens = [&](int i) {
        return touched_[i].stops.state != Stops::State::no_threat;
    };
    threatening_.clear();
    for (int i = 0; i < count; ++i)
        if (threatens(i)) threatening_.push_back(static_cast<std::int16_t>(i));
    // At most two threats are stopped by two stones: where that is not enough, one such turn, or
    // one whose defence is known, tells as much as all of them.
    bool one_stands_for_all = false;
    const auto add_unless_known = [&](int i, int j) {
        if (!hits_all(touched_[i].cell, touched_[j].cell)) return;
        const Stops* both = pair_found(i, j);
        const Stops &a = touched_[i].stops, &b = touched_[j].stops;
        const bool stoppable = last && ((!both && a.count && b.count) ||
                                        a.sets + b.sets + (both ? both->sets : 0) <= 2);
        if (stoppable && one_stands_for_all) return;
        if (!doubly(a, b, both, touched_[i].cell, touched_[j].cell)) return;
        add_pair(i, j, out);
        if (last && (out.back().known_defence() || out.back().threats <= 2))
            one_stands_for_all = true;
    };
    for (std::size_t a = 0; a < threatening_.size(); ++a)
        for (std::size_t b = a + 1; b < threatening_.size(); ++b)
            add_unless_known(threatening_[a], threatening_[b]);
    for (const auto& [i, j] : pairs_met_)
        if (!threatens(i) || !threatens(j)) add_unless_known(i, j);
    for (int i = 0; i < count && spare_stones; ++i) {
        const Touched& a = touched_[i];
        if (a.stops.state != Stops::State::two_needed) continue;
        for (int c = 0; c < board.geometry().cells(); ++c) {
            const Cell b = static_cast<Cell>(c);
            if (b == a.cell || !board.is_empty(b) || !hits_all(a.cell, b)) continue;
            const int j = number_[b];
            if (j < 0) {
                out.push_back(Turn({a.cell, b}, a.value));
                out.back().threats = a.stops.sets;
            } else if (!threatens(j) && !pair_found(i, j)) {
                add_pair(i, j, out);
            } else {
                continue;
            }
            if (last) break;
        }
    }
}

void Attacks::add_pair(int i, int j, std::vector<Turn>& out) const {
    const Touched &a = touched_[i], &b = touched_[j];
    const Stops* both = pair_found(i, j);
    Turn& turn = out.emplace_back();
    turn.add(std::min(a.cell, b.cell));
    turn.add(std::max(a.cell, b.cell));
    turn.score = a.value + b.value;
    turn.threats = static_cast<std::uint8_t>(
        std::min(255, a.stops.sets + b.stops.sets + (both ? both->sets : 0)));
    if (both) return;
    const auto note = [](const Touched& mine, const Touched& other, Stoppers& stoppers) {
        for (int n = 0; n < mine.stops.count; ++n)
            if (mine.stops.cells[n] != other.cell)
                stoppers.cells[stoppers.count++] = mine.stops.cells[n];
    };
    note(a, b, turn.stoppers[0]);
    note(b, a, turn.stoppers[1]);
}

// Is there no single cell left that stops all threats of a turn of these two stones?
bool Attacks::doubly(const Stops& a, const Stops& b, const Stops* both, Cell cell_a, Cell cell_b) {
    using State = Stops::State;
    if (a.state == State::two_needed || b.state == State::two_needed) return true;
    if (both && both->state == State::two_needed) return true;
    const Stops* const all[] = {&a, &b, both};
    const int known = both ? 3 : 2;
    for (int n = 0; n < known; ++n) {
        if (all[n]->state == State::no_threat) continue;
        for (int i = 0; i < all[n]->count; ++i) {
            const Cell cell = all[n]->cells[i];
            if (cell == cell_a || cell == cell_b) continue;
            bool in_all = true;
            for (int m = 0; m < known; ++m)
                in_all = in_all && (all[m]->state == State::no_threat || all[m]->has(cell));
            if (in_all) return false;
        }
        return true;
    }
    return false;
}

// Any number of stones: try everything. Slow and plain, for games with p >= 3 and for turns of
// which some stones lie already.
void Attacks::find_any(WarBoard& board, int attacker, int stones, Cell first, Turn& turn,
                       std::vector<Turn>& out) {
    if (turn.count == stones) {
        collect_holes(board, attacker, holes_);
        const int p = board.geometry().stones();
        if (fewest_stoppers(holes_, p - 1) >= p) {
            out.push_back(turn);
            out.back().score = static_cast<std::int32_t>(holes_.size());
        }
        return;
    }
    for (int c = first; c < board.geometry().cells(); ++c) {
        const Cell cell = static_cast<Cell>(c);
        if (!board.is_empty(cell)) continue;
        if (!control_.tick()) return;  // the search that asked sees it too
        board.place(cell, attacker);
        turn.add(cell);
        find_any(board, attacker, stones, static_cast<Cell>(c + 1), turn, out);
        --turn.count;
        board.remove(cell);
    }
}

Attacks::Stops& Attacks::pair_at(int i, int j) {
    PairStops& entry = pairs_[pair_number(i, j)];
    if (entry.stamp != stamp_) {
        entry = PairStops{{}, stamp_};
        pairs_met_.push_back(
            {static_cast<std::int16_t>(std::min(i, j)), static_cast<std::int16_t>(std::max(i, j))});
    }
    return entry.stops;
}

const Attacks::Stops* Attacks::pair_found(int i, int j) const {
    const PairStops& entry = pairs_[pair_number(i, j)];
    return entry.stamp == stamp_ ? &entry.stops : nullptr;
}

}  // namespace kikashi::positional
