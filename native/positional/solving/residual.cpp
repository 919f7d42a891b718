#include "positional/solving/residual.hpp"

namespace kikashi::positional {

namespace {

Key plus(const Key& a, const Key& b) { return {a.low + b.low, a.high + b.high}; }
Key minus(const Key& a, const Key& b) { return {a.low - b.low, a.high - b.high}; }

}  // namespace

Residual::Residual(std::shared_ptr<const Geometry> geometry)
    : geometry_(std::move(geometry)), empty_(geometry_->cells()) {
    const auto& all = geometry_->symmetries();
    symmetries_.push_back(0);
    if (all.size() <= most_symmetries)
        for (std::size_t n = 1; n < all.size(); ++n) symmetries_.push_back(static_cast<int>(n));
    keyed_ = symmetries_.size();
    const auto cells = static_cast<std::size_t>(geometry_->cells());
    const auto sets = static_cast<std::size_t>(geometry_->sets());
    owner_.assign(cells, nobody);
    missing_.resize(sets);
    blocks_.assign(sets, 0);
    for (std::size_t cell = 0; cell < cells; ++cell)
        for (const int symmetry : symmetries_) {
            const std::uint64_t image =
                all.empty() ? cell : all[static_cast<std::size_t>(symmetry)][cell];
            cell_keys_.push_back(mix(image + 1));
        }
    sums_.resize(sets * symmetries_.size());
    parts_.resize(sums_.size());
    totals_.resize(symmetries_.size());
    scratch_.resize(symmetries_.size());
    for (std::size_t n = 0; n < sets; ++n) {
        const auto set = static_cast<SetId>(n);
        missing_[n] = static_cast<std::uint8_t>(geometry_->size(set));
        for (const Cell cell : geometry_->cells_of(set))
            for (std::size_t s = 0; s < keyed_; ++s) sums_[row(n) + s] += cell_keys_[row(cell) + s];
        for (std::size_t s = 0; s < keyed_; ++s)
            parts_[row(n) + s] = contribution(sums_[row(n) + s]);
        enter(set);
    }
}

void Residual::enter(SetId set) {
    ++counts_[missing_[set]];
    ++alive_;
    weight_ += weight_of(missing_[set]);
    const Key* const parts = parts_.data() + row(set);
    for (std::size_t s = 0; s < keyed_; ++s) totals_[s] = plus(totals_[s], parts[s]);
}

void Residual::leave(SetId set) {
    --counts_[missing_[set]];
    --alive_;
    weight_ -= weight_of(missing_[set]);
    const Key* const parts = parts_.data() + row(set);
    for (std::size_t s = 0; s < keyed_; ++s) totals_[s] = minus(totals_[s], parts[s]);
}

void Residual::place(Cell cell, Role role) {
    const std::uint64_t* const own = cell_keys_.data() + row(cell);
    for (const SetId set : geometry_->through(cell)) {
        const bool was_alive = blocks_[set] == 0;
        if (was_alive) leave(set);
        if (role == Role::breaker) {
            ++blocks_[set];
            continue;
        }
        --missing_[set];
        std::uint64_t* const sum = sums_.data() + row(set);
        for (std::size_t s = 0; s < keyed_; ++s) sum[s] -= own[s];
        if (!was_alive) continue;  // what it would add is not asked for until the stone is gone
        Key* const parts = parts_.data() + row(set);
        for (std::size_t s = 0; s < keyed_; ++s) parts[s] = contribution(sum[s]);
        enter(set);
    }
    owner_[cell] = static_cast<std::uint8_t>(role);
    placed_.push_back(cell);
    --empty_;
}

void Residual::undo() {
    const Cell cell = placed_.back();
    placed_.pop_back();
    const bool maker = has(cell, Role::maker);
    owner_[cell] = nobody;
    ++empty_;
    const std::uint64_t* const own = cell_keys_.data() + row(cell);
    for (const SetId set : geometry_->through(cell)) {
        if (maker) {
            if (blocks_[set] == 0) leave(set);
            ++missing_[set];
            std::uint64_t* const sum = sums_.data() + row(set);
            for (std::size_t s = 0; s < keyed_; ++s) sum[s] += own[s];
            if (blocks_[set] > 0) continue;
            Key* const parts = parts_.data() + row(set);
            for (std::size_t s = 0; s < keyed_; ++s) parts[s] = contribution(sum[s]);
        } else {
            --blocks_[set];
        }
        if (blocks_[set] == 0) enter(set);
    }
}

Residual::Canonical Residual::canonical_after(Cell cell, Role role, bool images) const {
    const std::size_t count = images ? symmetries_.size() : 1;
    const std::uint64_t* const own = cell_keys_.data() + row(cell);
    scratch_ = totals_;
    for (const SetId set : geometry_->through(cell)) {
        if (!alive(set)) continue;
        const Key* const parts = parts_.data() + row(set);
        for (std::size_t s = 0; s < count; ++s) scratch_[s] = minus(scratch_[s], parts[s]);
        if (role == Role::breaker) continue;
        const std::uint64_t* const sum = sums_.data() + row(set);
        for (std::size_t s = 0; s < count; ++s)
            scratch_[s] = plus(scratch_[s], contribution(sum[s] - own[s]));
    }
    return least(scratch_, images);
}

Residual::Canonical Residual::least(const std::vector<Key>& totals, bool images) const {
    Canonical best{totals[0], 0};
    for (std::size_t s = 1; s < totals.size() && images; ++s)
        if (totals[s].low < best.key.low ||
            (totals[s].low == best.key.low && totals[s].high < best.key.high))
            best = {totals[s], symmetries_[s]};
    return best;
}

}  // namespace kikashi::positional
