#include "positional/solving/pairing.hpp"

#include <algorithm>
#include <array>

namespace kikashi::positional {

PairingSearch::PairingSearch(const Residual& residual)
    : residual_(residual),
      is_small_(SmallPairing::fits(residual.geometry())),
      small_(residual),
      waiting_(static_cast<std::size_t>(residual.geometry().sets())),
      paired_(static_cast<std::size_t>(residual.geometry().cells())),
      taken_by_(paired_.size()),
      visited_(paired_.size()) {
    const Geometry& geometry = residual.geometry();
    group_of_.resize(waiting_.size());
    sharing_.resize(waiting_.size());
    std::vector<std::uint8_t> shared(waiting_.size());
    for (std::size_t n = 0; n < waiting_.size() && waiting_.size() <= most_grouped; ++n) {
        std::fill(shared.begin(), shared.end(), 0);
        for (const Cell cell : geometry.cells_of(static_cast<SetId>(n)))
            for (const SetId set : geometry.through(cell))
                if (set < n && ++shared[set] == 2) sharing_[n].push_back(set);
    }
}

bool PairingSearch::find() {
    if (is_small_) return small_.find(small_steps);
    pairs_.clear();
    open_.clear();
    std::fill(paired_.begin(), paired_.end(), 0);
    std::fill(waiting_.begin(), waiting_.end(), 0);
    for (int n = 0; n < residual_.geometry().sets(); ++n) {
        const auto set = static_cast<SetId>(n);
        if (!residual_.alive(set)) continue;
        if (residual_.missing(set) < 2) return false;
        open_.push_back(set);
        waiting_[set] = 1;
    }
    int steps = large_steps;
    return match(2) || match(3) || extend(steps);
}

// Groups sets that have so many empty cells in common, one after another, and matches each group
// with two cells.
bool PairingSearch::match(int least_common) {
    groups_.clear();
    std::fill(group_of_.begin(), group_of_.end(), -1);
    for (const SetId set : open_) {
        Group own;
        own.count = static_cast<std::uint8_t>(free_cells(set, own.cells.data()));
        int joined = -1;
        Group common;
        for (const SetId other : sharing_[set]) {
            const int number = group_of_[other];
            if (number < 0 || (joined >= 0 && number >= joined)) continue;
            const Group& group = groups_[static_cast<std::size_t>(number)];
            Group both;
            both.count = 0;
            for (int i = 0; i < group.count; ++i)
                if (std::find(own.cells.begin(), own.cells.begin() + own.count, group.cells[i]) !=
                    own.cells.begin() + own.count)
                    both.cells[both.count++] = group.cells[i];
            if (both.count < least_common) continue;
            joined = number;
            common = both;
        }
        if (joined < 0) {
            joined = static_cast<int>(groups_.size());
            groups_.push_back(own);
        } else {
            groups_[static_cast<std::size_t>(joined)] = common;
        }
        group_of_[set] = joined;
    }
    if (2 * groups_.size() > static_cast<std::size_t>(residual_.empty_cells())) return false;
    std::fill(taken_by_.begin(), taken_by_.end(), -1);
    for (std::size_t group = 0; group < groups_.size(); ++group)
        for (int n = 0; n < 2; ++n) {
            ++round_;
            if (!augment(group)) return false;
        }
    std::vector<int> first(groups_.size(), -1);
    for (std::size_t cell = 0; cell < taken_by_.size(); ++cell) {
        if (taken_by_[cell] < 0) continue;
        int& one = first[static_cast<std::size_t>(taken_by_[cell])];
        if (one < 0)
            one = static_cast<int>(cell);
        else
            pairs_.emplace_back(static_cast<Cell>(one), static_cast<Cell>(cell));
    }
    return true;
}

bool PairingSearch::augment(std::size_t group) {
    const Group& here = groups_[group];
    const auto own = static_cast<std::int32_t>(group);
    for (int n = 0; n < here.count; ++n) {
        const Cell cell = here.cells[static_cast<std::size_t>(n)];
        if (taken_by_[cell] == own || visited_[cell] == round_) continue;
        visited_[cell] = round_;
        if (taken_by_[cell] < 0 || augment(static_cast<std::size_t>(taken_by_[cell]))) {
            taken_by_[cell] = own;
            return true;
        }
    }
    return false;
}

int PairingSearch::free_cells(SetId set, Cell* cells) const {
    int count = 0;
    for (const Cell cell : residual_.geometry().cells_of(set))
        if (residual_.is_empty(cell) && !paired_[cell]) cells[count++] = cell;
    return count;
}

// How many waiting sets a pair would serve.
int PairingSearch::gain(Cell one, Cell other) const {
    const auto sets = residual_.geometry().through(one), more = residual_.geometry().through(other);
    int count = 0;
    auto at = more.begin();  // both lists are in order
    for (const SetId set : sets) {
        while (at != more.end() && *at < set) ++at;
        if (at == more.end()) break;
        count += *at == set && waiting_[set];
    }
    return count;
}

void PairingSearch::take(Cell one, Cell other, std::vector<SetId>& covered) {
    paired_[one] = paired_[other] = 1;
    pairs_.emplace_back(std::min(one, other), std::max(one, other));
    const auto sets = residual_.geometry().through(one), more = residual_.geometry().through(other);
    for (const SetId set : sets)
        if (waiting_[set] && std::binary_search(more.begin(), more.end(), set)) {
            waiting_[set] = 0;
            covered.push_back(set);
        }
}

bool PairingSearch::extend(int& steps) {
    if (--steps < 0) return false;
    std::array<Cell, max_set_size> cells{}, fewest_cells{};
    int fewest = max_set_size + 1;
    for (const SetId set : open_) {
        if (!waiting_[set]) continue;
        const int count = free_cells(set, cells.data());
        if (count < 2) return false;
        if (count >= fewest) continue;
        fewest = count;
        fewest_cells = cells;
        if (count == 2) break;
    }
    if (fewest > max_set_size) return true;
    struct Option {
        int gain;
        Cell one, other;
    };
    std::vector<Option> options;
    for (int i = 0; i < fewest; ++i)
        for (int j = i + 1; j < fewest; ++j)
            options.push_back(
                {gain(fewest_cells[i], fewest_cells[j]), fewest_cells[i], fewest_cells[j]});
    std::stable_sort(options.begin(), options.end(),
                     [](const Option& a, const Option& b) { return a.gain > b.gain; });
    for (const Option& option : options) {
        std::vector<SetId> covered;
        take(option.one, option.other, covered);
        if (extend(steps)) return true;
        for (const SetId set : covered) waiting_[set] = 1;
        paired_[option.one] = paired_[option.other] = 0;
        pairs_.pop_back();
        if (steps < 0) return false;
    }
    return false;
}

}  // namespace kikashi::positional
