#include "positional/board.hpp"

namespace kikashi::positional {

namespace {

// Could `side` fill a set of this size and these counts with `stones` stones, all enemies absent?
template <int Players>
bool can_fill(unsigned counts, int side, int size, int stones) {
    const unsigned own = counts >> (4 * side) & 15u;
    if (counts & ~(15u << (4 * side))) return false;
    const int missing = size - static_cast<int>(own);
    return missing > 0 && missing <= stones;
}

template <int Players>
std::uint8_t effect(unsigned counts, int player, int size, int stones) {
    if ((counts >> (4 * player) & 15u) >= static_cast<unsigned>(size)) return 0;  // cannot be
    const unsigned after = counts + (1u << (4 * player));
    unsigned what = 0;
    for (int side = 0; side < Players; ++side) {
        const bool was = can_fill<Players>(counts, side, size, stones);
        const bool is = can_fill<Players>(after, side, size, stones);
        if (is && !was) what |= 1u << (change::enters + side);
        if (was && !is) what |= 1u << (change::leaves + side);
    }
    if ((after >> (4 * player) & 15u) == static_cast<unsigned>(size)) what |= 1u << change::fills;
    return static_cast<std::uint8_t>(what);
}

}  // namespace

template <int Players>
Board<Players>::Board(std::shared_ptr<const Geometry> geometry)
    : geometry_(std::move(geometry)),
      sizes_(geometry_->sizes()),
      uniform_(geometry_->uniform_size() != 0),
      counts_(geometry_->sets(), 0),
      owner_(geometry_->cells(), nobody),
      empty_(geometry_->cells()) {
    auto rules = std::make_shared<std::vector<Rule>>();
    std::array<bool, max_set_size + 1> made{};
    for (int set = 0; set < geometry_->sets(); ++set) {
        const int size = sizes_[set];
        if (made[size]) continue;
        made[size] = true;
        rule_of_size_[size] = static_cast<std::uint8_t>(rules->size());
        for (int player = 0; player < Players; ++player) {
            Rule& rule = rules->emplace_back();
            for (int counts = 0; counts < patterns; ++counts)
                rule[counts] = effect<Players>(static_cast<unsigned>(counts), player, size,
                                               geometry_->stones());
        }
    }
    shared_rules_ = rules;
    rules_ = rules->data();
    for (auto& list : fillable_) list.reset(geometry_->sets());
    for (int set = 0; set < geometry_->sets(); ++set)
        if (sizes_[set] <= geometry_->stones())
            for (auto& list : fillable_) list.insert(static_cast<SetId>(set));
}

template <int Players>
std::size_t Board<Players>::bytes() const {
    return sizeof(*this) + counts_.size() * sizeof(Counts) + owner_.size() +
           Players * counts_.size() * (sizeof(SetId) + sizeof(std::uint16_t));
}

template class Board<2>;
template class Board<3>;

}  // namespace kikashi::positional
