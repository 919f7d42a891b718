#include "gather.hpp"

#include <algorithm>

namespace kikashi::mahjong {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

int sum_of(const Counts& hand) {
    int sum = 0;
    for (const auto held : hand) sum += held;
    return sum;
}

int tile_at(const Counts& hand, int number) {
    int tile = 0;
    while ((number -= hand[at(tile)]) >= 0) ++tile;
    return tile;
}

}  // namespace

Gathered gather(const Rules& rules, const Players& players, std::uint64_t first_seed, int walls,
                int thin) {
    Gathered found;
    struct Kept {
        int seat;
        std::size_t place;
    };
    for (int n = 0; n < walls; ++n) {
        const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(n);
        const Wall wall = shuffled(rules, seed);
        Table table(rules);
        Drawer drawer{wall};
        Random random(seed), picks(seed ^ 0x5DEECE66Dull);
        std::vector<Kept> rows;
        while (!table.over()) {
            const int seat = table.to_move();
            if (seat < 0) {
                drawer.draw(table);
                continue;
            }
            const Seen seen = seen_by(table, seat);
            const Word word = choose(seen, table.words(seat), players[at(seat)], random);
            if (word.act == Act::discard && picks.below(thin) == 0) {
                Hand hand(seen.hand, laid_counts(seen.place()), seen.melds());
                for (int n2 = 1; n2 < seats; ++n2) {  // any tile of the hand, not the chosen one
                    const Opponent opponent(seen, (seat + n2) % seats);
                    const Spot& place = seen.open.place(opponent.seat());
                    const int held = picks.below(sum_of(seen.hand));
                    const int tile = tile_at(seen.hand, held);
                    const auto row = opponent.features(tile);
                    found.danger.insert(found.danger.end(), row.begin(), row.end());
                    Hand theirs(table.hand(opponent.seat()), Counts{},
                                most_melds - place.meld_count);
                    theirs.add(tile);
                    found.danger.push_back(theirs.missing() == 0);
                }
                hand.remove(word.tile);
                Holding left{seen.hand, laid_counts(seen.place()), seen.melds()};
                --left.hand[at(word.tile)];
                const int missing = hand.missing();
                const double tempo = tempo_of(seen, left, missing, hand.useful(), true);
                const auto row = features_of(pace_of(seen), tempo);
                found.chance.push_back(static_cast<float>(missing));
                found.chance.insert(found.chance.end(), row.begin(), row.end());
                rows.push_back({seat, found.chance.size()});
                found.chance.push_back(0);
            }
            table.play(word);
        }
        for (const Kept& row : rows)
            for (int w = 0; w < table.ending().winners; ++w)
                if (table.ending().settled[at(w)].winner == row.seat) found.chance[row.place] = 1;
    }
    return found;
}

}  // namespace kikashi::mahjong
