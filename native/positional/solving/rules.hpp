// What the solver may use; each can be left out, to see what it is worth.
#pragma once

#include <cstdint>
#include <vector>

#include "positional/solving/residual.hpp"

namespace kikashi::positional {

struct SolvingRules {
    bool weak = true;       // the weak game before the full one
    bool pairing = true;    // leaves by pairing
    bool sum = true;        // leaves by the sum of Erdos and Selfridge
    bool dominated = true;  // a cell whose sets another cell also has is never better (weak game)
    bool chains = true;     // wins by forced replies, and the zones to which they bind the other
    bool symmetry = true;   // images of a position are one
    bool numbers = true;    // first numbers from the sum
    int chain_nodes = 300;
};

inline Role other(Role role) { return role == Role::maker ? Role::breaker : Role::maker; }

// Erdos and Selfridge: Breaker stops every residual set if they weigh less than one before its own
// move, or less than half before Maker's.
inline bool sum_is_small(const Residual& residual, Role mover) {
    const std::uint64_t one = std::uint64_t{1} << Residual::weight_bits;
    return residual.weight() * (mover == Role::maker ? 2 : 1) < one;
}

// By cell: what the residual sets through it weigh.
class CellWeights {
   public:
    explicit CellWeights(const Residual& residual)
        : weights_(static_cast<std::size_t>(residual.geometry().cells())) {}

    void measure(const Residual& residual) {
        clear();
        add(residual);
    }
    void measure(const Residual& one, const Residual& another) {
        clear();
        add(one);
        add(another);
    }
    std::uint64_t operator[](Cell cell) const { return weights_[cell]; }
    const std::vector<Cell>& live() const { return live_; }  // empty cells of residual sets

   private:
    void clear() {
        for (const Cell cell : live_) weights_[cell] = 0;
        live_.clear();
    }
    void add(const Residual& residual) {
        const Geometry& geometry = residual.geometry();
        for (int n = 0; n < geometry.sets(); ++n) {
            const auto set = static_cast<SetId>(n);
            if (!residual.alive(set)) continue;
            const std::uint64_t weight = Residual::weight_of(residual.missing(set));
            for (const Cell cell : geometry.cells_of(set)) {
                if (!residual.is_empty(cell)) continue;
                if (weights_[cell] == 0) live_.push_back(cell);
                weights_[cell] += weight;
            }
        }
    }

    std::vector<std::uint64_t> weights_;
    std::vector<Cell> live_;
};

// The cell that is missing from every residual set that misses one; -1: none does, -2: they differ.
inline int only_hole(const Residual& residual) {
    if (residual.with_missing(1) == 0) return -1;
    const Geometry& geometry = residual.geometry();
    int hole = -1;
    for (int n = 0; n < geometry.sets(); ++n) {
        const auto set = static_cast<SetId>(n);
        if (!residual.alive(set) || residual.missing(set) != 1) continue;
        for (const Cell cell : geometry.cells_of(set)) {
            if (!residual.is_empty(cell)) continue;
            if (hole >= 0 && hole != cell) return -2;
            hole = cell;
        }
    }
    return hole;
}

}  // namespace kikashi::positional
