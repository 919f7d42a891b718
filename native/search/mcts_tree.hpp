// The tree of a Monte-Carlo search: nodes in one block of bounded size, shared by threads without
// locks (Enzenberger and Mueller 2009: a lost update costs nothing that matters).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/pages.hpp"

namespace kikashi::mcts {

template <class T>
class Relaxed {  // an atomic that promises nothing but whole values, and can be copied
   public:
    Relaxed(T value = {}) : value_(value) {}
    Relaxed(const Relaxed& other) : value_(static_cast<T>(other)) {}
    Relaxed& operator=(const Relaxed& other) { return *this = static_cast<T>(other); }
    Relaxed& operator=(T value) {
        value_.store(value, std::memory_order_relaxed);
        return *this;
    }
    operator T() const { return value_.load(std::memory_order_relaxed); }
    std::atomic<T>& atomic() { return value_; }

   private:
    std::atomic<T> value_;
};

enum class Growth : std::uint8_t { leaf, growing, grown, chance };

template <class Move>
struct Node {
    Move move{};  // that led here
    Relaxed<std::uint32_t> visits{0};
    Relaxed<float> mean{0};  // for side 0
    Relaxed<float> rave_visits{0};
    Relaxed<float> rave_mean{0};  // for the side that chooses this move
    float prior_weight = 0;
    float prior_value = 0;                // for the side that chooses this move
    std::atomic<std::uint32_t> first{0};  // child
    std::uint32_t next = 0;               // sibling, among outcomes of chance
    std::uint16_t count = 0;              // children, where chance does not move
    Relaxed<std::uint16_t> underway{0};   // threads below
    std::atomic<Growth> growth{Growth::leaf};

    Node() = default;
    Node(const Node& other) { *this = other; }
    Node& operator=(const Node& other) {
        move = other.move;
        visits = other.visits;
        mean = other.mean;
        rave_visits = other.rave_visits;
        rave_mean = other.rave_mean;
        prior_weight = other.prior_weight;
        prior_value = other.prior_value;
        first.store(other.first.load(std::memory_order_relaxed), std::memory_order_relaxed);
        next = other.next;
        count = other.count;
        underway = std::uint16_t{0};
        growth.store(other.growth.load(std::memory_order_relaxed), std::memory_order_relaxed);
        return *this;
    }
    bool grown() const { return growth.load(std::memory_order_acquire) == Growth::grown; }
};

// Node 0 is the root; index 0 as a child means 'none'.
template <class Move>
class Tree {
   public:
    using N = Node<Move>;

    static_assert(std::is_trivially_destructible_v<N>);

    explicit Tree(std::size_t bytes)
        : capacity_(std::clamp<std::size_t>(bytes / sizeof(N), 1024, 0xffff'fff0u)) {}
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;
    ~Tree() {
        if (nodes_) give_back_pages(nodes_, capacity_ * sizeof(N));
    }

    N& operator[](std::uint32_t index) { return nodes_[index]; }
    const N& operator[](std::uint32_t index) const { return nodes_[index]; }
    N& root() { return nodes_[0]; }
    const N& root() const { return nodes_[0]; }
    std::size_t size() const { return std::min<std::size_t>(used_.load(), capacity_); }
    std::size_t capacity() const { return capacity_; }
    bool full() const { return used_.load(std::memory_order_relaxed) >= capacity_; }

    // Memory costs nothing until it is touched, so a tree takes what it grows to.
    void clear() {
        if (!nodes_) nodes_ = static_cast<N*>(take_pages(capacity_ * sizeof(N)));
        std::construct_at(nodes_);
        used_ = 1;
    }

    // So many nodes side by side, or 0 when there is no room.
    std::uint32_t take(std::uint32_t count) {
        const std::size_t at = used_.fetch_add(count, std::memory_order_relaxed);
        if (at + count > capacity_) {
            used_.fetch_sub(count, std::memory_order_relaxed);
            return 0;
        }
        for (std::size_t n = at; n < at + count; ++n) std::construct_at(nodes_ + n);
        return static_cast<std::uint32_t>(at);
    }

    bool empty() const { return used_.load(std::memory_order_relaxed) == 0; }

    // Copies what lies below a node of `from`, which becomes the root here; breadth first, so that
    // what does not fit is what lies deepest.
    void take_over(const Tree& from, std::uint32_t below) {
        clear();
        nodes_[0] = from[below];
        std::vector<std::uint32_t> ahead{0};
        for (std::size_t at = 0; at < ahead.size(); ++at) {
            N& node = nodes_[ahead[at]];
            const Growth growth = node.growth.load();
            const std::uint32_t old = node.first.load();
            if (growth == Growth::grown) {
                const std::uint32_t first = take(node.count);
                if (first == 0) {
                    node.growth = Growth::leaf;
                    node.first = 0;
                    node.count = 0;
                    continue;
                }
                for (std::uint32_t n = 0; n < node.count; ++n) {
                    nodes_[first + n] = from[old + n];
                    if (nodes_[first + n].growth.load() != Growth::leaf) ahead.push_back(first + n);
                }
                node.first = first;
            } else if (growth == Growth::chance) {
                node.first = 0;
                for (std::uint32_t child = old; child != 0; child = from[child].next) {
                    const std::uint32_t made = take(1);
                    if (made == 0) break;
                    nodes_[made] = from[child];
                    nodes_[made].next = node.first.load();
                    node.first = made;
                    if (nodes_[made].growth.load() != Growth::leaf) ahead.push_back(made);
                }
            } else {
                node.growth = Growth::leaf;
            }
        }
    }

    void swap(Tree& other) {
        std::swap(capacity_, other.capacity_);
        std::swap(nodes_, other.nodes_);
        const std::size_t mine = used_.load();
        used_ = other.used_.load();
        other.used_ = mine;
    }

   private:
    std::size_t capacity_;
    N* nodes_ = nullptr;
    std::atomic<std::size_t> used_{0};
};

}  // namespace kikashi::mcts
