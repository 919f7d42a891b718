// Cells and winning sets: what distinguishes the games of the family. Immutable once made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kikashi::positional {

using Cell = std::uint16_t;
using SetId = std::uint16_t;

inline constexpr int max_cells = 729;  // 9x9x9; 25x25 is 625
inline constexpr int max_sets = 65000;
inline constexpr int max_set_size = 15;  // counts are packed four bits a side
inline constexpr int max_stones = 7;
inline constexpr int max_players = 3;

class Geometry {
   public:
    // Throws std::invalid_argument with a sentence for anything a board cannot hold.
    Geometry(int cells, const std::vector<std::vector<int>>& sets, int stones, int first,
             int players, const std::vector<std::vector<int>>& symmetries,
             const std::vector<int>& first_cells);

    int cells() const { return cells_; }
    int sets() const { return static_cast<int>(sizes_.size()); }
    int stones() const { return stones_; }
    int first() const { return first_; }
    int players() const { return players_; }
    int size(SetId set) const { return sizes_[set]; }
    const std::uint8_t* sizes() const { return sizes_.data(); }
    int uniform_size() const { return uniform_size_; }  // 0: sets differ in size

    std::span<const Cell> cells_of(SetId set) const {
        return {set_cells_.data() + set_begin_[set], sizes_[set]};
    }
    std::span<const SetId> through(Cell cell) const {
        return {through_.data() + through_begin_[cell],
                through_begin_[cell + 1] - through_begin_[cell]};
    }
    // May the first stone of the game lie here?
    bool first_allowed(Cell cell) const { return first_allowed_[cell]; }
    const std::vector<std::vector<Cell>>& symmetries() const { return symmetries_; }

    std::size_t bytes() const;

   private:
    int cells_, stones_, first_, players_, uniform_size_;
    std::vector<std::uint8_t> sizes_;
    std::vector<std::uint32_t> set_begin_, through_begin_;
    std::vector<Cell> set_cells_;
    std::vector<SetId> through_;
    std::vector<bool> first_allowed_;
    std::vector<std::vector<Cell>> symmetries_;
};

}  // namespace kikashi::positional
