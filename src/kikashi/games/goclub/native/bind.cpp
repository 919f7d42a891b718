// Paper 002's players against each other, for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <tuple>

#include "score_player.hpp"
#include "weight_player.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::goclub;

namespace {

constexpr int most_plies = 4;

Style style_of(int plies, int version) {
    if (plies < 1 || plies > most_plies) throw std::invalid_argument("1 to 4 plies");
    if (version != 1 && version != 2) throw std::invalid_argument("there are versions 1 and 2");
    return {plies, version == 1 ? Ties::random_cell : Ties::most_clubs};
}

// Games by (winner: first, second, nobody) and length in stones.
std::tuple<std::vector<int>, std::vector<int>, std::vector<int>> play_many(
    std::shared_ptr<positional::Geometry> geometry, std::array<int, 2> first,
    std::array<int, 2> second, bool standing, int games, std::uint64_t seed) {
    if (geometry->players() != 2 || geometry->stones() != 1)
        throw std::invalid_argument("these players play for two, a stone a turn");
    const Style a = style_of(first[0], first[1]), b = style_of(second[0], second[1]);
    std::array<std::vector<int>, 3> lengths;
    for (auto& of : lengths) of.assign(static_cast<std::size_t>(geometry->cells()) + 1, 0);
    nb::gil_scoped_release let_go;
    ScorePlayers players(*geometry, standing ? Reading::standing : Reading::made);
    Random random(seed);
    for (int i = 0; i < games; ++i) {
        const Game game = players.play(a, b, random);
        ++lengths[static_cast<std::size_t>(game.winner < 0 ? 2 : game.winner)][game.moves.size()];
    }
    return {lengths[0], lengths[1], lengths[2]};
}

std::vector<int> play_one(std::shared_ptr<positional::Geometry> geometry, std::array<int, 2> first,
                          std::array<int, 2> second, bool standing, std::uint64_t seed) {
    if (geometry->players() != 2 || geometry->stones() != 1)
        throw std::invalid_argument("these players play for two, a stone a turn");
    ScorePlayers players(*geometry, standing ? Reading::standing : Reading::made);
    Random random(seed);
    const Game game =
        players.play(style_of(first[0], first[1]), style_of(second[0], second[1]), random);
    return {game.moves.begin(), game.moves.end()};
}

// Stones that come from Python: nothing in them is trusted.
std::array<std::vector<Cell>, 2> cells_of(const positional::Geometry& geometry,
                                          const std::vector<std::vector<int>>& stones) {
    if (geometry.players() != 2 || geometry.stones() != 1 || stones.size() != 2)
        throw std::invalid_argument("these players play for two, a stone a turn");
    std::array<std::vector<Cell>, 2> made;
    std::vector<bool> taken(static_cast<std::size_t>(geometry.cells()));
    int left = geometry.cells();
    for (std::size_t side = 0; side < 2; ++side)
        for (int cell : stones[side]) {
            if (cell < 0 || cell >= geometry.cells() || taken[static_cast<std::size_t>(cell)])
                throw std::invalid_argument("a stone lies on a cell of its own");
            taken[static_cast<std::size_t>(cell)] = true;
            --left;
            made[side].push_back(static_cast<Cell>(cell));
        }
    if (left == 0) throw std::invalid_argument("the board is full");
    return made;
}

void want_clubs_of_five(const positional::Geometry& geometry) {
    for (int s = 0; s < geometry.sets(); ++s)
        if (geometry.size(static_cast<SetId>(s)) != 5)
            throw std::invalid_argument("this player knows clubs of five stones");
}

// Games won by the first player, by the second, and by nobody, and the stones of all.
std::tuple<int, int, int, int> play_weighted(std::shared_ptr<positional::Geometry> geometry,
                                             const ClubWeights& first, const ClubWeights& second,
                                             int drawn, int games, std::uint64_t seed) {
    cells_of(*geometry, {{}, {}});
    want_clubs_of_five(*geometry);
    std::array<int, 3> won{};
    int stones = 0;
    nb::gil_scoped_release let_go;
    WeightPlayers players(*geometry);
    Random random(seed);
    for (int i = 0; i < games; ++i) {
        const Game game = players.play(first, second, drawn, random);
        ++won[static_cast<std::size_t>(game.winner < 0 ? 2 : game.winner)];
        stones += static_cast<int>(game.moves.size());
    }
    return {won[0], won[1], won[2], stones};
}

int weighted_move(std::shared_ptr<positional::Geometry> geometry,
                  const std::vector<std::vector<int>>& stones, int side,
                  const ClubWeights& weights) {
    if (side < 0 || side > 1) throw std::invalid_argument("there is no such player");
    const auto placed = cells_of(*geometry, stones);
    want_clubs_of_five(*geometry);
    WeightPlayers players(*geometry);
    players.set_up(placed);
    return players.choose(weights, side);
}

int score_move(std::shared_ptr<positional::Geometry> geometry,
               const std::vector<std::vector<int>>& stones, int side, int plies, bool standing) {
    if (side < 0 || side > 1) throw std::invalid_argument("there is no such player");
    const auto placed = cells_of(*geometry, stones);
    ScorePlayers players(*geometry, standing ? Reading::standing : Reading::made);
    Random random(1);
    return players.move(style_of(plies, 2), placed, side, random);
}

}  // namespace

void bind_goclub(nb::module_& m) {
    m.def("goclub_weight_games", &play_weighted, "geometry"_a, "first"_a, "second"_a, "drawn"_a,
          "games"_a, "seed"_a);
    m.def("goclub_weight_move", &weighted_move, "geometry"_a, "stones"_a, "side"_a, "weights"_a);
    m.def("goclub_score_move", &score_move, "geometry"_a, "stones"_a, "side"_a, "plies"_a,
          "standing"_a);
    m.def("goclub_games", &play_many, "geometry"_a, "first"_a, "second"_a, "standing"_a, "games"_a,
          "seed"_a);
    m.def("goclub_game", &play_one, "geometry"_a, "first"_a, "second"_a, "standing"_a, "seed"_a);
}
