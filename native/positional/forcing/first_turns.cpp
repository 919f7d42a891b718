#include "positional/forcing/first_turns.hpp"

#include <algorithm>

namespace kikashi::positional {

namespace {

constexpr std::size_t remembered = 16;  // defences tried first; more were not found to help

}  // namespace

FirstTurnSearch::FirstTurnSearch(WarBoard& board, int attacker, Control& control,
                                 std::size_t table_bytes)
    : board_(board),
      attacker_(attacker),
      control_(control),
      full_(board, attacker, control, table_bytes),
      attacks_(board.geometry(), control) {}

// Single stones that need all of the defender's stones to answer and stop what must be stopped.
void FirstTurnSearch::keys(int stones, const std::vector<Hole>& must_hit, std::vector<Turn>& out) {
    const int p = board_.geometry().stones();
    if (stones < 2) return;
    std::vector<Hole> holes;
    for (int c = 0; c < board_.geometry().cells(); ++c) {
        const Cell cell = static_cast<Cell>(c);
        if (!board_.is_empty(cell)) continue;
        if (!std::all_of(must_hit.begin(), must_hit.end(),
                         [&](const Hole& hole) { return hole.has(cell); }))
            continue;
        board_.place(cell, attacker_);
        collect_holes(board_, attacker_, holes);
        if (fewest_stoppers(holes, p - 1) >= p) out.push_back(Turn({cell}));
        board_.remove(cell);
    }
}

// Does `turn` win within `turns` turns, itself and the completing one included? 0: at all.
FirstTurnSearch::Outcome FirstTurnSearch::wins(const Turn& turn, int turns,
                                               std::uint64_t most_nodes) {
    const int p = board_.geometry().stones();
    for (Cell cell : turn) board_.place(cell, attacker_);
    std::vector<Hole> holes;
    std::vector<Turn> replies;
    collect_holes(board_, attacker_, holes);
    defences_.find(holes, p, replies);
    for (const Turn& known : refuters_) {
        const auto at = std::find(replies.begin(), replies.end(), known);
        if (at != replies.end()) std::rotate(replies.begin(), at, at + 1);
    }
    const std::uint64_t last = most_nodes ? control_.nodes() + most_nodes : 0;
    Outcome outcome = Outcome::wins;
    if (turns == 2 && !replies.empty()) outcome = Outcome::fails;
    for (std::size_t i = 0; i < replies.size() && outcome == Outcome::wins; ++i) {
        const Turn& reply = replies[i];
        for (Cell cell : reply) board_.place(cell, 1 - attacker_);
        Proof unused;
        FullForcing::Wish wish;
        wish.strategy = false;
        wish.most_turns = turns ? turns - 1 : 0;
        wish.most_nodes =
            last ? std::max<std::uint64_t>(1, last - std::min(last, control_.nodes())) : 0;
        const Finding finding = full_.solve(p, unused, wish);
        for (Cell cell : reply) board_.remove(cell);
        if (finding.answer == Answer::no) {
            outcome = Outcome::fails;
            refuters_.erase(std::remove(refuters_.begin(), refuters_.end(), reply),
                            refuters_.end());
            refuters_.push_back(reply);
            if (refuters_.size() > remembered) refuters_.erase(refuters_.begin());
        } else if (finding.answer == Answer::unknown) {
            outcome = control_.running() ? Outcome::open : Outcome::stopped;
        }
    }
    for (Cell cell : turn) board_.remove(cell);
    return outcome;
}

// Looks at every candidate that is not decided yet. Keys stand first, so that what they cover is
// never searched.
void FirstTurnSearch::judge(std::vector<FirstTurn>& candidates, Reach reach, const Wish& wish,
                            FirstTurns& out) {
    const int turns = reach == Reach::in_time     ? wish.turns
                      : reach == Reach::one_later ? wish.turns + 1
                                                  : 0;
    const When when = reach == Reach::in_time     ? When::in_time
                      : reach == Reach::one_later ? When::one_later
                                                  : When::later;
    const int most = reach == Reach::in_time ? wish.most + 1 : wish.most_later;
    int won = 0;
    out.unknown = 0;
    for (auto& candidate : candidates) {
        if (candidate.when == When::in_time || candidate.when == When::one_later) continue;
        const bool covered =
            std::any_of(out.found.begin(), out.found.end(), [&](const FirstTurn& f) {
                return f.stones.count < candidate.stones.count && candidate.stones.holds(f.stones);
            });
        if (covered) continue;
        const Outcome outcome = wins(candidate.stones, turns, wish.most_nodes);
        if (outcome == Outcome::wins) {
            candidate.when = when;
            out.found.push_back(candidate);
            if (++won >= most) {
                out.cut = true;
                return;
            }
        } else if (outcome == Outcome::fails) {
            candidate.when = When::no;
        } else {
            candidate.when = When::unknown;
            ++out.unknown;
            if (outcome == Outcome::stopped) {
                out.cut = true;
                return;
            }
        }
    }
    // An open candidate might win in time after all, so nothing further may be concluded.
    if (out.unknown) {
        out.cut = true;
        return;
    }
    out.reached = reach;
}

FirstTurns FirstTurnSearch::find(int stones, const Wish& wish) {
    FirstTurns out;
    std::vector<Hole> must_hit;
    collect_holes(board_, 1 - attacker_, must_hit);
    std::vector<Turn> turns;
    keys(stones, must_hit, turns);
    std::vector<Turn> whole;
    attacks_.find(board_, attacker_, stones, must_hit, whole);
    if (!control_.running()) {  // the list may lack turns
        out.cut = true;
        return out;
    }
    std::vector<FirstTurn> candidates;
    for (const Turn& turn : turns) candidates.push_back({turn, When::unknown});
    for (Turn& turn : whole) {
        turn.sort();
        candidates.push_back({turn, When::unknown});
    }
    out.candidates = static_cast<int>(candidates.size());
    for (Reach reach : {Reach::in_time, Reach::one_later, Reach::any}) {
        if (reach > wish.reach || out.cut) break;
        judge(candidates, reach, wish, out);
    }
    out.refuted = static_cast<int>(
        std::count_if(candidates.begin(), candidates.end(),
                      [](const FirstTurn& turn) { return turn.when == When::no; }));
    return out;
}

std::int32_t FirstTurnSearch::refute_others(int stones, int turns, const FirstTurns& found,
                                            SharedProof& proof, std::size_t most_nodes) {
    std::vector<Turn> winners;
    for (const FirstTurn& turn : found.found)
        if (turn.when == When::in_time) winners.push_back(turn.stones);
    return full_.refute(stones, turns, proof, most_nodes, winners);
}

}  // namespace kikashi::positional
