// Unconditional life by Benson's algorithm, of one string and those that it may live with, and the
// eye spaces of one string that are large enough.
#pragma once

#include <algorithm>
#include <array>

#include "board.hpp"

namespace kikashi::go {

// Regions of more points are not looked at: their empty points are seldom all liberties.
inline constexpr int most_region = 16;

template <int W>
class Benson {
   public:
    // Whether the string of a stone can never be captured, though its side only passes.
    bool alive(const Board<W>& board, Point stone) {
        board_ = &board;
        own_ = board.at(stone);
        seen_ = {};
        strings_ = regions_ = 0;
        big_ = false;
        add_string(board.head(stone));
        for (int n = 0; n < strings_; ++n) {
            const Bits<W> free = board.liberty_set(heads_[n]);
            free.each([&](Point liberty) {
                if (!seen_.test(liberty)) add_region(liberty);
            });
            if (n == 0 && (big_ || regions_ < 2)) return false;
        }
        return strings_ <= most_strings && settle();
    }

    // After `alive`: whether an empty area that the string alone surrounds makes two eyes, whoever
    // moves. Small areas in a corner are left out: there liberties decide.
    bool big_eye() const { return big_; }

   private:
    static constexpr int most_strings = 30, most_regions = 40;
    struct Region {
        std::uint32_t around = 0;  // strings that bound it
        std::uint32_t vital = 0;   // of them, those to which every empty point is a liberty
    };

    int add_string(Point head) {
        for (int n = 0; n < strings_; ++n)
            if (heads_[n] == head) return n;
        if (strings_ == most_strings) return most_strings;  // one too many: nothing is claimed
        heads_[strings_] = head;
        return strings_++;
    }
    void add_region(Point first) {
        std::array<Point, most_region> points{};
        std::size_t count = 1;
        points[0] = first;
        Bits<W> inside;
        inside.set(first);
        std::uint32_t around = 0;
        bool closed = true;
        for (std::size_t n = 0; n < count && closed; ++n)
            for (int way = 0; way < 4; ++way) {
                const Point beside = board_->step(points[n], way);
                const Colour there = board_->at(beside);
                if (there == border || inside.test(beside)) continue;
                if (there == own_) {
                    around |= 1u << add_string(board_->head(beside));
                    continue;
                }
                if (count == most_region) {
                    closed = false;
                    break;
                }
                inside.set(beside);
                points[count++] = beside;
            }
        seen_ |= inside;
        if (!closed || regions_ == most_regions) return;
        Bits<W> open;
        for (std::size_t n = 0; n < count; ++n)
            if (board_->at(points[n]) == empty) open.set(points[n]);
        if (around == 1 && open == inside) big_ |= two_eyes(points, count, inside);
        Region made{around, 0};
        for (int n = 0; n < strings_; ++n) {
            Bits<W> shared = open;
            shared &= board_->liberty_set(heads_[n]);
            if ((around >> n & 1) && shared == open) made.vital |= 1u << n;
        }
        region_[static_cast<std::size_t>(regions_++)] = made;
    }
    bool two_eyes(const std::array<Point, most_region>& points, std::size_t count,
                  const Bits<W>& inside) const {
        if (count < 4) return false;
        if (count > 6) return true;
        int links = 0, most = 0;
        for (std::size_t n = 0; n < count; ++n) {
            int own = 0, walls = 0;
            for (int way = 0; way < 4; ++way) {
                const Point beside = board_->step(points[n], way);
                own += inside.test(beside);
                walls += board_->at(beside) == border;
            }
            if (walls >= 2) return false;
            links += own;
            most = std::max(most, own);
        }
        links /= 2;
        const int n = static_cast<int>(count);
        if (n == 4) return links == 3 && most == 2;  // not the square, not the T
        if (n == 5) return links == 4 && most < 4;   // not the bulky five, not the cross
        return !(most == 4 && links == 6);           // not the rabbity six
    }
    bool settle() {
        std::uint32_t in = (1u << strings_) - 1;
        while (true) {
            std::uint32_t once = 0, twice = 0;
            for (int n = 0; n < regions_; ++n) {
                const Region& region = region_[static_cast<std::size_t>(n)];
                if (region.around & ~in) continue;
                twice |= once & region.vital;
                once |= region.vital;
            }
            const std::uint32_t left = in & twice;
            if (!(left & 1)) return false;
            if (left == in) return true;
            in = left;
        }
    }

    const Board<W>* board_ = nullptr;
    Colour own_ = empty;
    Bits<W> seen_;
    bool big_ = false;
    int strings_ = 0, regions_ = 0;
    std::array<Point, most_strings + 1> heads_{};
    std::array<Region, most_regions> region_{};
};

}  // namespace kikashi::go
