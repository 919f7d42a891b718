// What is known of positions with the attacker to move. Grows from small to its cap, so that a
// short search pays for a short table; both 64-bit keys are compared.
#pragma once

#include <cstdint>
#include <vector>

#include "positional/forcing/turn.hpp"

namespace kikashi::positional {

struct Known {
    std::uint64_t key = 0, check = 0;
    std::uint8_t win = 0;  // the attacker wins within so many turns; 0: not known
    std::uint8_t no = 0;   // there is no win within so many turns; `never`: there is none at all
    std::uint8_t used = 0;
    std::uint8_t count = 0;  // stones of the turn that wins, or that was tried last
    std::array<Cell, 2> best{};
};

inline constexpr std::uint8_t never = 255;

class Table {
   public:
    explicit Table(std::size_t bytes) {
        while (cap_ <= bytes / (2 * sizeof(Known))) cap_ *= 2;
        entries_.resize(std::min(cap_, first_size));
    }
    const Known* find(std::uint64_t key, std::uint64_t check) const {
        for (std::size_t i = 0; i < bucket; ++i) {
            const Known& entry = entries_[slot(key) + i];
            if (entry.used && entry.key == key && entry.check == check) return &entry;
        }
        return nullptr;
    }
    // The entry of this position, made if need be; in a full table the one least worked for goes.
    Known& at(std::uint64_t key, std::uint64_t check) {
        if (entries_.size() < cap_ && used_ * 2 > entries_.size()) grow();
        Known* worst = nullptr;
        for (std::size_t i = 0; i < bucket; ++i) {
            Known& entry = entries_[slot(key) + i];
            if (entry.used && entry.key == key && entry.check == check) return entry;
            if (!worst || worth(entry) < worth(*worst)) worst = &entry;
        }
        if (!worst->used) ++used_;
        *worst = Known{key, check, 0, 0, 1, 0, {}};
        return *worst;
    }
    std::size_t bytes() const { return entries_.size() * sizeof(Known); }

   private:
    static constexpr std::size_t bucket = 4, first_size = 1 << 10;

    static int worth(const Known& entry) {
        return !entry.used ? -1 : std::max<int>(entry.win, entry.no == never ? 1 : entry.no);
    }
    std::size_t slot(std::uint64_t key) const {
        return key & (entries_.size() - 1) & ~(bucket - 1);
    }
    void grow() {
        std::vector<Known> old(entries_.size() * 2);
        old.swap(entries_);
        used_ = 0;
        for (const Known& entry : old)
            if (entry.used) at_without_growing(entry);
    }
    void at_without_growing(const Known& entry) {
        Known* worst = nullptr;
        for (std::size_t i = 0; i < bucket; ++i) {
            Known& other = entries_[slot(entry.key) + i];
            if (!worst || worth(other) < worth(*worst)) worst = &other;
        }
        if (!worst->used) ++used_;
        *worst = entry;
    }

    std::size_t cap_ = first_size, used_ = 0;
    std::vector<Known> entries_;
};

}  // namespace kikashi::positional
