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

}  // namespace

void bind_goclub(nb::module_& m) {
    m.def("goclub_games", &play_many, "geometry"_a, "first"_a, "second"_a, "standing"_a, "games"_a,
          "seed"_a);
    m.def("goclub_game", &play_one, "geometry"_a, "first"_a, "second"_a, "standing"_a, "seed"_a);
}
