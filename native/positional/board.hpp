// Stones on a geometry, with everything threat search asks kept up to date under do and undo:
// per set how many stones of each side it holds, per side the sets that one turn could fill and,
// if asked for, the sets that one turn could bring that far.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "core/keys.hpp"
#include "positional/geometry.hpp"

namespace kikashi::positional {

// A set of set numbers with constant-time insert, erase and walk.
class SetList {
   public:
    void reset(int sets) {
        items_.resize(sets);
        place_.resize(sets);
        count_ = 0;
    }
    void insert(SetId set) {
        place_[set] = static_cast<std::uint16_t>(count_);
        items_[count_++] = set;
    }
    void erase(SetId set) {
        const auto hole = place_[set];
        const SetId last = items_[--count_];
        items_[hole] = last;
        place_[last] = hole;
    }
    int count() const { return count_; }
    std::span<const SetId> all() const { return {items_.data(), static_cast<std::size_t>(count_)}; }

   private:
    std::vector<SetId> items_;
    std::vector<std::uint16_t> place_;
    int count_ = 0;
};

// What a stone on a set does to the lists, looked up by the set's packed counts.
namespace change {
inline constexpr unsigned enters = 0;  // bit b: the set enters side b's list
inline constexpr unsigned leaves = 3;  // bit 3 + b: it leaves it
inline constexpr unsigned fills = 6;   // bit 6: the placing side now holds all of it
inline constexpr unsigned nears = 7;   // bit 7 + b: the set enters side b's near list
inline constexpr unsigned fars = 10;   // bit 10 + b: it leaves it
}  // namespace change

template <int Players, bool Near = false>
class Board {
   public:
    // Four bits a side: 8 bits for two players, 16 for three.
    using Counts = std::conditional_t<Players == 2, std::uint8_t, std::uint16_t>;
    static constexpr int nobody = Players;

    explicit Board(std::shared_ptr<const Geometry> geometry);

    void place(Cell cell, int player) {
        const Counts one = unit(player);
        Counts* const counts = counts_.data();
        const auto add = [&](SetId set, const Rule& rule) {
            const Counts before = counts[set];
            counts[set] = static_cast<Counts>(before + one);
            if (const unsigned what = rule[before]) [[unlikely]]
                apply(set, player, what);
        };
        if (uniform_) {
            const Rule& rule = rules_[player];
            for (SetId set : geometry_->through(cell)) add(set, rule);
        } else {
            for (SetId set : geometry_->through(cell)) add(set, rule_for(set, player));
        }
        owner_[cell] = static_cast<std::uint8_t>(player);
        key_ ^= stone_key(cell, player);
        check_ ^= mix(stone_key(cell, player));
        --empty_;
    }
    void remove(Cell cell) {
        const int player = owner_[cell];
        const Counts one = unit(player);
        Counts* const counts = counts_.data();
        const auto subtract = [&](SetId set, const Rule& rule) {
            const Counts before = static_cast<Counts>(counts[set] - one);
            counts[set] = before;
            if (const unsigned what = rule[before]) [[unlikely]]
                revoke(set, player, what);
        };
        if (uniform_) {
            const Rule& rule = rules_[player];
            for (SetId set : geometry_->through(cell)) subtract(set, rule);
        } else {
            for (SetId set : geometry_->through(cell)) subtract(set, rule_for(set, player));
        }
        owner_[cell] = nobody;
        key_ ^= stone_key(cell, player);
        check_ ^= mix(stone_key(cell, player));
        ++empty_;
    }

    const Geometry& geometry() const { return *geometry_; }
    int owner(Cell cell) const { return owner_[cell]; }
    bool is_empty(Cell cell) const { return owner_[cell] == nobody; }
    int empty_cells() const { return empty_; }
    int stones_in(SetId set, int player) const { return (counts_[set] >> (4 * player)) & 15; }
    // Does the set hold no stone of anybody but `player`?
    bool open_for(SetId set, int player) const {
        return (counts_[set] & static_cast<Counts>(~(15u << (4 * player)))) == 0;
    }
    int missing(SetId set, int player) const {
        return geometry_->size(set) - stones_in(set, player);
    }
    // Sets without enemy stones that `player` could fill with one turn's stones; never full ones.
    std::span<const SetId> fillable(int player) const { return fillable_[player].all(); }
    // Sets without enemy stones that one turn of `player` could make fillable, and are not yet.
    std::span<const SetId> near(int player) const
        requires Near
    {
        return near_[player].all();
    }
    bool is_near(SetId set, int player) const
        requires Near
    {
        const int stones = geometry_->stones(), lacking = missing(set, player);
        return open_for(set, player) && lacking > stones && lacking <= 2 * stones;
    }
    // How many sets `player` holds completely.
    int filled(int player) const { return filled_[player]; }
    // Depends on the stones alone, not on their order.
    std::uint64_t key() const { return key_; }
    // A second key of the stones, independent of the first: tables compare both.
    std::uint64_t check() const { return check_; }

    static std::uint64_t stone_key(Cell cell, int player) {
        return mix(static_cast<std::uint64_t>(cell) * 4 + static_cast<std::uint64_t>(player));
    }
    std::size_t bytes() const;

   private:
    static constexpr int patterns = 1 << (4 * Players);
    using Rule = std::array<std::uint16_t, patterns>;

    static Counts unit(int player) { return static_cast<Counts>(1u << (4 * player)); }
    const Rule& rule_for(SetId set, int player) const {
        return rules_[rule_of_size_[sizes_[set]] + player];
    }
    [[gnu::noinline]] void apply(SetId set, int player, unsigned what) {
        for (int side = 0; side < Players; ++side) {
            if (what >> (change::enters + side) & 1) fillable_[side].insert(set);
            if (what >> (change::leaves + side) & 1) fillable_[side].erase(set);
            if constexpr (Near) {
                if (what >> (change::nears + side) & 1) near_[side].insert(set);
                if (what >> (change::fars + side) & 1) near_[side].erase(set);
            }
        }
        filled_[player] += static_cast<int>(what >> change::fills & 1);
    }
    [[gnu::noinline]] void revoke(SetId set, int player, unsigned what) {
        for (int side = 0; side < Players; ++side) {
            if (what >> (change::enters + side) & 1) fillable_[side].erase(set);
            if (what >> (change::leaves + side) & 1) fillable_[side].insert(set);
            if constexpr (Near) {
                if (what >> (change::nears + side) & 1) near_[side].erase(set);
                if (what >> (change::fars + side) & 1) near_[side].insert(set);
            }
        }
        filled_[player] -= static_cast<int>(what >> change::fills & 1);
    }

    std::shared_ptr<const Geometry> geometry_;
    const std::uint8_t* sizes_;
    bool uniform_;
    std::array<std::uint8_t, max_set_size + 1> rule_of_size_{};
    std::shared_ptr<const std::vector<Rule>> shared_rules_;
    const Rule* rules_;
    std::vector<Counts> counts_;
    std::vector<std::uint8_t> owner_;
    std::array<SetList, Players> fillable_;
    std::array<SetList, Near ? Players : 0> near_;
    std::array<int, Players> filled_{};
    std::uint64_t key_ = 0, check_ = 0;
    int empty_;
};

extern template class Board<2>;
extern template class Board<3>;
extern template class Board<2, true>;

}  // namespace kikashi::positional
