// Which moves the other threads are searching just now, so that one can be deferred until its value
// stands in the table, instead of being searched twice (Weill's ABDADA, in Kerrigan's simplified
// form: a small table beside the transposition table, whose losses only cost time).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace kikashi::search {

class Abdada {
   public:
    static constexpr int min_depth = 2;  // below, a move is searched sooner than it is looked up

    static std::uint64_t hash(std::uint64_t key, std::uint32_t move, int depth) {
        std::uint64_t word = key ^ (std::uint64_t{move} << 8 | static_cast<std::uint64_t>(depth));
        word *= 0x9e3779b97f4a7c15ULL;
        return (word ^ word >> 32) | 1;  // never 0, which is a free place
    }

    bool defer(std::uint64_t hash) const {
        for (const auto& place : row(hash))
            if (place.load(std::memory_order_relaxed) == hash) return true;
        return false;
    }

    // A row that is full stays as it is: others will not know, and search the move too.
    void starting(std::uint64_t hash) {
        for (auto& place : row(hash)) {
            std::uint64_t free = 0;
            if (place.compare_exchange_strong(free, hash, std::memory_order_relaxed)) return;
        }
    }

    void finished(std::uint64_t hash) {
        for (auto& place : row(hash)) {
            std::uint64_t own = hash;
            if (place.compare_exchange_strong(own, 0, std::memory_order_relaxed)) return;
        }
    }

   private:
    using Row = std::array<std::atomic<std::uint64_t>, 4>;
    Row& row(std::uint64_t hash) { return rows_[hash >> 1 & (rows_.size() - 1)]; }
    const Row& row(std::uint64_t hash) const { return rows_[hash >> 1 & (rows_.size() - 1)]; }
    std::array<Row, 4096> rows_{};
};

}  // namespace kikashi::search
