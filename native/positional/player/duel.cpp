#include "positional/player/duel.hpp"

#include <algorithm>

#include "positional/forcing/replies.hpp"
#include "positional/forcing/zone.hpp"

namespace kikashi::positional {

namespace {

constexpr std::size_t forcing_bytes = std::size_t{16} << 20;
constexpr std::size_t glanced_size = std::size_t{1} << 16;
constexpr std::uint64_t most_combinations = 800;  // about a millisecond a node

}  // namespace

Duel::Duel(std::shared_ptr<const Geometry> geometry, const Weights& weights, const Style& style,
           Control& control)
    : board_(geometry),
      evaluation_(*geometry, weights),
      style_(style),
      control_(control),
      glanced_(glanced_size, 0),
      unthreatened_(glanced_size, 0) {
    if (weights.net && LineNetBoard::fits(*geometry, *weights.net))
        net_.emplace(*geometry, weights.net);
    by_sets_ = !net_ || !style.net_orders;
    for (int attacker = 0; attacker < 2; ++attacker)
        forcing_[static_cast<std::size_t>(attacker)] =
            std::make_unique<FullForcing>(board_, attacker, control, forcing_bytes);
}

void Duel::set_up(const std::vector<std::vector<Cell>>& stones, int mover, int left) {
    for (int player = 0; player < 2; ++player)
        for (Cell cell : stones[static_cast<std::size_t>(player)]) place(cell, player);
    side_ = mover;
    left_ = root_left_ = left;
}

std::uint64_t Duel::key() const {
    return board_.key() ^
           mix(0x20000u + static_cast<unsigned>(side_) * 16u + static_cast<unsigned>(left_));
}

std::uint64_t Duel::key_after(const Turn& turn) const {
    std::uint64_t key = board_.key();
    for (Cell cell : turn) key ^= WarBoard::stone_key(cell, side_);
    return key ^ mix(0x20000u + static_cast<unsigned>(1 - side_) * 16u +
                     static_cast<unsigned>(board_.geometry().stones()));
}

// Exact for turns of one or two stones; longer ones are told apart by a hash.
std::uint32_t Duel::code(const Turn& turn) const {
    if (turn.count <= 2) {
        std::uint32_t code = 1;
        for (Cell cell : turn) code = code << 10 | cell;
        return code & 0xffffff;
    }
    std::uint64_t hash = 0;
    for (Cell cell : turn) hash = mix(hash ^ cell);
    return static_cast<std::uint32_t>(hash & 0xfffffe) + 1;
}

void Duel::play(const Turn& turn) {
    for (Cell cell : turn) place(cell, side_);
    side_ = 1 - side_;
    left_ = board_.geometry().stones();
    ++turns_played_;
}

void Duel::undo(const Turn& turn) {
    for (int i = turn.count; i-- > 0;) remove(turn.cells[static_cast<std::size_t>(i)]);
    side_ = 1 - side_;
    left_ = --turns_played_ == 0 ? root_left_ : board_.geometry().stones();
}

// The set that lacks fewest, so that no stone is left over when the game is won.
bool Duel::fills_now(int side, int stones, Turn& turn) const {
    int fewest = stones + 1;
    for (SetId set : board_.fillable(side)) {
        if (board_.missing(set, side) >= fewest) continue;
        fewest = board_.missing(set, side);
        turn = Turn{};
        for (Cell cell : board_.geometry().cells_of(set))
            if (board_.is_empty(cell)) turn.add(cell);
    }
    return fewest <= stones;
}

// The generator of attacks is quick for whole turns of one or two stones; it tries all others out.
bool Duel::can_force(int stones) const {
    const int p = board_.geometry().stones();
    const auto few = [&](int count) {
        std::uint64_t combinations = 1;
        for (int i = 0; i < count && combinations <= most_combinations * max_cells; ++i)
            combinations = combinations *
                           static_cast<std::uint64_t>(std::max(0, board_.empty_cells() - i)) /
                           static_cast<std::uint64_t>(i + 1);
        return combinations <= most_combinations;
    };
    return ((stones == p && p <= 2) || few(stones)) && (p <= 2 || few(p));
}

// A few nodes of forcing search; what it misses, deeper searches of the tree may find.
bool Duel::glance_wins(int& turns) {
    if (board_.near(side_).empty() || !can_force(left_)) return false;
    std::uint64_t& known = glanced_[key() & (glanced_size - 1)];
    if (known == key()) return false;
    scrap_.nodes.clear();
    const Finding found = forcing_[static_cast<std::size_t>(side_)]->solve(
        left_, scrap_, {.most_nodes = style_.glance, .strategy = false});
    if (found.answer == Answer::win) {
        turns = found.turns;
        return true;
    }
    known = key();
    return false;
}

bool Duel::is_terminal(int ply, search::Value& value) {
    if (board_.filled(1 - side_) > 0) {
        value = -search::wins_after(ply);
        return true;
    }
    const int stones = stones_now();
    if (stones == 0) {
        value = 0;
        return true;
    }
    Turn turn;
    if (fills_now(side_, stones, turn)) {
        value = search::wins_after(ply + 1);
        return true;
    }
    collect_holes(board_, 1 - side_, holes_);
    if (!can_stop(holes_, stones)) {
        value = -search::wins_after(ply + 2);
        return true;
    }
    if ((++visits_ & 7) == 0) control_.consult();  // nodes with a glance are dear
    int turns = 0;
    if (style_.glance > 0 && glance_wins(turns)) {
        value = search::wins_after(ply + 2 * turns - 1);
        return true;
    }
    return false;
}

// Does the other side win by force if the mover passes? Then only turns inside the zone of that win
// can help.
bool Duel::threatened(CellSet& zone) {
    const int other = 1 - side_, p = board_.geometry().stones();
    if (style_.threat_nodes == 0 || board_.near(other).empty() || !can_force(p)) return false;
    std::uint64_t& known = unthreatened_[key() & (glanced_size - 1)];
    if (known == key()) return false;
    scrap_.nodes.clear();
    const Finding found = forcing_[static_cast<std::size_t>(other)]->solve(
        p, scrap_, {.most_nodes = style_.threat_nodes});
    if (found.answer != Answer::win) {
        known = key();
        return false;
    }
    zone = zone_of(board_, other, scrap_, found.root, stones_now());
    return true;
}

void Duel::generate_moves(int, std::vector<search::ScoredMove<Turn>>& out) {
    CellSet zone;
    if (board_.fillable(1 - side_).empty() && stones_now() == 1 && threatened(zone))
        generate_in_zone(zone, out);
    else
        generate(style_.width, style_.first_stones, out);
}

// Turns of one stone: every cell of the zone.
void Duel::generate_in_zone(const CellSet& zone, std::vector<search::ScoredMove<Turn>>& out) {
    for (int c = 0; c < board_.geometry().cells(); ++c) {
        const Cell cell = static_cast<Cell>(c);
        if (!zone.has(cell) || !board_.is_empty(cell)) continue;
        Turn turn;
        turn.add(cell);
        out.push_back({turn, worth(cell)});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    limited_ = false;
}

void Duel::generate(int width, int first_stones, std::vector<search::ScoredMove<Turn>>& out,
                    int later) {
    const std::size_t begin = out.size();
    std::vector<Hole> holes;
    collect_holes(board_, 1 - side_, holes);
    const int stones = stones_now();
    limited_ = !can_stop(holes, stones);
    if (limited_) holes.clear();  // lost: stop what can be stopped
    Turn turn;
    const Choosing choosing{stones == 1 ? std::max(width, 1) : first_stones, later};
    extend(turn, stones, 0, holes, choosing, out);
    for (std::size_t i = begin; i < out.size(); ++i) out[i].move.sort();
    if (out.size() == begin) {  // none of the few ways that were tried stops everything
        limited_ = true;
        extend(turn, stones, 0, {}, {first_stones, later}, out);
    }
    const auto from = out.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(from, out.end(), [](const auto& a, const auto& b) {
        if (a.move == b.move) return a.score > b.score;
        return std::lexicographical_compare(a.move.begin(), a.move.end(), b.move.begin(),
                                            b.move.end());
    });
    out.erase(
        std::unique(from, out.end(), [](const auto& a, const auto& b) { return a.move == b.move; }),
        out.end());
    std::stable_sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    const std::size_t most = begin + static_cast<std::size_t>(std::max(width, 1));
    if (out.size() > most) {
        limited_ = true;
        out.resize(most);
    }
}

// Adds stones one by one, each the best few cells given those before it, so that stones that help
// one another are seen. Threats of the other side are stopped first.
void Duel::extend(Turn& turn, int stones, std::int32_t sum, const std::vector<Hole>& open,
                  const Choosing& choosing, std::vector<search::ScoredMove<Turn>>& out) {
    if (stones == 0) {
        out.push_back({turn, sum});
        return;
    }
    std::vector<Cell> cells;
    if (open.empty()) {
        cells = best_cells(turn.count == 0 ? choosing.first
                                           : std::max(1, choosing.later >> (2 * turn.count - 2)));
        limited_ = limited_ || static_cast<int>(cells.size()) < board_.empty_cells();
    } else {
        const auto narrowest =
            std::min_element(open.begin(), open.end(),
                             [](const Hole& a, const Hole& b) { return a.count < b.count; });
        cells.assign(narrowest->cells.begin(), narrowest->cells.begin() + narrowest->count);
        if (board_.geometry().stones() > 2) {  // all ways to stop everything would be too many
            const auto most =
                static_cast<std::size_t>(std::max(1, later_stones >> (2 * turn.count)));
            std::stable_sort(cells.begin(), cells.end(),
                             [&](Cell a, Cell b) { return worth(a) > worth(b); });
            limited_ = limited_ || cells.size() > most;
            if (cells.size() > most) cells.resize(most);
        }
    }
    for (Cell cell : cells) {
        std::vector<Hole> rest;
        for (const Hole& hole : open)
            if (!hole.has(cell)) rest.push_back(hole);
        if (!can_stop(rest, stones - 1)) continue;
        const std::int32_t gained = worth(cell);
        turn.add(cell);
        if (stones == 1) {  // nothing follows that the stone could help
            out.push_back({turn, sum + gained});
            --turn.count;
            continue;
        }
        place(cell, side_);
        ++begun_;
        extend(turn, stones - 1, sum + gained, rest, choosing, out);
        --begun_;
        --turn.count;
        remove(cell);
    }
}

// Few are wanted of many, so they are kept sorted as they come; of equals the first stays first.
std::vector<Cell> Duel::best_cells(int count) {
    const auto most = static_cast<std::size_t>(std::clamp(count, 0, board_.empty_cells()));
    std::vector<std::pair<std::int32_t, Cell>> ranked;
    ranked.reserve(most + 1);
    for (int c = 0; c < board_.geometry().cells(); ++c) {
        const Cell cell = static_cast<Cell>(c);
        if (!board_.is_empty(cell)) continue;
        const std::int32_t value = worth(cell);
        if (ranked.size() == most && (most == 0 || value <= ranked.back().first)) continue;
        auto at = ranked.end();
        while (at != ranked.begin() && (at - 1)->first < value) --at;
        ranked.emplace(at, value, cell);
        if (ranked.size() > most) ranked.pop_back();
    }
    std::vector<Cell> cells;
    cells.reserve(ranked.size());
    for (const auto& [value, cell] : ranked) cells.push_back(cell);
    return cells;
}

}  // namespace kikashi::positional
