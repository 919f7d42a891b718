#include "positional/board.hpp"

namespace kikashi::positional {

namespace {

// How many stones `side` is short of filling a set of this size, or 0 if it never can or has.
int shortage(unsigned counts, int side, int size) {
    if (counts & ~(15u << (4 * side))) return 0;
    return size - static_cast<int>(counts >> (4 * side) & 15u);
}

template <int Players, bool Near>
std::uint16_t effect(unsigned counts, int player, int size, int stones) {
    if ((counts >> (4 * player) & 15u) >= static_cast<unsigned>(size)) return 0;  // cannot be
    const unsigned after = counts + (1u << (4 * player));
    const auto within = [](int missing, int least, int most) {
        return missing >= least && missing <= most;
    };
    unsigned what = 0;
    const auto note = [&](bool was, bool is, unsigned in, unsigned out) {
        if (is && !was) what |= 1u << in;
        if (was && !is) what |= 1u << out;
    };
    for (int side = 0; side < Players; ++side) {
        const auto s = static_cast<unsigned>(side);
        const int before = shortage(counts, side, size), now = shortage(after, side, size);
        note(within(before, 1, stones), within(now, 1, stones), change::enters + s,
             change::leaves + s);
        if constexpr (Near)
            note(within(before, stones + 1, 2 * stones), within(now, stones + 1, 2 * stones),
                 change::nears + s, change::fars + s);
    }
    if ((after >> (4 * player) & 15u) == static_cast<unsigned>(size)) what |= 1u << change::fills;
    return static_cast<std::uint16_t>(what);
}

}  // namespace

template <int Players, bool Near>
Board<Players, Near>::Board(std::shared_ptr<const Geometry> geometry)
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
                rule[counts] = effect<Players, Near>(static_cast<unsigned>(counts), player, size,
                                                     geometry_->stones());
        }
    }
    shared_rules_ = rules;
    rules_ = rules->data();
    for (auto& list : fillable_) list.reset(geometry_->sets());
    for (auto& list : near_) list.reset(geometry_->sets());
    for (int set = 0; set < geometry_->sets(); ++set) {
        if (sizes_[set] <= geometry_->stones())
            for (auto& list : fillable_) list.insert(static_cast<SetId>(set));
        else if (sizes_[set] <= 2 * geometry_->stones())
            for (auto& list : near_) list.insert(static_cast<SetId>(set));
    }
}

template <int Players, bool Near>
std::size_t Board<Players, Near>::bytes() const {
    return sizeof(*this) + counts_.size() * sizeof(Counts) + owner_.size() +
           (Near ? 2 : 1) * Players * counts_.size() * (sizeof(SetId) + sizeof(std::uint16_t));
}

template class Board<2>;
template class Board<3>;
template class Board<2, true>;

}  // namespace kikashi::positional
