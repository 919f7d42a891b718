#include "simulate.hpp"

#include <numeric>

namespace kikashi::mahjong {

Wall shuffled(const Rules& rules, std::uint64_t seed) {
    Wall wall;
    for (int tile = 0; tile < all_kinds; ++tile)
        for (int n = 0; n < (is_flower(tile) ? rules.flowers : copies); ++n)
            wall.push_back(static_cast<Tile>(tile));
    Random random(seed);
    for (std::size_t n = wall.size(); n > 1; --n)
        std::swap(wall[n - 1], wall[static_cast<std::size_t>(random.below(static_cast<int>(n)))]);
    return wall;
}

DealEnd play_deal(const Rules& rules, const Wall& wall, const Players& players,
                  std::uint64_t seed) {
    Table table(rules);
    Drawer drawer{wall};
    std::array<Random, seats> randoms{Random(seed * 4 + 1), Random(seed * 4 + 2),
                                      Random(seed * 4 + 3), Random(seed * 4 + 4)};
    while (!table.over()) {
        const int seat = table.to_move();
        if (seat < 0) {
            drawer.draw(table);
            continue;
        }
        const auto n = static_cast<std::size_t>(seat);
        table.play(choose(seen_by(table, seat), table.words(seat), players[n], randoms[n]));
    }
    return table.ending();
}

Tally play_match(const Rules& rules, const Level& a, const Level& b,
                 std::span<const std::uint8_t> seatings, std::uint64_t first_seed, int walls,
                 const std::function<bool()>& go_on) {
    Tally tally;
    for (int n = 0; n < walls && go_on(); ++n) {
        const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(n);
        const Wall wall = shuffled(rules, seed);
        double points = 0;
        std::int64_t sat = 0;
        for (const std::uint8_t mask : seatings) {
            Players players;
            for (int seat = 0; seat < seats; ++seat)
                players[static_cast<std::size_t>(seat)] = mask >> seat & 1 ? a : b;
            const DealEnd ending = play_deal(rules, wall, players, seed);
            for (int seat = 0; seat < seats; ++seat) {
                if (!(mask >> seat & 1)) continue;
                ++sat;
                points += ending.payoffs[static_cast<std::size_t>(seat)];
                bool gave = false;
                for (int w = 0; w < ending.winners; ++w) {
                    const Settled& part = ending.settled[static_cast<std::size_t>(w)];
                    if (part.winner == seat) {
                        ++tally.wins;
                        tally.tai += part.tai;
                        tally.self_drawn += part.giver < 0;
                    }
                    gave |= part.giver == seat;
                }
                tally.deal_ins += gave;
                tally.empty += ending.winners == 0;
            }
        }
        tally.deals += sat;
        tally.points += points;
        const double mean = points / static_cast<double>(sat);
        tally.squares += mean * mean;
        ++tally.sets;
    }
    return tally;
}

}  // namespace kikashi::mahjong
