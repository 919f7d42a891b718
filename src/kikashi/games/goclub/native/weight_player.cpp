#include "weight_player.hpp"

namespace kikashi::goclub {

WeightPlayers::WeightPlayers(const Geometry& geometry) : geometry_(geometry) { reset(); }

void WeightPlayers::reset() {
    held_.assign(static_cast<std::size_t>(geometry_.sets()), {0, 0});
    taken_.assign(static_cast<std::size_t>(geometry_.cells()), 0);
    open_.assign(static_cast<std::size_t>(geometry_.cells()), {});
    for (int c = 0; c < geometry_.cells(); ++c) {
        auto& here = open_[static_cast<std::size_t>(c)];
        const auto clubs =
            static_cast<std::int16_t>(geometry_.through(static_cast<Cell>(c)).size());
        here[0][0] = here[1][0] = clubs;
    }
}

bool WeightPlayers::place(Cell cell, int side) {
    taken_[cell] = 1;
    bool full = false;
    const auto mine = static_cast<std::size_t>(side), theirs = 1 - mine;
    for (SetId set : geometry_.through(cell)) {
        auto& held = held_[set];
        const bool closed_to_me = held[theirs] > 0, closed_to_them = held[mine] > 0;
        for (Cell other : geometry_.cells_of(set)) {
            auto& here = open_[other];
            if (!closed_to_me) {
                --here[mine][held[mine]];
                if (held[mine] < 4) ++here[mine][held[mine] + 1u];
            }
            if (!closed_to_them) --here[theirs][held[theirs]];
        }
        ++held[mine];
        full = full || held[mine] == geometry_.size(set);
    }
    return full;
}

Cell WeightPlayers::choose(const ClubWeights& weights, int side) const {
    const auto mine = static_cast<std::size_t>(side), theirs = 1 - mine;
    float most = 0;
    int best = -1;
    for (int c = 0; c < geometry_.cells(); ++c) {
        if (taken_[static_cast<std::size_t>(c)]) continue;
        const auto& here = open_[static_cast<std::size_t>(c)];
        float worth = 0;
        for (std::size_t n = 0; n < 5; ++n)
            worth += weights[n] * static_cast<float>(here[mine][n]) +
                     weights[5 + n] * static_cast<float>(here[theirs][n]);
        if (best < 0 || worth > most) {
            best = c;
            most = worth;
        }
    }
    return static_cast<Cell>(best);
}

void WeightPlayers::set_up(const std::array<std::vector<Cell>, 2>& stones) {
    reset();
    for (int side = 0; side < 2; ++side)
        for (Cell cell : stones[static_cast<std::size_t>(side)]) place(cell, side);
}

Game WeightPlayers::play(const ClubWeights& first, const ClubWeights& second, int drawn,
                         Random& random) {
    reset();
    Game game{{}, -1};
    for (int ply = 0; ply < geometry_.cells(); ++ply) {
        const int side = ply & 1;
        Cell cell = 0;
        if (ply < drawn) {
            do {
                cell =
                    static_cast<Cell>(random.below(static_cast<std::uint32_t>(geometry_.cells())));
            } while (taken_[cell]);
        } else {
            cell = choose(side == 0 ? first : second, side);
        }
        game.moves.push_back(cell);
        if (place(cell, side)) {
            game.winner = side;
            return game;
        }
    }
    return game;
}

}  // namespace kikashi::goclub
