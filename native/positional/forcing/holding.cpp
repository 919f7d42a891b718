#include "positional/forcing/holding.hpp"

#include <algorithm>

namespace kikashi::positional {

namespace {

// Adds the strategy at `root` to a proof in which equal nodes are one.
std::int32_t copy(const Proof& from, std::int32_t root, SharedProof& to) {
    std::vector<std::int32_t> there(from.nodes.size(), -1);
    for (std::int32_t index = 0; index <= root; ++index) {  // children stand before parents
        const Proof::Node& node = from.nodes[static_cast<std::size_t>(index)];
        std::int32_t& copied = there[static_cast<std::size_t>(index)];
        if (node.is_turn) {
            const auto child = node.child < 0 ? -1 : there[static_cast<std::size_t>(node.child)];
            copied = to.add_turn(node.bound, node.turn, child);
            continue;
        }
        std::vector<Proof::Reply> replies = node.replies;
        for (auto& reply : replies) reply.child = there[static_cast<std::size_t>(reply.child)];
        copied = to.add_replies(node.bound, std::move(replies));
    }
    return there[static_cast<std::size_t>(root)];
}

}  // namespace

HoldingSearch::HoldingSearch(WarBoard& board, int attacker, Control& control,
                             std::size_t table_bytes)
    : board_(board),
      attacker_(attacker),
      control_(control),
      full_(board, attacker, control, table_bytes) {}

bool HoldingSearch::holds_known(const Turn& turn, const Holding& found) const {
    return std::any_of(found.turns.begin(), found.turns.end(),
                       [&](const Turn& smaller) { return turn.holds(smaller); });
}

Answer HoldingSearch::threat(const Turn& placed, int stones, const Wish& wish, Holding& found,
                             SharedProof& proof, CellSet& zone) {
    Proof scratch;
    for (Cell cell : placed) board_.place(cell, 1 - attacker_);
    const Finding finding =
        full_.solve(board_.geometry().stones(), scratch, {.most_nodes = wish.most_nodes});
    if (finding.answer == Answer::win)
        zone = zone_of(board_, attacker_, scratch, finding.root, stones - placed.count);
    for (Cell cell : placed) board_.remove(cell);
    if (finding.answer != Answer::win) return finding.answer;
    found.bound = std::max(found.bound, finding.turns);
    if (placed.count == 0) found.threatened = finding.turns;
    certified_ = certified_ && proof.proof.nodes.size() <= wish.most_proof;
    if (certified_)
        replies_.push_back({placed, copy(scratch, finding.root, proof), placed.count < stones});
    return finding.answer;
}

Holding HoldingSearch::find(int stones, const Wish& wish, SharedProof& proof) {
    Holding found;
    replies_.clear();
    certified_ = wish.most_proof > 0;
    // Partial turns that lose so far, each with the cells that could still save it.
    struct Losing {
        Turn placed;
        CellSet zone;
    };
    std::vector<Losing> losing;
    CellSet zone;
    switch (threat({}, stones, wish, found, proof, zone)) {
        case Answer::no:
            found.ending = Holding::Ending::nothing_threatens;
            return found;
        case Answer::unknown:
            return found;
        case Answer::win:
            losing.push_back({{}, zone});
    }
    for (int size = 1; size <= stones; ++size) {
        std::vector<Turn> grown;
        for (const Losing& part : losing)
            part.zone.each([&](Cell cell) {
                if (!board_.is_empty(cell) || part.placed.has(cell)) return;
                Turn more = part.placed;
                more.add(cell);
                more.sort();
                grown.push_back(more);
            });
        const auto before = [](const Turn& a, const Turn& b) {
            return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
        };
        std::sort(grown.begin(), grown.end(), before);
        grown.erase(std::unique(grown.begin(), grown.end()), grown.end());
        losing.clear();
        for (const Turn& turn : grown) {
            if (holds_known(turn, found)) continue;
            switch (threat(turn, stones, wish, found, proof, zone)) {
                case Answer::unknown:
                    return found;
                case Answer::no:
                    found.turns.push_back(turn);
                    if (static_cast<int>(found.turns.size()) <= wish.most) break;
                    found.ending = Holding::Ending::too_many;
                    return found;
                case Answer::win:
                    losing.push_back({turn, zone});
            }
        }
    }
    found.ending = Holding::Ending::all_found;
    if (certified_) found.root = proof.add_replies(found.bound, std::move(replies_));
    return found;
}

std::int32_t HoldingSearch::refute(const Turn& turn, SharedProof& proof, std::size_t most_nodes) {
    for (Cell cell : turn) board_.place(cell, 1 - attacker_);
    // Deeper than any win: then a defence is written down only where it holds for good.
    const std::int32_t root =
        full_.refute(board_.geometry().stones(), never - 1, proof, most_nodes);
    for (Cell cell : turn) board_.remove(cell);
    return root;
}

}  // namespace kikashi::positional
