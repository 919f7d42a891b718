#include "positional/solving/proof.hpp"

#include <algorithm>

namespace kikashi::positional {

using Kind = SolvedProof::Kind;

Extraction::Extraction(FullGame game, Oracle oracle, bool wins, SolvedProof& proof,
                       std::size_t most_nodes)
    : game_(std::move(game)),
      oracle_(std::move(oracle)),
      wins_(wins),
      proof_(proof),
      most_nodes_(most_nodes) {}

std::int32_t Extraction::extract() { return write(0); }

std::int32_t Extraction::add(SolvedProof::Node node) {
    if (proof_.nodes.size() >= most_nodes_) return failed;
    proof_.nodes.push_back(std::move(node));
    return static_cast<std::int32_t>(proof_.nodes.size()) - 1;
}

Cell Extraction::image(Cell cell, int symmetry) const {
    if (symmetry == 0) return cell;
    return game_.opponent().geometry().symmetries()[static_cast<std::size_t>(symmetry)][cell];
}

// The symmetry that leads from one image of a position to another.
int Extraction::between(int from, int to) {
    if (from == to) return 0;
    const auto [found, fresh] = between_.try_emplace({from, to}, 0);
    if (!fresh) return found->second;
    const auto& all = game_.opponent().geometry().symmetries();
    for (std::size_t n = 0; n < all.size(); ++n) {
        bool fits = true;
        for (std::size_t cell = 0; cell < all[n].size() && fits; ++cell)
            fits =
                all[n][image(static_cast<Cell>(cell), from)] == image(static_cast<Cell>(cell), to);
        if (fits) found->second = static_cast<int>(n);
    }
    return found->second;
}

// The node of the position on the board, as it looks through the symmetry of its least key.
std::int32_t Extraction::position() {
    const Residual::Canonical here = game_.canonical();
    const std::pair<std::uint64_t, std::uint64_t> key{here.key.low, here.key.high};
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const std::int32_t node = write(here.symmetry);
    if (node != failed) known_.emplace(key, node);
    return node;
}

std::int32_t Extraction::write(int frame) {
    const bool proves = (game_.mover() == Role::maker) == wins_;
    const Residual& own = wins_ ? game_.opponent() : game_.holder();
    const Residual& theirs = wins_ ? game_.holder() : game_.opponent();
    std::int32_t node = failed;
    if (proves && own.with_missing(1) > 0) {
        Cell hole = 0;
        for (const Cell cell : game_.live())
            for (const SetId set : own.geometry().through(cell))
                if (own.alive(set) && own.missing(set) == 1) hole = cell;
        node = add({Kind::turn, wins_ ? 1 : 0, {{image(hole, frame), -1, 0}}, {}});
    } else if (const auto leaf = wins_ ? FullGame::Leaf::none : game_.leaf();
               leaf != FullGame::Leaf::none) {
        SolvedProof::Node written{
            leaf == FullGame::Leaf::sum ? Kind::sum : Kind::pairing, 0, {}, {}};
        if (leaf == FullGame::Leaf::pairing)
            for (const auto& [one, other] : game_.pairs())
                written.pairs.emplace_back(image(one, frame), image(other, frame));
        node = add(std::move(written));
    } else if (proves) {
        const int hole = only_hole(theirs);
        Cell move = 0;
        if (hole >= 0)
            node = turn(static_cast<Cell>(hole), frame);
        else if (game_.chains(move) || oracle_.choose(move))
            node = turn(move, frame);
    } else {
        node = replies(frame);
    }
    return node;
}

bool Extraction::below(Cell cell, int frame, SolvedProof::Edge& edge) {
    game_.play(cell);
    oracle_.play(cell);
    const int there = game_.canonical().symmetry;
    edge = {image(cell, frame), position(), 0};
    game_.undo();
    oracle_.undo();
    edge.symmetry = between(frame, there);
    return edge.child != failed;
}

std::int32_t Extraction::turn(Cell cell, int frame) {
    SolvedProof::Edge edge{};
    if (!below(cell, frame, edge)) return failed;
    const std::int32_t bound = proof_.nodes[static_cast<std::size_t>(edge.child)].bound;
    return add({Kind::turn, bound + (wins_ ? 1 : 0), {edge}, {}});
}

std::int32_t Extraction::replies(int frame) {
    const Residual& own = wins_ ? game_.opponent() : game_.holder();
    const int hole = only_hole(own);
    std::vector<Cell> cells;
    if (hole >= 0)
        cells.push_back(static_cast<Cell>(hole));
    else if (hole == -1)
        cells = game_.live();
    std::sort(cells.begin(), cells.end());
    SolvedProof::Node node{Kind::reply, 1, {}, {}};
    for (const Cell cell : cells) {
        SolvedProof::Edge edge{};
        if (!below(cell, frame, edge)) return failed;
        const std::int32_t bound = proof_.nodes[static_cast<std::size_t>(edge.child)].bound;
        node.bound = std::max(node.bound, bound + (wins_ ? 0 : 1));
        node.edges.push_back(edge);
    }
    return add(std::move(node));
}

}  // namespace kikashi::positional
