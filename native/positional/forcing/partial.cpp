#include "positional/forcing/partial.hpp"

#include <algorithm>
#include <unordered_set>

namespace kikashi::positional {

namespace {

// How much a stone is worth for what it starts, by the stones its open sets hold already.
constexpr std::array<std::int32_t, 8> own_weight = {0, 1, 4, 12, 20, 20, 20, 20};
constexpr std::array<std::int32_t, 8> their_weight = {0, 0, 1, 3, 6, 6, 6, 6};
constexpr int most_slack = 8, first_width = 24, widest = 4096;
constexpr std::uint64_t first_nodes = 400;
constexpr std::uint64_t quiet_nodes = 2000;  // after a quiet turn wins are longer
constexpr int longest_bound = 32;  // above it a bound saves nothing, and full forcing wants none
constexpr Cell nowhere = max_cells;
constexpr int near_full = 4;             // stones of a set that threatens
constexpr std::int32_t crowded = 10;     // by trial on openings of six in a row
constexpr std::int32_t killer = 30;      // for a stone of the quiet turn that won last
constexpr int shortest_after_slack = 2;  // a free turn was no threat: two more are needed to win

std::uint32_t pair_code(Cell a, Cell b) {
    return static_cast<std::uint32_t>(std::min(a, b)) << 16 | std::max(a, b);
}

}  // namespace

PartialForcing::PartialForcing(WarBoard& board, int attacker, Control& control,
                               std::size_t table_bytes)
    : board_(board),
      attacker_(attacker),
      defender_(1 - attacker),
      control_(control),
      full_(board, attacker, control, table_bytes),
      refuters_(static_cast<std::size_t>((most_slack + 1) * max_stones), nowhere),
      killers_(most_slack + 1) {}

void PartialForcing::place(const Turn& turn, int player) {
    for (Cell cell : turn) board_.place(cell, player);
}

void PartialForcing::remove(const Turn& turn) {
    for (Cell cell : turn) board_.remove(cell);
}

Finding PartialForcing::solve(int stones, Proof& proof, int most_turns, int quiet_turns) {
    if (most_turns > longest_bound) most_turns = 0;
    Finding finding = full_.solve(stones, proof, {.most_turns = most_turns});
    if (finding.answer != Answer::no) return finding;
    finding.answer = Answer::unknown;
    const int slackest =
        most_turns ? std::min(most_slack, most_turns - shortest_after_slack) : most_slack;
    for (int width = first_width; width <= widest && control_.running(); width *= 2) {
        narrowed_ = false;
        failed_.clear();
        const auto more = static_cast<std::uint64_t>(width / first_width);
        for (int slack = 1; slack <= slackest && control_.running(); ++slack) {
            Won won;
            const Effort effort{most_turns, slack, std::min(slack, quiet_turns), width,
                                more * (quiet_turns ? quiet_nodes : first_nodes)};
            if (attack(stones, effort, 0, proof, won)) {
                finding.answer = Answer::win;
                finding.root = won.node;
                finding.turns = proof.nodes[static_cast<std::size_t>(won.node)].bound;
                return finding;
            }
        }
        if (!narrowed_) break;
    }
    return finding;
}

bool PartialForcing::attack(int stones, Effort effort, int passed, Proof& proof, Won& won) {
    if (!control_.tick()) return false;
    const Finding found =
        full_.solve(stones, proof, {.most_turns = effort.turns, .most_nodes = effort.nodes});
    if (found.answer == Answer::win) {
        won.node = found.root;
        won.zone = zone_of(board_, attacker_, proof, found.root, passed);
        return true;
    }
    if (found.answer == Answer::unknown) narrowed_ = true;
    if (effort.turns && effort.turns <= shortest_after_slack) return false;
    if (effort.slack == 0 || !control_.running()) {
        narrowed_ = true;
        return false;
    }
    const std::uint64_t key = failure_key(effort);
    const auto seen = failed_.find(key);
    if (seen != failed_.end() && seen->second >= effort.slack) return false;

    std::vector<Turn> turns;
    candidates(stones, effort, turns);
    --effort.slack;
    if (effort.turns) --effort.turns;
    effort.width = std::max(4, effort.width / 2);
    for (const Turn& turn : turns) {
        if (!control_.running()) return false;
        const std::size_t before = proof.nodes.size();
        if (try_turn(turn, effort, passed, proof, won)) {
            killers_[static_cast<std::size_t>(effort.slack) + 1] = turn;
            return true;
        }
        proof.nodes.resize(before);
    }
    failed_[key] = std::max(failed_[key], effort.slack + 1);
    return false;
}

// After `turn` the defender may do what it likes: every reply must lose.
bool PartialForcing::try_turn(const Turn& turn, Effort effort, int passed, Proof& proof, Won& won) {
    place(turn, attacker_);
    std::vector<Hole> holes;
    collect_holes(board_, attacker_, holes);
    if (holes.empty() && effort.quiet > 0) --effort.quiet;
    std::vector<Turn> defences;
    defences_.find(holes, board_.geometry().stones(), defences);
    std::stable_sort(defences.begin(), defences.end(),
                     [](const Turn& a, const Turn& b) { return a.count < b.count; });
    std::vector<Turn> minimal;
    for (const Turn& defence : defences) {
        const bool more_than_needed =
            std::any_of(minimal.begin(), minimal.end(), [&](const Turn& smaller) {
                return std::all_of(smaller.begin(), smaller.end(),
                                   [&](Cell cell) { return defence.has(cell); });
            });
        if (!more_than_needed) minimal.push_back(defence);
    }
    CellSet zone;
    for (Cell cell : turn) zone.add(cell);
    add_reply_zone(board_, attacker_, passed, zone);
    Answered answered{zone, {}, {}};
    const bool wins = std::all_of(minimal.begin(), minimal.end(), [&](Turn defence) {
        return cover(defence, effort, passed, proof, answered);
    });
    remove(turn);
    if (!wins) return false;
    int bound = 1;
    for (const auto& reply : answered.replies)
        bound = std::max(bound, proof.nodes[static_cast<std::size_t>(reply.child)].bound);
    const auto node = proof.add_replies(bound, std::move(answered.replies));
    won.node = proof.add_turn(bound + 1, turn, node);
    won.zone = answered.zone;
    return true;
}

// Every reply that holds the stones of `placed` must lose: with the rest passed, and then with
// each next stone inside the zone of that win.
bool PartialForcing::cover(Turn& placed, Effort effort, int passed, Proof& proof,
                           Answered& answered) {
    const int p = board_.geometry().stones();
    const int free_stones = std::min(p, board_.empty_cells()) - placed.count;
    Won won;
    place(placed, defender_);
    const bool wins = attack(p, effort, passed + free_stones, proof, won);
    remove(placed);
    if (!wins) return false;
    Turn stones = placed;
    stones.sort();
    answered.replies.push_back({stones, won.node, free_stones > 0});
    for (Cell cell : stones) answered.zone.add(cell);
    answered.zone |= won.zone;
    if (free_stones == 0) return true;
    answered.parts.emplace_back(stones, won.zone);
    Cell& refuter = refuters_[static_cast<std::size_t>(effort.slack * max_stones + placed.count)];
    for (Cell cell : killer_first(won.zone, refuter)) {
        if (!board_.is_empty(cell) || placed.has(cell)) continue;
        Turn more = placed;
        more.add(cell);
        more.sort();
        if (answered.has(more)) continue;
        if (!cover(more, effort, passed, proof, answered)) {
            refuter = cell;
            return false;
        }
    }
    return true;
}

// Is there an answer to just these stones, or to a part of them that keeps off the others?
bool PartialForcing::Answered::has(const Turn& turn) const {
    const auto same = [&](const Proof::Reply& reply) { return reply.stones == turn; };
    const auto keeps_off = [&](const std::pair<Turn, CellSet>& part) {
        return std::all_of(part.first.begin(), part.first.end(),
                           [&](Cell cell) { return turn.has(cell); }) &&
               std::none_of(turn.begin(), turn.end(), [&](Cell cell) {
                   return !part.first.has(cell) && part.second.has(cell);
               });
    };
    return std::any_of(replies.begin(), replies.end(), same) ||
           std::any_of(parts.begin(), parts.end(), keeps_off);
}

// The killer heuristic for the defender: what refuted the last turn may refute this one too.
std::vector<Cell> PartialForcing::killer_first(const CellSet& zone, Cell killer) {
    std::vector<Cell> cells;
    if (killer != nowhere && zone.has(killer)) cells.push_back(killer);
    zone.each([&](Cell cell) {
        if (cell != killer) cells.push_back(cell);
    });
    return cells;
}

std::uint64_t PartialForcing::failure_key(const Effort& effort) const {
    return board_.key() ^ mix(static_cast<std::uint64_t>(effort.turns + 256 * effort.quiet));
}

// A quiet turn had better begin many sets than fill one, which a single stone spoils: what its
// stones are worth to sets that hold all of them.
std::int32_t PartialForcing::in_one_set(const Turn& turn) const {
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

// Turns that threaten something, or any where a quiet one is allowed, by what they start and what
// they spoil; the best `width`.
void PartialForcing::candidates(int stones, const Effort& effort, std::vector<Turn>& out) {
    const Geometry& geometry = board_.geometry();
    const int p = geometry.stones();
    std::vector<Hole> must_hit;
    collect_holes(board_, defender_, must_hit);
    if (fewest_stoppers(must_hit, stones) > stones) return;

    value_.assign(static_cast<std::size_t>(geometry.cells()), 0);
    const bool any = p == 1 || effort.quiet > 0;
    std::vector<bool> threatens(static_cast<std::size_t>(geometry.cells()), any);
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
                if (close) threatens[cell] = true;
            }
    }
    if (effort.quiet > 0)
        for (Cell cell : killers_[static_cast<std::size_t>(effort.slack)])
            if (board_.is_empty(cell)) value_[cell] += killer;
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
            if (threatens[cell] && stops_all(turn)) out.push_back(turn);
        }
    } else if (stones == 2) {
        for (std::size_t i = 0; i < cells.size(); ++i)
            for (std::size_t j = i + 1; j < cells.size(); ++j) {
                Turn turn({cells[i], cells[j]}, value_[cells[i]] + value_[cells[j]]);
                if (!threatens[cells[i]] && !threatens[cells[j]] &&
                    !together.contains(pair_code(cells[i], cells[j])))
                    continue;
                turn.sort();
                if (any) turn.score -= in_one_set(turn);
                if (stops_all(turn)) out.push_back(turn);
            }
    }
    const auto better = [](const Turn& a, const Turn& b) { return a.score > b.score; };
    if (static_cast<int>(out.size()) > effort.width) {
        narrowed_ = true;
        std::partial_sort(out.begin(), out.begin() + effort.width, out.end(), better);
        out.resize(static_cast<std::size_t>(effort.width));
    } else {
        std::stable_sort(out.begin(), out.end(), better);
    }
}

}  // namespace kikashi::positional
