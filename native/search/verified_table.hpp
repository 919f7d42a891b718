// A hash table of positions that cannot mistake one for another in practice: both halves of a
// 128-bit key are stored and compared, and the halves come from independent random numbers. Two
// positions of one search meet with a chance of about n * n / 2^129.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/pages.hpp"

namespace kikashi {

struct Key {
    std::uint64_t low = 0, high = 0;
    Key& operator^=(const Key& key) {
        low ^= key.low;
        high ^= key.high;
        return *this;
    }
    friend Key operator^(Key a, const Key& b) { return a ^= b; }
    friend bool operator==(const Key&, const Key&) = default;
};

// Grows by doubling, so that a small search does not pay for a large table. At its cap it either
// refuses new entries (`full`) or overwrites old ones, as the search can bear.
template <class Value>
class VerifiedTable {
   public:
    explicit VerifiedTable(std::size_t most_bytes, std::size_t first_entries = 1 << 12)
        : slots_(first_entries), most_(most_bytes / sizeof(Slot)) {}

    Value* find(const Key& key) {
        for (std::size_t i = place(key), n = 0; n < reach; i = next(i), ++n) {
            Slot& slot = slots_[i];
            if (!slot.used) return nullptr;
            if (slot.key == key) return &slot.value;
        }
        return nullptr;
    }

    // The entry of a key, made if it is not there. Entries move when the table grows: keep no
    // reference across a call.
    Value& at(const Key& key) {
        for (;;) {
            for (std::size_t i = place(key), n = 0; n < reach; i = next(i), ++n) {
                Slot& slot = slots_[i];
                if (slot.used && slot.key == key) return slot.value;
                if (!slot.used) {
                    if (2 * (size_ + 1) > slots_.size() && grow()) break;
                    ++size_;
                    slot = {key, Value{}, true};
                    return slot.value;
                }
            }
            if (grown_) {
                grown_ = false;
                continue;
            }
            if (grow()) {
                grown_ = false;
                continue;
            }
            full_ = true;  // overwrite the one that lies at the key's own place
            Slot& slot = slots_[place(key)];
            slot = {key, Value{}, true};
            return slot.value;
        }
    }

    bool full() const { return full_; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

   private:
    static constexpr std::size_t reach = 64;
    struct Slot {
        Key key;
        Value value{};
        bool used = false;
    };
    using Slots = std::vector<Slot, PageAllocator<Slot>>;
    std::size_t place(const Key& key) const { return key.low & (slots_.size() - 1); }
    std::size_t next(std::size_t i) const { return (i + 1) & (slots_.size() - 1); }

    bool grow() {
        if (2 * slots_.size() > most_) return false;
        Slots old(2 * slots_.size());
        old.swap(slots_);
        size_ = 0;
        for (Slot& slot : old) {
            if (!slot.used) continue;
            for (std::size_t i = place(slot.key), n = 0; n < reach; i = next(i), ++n)
                if (!slots_[i].used) {
                    slots_[i] = slot;
                    ++size_;
                    break;
                }
        }
        grown_ = true;
        return true;
    }

    Slots slots_;
    std::size_t most_, size_ = 0;
    bool full_ = false, grown_ = false;
};

}  // namespace kikashi
