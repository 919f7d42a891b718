#include "positional/player/stone_game.hpp"

#include <algorithm>

namespace kikashi::positional {

namespace {

constexpr float least_share = 0.01f;  // of a stone that stops a threat, whatever the net thinks

}  // namespace

StoneGame::StoneGame(std::shared_ptr<const Geometry> geometry, std::uint64_t glance,
                     std::size_t forcing_bytes)
    : board_(std::move(geometry)), glance_(glance) {
    for (int attacker = 0; attacker < 2; ++attacker)
        forcing_[static_cast<std::size_t>(attacker)] =
            std::make_unique<FullForcing>(board_, attacker, control_, forcing_bytes);
}

void StoneGame::set_up(const std::vector<std::vector<Cell>>& stones, int mover, int left) {
    for (int c = 0; c < board_.geometry().cells(); ++c)
        if (!board_.is_empty(static_cast<Cell>(c))) board_.remove(static_cast<Cell>(c));
    for (int player = 0; player < 2; ++player)
        for (const Cell cell : stones[static_cast<std::size_t>(player)]) board_.place(cell, player);
    played_.clear();
    side_ = mover;
    left_ = left;
    first_left_ = board_.empty_cells() == board_.geometry().cells() ? board_.geometry().first()
                                                                    : board_.geometry().stones();
}

void StoneGame::play(Cell cell) {
    played_.push_back({cell, side_, left_, first_left_});
    board_.place(cell, side_);
    if (--left_ == 0) {
        side_ = 1 - side_;
        left_ = first_left_ = board_.geometry().stones();
    }
}

void StoneGame::undo() {
    const Played& last = played_.back();
    board_.remove(last.cell);
    side_ = last.side;
    left_ = last.left;
    first_left_ = last.first_left;
    played_.pop_back();
}

puct::Outcome StoneGame::settled() { return settled(glance_); }

puct::Outcome StoneGame::settled(std::uint64_t glance) {
    for (int player = 0; player < 2; ++player)
        if (board_.filled(player) > 0) return puct::won_by(player);
    const int stones = std::min(left_, board_.empty_cells());
    if (stones == 0) return puct::Outcome::drawn;
    for (const SetId set : board_.fillable(side_))
        if (board_.missing(set, side_) <= stones) return puct::won_by(side_);
    collect_holes(board_, 1 - side_, holes_);
    if (!can_stop(holes_, stones)) return puct::won_by(1 - side_);
    const int p = board_.geometry().stones();
    if (glance > 0 && left_ == p && stones == p && p <= 2 && !board_.near(side_).empty()) {
        scrap_.nodes.clear();
        const Finding found = forcing_[static_cast<std::size_t>(side_)]->solve(
            left_, scrap_, {.most_nodes = glance, .strategy = false});
        if (found.answer == Answer::win) return puct::won_by(side_);
    }
    return puct::Outcome::open;
}

void StoneGame::candidates(const std::vector<puct::Prior<Cell>>& shares, std::size_t most,
                           std::vector<puct::Prior<Cell>>& out) {
    out.clear();
    collect_holes(board_, 1 - side_, holes_);
    const int stones = std::min(left_, board_.empty_cells());
    std::vector<Hole> rest;
    for (const Hole& hole : holes_)
        for (int i = 0; i < hole.count; ++i) {
            const Cell cell = hole.cells[static_cast<std::size_t>(i)];
            if (std::any_of(out.begin(), out.end(), [&](const auto& p) { return p.move == cell; }))
                continue;
            rest.clear();
            for (const Hole& other : holes_)
                if (!other.has(cell)) rest.push_back(other);
            if (!can_stop(rest, stones - 1)) continue;
            float share = least_share;
            for (const auto& one : shares)
                if (one.move == cell) share += one.share;
            out.push_back({cell, share});
        }
    if (out.empty())
        for (const auto& one : shares) {
            if (out.size() == most) break;
            if (board_.is_empty(one.move)) out.push_back(one);
        }
    float sum = 0;
    for (const auto& one : out) sum += one.share;
    if (sum > 0)
        for (auto& one : out) one.share /= sum;
    std::stable_sort(out.begin(), out.end(),
                     [](const auto& a, const auto& b) { return a.share > b.share; });
}

}  // namespace kikashi::positional
