#include "hand.hpp"

#include <algorithm>

namespace kikashi::mahjong {

Hand::Hand(const Counts& held, const Counts& laid, int melds)
    : tables_(&SuitTables::get()), held_(held), laid_(laid), melds_(melds) {
    for (int tile = 0; tile < kinds; ++tile) {
        const auto suit = static_cast<std::size_t>(suit_of(tile));
        places_[suit] += powers_of_five[rank_of(tile)] * held_[static_cast<std::size_t>(tile)];
        laid_places_[suit] += powers_of_five[rank_of(tile)] * laid_[static_cast<std::size_t>(tile)];
    }
}

void Hand::change(int tile, int by) {
    held_[static_cast<std::size_t>(tile)] =
        static_cast<std::uint8_t>(held_[static_cast<std::size_t>(tile)] + by);
    Place& place = places_[static_cast<std::size_t>(suit_of(tile))];
    place = by > 0 ? place + powers_of_five[rank_of(tile)] : place - powers_of_five[rank_of(tile)];
}

int Hand::missing() const { return missing(melds_, true); }

int Hand::missing(int melds, bool pair) const {
    return mahjong::missing(merge(row(0), row(1)), merge(row(2), row(3)), melds, pair);
}

TileSet Hand::useful_in(int suit, Place place, Row others, int now) const {
    TileSet found = 0;
    for (int rank = 0; rank < ranks_of(suit); ++rank) {
        const int tile = first_of(suit) + rank;
        if (held(tile) + laid(tile) >= copies) continue;
        if (mahjong::missing(others, row(suit, place + powers_of_five[rank]), melds_) < now)
            found |= bit(tile);
    }
    return found;
}

TileSet Hand::useful() const {
    const Row rows[suits] = {row(0), row(1), row(2), row(3)};
    const Row left = merge(rows[0], rows[1]), right = merge(rows[2], rows[3]);
    const int now = mahjong::missing(left, right, melds_);
    TileSet found = 0;
    for (int suit = 0; suit < suits; ++suit) {
        const Row others = suit < 2 ? merge(right, rows[1 - suit]) : merge(left, rows[5 - suit]);
        found |= useful_in(suit, places_[static_cast<std::size_t>(suit)], others, now);
    }
    return found;
}

Hand::Discards Hand::discards(bool best_only) const {
    const Row rows[suits] = {row(0), row(1), row(2), row(3)};
    const Row left = merge(rows[0], rows[1]), right = merge(rows[2], rows[3]);
    Row others[suits];  // all suits but one
    for (int suit = 0; suit < suits; ++suit)
        others[suit] = suit < 2 ? merge(right, rows[1 - suit]) : merge(left, rows[5 - suit]);
    Discards found;
    int least = never;
    for (int tile = 0; tile < kinds; ++tile) {
        if (!held(tile)) continue;
        const int suit = suit_of(tile);
        const Place place = places_[static_cast<std::size_t>(suit)] - powers_of_five[rank_of(tile)];
        const int now = mahjong::missing(others[suit], row(suit, place), melds_);
        found[static_cast<std::size_t>(tile)].missing = static_cast<std::int8_t>(now);
        least = std::min(least, now);
    }
    for (int tile = 0; tile < kinds; ++tile) {
        Left& entry = found[static_cast<std::size_t>(tile)];
        if (entry.missing == never || (best_only && entry.missing > least)) continue;
        const int suit = suit_of(tile), now = entry.missing;
        const Place place = places_[static_cast<std::size_t>(suit)] - powers_of_five[rank_of(tile)];
        const Row after = row(suit, place);
        entry.useful = useful_in(suit, place, others[suit], now);
        for (int other = 0; other < suits; ++other) {
            if (other == suit) continue;
            Row rest = after;
            for (int third = 0; third < suits; ++third)
                if (third != suit && third != other) rest = merge(rest, rows[third]);
            entry.useful |= useful_in(other, places_[static_cast<std::size_t>(other)], rest, now);
        }
    }
    return found;
}

std::uint8_t Hand::needs(int tile) const {
    const int after = missing() - 1;
    std::uint8_t found = 0;
    const auto without = [&](int first, int second, int melds, bool pair) {
        Hand rest = *this;
        rest.remove(first);
        if (second >= 0) rest.remove(second);
        rest.laid_[static_cast<std::size_t>(tile)]++;
        rest.laid_places_[static_cast<std::size_t>(suit_of(tile))] += powers_of_five[rank_of(tile)];
        for (const int gone : {first, second}) {
            if (gone < 0) continue;
            rest.laid_[static_cast<std::size_t>(gone)]++;
            rest.laid_places_[static_cast<std::size_t>(suit_of(gone))] +=
                powers_of_five[rank_of(gone)];
        }
        return rest.missing(melds, pair) == after;
    };
    if (melds_ > 0 && held(tile) >= 2 && without(tile, tile, melds_ - 1, true))
        found |= 1 << Need::pong;
    if (melds_ > 0 && tile < first_honour)
        for (int low = std::max(0, rank_of(tile) - 2); low <= std::min(6, rank_of(tile)); ++low) {
            int others[2], n = 0;
            for (int rank = low; rank < low + 3; ++rank)
                if (rank != rank_of(tile)) others[n++] = first_of(suit_of(tile)) + rank;
            if (held(others[0]) && held(others[1]) &&
                without(others[0], others[1], melds_ - 1, true))
                found |= 1 << Need::chow;
        }
    if (held(tile) >= 1 && without(tile, -1, melds_, false)) found |= 1 << Need::eye;
    return found ? found : static_cast<std::uint8_t>(1 << Need::indirect);
}

std::int64_t distances(const std::uint8_t* counts, std::int64_t hands, int melds,
                       std::int8_t* answers) {
    const SuitTables& tables = SuitTables::get();
    for (std::int64_t n = 0; n < hands; ++n, counts += kinds) {
        Place places[suits] = {};
        unsigned tiles = 0, most = 0;
        for (int suit = 0; suit < 3; ++suit)
            for (int rank = 0; rank < 9; ++rank) {
                const unsigned held = counts[9 * suit + rank];
                places[suit] += powers_of_five[rank] * held;
                tiles += held;
                most |= held > copies;
            }
        for (int rank = 0; rank < 7; ++rank) {
            const unsigned held = counts[first_honour + rank];
            places[3] += powers_of_five[rank] * held;
            tiles += held;
            most |= held > copies;
        }
        if (most || tiles > most_tiles) return n;
        const Row left = merge(tables.row(0, places[0]), tables.row(1, places[1]));
        const Row right = merge(tables.row(2, places[2]), tables.row(3, places[3]));
        answers[n] = static_cast<std::int8_t>(missing(left, right, melds) - 1);
    }
    return -1;
}

}  // namespace kikashi::mahjong
