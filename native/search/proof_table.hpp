// What a proof-number search knows: proof and disproof numbers by position, in memory that is
// bounded. Both halves of a 128-bit key are compared, as in VerifiedTable, so that positions are
// not mistaken for each other.
//
// A full table goes on: a new position takes the place of the one, of four side by side, in which
// the least work lies. Threads share a table by locks on its buckets.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/keys.hpp"
#include "core/pages.hpp"
#include "search/verified_table.hpp"

namespace kikashi::search {

inline constexpr std::uint32_t infinite_number = 1u << 28;

enum class Verdict : std::uint8_t { open, proved, disproved };

struct ProofEntry {
    Key key;
    std::uint32_t proof = 1, disproof = 1;
    std::uint32_t work = 0;   // nodes searched below, at most 2^32 - 1
    std::uint16_t depth = 0;  // of the path's position that a verdict rests on (see Dfpn)
    std::uint8_t busy = 0;    // threads that search below it now
    bool used = false;

    Verdict verdict() const {
        return proof == 0 ? Verdict::proved : disproof == 0 ? Verdict::disproved : Verdict::open;
    }
};
static_assert(sizeof(ProofEntry) == 32);

class ProofTable {
   public:
    // It grows from a small table, so that a small search does not pay for a large one: of its own,
    // or, if threads share it, by `reserve` alone.
    explicit ProofTable(std::size_t most_bytes, bool shared = false)
        : most_(1), locks_(shared ? std::make_unique<Locks>() : nullptr) {
        while (most_ <= most_bytes / (2 * sizeof(Bucket))) most_ *= 2;
        buckets_.resize(std::min(most_, first_buckets));
    }

    // Room for so many positions more, as far as the memory goes. No other thread may be inside.
    void reserve(std::uint64_t more) {
        while (buckets_.size() < most_ && 2 * (size() + more) >= ways * buckets_.size()) grow();
    }

    std::optional<ProofEntry> find(const Key& key) const {
        const Guard guard(*this, key);
        const ProofEntry* entry = const_cast<ProofTable*>(this)->entry_of(key);
        return entry ? std::optional(*entry) : std::nullopt;
    }

    // Unsolved numbers never take the place of a verdict: another thread, or another path, knew
    // more.
    void store(const Key& key, std::uint32_t proof, std::uint32_t disproof, std::uint64_t work,
               std::uint16_t depth = 0) {
        grow_if_crowded();
        const Guard guard(*this, key);
        ProofEntry& entry = entry_for(key);
        if (entry.verdict() != Verdict::open) return;
        entry.proof = proof;
        entry.disproof = disproof;
        entry.depth = depth;
        entry.work = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(std::uint64_t{entry.work} + work, ~0u));
    }

    // A thread goes below a position, or comes back.
    void enter(const Key& key, std::uint32_t proof, std::uint32_t disproof) {
        const Guard guard(*this, key);
        ProofEntry* entry = entry_of(key);
        if (!entry) {
            entry = &entry_for(key);
            entry->proof = proof;
            entry->disproof = disproof;
        }
        if (entry->busy < 255) ++entry->busy;
    }
    void leave(const Key& key) {
        const Guard guard(*this, key);
        ProofEntry* entry = entry_of(key);
        if (entry && entry->busy > 0) --entry->busy;
    }

