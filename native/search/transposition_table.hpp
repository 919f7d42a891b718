// A transposition table that several threads share without locks: the key is stored mixed with the
// data, so that an entry torn by two writers is not found (Hyatt and Mann, 2002).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/pages.hpp"
#include "search/values.hpp"

namespace kikashi::search {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct TableEntry {
    Value value = 0;
    int depth = 0;
    Bound bound = Bound::none;
    std::uint32_t move = 0;  // the code of the best move, 24 bits; 0: none
};

class TranspositionTable {
   public:
    // The size never depends on the machine, so that a run can be repeated anywhere. A position may
    // lie in any of `ways` (a power of two) slots side by side: with several, few are pushed out.
    explicit TranspositionTable(std::size_t bytes, std::size_t ways = 1) : ways_(ways) {
        while ((mask_ + 1) * 2 * sizeof(Slot) <= bytes) mask_ = mask_ * 2 + 1;
        clear();
    }

    void clear() {
        slots_.reset();
        slots_ = {static_cast<Slot*>(take_pages(bytes())), GiveBack{bytes()}};
    }

    // What was stored before stays to be found, and gives way to whatever comes.
    void new_search() { generation_ = (generation_ + 1) & 0x3f; }

    // The table will be asked for this position soon.
    void prefetch(std::uint64_t key) const { __builtin_prefetch(slots_.get() + first(key)); }

    std::optional<TableEntry> probe(std::uint64_t key) const {
        for (std::size_t at = first(key), end = at + ways_; at < end; ++at) {
            Slot& slot = slots_[at];
            const std::uint64_t data = load(slot.data);
            if (data == 0 || (load(slot.mixed) ^ data) != key) continue;
            TableEntry stored;
            stored.value = static_cast<Value>(data & 0xffffff) - value_offset;
            stored.move = static_cast<std::uint32_t>(data >> 24 & 0xffffff);
            stored.depth = depth_of(data);
            stored.bound = static_cast<Bound>(data >> 56 & 3);
            return stored;
        }
        return std::nullopt;
    }

    // Another position, of all that share the slots the one searched least deep, is pushed out
    // unless it was searched deeper in this same search.
    void store(std::uint64_t key, const TableEntry& stored) {
        std::size_t place = first(key);
        bool same = false;
        for (std::size_t at = place, end = at + ways_; at < end && !same; ++at) {
            const std::uint64_t data = load(slots_[at].data);
            same = (load(slots_[at].mixed) ^ data) == key;
            if (same || depth_of(data) < depth_of(load(slots_[place].data))) place = at;
        }
        Slot& slot = slots_[place];
        const std::uint64_t old = load(slot.data);
        if (old != 0 && !same && old >> 58 == generation_ &&
            depth_of(old) > stored.depth + keep_deeper)
            return;
        const std::uint64_t data = static_cast<std::uint64_t>(stored.value + value_offset) |
                                   static_cast<std::uint64_t>(stored.move & 0xffffff) << 24 |
                                   static_cast<std::uint64_t>(stored.depth) << 48 |
                                   static_cast<std::uint64_t>(stored.bound) << 56 |
                                   generation_ << 58;
        keep(slot.data, data);
        keep(slot.mixed, key ^ data);
    }

    std::size_t bytes() const { return (mask_ + 1) * sizeof(Slot); }

   private:
    static constexpr Value value_offset = 1 << 23;
    static constexpr int keep_deeper = 2;  // how much deeper an old entry must be to stay
    struct Slot {
        std::uint64_t mixed, data;
    };
    struct GiveBack {
        std::size_t bytes;
        void operator()(Slot* slots) const { give_back_pages(slots, bytes); }
    };
    std::size_t first(std::uint64_t key) const { return key & mask_ & ~(ways_ - 1); }
    static int depth_of(std::uint64_t data) { return static_cast<int>(data >> 48 & 0xff); }
    static std::uint64_t load(std::uint64_t& word) {
        return std::atomic_ref(word).load(std::memory_order_relaxed);
    }
    static void keep(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref(word).store(value, std::memory_order_relaxed);
    }
    std::size_t mask_ = 1023, ways_;
    std::uint64_t generation_ = 0;
    std::unique_ptr<Slot[], GiveBack> slots_{nullptr, GiveBack{0}};
};

}  // namespace kikashi::search
