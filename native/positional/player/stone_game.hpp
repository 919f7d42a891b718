// A game of winning sets stone by stone, as PUCT walks through it: a node is a stone, not a turn.
#pragma once

#include <memory>
#include <vector>

#include "core/control.hpp"
#include "positional/forcing/full.hpp"
#include "positional/forcing/replies.hpp"
#include "search/puct.hpp"

namespace kikashi::positional {

class StoneGame {
   public:
    using Move = Cell;

    // `glance`: nodes of the forcing search at the beginning of each turn.
    StoneGame(std::shared_ptr<const Geometry> geometry, std::uint64_t glance,
              std::size_t forcing_bytes);

    void set_up(const std::vector<std::vector<Cell>>& stones, int mover, int left);

    int side() const { return side_; }
    int left() const { return left_; }
    // Whether a stone of the turn lies already.
    bool mid_turn() const { return left_ < first_left_; }
    puct::Outcome settled();
    // The same with so many nodes in place of the usual glance.
    puct::Outcome settled(std::uint64_t glance);
    void play(Cell cell);
    void undo();
    std::size_t played() const { return played_.size(); }
    WarBoard& board() { return board_; }
    const WarBoard& board() const { return board_; }

    // The candidates that the net's shares leave: where the other side threatens, the cells that
    // stop it, whatever the net says of them; else those of `shares`, which must be empty cells.
    void candidates(const std::vector<puct::Prior<Cell>>& shares, std::size_t most,
                    std::vector<puct::Prior<Cell>>& out);

   private:
    struct Played {
        Cell cell;
        int side, left, first_left;
    };

    WarBoard board_;
    Control control_;  // glances have bounds of their own
    std::array<std::unique_ptr<FullForcing>, 2> forcing_;
    std::uint64_t glance_;
    int side_ = 0, left_ = 1;
    int first_left_ = 1;  // stones of this turn
    std::vector<Played> played_;
    std::vector<Hole> holes_;
    Proof scrap_;
};

}  // namespace kikashi::positional
