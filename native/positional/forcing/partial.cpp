#include "positional/forcing/partial.hpp"

#include <algorithm>

namespace kikashi::positional {

namespace {

constexpr int most_slack = 8, first_width = 24, widest = 4096;
constexpr std::uint64_t first_nodes = 400;
constexpr int longest_bound = 32;  // above it a bound saves nothing, and full forcing wants none
constexpr Cell nowhere = max_cells;
constexpr int shortest_after_slack = 2;  // a free turn was no threat: two more are needed to win

}  // namespace

PartialForcing::PartialForcing(WarBoard& board, int attacker, Control& control,
                               std::size_t table_bytes)
    : board_(board),
      attacker_(attacker),
      defender_(1 - attacker),
      control_(control),
      full_(board, attacker, control, table_bytes),
      free_turns_(board, attacker),
      refuters_(static_cast<std::size_t>((most_slack + 1) * max_stones), nowhere) {}

void PartialForcing::place(const Turn& turn, int player) {
    for (Cell cell : turn) board_.place(cell, player);
}

void PartialForcing::remove(const Turn& turn) {
    for (Cell cell : turn) board_.remove(cell);
}

Finding PartialForcing::solve(int stones, Proof& proof, int most_turns) {
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
            const Effort effort{most_turns, slack, width, more * first_nodes};
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
    if (free_turns_.find({.stones = stones, .width = effort.width}, turns)) narrowed_ = true;
    --effort.slack;
    if (effort.turns) --effort.turns;
    effort.width = std::max(4, effort.width / 2);
    for (const Turn& turn : turns) {
        if (!control_.running()) return false;
        const std::size_t before = proof.nodes.size();
        if (try_turn(turn, effort, passed, proof, won)) return true;
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
    return board_.key() ^ mix(static_cast<std::uint64_t>(effort.turns));
}

}  // namespace kikashi::positional
