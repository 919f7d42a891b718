// Exact analysis of a hand: distance to a win, useful tiles, what a discard leaves, needs.
#pragma once

#include <array>
#include <cstdint>

#include "suits.hpp"
#include "tiles.hpp"

namespace kikashi::mahjong {

// Which need a tile fills; the paper's numbers (its fourth is 'indirect').
enum Need : std::uint8_t { chow = 1, pong = 2, eye = 3, indirect = 4 };

using TileSet = std::uint64_t;  // bit t: tile t

constexpr TileSet bit(int tile) { return TileSet{1} << tile; }

// What is held in the hand, what lies on the table as the hand's own melds, and how many melds the
// hand itself must still come to (5, less those laid; 4 in games of 13 and 14 tiles).
class Hand {
   public:
    Hand(const Counts& held, const Counts& laid, int melds);

    int melds() const { return melds_; }
    int held(int tile) const { return held_[static_cast<std::size_t>(tile)]; }
    int laid(int tile) const { return laid_[static_cast<std::size_t>(tile)]; }
    void add(int tile) { change(tile, 1); }
    void remove(int tile) { change(tile, -1); }

    // Tiles missing: 0 complete, 1 ready. The distance (shanten) is one less.
    int missing() const;
    // As if a meld or the pair had been taken out already.
    int missing(int melds, bool pair) const;
    int distance() const { return missing() - 1; }

    // Tiles that bring the hand nearer; a tile of which it has all four copies never does.
    TileSet useful() const;
    // For each tile held: the distance it leaves when discarded, and the useful tiles then.
    struct Left {
        std::int8_t missing = never;
        TileSet useful = 0;
    };
    using Discards = std::array<Left, kinds>;
    // With `best_only`, useful tiles are worked out only where the distance left is the least.
    Discards discards(bool best_only = false) const;
    // Needs that a useful tile fills, as bits 1 << Need.
    std::uint8_t needs(int tile) const;

   private:
    void change(int tile, int by);
    Row row(int suit) const { return row(suit, places_[static_cast<std::size_t>(suit)]); }
    Row row(int suit, Place place) const {
        const Place laid = laid_places_[static_cast<std::size_t>(suit)];
        return laid ? capped_row(suit, place, laid) : tables_->row(suit, place);
    }
    TileSet useful_in(int suit, Place place, Row others, int now) const;

    const SuitTables* tables_;
    Counts held_, laid_;
    std::array<Place, suits> places_{}, laid_places_{};
    int melds_;
};

// Distances of many hands at once, without melds laid: `counts` holds 34 bytes a hand. Answers the
// number of the first hand that is none (five of a kind, over 17 tiles), or -1.
std::int64_t distances(const std::uint8_t* counts, std::int64_t hands, int melds,
                       std::int8_t* distances);

}  // namespace kikashi::mahjong
