// The tree search of a player that has a net of cells: PUCT over stones, with a glance for forced
// wins at the beginning of each turn. It looks for a good turn and proves nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "positional/cell_net.hpp"
#include "positional/cell_set.hpp"
#include "positional/player/stone_game.hpp"

namespace kikashi::positional {

class NetSearch {
   public:
    // A net is for square boards of its size and turns of one or two stones.
    static bool fits(const Geometry& geometry, const CellNet& net);

    NetSearch(const std::shared_ptr<const Geometry>& geometry, std::shared_ptr<const CellNet> net,
              std::uint64_t glance, const std::vector<std::vector<Cell>>& stones, int mover,
              int left);

    // Only turns with a stone in the zone are tried, of those that are known and that are to come.
    void confine(const CellSet& zone);
    // This turn loses.
    void refuse(const Turn& turn);

    // One leaf more.
    void simulate();

    // Whether every turn that was tried loses, or one wins, as far as candidates reach.
    bool lost() const { return tree_.root().outcome == puct::won_by(1 - mover_); }
    bool over() const { return tree_.root().outcome != puct::Outcome::open; }
    std::uint64_t evaluations() const { return evaluations_; }

    struct Liked {
        Turn turn;
        float chances = 0.5f;  // of the mover
        std::uint32_t visits = 0;
        bool settled = false;    // the tree sees it won, which is no proof
        std::vector<Turn> line;  // begins with the turn
    };
    // The turns liked best, the most visited first; none before the root has been looked at.
    std::vector<Liked> liked(std::size_t count) const;

   private:
    struct Judged {
        std::uint64_t key = 0;
        float value = 0;
        std::vector<float> policy;
    };

    const Judged& judge();
    void candidates(const Judged& judged, std::vector<puct::Prior<Cell>>& out);
    bool allowed(const Turn& turn) const;
    Turn turn_on_path(Cell last) const;
    void settle_known();
    std::vector<Turn> line_from(std::uint32_t at, Turn begun) const;

    StoneGame game_;
    CellNetRunner runner_;
    puct::Tree<Cell> tree_;
    int size_, mover_, left_;
    std::vector<CellSet> zones_;
    std::vector<Turn> refused_;
    std::vector<Judged> judged_;  // by key: turns whose stones came in another order meet again
    std::vector<std::uint8_t> owners_;
    std::vector<puct::Prior<Cell>> shares_, chosen_;
    std::uint64_t evaluations_ = 0;
};

}  // namespace kikashi::positional
