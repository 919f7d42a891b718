#include "positional/forcing/quiet.hpp"

#include <algorithm>

namespace kikashi::positional {

namespace {

constexpr int first_width = 24, widest = 4096;
constexpr int narrowest = 64;  // after the first turn: many places for a stone that must also parry
constexpr int most_quiet = 8;
constexpr std::uint64_t first_nodes = 1000;  // of a quick look: four of five wins take fewer
constexpr std::uint64_t more_nodes = 20;     // times so many for a reply that this leaves open
constexpr std::size_t most_open = 12;        // replies left open by a turn worth going on with
constexpr std::size_t most_refuters = 24;    // remembered, and asked about first
constexpr int longest_bound = 32;  // above it a bound saves nothing, and full forcing wants none
constexpr int shortest_after_quiet = 2;  // a free turn was no threat: two more are needed to win
constexpr std::size_t bytes_of_node = 200;

}  // namespace

QuietForcing::QuietForcing(WarBoard& board, int attacker, Control& control, std::size_t table_bytes)
    : board_(board),
      attacker_(attacker),
      defender_(1 - attacker),
      control_(control),
      most_proof_(std::max<std::size_t>(1000, table_bytes / 2 / bytes_of_node)),
      full_(board, attacker, control, table_bytes / 2),
      free_turns_(board, attacker),
      refuters_(most_quiet + 1),
      killers_(most_quiet + 1) {}

void QuietForcing::place(const Turn& turn, int player) {
    for (Cell cell : turn) board_.place(cell, player);
}

void QuietForcing::remove(const Turn& turn) {
    for (Cell cell : turn) board_.remove(cell);
}

Finding QuietForcing::solve(int stones, Proof& proof, int most_turns, int quiet_turns) {
    if (most_turns > longest_bound) most_turns = 0;
    Finding finding = full_.solve(stones, proof, {.most_turns = most_turns});
    if (finding.answer != Answer::no) return finding;
    finding.answer = Answer::unknown;
    for (int width = first_width; width <= widest && control_.running(); width *= 2) {
        failed_.clear();
        quick_nodes_ = first_nodes * static_cast<std::uint64_t>(width / first_width);
        const int quiet = std::min(quiet_turns, most_quiet);
        Won won;
        if (attack(stones, {most_turns, quiet, 0, width, more_nodes * quick_nodes_}, 0, proof,
                   won)) {
            SharedProof shared;
            finding.answer = Answer::win;
            finding.root = shared.add(proof, won.node);
            finding.turns = shared.proof.nodes[static_cast<std::size_t>(finding.root)].bound;
            proof = std::move(shared.proof);
            return finding;
        }
    }
    return finding;
}

bool QuietForcing::force(int stones, const Effort& effort, int passed, Proof& proof, Won& won) {
    const FullForcing::Wish wish{.most_turns = effort.turns, .most_nodes = effort.nodes};
    const Finding found = full_.solve(stones, proof, wish);
    if (found.answer != Answer::win) return false;
    if (proof.nodes.size() > most_proof_) control_.out_of_memory();
    won.node = found.root;
    won.zone = zone_of(board_, attacker_, proof, won.node, passed);
    return true;
}

bool QuietForcing::attack(int stones, Effort effort, int passed, Proof& proof, Won& won) {
    if (!control_.tick()) return false;
    if (force(stones, effort, passed, proof, won)) return true;
    if (effort.turns && effort.turns <= shortest_after_quiet) return false;
    if (effort.quiet == 0 || !control_.running()) return false;
    const std::uint64_t key = board_.key() ^ mix(static_cast<std::uint64_t>(effort.turns));
    const auto seen = failed_.find(key);
    if (seen != failed_.end() && seen->second >= effort.quiet) return false;

    std::vector<Turn> turns;
    effort.level = static_cast<std::size_t>(effort.quiet);
    free_turns_.find({stones, effort.width, true, killers_[effort.level]}, turns);
    if (effort.turns) --effort.turns;
    Effort forcing = effort, below = effort;
    forcing.quiet = 0;
    --below.quiet;
    below.width = std::max(narrowest, below.width / 2);
    forcing.nodes = std::min(forcing.nodes, quick_nodes_);
    sort_by_null_move(forcing, turns);

    // Each turn: how many replies does a quick look by full forcing leave open? Where they are
    // fewer than ever before, long searches and quiet turns are tried on them at once; on the
    // others at last, the fewest first.
    struct Tried {
        Turn turn;
        std::vector<Turn> open;
    };
    std::vector<Tried> later;
    std::size_t fewest = most_open + 1;
    for (const Turn& turn : turns) {
        Tried tried{turn, {}};
        if (wins(turn, forcing, passed, most_open, proof, won, tried.open)) return true;
        if (!control_.running()) return false;
        if (tried.open.size() > most_open) continue;
        const bool promising = tried.open.size() < fewest;
        fewest = std::min(fewest, tried.open.size());
        if (!promising)
            later.push_back(tried);
        else if (wins(turn, below, passed, 0, proof, won, tried.open))
            return true;
    }
    std::stable_sort(later.begin(), later.end(),
                     [](const Tried& a, const Tried& b) { return a.open.size() < b.open.size(); });
    for (Tried& tried : later) {
        if (!control_.running()) return false;
        if (wins(tried.turn, below, passed, 0, proof, won, tried.open)) return true;
    }
    failed_[key] = effort.quiet;
    return false;
}

// The nodes of the win after a pass (the null move) are the first proof number of a turn. One after
// which a pass is no mistake wins nothing soon and is left out.
void QuietForcing::sort_by_null_move(const Effort& effort, std::vector<Turn>& turns) {
    std::vector<std::pair<std::uint64_t, Turn>> judged;
    for (const Turn& turn : turns) {
        const std::uint64_t begun = control_.nodes();
        bool won = true;
        place(turn, attacker_);
        for (const Turn& defence : defences_to_threats()) {
            Proof unused;
            place(defence, defender_);
            won = won && full_.solve(board_.geometry().stones(), unused,
                                     {.most_turns = effort.turns,
                                      .most_nodes = effort.nodes,
                                      .strategy = false})
                                 .answer == Answer::win;
            remove(defence);
        }
        remove(turn);
        if (won) judged.emplace_back(control_.nodes() - begun, turn);
    }
    std::stable_sort(judged.begin(), judged.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    turns.clear();
    for (const auto& one : judged) turns.push_back(one.second);
}

// The smallest (parts of) replies that stop what the attacker threatens: none of them is a part of
// another. Without threats that is the pass.
std::vector<Turn> QuietForcing::defences_to_threats() {
    std::vector<Hole> holes;
    collect_holes(board_, attacker_, holes);
    std::vector<Turn> defences, smallest;
    defences_.find(holes, board_.geometry().stones(), defences);
    std::stable_sort(defences.begin(), defences.end(),
                     [](const Turn& a, const Turn& b) { return a.count < b.count; });
    for (const Turn& defence : defences)
        if (std::none_of(smallest.begin(), smallest.end(),
                         [&](const Turn& smaller) { return defence.holds(smaller); }))
            smallest.push_back(defence);
    return smallest;
}

// Does `turn` win? If not, `open` tells the replies without an answer, at most one more than
// allowed; those that it holds already are asked about first.
bool QuietForcing::wins(const Turn& turn, const Effort& effort, int passed, std::size_t allowed,
                        Proof& proof, Won& won, std::vector<Turn>& open) {
    const std::size_t before = proof.nodes.size();
    Replies replies;
    replies.most_open = allowed;
    cover(turn, effort, passed, open, proof, replies);
    open = replies.open;
    if (!control_.running()) return false;
    if (open.empty()) {
        killers_[effort.level] = turn;
        write_down(turn, replies, proof, won);
        return true;
    }
    proof.nodes.resize(before);
    for (const Turn& reply : open) note_refuter(effort.level, reply);
    return false;
}

// Every reply to `turn` must lose: those of `first`, which are known to be hard, then those that
// refuted other turns, then all that the zones leave over.
void QuietForcing::cover(const Turn& turn, const Effort& effort, int passed,
                         const std::vector<Turn>& first, Proof& proof, Replies& replies) {
    place(turn, attacker_);
    const std::vector<Turn> minimal = defences_to_threats();
    for (Cell cell : turn) replies.zone.add(cell);
    add_reply_zone(board_, attacker_, passed, replies.zone);

    for (const Turn& part : first)
        if (!replies.hopeless()) answer(part, effort, passed, proof, replies);
    const auto asked = [&](const Turn& part) {
        return std::all_of(part.begin(), part.end(), [&](Cell c) { return board_.is_empty(c); }) &&
               std::any_of(minimal.begin(), minimal.end(),
                           [&](const Turn& defence) { return part.holds(defence); });
    };
    if (first.empty())
        for (const Refuter& refuter : refuters_[effort.level])
            if (!replies.hopeless() && asked(refuter.reply))
                answer(refuter.reply, effort, passed, proof, replies);
    for (const Turn& defence : minimal)
        if (!replies.hopeless() && control_.running())
            grow(defence, effort, passed, proof, replies);
    remove(turn);
}

// Is there an answer to these stones, the rest of the turn passed?
bool QuietForcing::answer(const Turn& part, const Effort& effort, int passed, Proof& proof,
                          Replies& replies) {
    const int p = board_.geometry().stones();
    const int free_stones = std::min(p, board_.empty_cells()) - part.count;
    Won won;
    place(part, defender_);
    const bool wins = attack(p, effort, passed + free_stones, proof, won);
    remove(part);
    if (!wins) {
        replies.open.push_back(part);
        return false;
    }
    for (Cell cell : part) replies.zone.add(cell);
    replies.zone |= won.zone;
    replies.answered.push_back({part, won.node, won.zone, free_stones == 0});
    return true;
}

// Every reply that holds the stones of `part` must lose: with the rest passed, and then with each
// next stone inside the zone of that win.
void QuietForcing::grow(const Turn& part, const Effort& effort, int passed, Proof& proof,
                        Replies& replies) {
    if (!replies.find(part) && !answer(part, effort, passed, proof, replies)) return;
    Part* found = replies.find(part);
    if (found->grown) return;
    found->grown = true;
    for (Cell cell : refuters_first(effort.level, found->zone)) {
        if (replies.hopeless() || !control_.running()) return;
        if (!board_.is_empty(cell) || part.has(cell)) continue;
        Turn more = part;
        more.add(cell);
        more.sort();
        if (!replies.opens(more) && !replies.covers(more))
            grow(more, effort, passed, proof, replies);
    }
}

// The cells of a zone, those that were part of a refutation first.
std::vector<Cell> QuietForcing::refuters_first(std::size_t level, const CellSet& zone) const {
    std::vector<Cell> cells;
    CellSet listed;
    const auto add = [&](Cell cell) {
        if (!listed.has(cell)) cells.push_back(cell);
        listed.add(cell);
    };
    for (const Refuter& refuter : refuters_[level])
        for (Cell cell : refuter.reply)
            if (zone.has(cell)) add(cell);
    zone.each(add);
    return cells;
}

QuietForcing::Part* QuietForcing::Replies::find(const Turn& turn) {
    for (Part& part : answered)
        if (part.stones == turn) return &part;
    return nullptr;
}

// Is there a grown answer to just these stones, or one to a part of them that keeps off the others?
bool QuietForcing::Replies::covers(const Turn& turn) const {
    return std::any_of(answered.begin(), answered.end(), [&](const Part& part) {
        if (!turn.holds(part.stones)) return false;
        if (part.stones == turn) return part.grown;
        return part.stones.count < turn.count &&
               std::none_of(
                   turn.begin(), turn.end(),
                   [&](Cell cell) { return !part.stones.has(cell) && part.zone.has(cell); });
    });
}

// Does it hold a part that has no answer yet? Then that comes first.
bool QuietForcing::Replies::opens(const Turn& turn) const {
    return std::any_of(open.begin(), open.end(),
                       [&](const Turn& part) { return turn.holds(part); });
}

void QuietForcing::write_down(const Turn& turn, const Replies& replies, Proof& proof,
                              Won& won) const {
    const int p = std::min(board_.geometry().stones(), board_.empty_cells() - turn.count);
    int bound = 1;
    std::vector<Proof::Reply> entries;
    for (const Part& part : replies.answered) {
        entries.push_back({part.stones, part.node, part.stones.count < p});
        bound = std::max(bound, proof.nodes[static_cast<std::size_t>(part.node)].bound);
    }
    const auto node = proof.add_replies(bound, std::move(entries));
    won.node = proof.add_turn(bound + 1, turn, node);
    won.zone = replies.zone;
}

// The killer heuristic for the defender: what refuted other turns may refute this one too.
void QuietForcing::note_refuter(std::size_t level, const Turn& reply) {
    auto& known = refuters_[level];
    const auto same = [&](const Refuter& other) { return other.reply == reply; };
    auto at = std::find_if(known.begin(), known.end(), same);
    if (at == known.end()) {
        if (known.size() == most_refuters) known.pop_back();
        at = known.insert(known.end(), {reply, 0});
    }
    ++at->count;
    for (; at != known.begin() && (at - 1)->count <= at->count; --at) std::iter_swap(at - 1, at);
}

}  // namespace kikashi::positional
