// The winning-set family for Python: geometry, game, threats, perft.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bind/running.hpp"
#include "positional/game.hpp"
#include "positional/speed.hpp"
#include "positional/stoppers.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::positional;

namespace {

template <int Players>
Cell checked_cell(const Game<Players>& game, int cell) {
    if (cell < 0 || cell >= game.board().geometry().cells())
        throw std::invalid_argument("there is no such cell on this board");
    return static_cast<Cell>(cell);
}

template <int Players>
int checked_player(int player) {
    if (player < 0 || player >= Players) throw std::invalid_argument("there is no such player");
    return player;
}

template <int Players>
void set_up(Game<Players>& game, const std::vector<std::vector<int>>& stones, int mover, int left) {
    if (game.length() > 0 || game.board().empty_cells() < game.board().geometry().cells())
        throw std::invalid_argument("only an empty board can be set up");
    if (static_cast<int>(stones.size()) != Players)
        throw std::invalid_argument("one list of stones a player is needed");
    if (left < 0 || left > max_stones) throw std::invalid_argument("bad number of stones left");
    std::vector<std::vector<Cell>> cells(Players);
    std::vector<bool> taken(game.board().geometry().cells(), false);
    for (int player = 0; player < Players; ++player)
        for (int cell : stones[player]) {
            const Cell at = checked_cell(game, cell);
            if (taken[at]) throw std::invalid_argument("two stones lie on one cell");
            taken[at] = true;
            cells[player].push_back(at);
        }
    game.set_up(cells, checked_player<Players>(mover), left);
}

template <int Players>
void bind_game(nb::module_& m, const char* name) {
    using G = Game<Players>;
    nb::class_<G>(m, name)
        .def("__init__",
             [](G* self, std::shared_ptr<Geometry> geometry) {
                 if (geometry->players() != Players)
                     throw std::invalid_argument("the geometry is for another number of players");
                 new (self) G(std::move(geometry));
             })
        .def("set_up", &set_up<Players>, "stones"_a, "mover"_a, "left"_a)
        .def("legal_cells",
             [](const G& game) {
                 std::vector<int> cells;
                 for (int cell = 0; cell < game.board().geometry().cells(); ++cell)
                     if (game.legal(static_cast<Cell>(cell))) cells.push_back(cell);
                 return cells;
             })
        .def("play",
             [](G& game, int cell) {
                 if (!game.legal(checked_cell(game, cell)))
                     throw std::invalid_argument("a stone may not lie there now");
                 game.play(static_cast<Cell>(cell));
             })
        .def("undo",
             [](G& game) {
                 if (game.length() == 0)
                     throw std::invalid_argument("there is no stone to take back");
                 game.undo();
             })
        .def("owner",
             [](const G& game, int cell) { return game.board().owner(checked_cell(game, cell)); })
        .def("fillable",
             [](const G& game, int player) {
                 const auto sets = game.board().fillable(checked_player<Players>(player));
                 return std::vector<int>(sets.begin(), sets.end());
             })
        .def("fewest_stoppers",
             [](const G& game, int player) {
                 const int stones = game.board().geometry().stones();
                 return fewest_stoppers(threats_of(game.board(), checked_player<Players>(player)),
                                        stones);
             })
        .def(
            "perft",
            [](G& game, int depth, bool turns, double seconds, nb::object progress) {
                bind::counted_depth(depth);
                G copy = game;
                return bind::run({.seconds = seconds}, std::move(progress), [&](Control& control) {
                    const auto count =
                        turns ? copy.perft_turns(depth, control) : copy.perft(depth, control);
                    return std::make_pair(count, control.running());
                });
            },
            "depth"_a, "turns"_a = false, "seconds"_a = 0.0, "progress"_a = nb::none())
        .def_prop_ro("to_move", &G::to_move)
        .def_prop_ro("left", &G::left)
        .def_prop_ro("winner",
                     [](const G& game) { return game.winner() == G::nobody ? -1 : game.winner(); })
        .def_prop_ro("over", &G::over)
        .def_prop_ro("length", &G::length)
        .def_prop_ro("key", &G::key)
        .def_prop_ro("bytes", [](const G& game) { return game.board().bytes(); });
}

}  // namespace

void bind_positional(nb::module_& m) {
    nb::class_<Geometry>(m, "Geometry")
        .def(nb::init<int, const std::vector<std::vector<int>>&, int, int, int,
                      const std::vector<std::vector<int>>&, const std::vector<int>&>(),
             "cells"_a, "sets"_a, "stones"_a, "first"_a, "players"_a, "symmetries"_a,
             "first_cells"_a)
        .def_prop_ro("cells", &Geometry::cells)
        .def_prop_ro("sets", &Geometry::sets)
        .def_prop_ro("bytes", &Geometry::bytes);
    m.def(
        "measure_changes",
        [](std::shared_ptr<Geometry> geometry, std::uint64_t least_changes, bool lists) {
            if (geometry->players() != 2)
                throw std::invalid_argument("the measurement is for two players");
            nb::gil_scoped_release let_go;
            const Speed speed = measure_changes(geometry, least_changes, lists);
            return std::make_tuple(speed.changes, speed.seconds, speed.bytes);
        },
        "geometry"_a, "least_changes"_a, "lists"_a);
    bind_game<2>(m, "Game2");
    bind_game<3>(m, "Game3");
}
