// The weak (Maker-Breaker) game: Maker wants a whole winning set, Breaker a stone in each. What
// counts of a position are the sets without a stone of Breaker, and of those the cells that Maker
// does not have yet: the residual sets. Two positions with the same residual sets are one.
//
// Kept up to date under place and undo, with a key for each symmetry of the board, so that
// positions that are images of each other can be found to be the same.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/keys.hpp"
#include "positional/geometry.hpp"
#include "search/verified_table.hpp"

namespace kikashi::positional {

enum class Role : std::uint8_t { maker, breaker };

class Residual {
   public:
    static constexpr int weight_bits = 20;  // a full set weighs 2^20, one that misses m 2^(20 - m)
    static constexpr std::size_t most_symmetries = 48;  // of a cube; with more, none is used

    explicit Residual(std::shared_ptr<const Geometry> geometry);

    void place(Cell cell, Role role);
    void undo();  // the last stone

    const Geometry& geometry() const { return *geometry_; }
    bool is_empty(Cell cell) const { return owner_[cell] == nobody; }
    bool has(Cell cell, Role role) const { return owner_[cell] == static_cast<int>(role); }
    int empty_cells() const { return empty_; }
    bool alive(SetId set) const { return blocks_[set] == 0; }
    int missing(SetId set) const { return missing_[set]; }
    int with_missing(int count) const { return counts_[static_cast<std::size_t>(count)]; }
    bool filled() const { return counts_[0] > 0; }
    int residual_sets() const { return alive_; }
    // The sum of Erdos and Selfridge, in units of 2^-weight_bits.
    std::uint64_t weight() const { return weight_; }
    static std::uint64_t weight_of(int missing) {
        return std::uint64_t{1} << (weight_bits - missing);
    }

    // The least key of all images, and which symmetry leads there.
    struct Canonical {
        Key key;
        int symmetry = 0;
    };
    Canonical canonical(bool images = true) const { return least(totals_, images); }
    Canonical canonical_after(Cell cell, Role role, bool images = true) const;
    std::span<const int> symmetries() const { return symmetries_; }  // their numbers
    const std::vector<Key>& totals() const { return totals_; }       // the keys of the images

    // While one lives, stones are placed and undone without keys: for short looks ahead.
    class Unkeyed {
       public:
        explicit Unkeyed(Residual& residual) : residual_(residual), before_(residual.keyed_) {
            residual.keyed_ = 0;
        }
        ~Unkeyed() { residual_.keyed_ = before_; }
        Unkeyed(const Unkeyed&) = delete;
        Unkeyed& operator=(const Unkeyed&) = delete;

       private:
        Residual& residual_;
        std::size_t before_;
    };

   private:
    static constexpr int nobody = 2;

    void enter(SetId set);
    void leave(SetId set);
    Canonical least(const std::vector<Key>& totals, bool images) const;
    // A residual set is known by the sum of its cells' keys: there are few of them, so that 64 bits
    // tell them apart, and the halves of a position's key are sums of two mixtures.
    static Key contribution(std::uint64_t sum) {
        const std::uint64_t low = mix(sum);
        return {low, (low ^ (low >> 29)) * 0xd6e8feb86659fd93ULL};
    }
    std::size_t row(std::size_t number) const { return number * symmetries_.size(); }

    std::shared_ptr<const Geometry> geometry_;
    std::vector<int> symmetries_;
    std::vector<std::uint64_t> cell_keys_;  // by cell and symmetry: the key of the image
    std::vector<std::uint64_t> sums_;       // by set and symmetry: of the missing cells' images
    std::vector<Key> parts_;   // by set and symmetry: what a residual set adds to the total
    std::vector<Key> totals_;  // by symmetry: of the residual sets
    mutable std::vector<Key> scratch_;
    std::vector<std::uint8_t> owner_, missing_, blocks_;
    std::vector<Cell> placed_;
    std::uint64_t weight_ = 0;
    std::array<int, max_set_size + 1> counts_{};  // residual sets by what they miss
    std::size_t keyed_;                           // symmetries whose keys are kept
    int empty_, alive_ = 0;
};

}  // namespace kikashi::positional
