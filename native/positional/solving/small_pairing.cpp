#include "positional/solving/small_pairing.hpp"

#include <algorithm>
#include <bit>

namespace kikashi::positional {

namespace {

std::uint64_t lowest(std::uint64_t cells) { return cells & (~cells + 1); }

}  // namespace

SmallPairing::SmallPairing(const Residual& residual) : residual_(residual) {
    const Geometry& geometry = residual.geometry();
    if (!fits(geometry)) return;
    for (int n = 0; n < geometry.sets(); ++n) {
        Cells mask = 0;
        for (const Cell cell : geometry.cells_of(static_cast<SetId>(n))) mask |= Cells{1} << cell;
        masks_.push_back(mask);
    }
}

bool SmallPairing::find(int most_steps) {
    pairs_.clear();
    if (!collect() || !can_match()) return false;
    return extend(0, ~Cells{0}, most_steps);
}

bool SmallPairing::collect() {
    sets_.clear();
    Cells empty = 0;
    const int cells = residual_.geometry().cells();
    for (int n = 0; n < cells; ++n)
        if (residual_.is_empty(static_cast<Cell>(n))) empty |= Cells{1} << n;
    for (std::size_t n = 0; n < masks_.size(); ++n) {
        if (!residual_.alive(static_cast<SetId>(n))) continue;
        if (residual_.missing(static_cast<SetId>(n)) < 2) return false;
        sets_.push_back(masks_[n] & empty);
    }
    std::sort(sets_.begin(), sets_.end(), [](Cells a, Cells b) {
        const int few = std::popcount(a), more = std::popcount(b);
        return few != more ? few < more : a < b;
    });
    std::size_t kept = 0;
    for (std::size_t n = 0; n < sets_.size(); ++n) {
        bool least = true;
        for (std::size_t m = 0; m < kept && least; ++m) least = (sets_[m] & ~sets_[n]) != 0;
        if (least) sets_[kept++] = sets_[n];
    }
    sets_.resize(kept);
    return true;
}

bool SmallPairing::can_match() {
    apart_.clear();
    for (const Cells set : sets_) {
        bool fits = true;
        for (const Cells other : apart_)
            if (std::popcount(set & other) > 1) {
                fits = false;
                break;
            }
        if (fits) apart_.push_back(set);
    }
    matched_.assign(apart_.size(), 0);
    taken_by_.fill(-1);
    for (std::size_t set = 0; set < apart_.size(); ++set)
        for (int n = 0; n < 2; ++n) {
            Cells visited = 0;
            if (!augment(set, visited)) return false;
        }
    return true;
}

bool SmallPairing::augment(std::size_t set, Cells& visited) {
    for (Cells rest = apart_[set] & ~matched_[set] & ~visited; rest;
         rest = apart_[set] & ~matched_[set] & ~visited) {
        const Cells cell = lowest(rest);
        visited |= cell;
        std::int8_t& owner = taken_by_[static_cast<std::size_t>(std::countr_zero(cell))];
        if (owner >= 0) {
            if (!augment(static_cast<std::size_t>(owner), visited)) continue;
            matched_[static_cast<std::size_t>(owner)] &= ~cell;
        }
        owner = static_cast<std::int8_t>(set);
        matched_[set] |= cell;
        return true;
    }
    return false;
}

// The open sets of this level stand from `begin` to the end of the list.
bool SmallPairing::extend(std::size_t begin, Cells free, int& steps) {
    const std::size_t end = sets_.size();
    if (begin == end) return true;
    if (--steps < 0) return false;
    int fewest = max_set_size + 1;
    Cells chosen = 0;
    for (std::size_t n = begin; n < end; ++n) {
        const int count = std::popcount(sets_[n] & free);
        if (count >= fewest) continue;
        if (count < 2) return false;
        fewest = count;
        chosen = sets_[n] & free;
    }
    struct Option {
        int gain;
        Cells pair;
    };
    std::array<Option, max_set_size*(max_set_size - 1) / 2> options;
    std::size_t count = 0;
    for (Cells one = chosen; one; one &= one - 1)
        for (Cells other = one & (one - 1); other; other &= other - 1) {
            const Cells pair = lowest(one) | lowest(other);
            int gain = 0;  // sets served, less those that lose a cell for nothing
            for (std::size_t n = begin; n < end; ++n) {
                const Cells both = sets_[n] & pair;
                gain += both == pair ? 4 : both ? -1 : 0;
            }
            options[count++] = {gain, pair};
        }
    std::sort(options.begin(), options.begin() + static_cast<std::ptrdiff_t>(count),
              [](const Option& a, const Option& b) {
                  return a.gain != b.gain ? a.gain > b.gain : a.pair < b.pair;
              });
    for (std::size_t n = 0; n < count && steps > 0; ++n) {
        const Cells pair = options[n].pair;
        for (std::size_t m = begin; m < end; ++m)
            if ((sets_[m] & pair) != pair) {
                const Cells open = sets_[m];
                sets_.push_back(open);
            }
        pairs_.emplace_back(static_cast<Cell>(std::countr_zero(pair)),
                            static_cast<Cell>(63 - std::countl_zero(pair)));
        if (extend(end, free & ~pair, steps)) return true;
        pairs_.pop_back();
        sets_.resize(end);
    }
    return false;
}

}  // namespace kikashi::positional