    bool shared() const { return locks_ != nullptr; }
    std::size_t size() const { return size_.load(std::memory_order_relaxed); }
    std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }
    std::uint64_t overwritten() const { return overwritten_.load(std::memory_order_relaxed); }

    // The file of another question (`question` differs), a torn or a foreign one is refused with a
    // sentence. Written beside and then renamed: a crash leaves the last whole one.
    void save(const std::filesystem::path& path, std::uint64_t question) const {
        const std::filesystem::path beside = path.string() + ".part";
        std::FILE* const file = std::fopen(beside.c_str(), "wb");
        if (!file)
            throw std::runtime_error("the checkpoint " + path.string() + " cannot be written");
        std::uint64_t sum = 0, count = 0;
        bool whole = put(file, Header{magic, question, 0});
        for (std::size_t at = 0; at < buckets_.size() && whole; ++at) {
            Bucket bucket;
            {
                const Guard guard(*this, at);
                bucket = buckets_[at];
            }
            for (ProofEntry& entry : bucket.entries) {
                if (!entry.used) continue;
                entry.busy = 0;
                sum = mix(sum ^ checksum(entry));
                ++count;
                whole = whole && put(file, entry);
            }
        }
        whole = whole && put(file, Header{sum, question, count});
        whole = std::fflush(file) == 0 && whole;
        whole = fsync(fileno(file)) == 0 && whole;
        whole = std::fclose(file) == 0 && whole;
        if (!whole) {
            std::filesystem::remove(beside);
            throw std::runtime_error("the checkpoint " + path.string() + " cannot be written");
        }
        std::filesystem::rename(beside, path);
    }
    void load(const std::filesystem::path& path, std::uint64_t question) {
        const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                                   std::fclose);
        const auto refuse = [&](const char* why) {
            throw std::runtime_error("the checkpoint " + path.string() + " " + why);
        };
        if (!file) refuse("cannot be read");
        const std::uintmax_t bytes = std::filesystem::file_size(path);
        Header begin{}, end{};
        if (bytes < 2 * sizeof(Header) || bytes % sizeof(ProofEntry) != 16 ||
            !take(file.get(), begin) || begin.sum != magic)
            refuse("is no checkpoint of a proof-number search");
        if (begin.question != question) refuse("belongs to another question");
        std::uint64_t sum = 0;
        const std::uint64_t count = (bytes - 2 * sizeof(Header)) / sizeof(ProofEntry);
        reserve(count);
        for (std::uint64_t n = 0; n < count; ++n) {
            ProofEntry entry;
            if (!take(file.get(), entry)) refuse("is cut off");
            sum = mix(sum ^ checksum(entry));
            if (!sound(entry)) refuse("is damaged");
            entry.busy = 0;
            const Guard guard(*this, entry.key);
            entry_for(entry.key) = entry;
        }
        if (!take(file.get(), end) || end.sum != sum || end.count != count) refuse("is damaged");
    }

   private:
    static constexpr std::size_t ways = 4, first_buckets = 1 << 10, lock_count = 1 << 12;
    static constexpr std::uint64_t magic = 0x6b696b617368'0001;  // "kikash", version 1

    struct alignas(64) Bucket {
        std::array<ProofEntry, ways> entries{};
    };
    struct Header {
        std::uint64_t sum, question, count;
    };
    struct alignas(64) Lock {
        std::atomic_flag taken = ATOMIC_FLAG_INIT;
    };
    using Locks = std::array<Lock, lock_count>;

    class Guard {
       public:
        Guard(const ProofTable& table, std::size_t bucket) {
            if (!table.locks_) return;
            lock_ = &(*table.locks_)[bucket % lock_count];
            while (lock_->taken.test_and_set(std::memory_order_acquire)) {
            }
        }
        Guard(const ProofTable& table, const Key& key) : Guard(table, table.place(key)) {}
        ~Guard() {
            if (lock_) lock_->taken.clear(std::memory_order_release);
        }
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;

       private:
        Lock* lock_ = nullptr;
    };

    template <class T>
    static bool put(std::FILE* file, const T& value) {
        return std::fwrite(&value, sizeof value, 1, file) == 1;
    }
    template <class T>
    static bool take(std::FILE* file, T& value) {
        return std::fread(&value, sizeof value, 1, file) == 1;
    }
    // Whether a search could have kept an entry; the sum alone says only who wrote it last.
    static bool sound(const ProofEntry& entry) {
        std::array<std::uint8_t, sizeof(ProofEntry)> bytes;
        std::memcpy(bytes.data(), &entry, sizeof bytes);
        if (bytes[offsetof(ProofEntry, used)] != 1) return false;
        if (entry.proof > infinite_number || entry.disproof > infinite_number) return false;
        return (entry.proof != 0 || entry.disproof == infinite_number) &&
               (entry.disproof != 0 || entry.proof == infinite_number);
    }
    static std::uint64_t checksum(const ProofEntry& entry) {
        std::array<std::uint64_t, 4> words;
        std::memcpy(words.data(), &entry, sizeof words);
        return mix(words[0]) ^ mix(words[1] + 1) ^ mix(words[2] + 2) ^ mix(words[3] + 3);
    }

    std::size_t place(const Key& key) const { return key.low & (buckets_.size() - 1); }

    ProofEntry* entry_of(const Key& key) {
        for (ProofEntry& entry : buckets_[place(key)].entries)
            if (entry.used && entry.key == key) return &entry;
        return nullptr;
    }
    ProofEntry& entry_for(const Key& key) {
        auto& entries = buckets_[place(key)].entries;
        ProofEntry* worst = nullptr;
        for (ProofEntry& entry : entries) {
            if (entry.used && entry.key == key) return entry;
            if (worst && !worst->used) continue;
            if (!worst || !entry.used || entry.work < worst->work) worst = &entry;
        }
        (worst->used ? overwritten_ : size_).fetch_add(1, std::memory_order_relaxed);
        *worst = {};
        worst->key = key;
        worst->used = true;
        return *worst;
    }
    void grow_if_crowded() {
        if (!locks_ && buckets_.size() < most_ && 2 * size() >= ways * buckets_.size()) grow();
    }
    void grow() {
        Buckets old(2 * buckets_.size());
        old.swap(buckets_);
        size_ = 0;
        for (const Bucket& bucket : old)
            for (const ProofEntry& entry : bucket.entries)
                if (entry.used) entry_for(entry.key) = entry;
    }

    using Buckets = std::vector<Bucket, PageAllocator<Bucket>>;
    std::size_t most_;
    Buckets buckets_;
    std::unique_ptr<Locks> locks_;
    std::atomic<std::size_t> size_{0};
    std::atomic<std::uint64_t> overwritten_{0};
};

}  // namespace kikashi::search
