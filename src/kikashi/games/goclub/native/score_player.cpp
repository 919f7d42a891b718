#include "score_player.hpp"

#include <algorithm>

namespace kikashi::goclub {

ScorePlayers::ScorePlayers(const Geometry& geometry, Reading reading)
    : geometry_(geometry), reading_(reading) {
    reset();
}

void ScorePlayers::reset() {
    counts_.assign(static_cast<std::size_t>(geometry_.sets()), 0);
    taken_.assign(static_cast<std::size_t>(geometry_.cells()), 0);
    for (auto& made : made_) made.assign(static_cast<std::size_t>(geometry_.cells()), 0);
}

// What one more stone of `side` makes of a club: nothing of an empty one or one that is shared.
std::int64_t ScorePlayers::value_of(SetId set, int side) const {
    const int own = counts_[set] >> (4 * side) & 15, other = counts_[set] >> (4 * (1 - side)) & 15;
    if (other > 0 || own == 0) return 0;
    if (own == geometry_.size(set) - 1) return club;
    return reading_ == Reading::made ? own + 1 : own > 1 ? own : 0;
}

void ScorePlayers::shift(SetId set, int side, std::int64_t before, std::int64_t after) {
    if (before == after) return;
    for (Cell cell : geometry_.cells_of(set)) made_[side][cell] += after - before;
}

void ScorePlayers::place(Cell cell, int side) {
    taken_[cell] = 1;
    for (SetId set : geometry_.through(cell)) {
        const std::int64_t mine = value_of(set, side), theirs = value_of(set, 1 - side);
        counts_[set] = static_cast<std::uint8_t>(counts_[set] + (1 << (4 * side)));
        shift(set, side, mine, value_of(set, side));
        shift(set, 1 - side, theirs, value_of(set, 1 - side));
    }
}

void ScorePlayers::remove(Cell cell, int side) {
    taken_[cell] = 0;
    for (SetId set : geometry_.through(cell)) {
        const std::int64_t mine = value_of(set, side), theirs = value_of(set, 1 - side);
        counts_[set] = static_cast<std::uint8_t>(counts_[set] - (1 << (4 * side)));
        shift(set, side, mine, value_of(set, side));
        shift(set, 1 - side, theirs, value_of(set, 1 - side));
    }
}

// The best that `side` gets within `plies`: its own worth less what the other side then gets. The
// search may stop at `enough`: the caller does not look at anything above.
std::int64_t ScorePlayers::best_reply(int plies, int side, std::int64_t enough) {
    std::vector<Cell>& order = order_[static_cast<std::size_t>(plies)];
    order.clear();
    std::int64_t best = -club;
    bool any = false;
    for (int c = 0; c < geometry_.cells(); ++c) {
        const Cell cell = static_cast<Cell>(c);
        if (taken_[cell]) continue;
        any = true;
        if (made_[side][cell] >= club) return club;
        if (plies == 1) {
            best = std::max(best, worth(cell, side));
            if (best >= enough) return best;
        } else {
            order.push_back(cell);
        }
    }
    if (!any) return 0;
    if (plies == 1) return best;
    std::stable_sort(order.begin(), order.end(),
                     [&](Cell a, Cell b) { return worth(a, side) > worth(b, side); });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Cell cell = order[i];
        const std::int64_t gain = worth(cell, side);
        if (plies == 2 && gain <= best) break;  // what is left to the other side is not negative
        place(cell, side);
        const std::int64_t value = gain - best_reply(plies - 1, 1 - side, gain - best);
        remove(cell, side);
        best = std::max(best, value);
        if (best >= enough) break;
    }
    return best;
}

Cell ScorePlayers::choose(Style style, int side, Random& random) {
    std::vector<Cell> empty;
    for (int c = 0; c < geometry_.cells(); ++c)
        if (!taken_[static_cast<std::size_t>(c)]) empty.push_back(static_cast<Cell>(c));
    const Cell drawn = empty[random.below(static_cast<std::uint32_t>(empty.size()))];
    if (static_cast<int>(empty.size()) == geometry_.cells() && style.ties == Ties::random_cell)
        return drawn;
    Cell best = drawn;
    bool found = false;
    std::int64_t most = 0;
    std::size_t clubs = 0;
    const auto look = [&](Cell cell) {
        const std::int64_t gain = worth(cell, side);
        std::int64_t value = gain;
        if (made_[side][cell] >= club) {
            value = 2 * club;
        } else if (style.plies > 1) {
            if (style.plies == 2 && found && gain < most) return;
            place(cell, side);
            const std::int64_t enough = found ? gain - most + 1 : 2 * club;
            value = gain - best_reply(style.plies - 1, 1 - side, enough);
            remove(cell, side);
        }
        const std::size_t through =
            style.ties == Ties::most_clubs ? geometry_.through(cell).size() : 0;
        if (!found || value > most || (value == most && through > clubs)) {
            found = true;
            best = cell;
            most = value;
            clubs = through;
        }
    };
    if (style.ties == Ties::random_cell) look(drawn);
    for (Cell cell : empty) look(cell);
    return best;
}

Cell ScorePlayers::move(Style style, const std::array<std::vector<Cell>, 2>& stones, int side,
                        Random& random) {
    reset();
    order_.resize(static_cast<std::size_t>(style.plies) + 1);
    for (int of = 0; of < 2; ++of)
        for (Cell cell : stones[static_cast<std::size_t>(of)]) place(cell, of);
    return choose(style, side, random);
}

Game ScorePlayers::play(Style first, Style second, Random& random) {
    reset();
    order_.resize(static_cast<std::size_t>(std::max(first.plies, second.plies)) + 1);
    Game game{{}, -1};
    for (int ply = 0; ply < geometry_.cells(); ++ply) {
        const int side = ply & 1;
        const Cell cell = choose(side == 0 ? first : second, side, random);
        game.moves.push_back(cell);
        if (made_[side][cell] >= club) {
            game.winner = side;
            return game;
        }
        place(cell, side);
    }
    return game;
}

}  // namespace kikashi::goclub
