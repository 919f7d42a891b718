// The attacker's turns that take all of the defender's stones to answer: after them t >= p.
#pragma once

#include <vector>

#include "core/control.hpp"
#include "positional/board.hpp"
#include "positional/forcing/replies.hpp"
#include "positional/forcing/turn.hpp"

namespace kikashi::positional {

using WarBoard = Board<2, true>;

// Finds, in any position where the attacker cannot fill a set at once, every turn that leaves
// t >= p and stops all sets the defender could fill. Spare stones included: where one stone alone
// leaves t >= p, the others may go anywhere, and all those turns are listed.
class Attacks {
   public:
    Attacks(const Geometry& geometry, Control& control);

    // `stones`: how many the attacker has in this turn. Appends to `out`, best first.
    // `last`: only a turn that nothing stops is of use, so of those that a defence is known for, or
    // that differ in a spare stone alone, one may stand for all.
    void find(WarBoard& board, int attacker, int stones, const std::vector<Hole>& must_hit,
              std::vector<Turn>& out, bool last = false);

    // Off: turns of one key stone and a spare one elsewhere are left out. Real wins are lost by
    // that, so it is for measuring how many.
    bool spare_stones = true;

   private:
    // The cells that stop every threat of a stone (or pair) so far: at most two are remembered.
    struct Stops {
        enum class State : std::uint8_t { no_threat, one_stops, two_needed };
        State state = State::no_threat;
        std::uint8_t count = 0;
        std::uint8_t sets = 0;  // how many threats there are; 255: or more
        std::array<Cell, 2> cells{};
        void meet(Cell first, Cell second);
        void count_set() { sets = static_cast<std::uint8_t>(sets + (sets < 255)); }
        bool has(Cell cell) const {
            return (count > 0 && cells[0] == cell) || (count > 1 && cells[1] == cell);
        }
    };
    struct PairStops {
        Stops stops;
        std::uint32_t stamp = 0;
    };

    void mark(const std::vector<Hole>& must_hit);
    void unmark(const std::vector<Hole>& must_hit);
    bool hits_all(Cell a, Cell b) const { return (hits_[a] | hits_[b]) == all_hit_; }
    void find_single(const WarBoard& board, int attacker, std::vector<Turn>& out);
    void find_pairs(const WarBoard& board, int attacker, bool last, std::vector<Turn>& out);
    void find_any(WarBoard& board, int attacker, int stones, Cell first, Turn& turn,
                  std::vector<Turn>& out);
    void read_near(const WarBoard& board, int attacker);
    // Few cells are touched, and their pairs lie together.
    static std::size_t pair_number(std::size_t i, std::size_t j) {
        return i < j ? j * (j - 1) / 2 + i : i * (i - 1) / 2 + j;
    }
    Stops& pair_at(int i, int j);
    const Stops* pair_found(int i, int j) const;
    void add_pair(int i, int j, std::vector<Turn>& out) const;
    static bool doubly(const Stops& a, const Stops& b, const Stops* both, Cell cell_a, Cell cell_b);

    // Cells that some near set holds are numbered 0, 1, 2 ... for the time of one call.
    struct Touched {
        Cell cell;
        std::int32_t value = 0;  // how much attack runs through it
        Stops stops;
    };
    std::vector<Touched> touched_;
    std::vector<Hole> near_;                 // empty cells of the near sets
    std::vector<std::int16_t> threatening_;  // numbers of cells where one stone makes a threat
    std::vector<std::int16_t> number_;       // by cell; -1: not touched
    std::vector<PairStops> pairs_;           // by `pair_number`
    std::vector<std::array<std::int16_t, 2>> pairs_met_;
    std::uint32_t stamp_ = 0;
    std::vector<Hole> holes_;
    std::vector<std::uint64_t> hits_;  // by cell: which of the first 64 holes it lies in
    std::uint64_t all_hit_ = 0;
    Control& control_;  // asked where trying everything may take long
};

}  // namespace kikashi::positional
