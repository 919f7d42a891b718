// What a glance at a string says after a stone that takes nothing, without playing the stone: the
// liberties that the string has, and those that its next stone would leave it.
#pragma once

#include "proof_number.hpp"
#include "reading.hpp"

namespace kikashi::go {

// First estimates, and what is settled by a count of liberties.
struct LibertyTable {
    static Numbers attacking(int free, int safe) {
        if (free >= safe) return attack_fails;
        static constexpr std::array<Numbers, 6> first{
            {{1, 1}, {1, 6}, {2, 4}, {9, 2}, {32, 1}, {40, 1}}};
        return first[static_cast<std::size_t>(std::min(free, 5))];
    }
    // `reach`: the most liberties that a stone on one of its own would leave it.
    static Numbers defending(int free, int reach, int safe) {
        if (free > 1 && reach >= safe) return attack_fails;
        static constexpr std::array<Numbers, 6> first{
            {{1, 3}, {1, 3}, {8, 2}, {24, 1}, {48, 1}, {48, 1}}};
        return first[static_cast<std::size_t>(std::min(std::max(reach, free), 5))];
    }
};

// Of one position; `survey` it first.
template <int W>
class StringForesight {
   public:
    void survey(const LocalBoard<W>& local) {
        count_ = -1;
        if (local.board.at(local.target) != local.defender) return;
        const Bits<W>& free = local.board.liberty_set(local.target);
        if (local.liberties() > most) return;
        count_ = 0;
        free.each([&](Point liberty) {
            Leaves& leaves = leaves_[static_cast<std::size_t>(count_++)];
            leaves.liberty = liberty;
            leaves.count = after(local.board, liberty, local.defender, leaves.free).liberties;
        });
    }
    // After a plain stone (`LocalBoard::plain`) of the side to move. No ko is left then.
    bool foresees(const LocalBoard<W>& local, Point point, int safe, Numbers& numbers) const {
        if (count_ < 0) return false;
        const bool takes_liberty = local.board.liberty_set(local.target).test(point);
        if (!local.attacking()) {
            // A stone on one of its liberties joins it.
            const int free = takes_liberty ? at(point).count : local.liberties();
            const bool one_stone = !takes_liberty && local.board.stones(local.target) == 1;
            numbers = free == 1 && !one_stone ? attack_works : LibertyTable::attacking(free, safe);
            return true;
        }
        // What is in atari itself may be taken by a stone on its last liberty, and leave one more.
        const Point taken_from = last_liberty(local.board, point, local.mover);
        int reach = 0;
        for (int n = 0; n < count_; ++n) {
            const Leaves& leaves = leaves_[static_cast<std::size_t>(n)];
            if (leaves.liberty == point) continue;
            reach = std::max(
                reach, leaves.count - leaves.free.test(point) + (leaves.liberty == taken_from));
        }
        numbers = LibertyTable::defending(local.liberties() - takes_liberty, reach, safe);
        return true;
    }

   private:
    static constexpr int most = 8;
    struct Leaves {
        Point liberty = 0;
        int count = 0;
        Bits<W> free;
    };

    const Leaves& at(Point liberty) const {
        int n = 0;
        while (leaves_[static_cast<std::size_t>(n)].liberty != liberty) ++n;
        return leaves_[static_cast<std::size_t>(n)];
    }
    // Of the string that a stone would belong to, if that has only one.
    static Point last_liberty(const Board<W>& board, Point point, Colour colour) {
        if (open_beside(board, point) >= 2) return 0;
        for (int way = 0; way < 4; ++way) {
            const Point beside = board.step(point, way);
            if (board.at(beside) == colour && board.liberties(beside) > 2) return 0;
        }
        Bits<W> free;
        return after(board, point, colour, free).liberties == 1 ? free.first() : Point{0};
    }

    std::array<Leaves, most> leaves_{};
    int count_ = -1;
};

}  // namespace kikashi::go
