#include "positional/player/net_search.hpp"

#include <algorithm>
#include <cmath>

namespace kikashi::positional {

namespace {

constexpr std::size_t forcing_bytes = std::size_t{16} << 20;
constexpr std::size_t judged_size = 4096;
constexpr std::size_t root_width = 40, width = 20;  // candidates; bench/cell_games.cpp has the same
constexpr std::size_t zone_width = 16;              // of a zone, at least so many more
constexpr int reach = 4;  // candidates lie so near to a stone; `REACH` of bench/fit_cells.py
constexpr std::size_t line_turns = 8;

}  // namespace

bool NetSearch::fits(const Geometry& geometry, const CellNet& net) {
    return geometry.players() == 2 && geometry.stones() <= 2 &&
           geometry.cells() == net.size() * net.size();
}

NetSearch::NetSearch(const std::shared_ptr<const Geometry>& geometry,
                     std::shared_ptr<const CellNet> net, std::uint64_t glance,
                     const std::vector<std::vector<Cell>>& stones, int mover, int left)
    : game_(geometry, glance, forcing_bytes),
      runner_(net),
      size_(net->size()),
      mover_(mover),
      left_(std::min(left, geometry->cells() - static_cast<int>(stones[0].size()) -
                               static_cast<int>(stones[1].size()))),
      judged_(judged_size),
      owners_(static_cast<std::size_t>(geometry->cells())) {
    game_.set_up(stones, mover, left);
}

const NetSearch::Judged& NetSearch::judge() {
    const WarBoard& board = game_.board();
    const std::uint64_t key = mix(board.key() + static_cast<std::uint64_t>(game_.side()) * 4 +
                                  static_cast<std::uint64_t>(game_.left()) + 1);
    Judged& known = judged_[key % judged_size];
    if (known.key == key) return known;
    for (std::size_t c = 0; c < owners_.size(); ++c) {
        const int owner = board.owner(static_cast<Cell>(c));
        owners_[c] = static_cast<std::uint8_t>(owner == WarBoard::nobody ? 0
                                               : owner == game_.side()   ? 1
                                                                         : 2);
    }
    runner_.run(owners_.data(), game_.mid_turn());
    ++evaluations_;
    known.key = key;
    known.value = 1 / (1 + std::exp(-runner_.value()));
    known.policy.assign(runner_.policy().begin(), runner_.policy().end());
    return known;
}

// Stones of the turn at the root that lie on the path, and one more.
Turn NetSearch::turn_on_path(Cell last) const {
    Turn turn;
    for (std::size_t n = 1; n < tree_.path().size(); ++n) turn.add(tree_[tree_.path()[n]].move);
    turn.add(last);
    turn.sort();
    return turn;
}

bool NetSearch::allowed(const Turn& turn) const {
    for (const CellSet& zone : zones_)
        if (std::none_of(turn.begin(), turn.end(), [&](Cell cell) { return zone.has(cell); }))
            return false;
    return std::find(refused_.begin(), refused_.end(), turn) == refused_.end();
}

void NetSearch::candidates(const Judged& judged, std::vector<puct::Prior<Cell>>& out) {
    const bool at_root = tree_.depth() == 0;
    const bool ends_turn = static_cast<int>(tree_.depth()) + 1 == left_;  // of the root
    // Cells in reach of a stone; where a zone limits the choice, all cells.
    std::vector<bool> near(owners_.size(), false);
    const WarBoard& board = game_.board();
    for (int y = 0; y < size_; ++y)
        for (int x = 0; x < size_; ++x) {
            if (board.is_empty(static_cast<Cell>(y * size_ + x))) continue;
            for (int v = std::max(0, y - reach); v <= std::min(size_ - 1, y + reach); ++v)
                for (int u = std::max(0, x - reach); u <= std::min(size_ - 1, x + reach); ++u)
                    near[static_cast<std::size_t>(v * size_ + u)] = true;
        }
    shares_.clear();
    float most = -1e9f;
    for (std::size_t c = 0; c < owners_.size(); ++c) {
        const Cell cell = static_cast<Cell>(c);
        if (!board.is_empty(cell)) continue;
        const bool zoned = std::any_of(zones_.begin(), zones_.end(),
                                       [&](const CellSet& zone) { return zone.has(cell); });
        if (!near[c] && !(zoned && (at_root || ends_turn))) continue;
        if (ends_turn && !allowed(turn_on_path(cell))) continue;
        shares_.push_back({cell, judged.policy[c]});
        most = std::max(most, judged.policy[c]);
    }
    float sum = 0;
    for (auto& one : shares_) sum += one.share = std::exp(one.share - most);
    for (auto& one : shares_) one.share /= sum;
    std::sort(shares_.begin(), shares_.end(), [](const auto& a, const auto& b) {
        return a.share != b.share ? a.share > b.share : a.move < b.move;
    });
    const std::size_t wide = at_root ? root_width : width;
    if (at_root && !ends_turn && shares_.size() > wide) {
        // Either stone of the turn may be the one in the zone.
        std::size_t kept = wide;
        for (std::size_t n = wide; n < shares_.size() && kept < wide + zone_width; ++n)
            if (std::any_of(zones_.begin(), zones_.end(),
                            [&](const CellSet& zone) { return zone.has(shares_[n].move); }))
                std::swap(shares_[kept++], shares_[n]);
        shares_.resize(kept);
    }
    game_.candidates(shares_, at_root ? root_width + zone_width : wide, out);
    if (ends_turn)
        std::erase_if(out, [&](const auto& one) { return !allowed(turn_on_path(one.move)); });
}

void NetSearch::simulate() {
    if (tree_.descend(game_)) {
        const Judged& judged = judge();
        candidates(judged, chosen_);
        if (chosen_.empty())
            tree_.settle(tree_.path(), puct::won_by(1 - game_.side()));
        else
            tree_.expand(chosen_, judged.value);
    }
    while (game_.played() > 0) game_.undo();
}

void NetSearch::confine(const CellSet& zone) {
    zones_.push_back(zone);
    settle_known();
}

void NetSearch::refuse(const Turn& turn) {
    Turn sorted = turn;
    sorted.sort();
    refused_.push_back(sorted);
    settle_known();
}

// Marks the turns that are in the tree already and not allowed any more.
void NetSearch::settle_known() {
    const puct::Outcome lost = puct::won_by(1 - mover_);
    const std::uint32_t root = tree_.root_index();
    for (std::uint32_t n = 0; n < tree_[root].count; ++n) {
        const std::uint32_t first = tree_[root].first + n;
        if (left_ == 1) {
            if (!allowed({tree_[first].move})) tree_.settle({root, first}, lost);
            continue;
        }
        for (std::uint32_t m = 0; m < tree_[first].count; ++m) {
            const std::uint32_t second = tree_[first].first + m;
            Turn turn{tree_[first].move, tree_[second].move};
            turn.sort();
            if (!allowed(turn)) tree_.settle({root, first, second}, lost);
        }
    }
}

// The most visited way from a node whose move ends or goes on with a turn that has begun.
std::vector<Turn> NetSearch::line_from(std::uint32_t at, Turn begun) const {
    std::vector<Turn> line;
    int side = mover_;
    for (;;) {
        const auto& node = tree_[at];
        if (node.side < 0 || node.side != side || node.outcome != puct::Outcome::open) {
            if (begun.count) line.push_back(begun);
            begun = {};
            side = 1 - side;
        }
        if (node.count == 0 || node.visits < 2 || line.size() >= line_turns) break;
        at = tree_.best(node);
        if (tree_[at].visits == 0) break;
        begun.add(tree_[at].move);
    }
    return line;
}

std::vector<NetSearch::Liked> NetSearch::liked(std::size_t count) const {
    std::vector<Liked> found;
    const auto& root = tree_.root();
    const auto add = [&](const Turn& turn, std::uint32_t at) {
        const auto& node = tree_[at];
        Turn sorted = turn;
        sorted.sort();
        const bool wins = node.outcome == puct::won_by(mover_);
        for (Liked& other : found)
            if (other.turn == sorted) {  // the same stones in another order
                const float all = static_cast<float>(other.visits + node.visits);
                if (all > 0)
                    other.chances = (other.chances * static_cast<float>(other.visits) +
                                     node.mean(mover_) * static_cast<float>(node.visits)) /
                                    all;
                other.visits += node.visits;
                other.settled = other.settled || wins;
                return;
            }
        Liked one{sorted, node.mean(mover_), node.visits, wins, {}};
        one.line.push_back(sorted);
        for (const Turn& next : line_from(at, {})) one.line.push_back(next);
        found.push_back(std::move(one));
    };
    for (std::uint32_t n = 0; n < root.count; ++n) {
        const std::uint32_t first = root.first + n;
        if (tree_[first].outcome == puct::won_by(1 - mover_)) continue;
        if (left_ == 1 || (tree_[first].count == 0 && tree_[first].outcome == puct::won_by(mover_)))
            add({tree_[first].move}, first);
        else
            for (std::uint32_t m = 0; m < tree_[first].count; ++m) {
                const std::uint32_t second = tree_[first].first + m;
                if (tree_[second].visits > 0 && tree_[second].outcome != puct::won_by(1 - mover_))
                    add({tree_[first].move, tree_[second].move}, second);
            }
    }
    std::stable_sort(found.begin(), found.end(), [](const Liked& a, const Liked& b) {
        return a.settled != b.settled ? a.settled : a.visits > b.visits;
    });
    if (found.size() > count) found.resize(count);
    return found;
}

}  // namespace kikashi::positional
