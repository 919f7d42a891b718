#include "danger.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "weights.hpp"

namespace kikashi::mahjong {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Unseen copies of the neighbour of a tile, 0 beyond the ends of its suit.
int unseen_near(const Seen& seen, int tile, int by) {
    const int rank = rank_of(tile) + by;
    if (tile >= first_honour || rank < 0 || rank > 8) return 0;
    return std::max(0, seen.unseen(tile + by));
}

bool near_in(TileSet set, int tile, int by) {
    const int rank = rank_of(tile) + by;
    return tile < first_honour && rank >= 0 && rank <= 8 && (set & bit(tile + by));
}

}  // namespace

double combinations(const Seen& seen, int tile) {
    const double own = std::max(0, seen.unseen(tile));
    double ways = own + own * (own - 1) / 2;  // waiting with one for a pair, with two for a pong
    if (tile < first_honour)
        for (const auto& [one, other] : {std::pair{-2, -1}, {-1, 1}, {1, 2}})
            ways += unseen_near(seen, tile, one) * unseen_near(seen, tile, other);
    return ways;
}

Opponent::Opponent(const Seen& seen, int seat) : seen_(&seen), seat_(seat) {
    const Open& open = seen.open;
    const Spot& place = open.place(seat);
    for (int n = 0; n < place.discards; ++n) {
        const int tile = place.river[at(n)];
        (n + 6 < place.discards ? own_early_ : own_late_) |= bit(tile);
        ++discards_in_[at(suit_of(tile))];
    }
    const int last = place.discards ? place.when[at(place.discards - 1)] : 255;
    const int before = place.discards > 1 ? place.when[at(place.discards - 2)] : 255;
    for (int other = 0; other < seats; ++other) {
        if (other == seat) continue;
        const Spot& from = open.place(other);
        for (int n = from.discards - 1; n >= 0 && from.when[at(n)] > std::min(last, before); --n)
            (from.when[at(n)] > last ? let_by_ : let_by_before_) |= bit(from.river[at(n)]);
    }
    bool flush = place.meld_count >= 2;
    int suit = 3;
    for (int n = 0; n < place.meld_count; ++n) {
        const Meld& meld = place.melds[at(n)];
        const int of = suit_of(meld.tile);
        ++melds_in_[at(of)];
        if (of < 3) {
            flush &= suit == 3 || suit == of;
            suit = of;
        }
        if (meld.kind != MeldKind::chow) {
            tai_ += meld.tile >= first_dragon;
            tai_ += meld.tile == first_honour + open.round;
            tai_ += meld.tile == first_honour + (seat - open.dealer + seats) % seats;
        }
    }
    const int own = (seat - open.dealer + seats) % seats;
    tai_ += (place.flowers >> own & 1) + (place.flowers >> (4 + own) & 1);
    tai_ += place.meld_count == 0 ? 1 : 0;
    tai_ += flush ? 2 : 0;
    tai_ += 0.7;  // what hands have on the average beside all this
}

DangerFeatures Opponent::features(int tile) const {
    const Seen& seen = *seen_;
    const Spot& place = seen.open.place(seat_);
    DangerFeatures made{};
    int n = 0;
    const auto put = [&](double value) { made[at(n++)] = static_cast<float>(value); };
    put(1);
    for (int melds = 1; melds <= 4; ++melds) put(place.meld_count == melds);
    put(place.meld_count >= 5);
    put(place.ready != Ready::no);
    put(place.discards / 10.0);
    put(place.discards * place.discards / 100.0);
    const TileSet one = bit(tile);
    put((let_by_ & one) != 0);
    put((let_by_before_ & one) != 0);
    put((own_late_ & one) != 0);
    put((own_early_ & one) != 0);
    const TileSet own = own_late_ | own_early_;
    put(near_in(own, tile, -3) + near_in(own, tile, 3));  // an inference, not a safety
    put(near_in(own, tile, -1) + near_in(own, tile, 1));
    put(near_in(own, tile, -2) + near_in(own, tile, 2));
    const bool honour = tile >= first_honour;
    const int rank = rank_of(tile);
    put(honour);
    put(!honour && (rank == 0 || rank == 8));
    put(!honour && (rank == 1 || rank == 7));
    put(honour ? seen.unseen(tile) : 0);
    put(honour ? 0 : seen.unseen(tile));
    put(std::log1p(combinations(seen, tile)));
    const int suit = suit_of(tile);
    put(discards_in_[at(suit)] / 5.0);
    put(melds_in_[at(suit)]);
    put(place.meld_count - melds_in_[at(suit)]);
    put(unseen_near(seen, tile, -1) + unseen_near(seen, tile, 1) + unseen_near(seen, tile, -2) +
        unseen_near(seen, tile, 2));
    return made;
}

double Opponent::danger(int tile) const {
    const DangerFeatures found = features(tile);
    double sum = 0;
    for (std::size_t n = 0; n < found.size(); ++n)
        sum += static_cast<double>(found[n]) * danger_weights[n];
    return 1 / (1 + std::exp(-sum));
}

}  // namespace kikashi::mahjong
