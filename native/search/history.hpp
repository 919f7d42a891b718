// What the search remembers of quiet moves to order, reduce and prune them: the history heuristic
// (Schaeffer 1983) alone and as continuation of the one or two moves before, and killers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "core/pages.hpp"

namespace kikashi::search {

// For games that are not `Selective`: how often the parts of a move have cut off, by slot.
class PlainHistory {
   public:
    explicit PlainHistory(std::size_t slots) : counts_(slots, 0) {}

    std::int32_t of(int slot) const { return counts_[static_cast<std::size_t>(slot)]; }
    void add(int slot, int depth) {
        std::int32_t& count = counts_[static_cast<std::size_t>(slot)];
        count += depth * depth;
        if (count > max_count)
            for (std::int32_t& other : counts_) other /= 2;
    }

   private:
    static constexpr std::int32_t max_count = 1 << 16;
    std::vector<std::int32_t> counts_;
};

// Main history and continuation history with bonus and malus, each pulled towards zero the more,
// the larger it is.
class QuietHistory {
   public:
    explicit QuietHistory(std::size_t slots)
        : slots_(slots), main_(slots, 0), continuation_(slots * slots, 0), nothing_(slots, 0) {}

    // `previous` and `before_previous`: slots of the moves one and two plies ago, or -1.
    int of(int slot, int previous, int before_previous) const {
        return main_[at(slot)] + (previous < 0 ? 0 : continuation_[at(previous, slot)]) +
               (before_previous < 0 ? 0 : continuation_[at(before_previous, slot)]);
    }
    // The same for many moves of one position: the rows are found once.
    struct Rows {
        const std::int16_t *main, *previous, *before_previous;
        int of(int slot) const { return main[slot] + previous[slot] + before_previous[slot]; }
    };
    Rows rows(int previous, int before_previous) const {
        return {main_.data(), row(previous), row(before_previous)};
    }
    // Whether a move has failed more than it cut off, as continuation of each move before.
    bool both_continuations_negative(int slot, int previous, int before_previous) const {
        return previous >= 0 && before_previous >= 0 && continuation_[at(previous, slot)] < 0 &&
               continuation_[at(before_previous, slot)] < 0;
    }
    void update(int slot, int previous, int before_previous, int bonus) {
        apply(main_[at(slot)], bonus);
        if (previous >= 0) apply(continuation_[at(previous, slot)], bonus);
        if (before_previous >= 0) apply(continuation_[at(before_previous, slot)], bonus);
    }
    static int bonus(int depth) { return std::min(8 * depth * depth + 16 * depth, 1800); }

   private:
    static constexpr int max_history = 16384;
    static void apply(std::int16_t& value, int bonus) {
        value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / max_history);
    }
    const std::int16_t* row(int previous) const {
        return previous < 0 ? nothing_.data() : continuation_.data() + at(previous) * slots_;
    }
    std::size_t at(int slot) const { return static_cast<std::size_t>(slot); }
    std::size_t at(int previous, int slot) const { return at(previous) * slots_ + at(slot); }

    std::size_t slots_;
    std::vector<std::int16_t, PageAllocator<std::int16_t>> main_, continuation_, nothing_;
};

// Two quiet moves that have cut off at this ply, by code; 0: none.
struct Killers {
    std::array<std::uint32_t, 2> codes{};

    bool has(std::uint32_t code) const { return code == codes[0] || code == codes[1]; }
    void add(std::uint32_t code) {
        if (codes[0] != code) codes = {code, codes[0]};
    }
};

}  // namespace kikashi::search
