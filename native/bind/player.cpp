// The players for Python: one call, one turn; and the tables of the line patterns.
#include "positional/player/player.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "bind/proofs.hpp"
#include "bind/running.hpp"
#include "positional/evaluation_patterns.hpp"
#include "positional/player/monte_carlo.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::positional;

namespace {

using Stones = std::vector<std::vector<int>>;

constexpr int most_places = 1024;

std::vector<std::vector<Cell>> checked(const Geometry& geometry, const Stones& stones) {
    if (geometry.players() != 2 || stones.size() != 2)
        throw std::invalid_argument("the players are for games of two");
    std::vector<std::vector<Cell>> cells(2);
    std::vector<bool> taken(static_cast<std::size_t>(geometry.cells()), false);
    for (std::size_t player = 0; player < 2; ++player)
        for (int cell : stones[player]) {
            if (cell < 0 || cell >= geometry.cells())
                throw std::invalid_argument("there is no such cell on this board");
            if (taken[static_cast<std::size_t>(cell)])
                throw std::invalid_argument("two stones lie on one cell");
            taken[static_cast<std::size_t>(cell)] = true;
            cells[player].push_back(static_cast<Cell>(cell));
        }
    return cells;
}

void refuse_over(const Geometry& geometry, const std::vector<std::vector<Cell>>& stones, int mover,
                 int left) {
    if (mover < 0 || mover > 1) throw std::invalid_argument("there is no such player");
    if (left < 1 || left > max_stones) throw std::invalid_argument("bad number of stones left");
    if (static_cast<int>(stones[0].size() + stones[1].size()) >= geometry.cells())
        throw std::invalid_argument("the board is full");
    std::vector<int> owner(static_cast<std::size_t>(geometry.cells()), -1);
    for (int player = 0; player < 2; ++player)
        for (Cell cell : stones[static_cast<std::size_t>(player)]) owner[cell] = player;
    for (int s = 0; s < geometry.sets(); ++s) {
        const auto cells = geometry.cells_of(static_cast<SetId>(s));
        if (owner[cells[0]] >= 0 && std::all_of(cells.begin(), cells.end(), [&](Cell cell) {
                return owner[cell] == owner[cells[0]];
            }))
            throw std::invalid_argument("a side already holds a full winning set");
    }
}

Weights weights_of(const std::vector<std::vector<int>>& rows) {
    if (rows.size() != 3) throw std::invalid_argument("weights have three rows");
    Weights weights;
    Weights::PerLack* const into[] = {&weights.mover, &weights.waiting, &weights.gain};
    for (std::size_t row = 0; row < 3; ++row) {
        if (rows[row].size() != max_set_size + 1)
            throw std::invalid_argument("a row of weights has one number for each stone lacking");
        for (std::size_t lack = 0; lack <= max_set_size; ++lack) {
            if (rows[row][lack] < -100'000 || rows[row][lack] > 100'000)
                throw std::invalid_argument("a weight is too large");
            (*into[row])[lack] = rows[row][lack];
        }
    }
    // No set lacks 0 stones: the first numbers of the rows have other meanings.
    weights.own_share = std::exchange(weights.waiting[0], 0);
    weights.their_share = std::exchange(weights.gain[0], 0);
    weights.tempo = std::exchange(weights.mover[0], 0);
    return weights;
}

const char* word(Reason reason) {
    switch (reason) {
        case Reason::only:
            return "only";
        case Reason::fills:
            return "completes-set";
        case Reason::forced_win:
            return "forced-win";
        case Reason::searched:
            return "searched";
        case Reason::lost:
            return "lost";
    }
    return "";
}

template <class T>
T option(const nb::dict& from, const char* name) {
    try {
        return nb::cast<T>(from[name]);
    } catch (const nb::cast_error&) {
        throw std::invalid_argument(std::string("the style's ") + name + " is out of range");
    }
}

// What a player thought, as Python sees it.
struct Answered {
    Thought thought;
    double seconds = 0;
    bool stopped = false;
};

using Lines = std::vector<std::vector<int>>;

Lines written(const std::vector<Turn>& turns) {
    Lines lines;
    for (const Turn& turn : turns) lines.emplace_back(turn.begin(), turn.end());
    return lines;
}

Style style_of(const nb::typed<nb::dict, nb::str, nb::any>& words) {
    Style style;
    style.width = option<int>(words, "width");
    style.root_width = option<int>(words, "root_width");
    style.first_stones = option<int>(words, "first_stones");
    style.glance = option<std::uint64_t>(words, "glance");
    style.threat_nodes = option<std::uint64_t>(words, "threat_nodes");
    style.forces = option<bool>(words, "forces");
    style.partial = option<double>(words, "partial");
    style.wary = option<double>(words, "wary");
    style.most_depth = option<int>(words, "most_depth");
    return style;
}

Answered think(std::shared_ptr<Geometry> geometry, const Stones& stones, int mover, int left,
               const std::vector<std::vector<int>>& rows,
               const nb::typed<nb::dict, nb::str, nb::any>& style_words, std::uint64_t nodes,
               double seconds, double soft, int threads, std::uint64_t seed, int noise, int variety,
               int lines, nb::object progress, std::shared_ptr<LineNet> net, bool mcts,
               std::pair<int, int> share, std::shared_ptr<CellNet> cell_net) {
    const auto cells = checked(*geometry, stones);
    refuse_over(*geometry, cells, mover, left);
    Weights weights = weights_of(rows);
    weights.net = net;
    weights.cells = cell_net;
    Style style = style_of(style_words);
    if (net) style.prune_by_net();
    const auto [place, places] = share;
    if (places < 1 || places > most_places || place < 0 || place >= places)
        throw std::invalid_argument("a share of the root is one of 1 to 1,024 places");
    const Budget budget{nodes, seconds, soft, threads, seed, noise, variety, lines, place, places};
    if (nodes == 0 && !(seconds > 0) && style.most_depth > 20)
        throw std::invalid_argument("a player needs a limit of nodes or of seconds");
    if (threads < 1 || threads > 256)
        throw std::invalid_argument("a player runs on 1 to 256 threads");
    if (lines < 1 || lines > geometry->cells())
        throw std::invalid_argument("a player gives one line or a few more");
    const Limits limits{.nodes = mcts ? nodes : 0, .seconds = seconds};
    return bind::run(limits, std::move(progress), [&](Control& control) {
        if (mcts)
            return Answered{
                think_by_mcts(geometry, weights, style, budget, cells, mover, left, control),
                control.seconds(), control.ending() == Ending::stopped};
        Player player(geometry, weights, style, budget, cells, mover, left, control);
        Answered made;
        made.thought = player.think();
        made.seconds = control.seconds();
        made.stopped = control.ending() == Ending::stopped;
        return made;
    });
}

void bind_answer(nb::module_& m) {
    const auto of = [](auto read) {
        return [read](const Answered& answered) { return read(answered.thought); };
    };
    nb::class_<Answered>(m, "Answered")
        .def_ro("seconds", &Answered::seconds)
        .def_ro("stopped", &Answered::stopped)
        .def_prop_ro("turn", of([](const Thought& t) {
                         return std::vector<int>(t.turn.begin(), t.turn.end());
                     }))
        .def_prop_ro("reason", of([](const Thought& t) { return word(t.reason); }))
        .def_prop_ro("value", of([](const Thought& t) { return t.value; }))
        .def_prop_ro("depth", of([](const Thought& t) { return t.depth; }))
        .def_prop_ro("line", of([](const Thought& t) { return written(t.line); }))
        .def_prop_ro("others", of([](const Thought& t) {
                         std::vector<std::pair<int, Lines>> others;
                         for (const Thought::Other& other : t.others)
                             others.emplace_back(other.value, written(other.line));
                         return others;
                     }))
        .def_prop_ro("iterations", of([](const Thought& t) {
                         std::vector<std::tuple<int, std::vector<int>, int>> found;
                         for (const auto& [depth, move, value] : t.iterations)
                             found.emplace_back(depth, std::vector<int>(move.begin(), move.end()),
                                                value);
                         return found;
                     }))
        .def_prop_ro("nodes", of([](const Thought& t) { return t.nodes; }))
        .def_prop_ro("refused", of([](const Thought& t) { return t.refused; }))
        .def_prop_ro("wins", of([](const Thought& t) { return t.finding.answer == Answer::win; }))
        .def_prop_ro("turns", of([](const Thought& t) { return t.finding.turns; }))
        .def_prop_ro("root", of([](const Thought& t) { return t.finding.root; }))
        .def_prop_ro("partial", of([](const Thought& t) { return t.partial; }))
        .def_prop_ro("proof", of([](const Thought& t) {
                         return nb::typed<nb::list, nb::any>(bind::nodes_of(t.proof));
                     }));
}

// The value of a position for the side to move, and the open sets by stones lacking of both sides.
nb::typed<nb::dict, nb::str, nb::any> evaluate(std::shared_ptr<Geometry> geometry,
                                               const Stones& stones, int mover,
                                               const std::vector<std::vector<int>>& rows) {
    const auto cells = checked(*geometry, stones);
    if (mover < 0 || mover > 1) throw std::invalid_argument("there is no such player");
    Board<2> board(geometry);
    Evaluation evaluation(*geometry, weights_of(rows));
    for (int player = 0; player < 2; ++player)
        for (Cell cell : cells[static_cast<std::size_t>(player)]) {
            evaluation.place(board, cell, player);
            board.place(cell, player);
        }
    nb::dict answer;
    answer["value"] = evaluation.value(mover);
    nb::list open, gains;
    for (int player = 0; player < 2; ++player) {
        nb::list counts, gain;
        for (int lack = 0; lack <= evaluation.most_lack(); ++lack)
            counts.append(evaluation.open(player, lack));
        for (int cell = 0; cell < geometry->cells(); ++cell)
            gain.append(evaluation.gain(player, static_cast<Cell>(cell)));
        open.append(counts);
        gains.append(gain);
    }
    answer["open"] = open;
    answer["gains"] = gains;
    return answer;
}

// What the net of lines says: the value for the side to move, and the order of all cells.
std::pair<int, std::vector<int>> judge_lines(std::shared_ptr<Geometry> geometry,
                                             const Stones& stones, int mover, int phase,
                                             std::shared_ptr<LineNet> net) {
    const auto cells = checked(*geometry, stones);
    if (mover < 0 || mover > 1) throw std::invalid_argument("there is no such player");
    if (phase < 0 || phase >= LineNet::phases) throw std::invalid_argument("no such phase");
    LineNetBoard board(*geometry, net);
    for (int player = 0; player < 2; ++player)
        for (Cell cell : cells[static_cast<std::size_t>(player)]) board.place(cell, player);
    const auto order = board.order(mover, phase);
    return {board.value(mover, phase), std::vector<int>(order.begin(), order.end())};
}

}  // namespace

void bind_player(nb::module_& m) {
    bind_answer(m);
    m.def("think", &think, "geometry"_a, "stones"_a, "mover"_a, "left"_a, "weights"_a,
          nb::kw_only(), "style"_a, "nodes"_a, "seconds"_a, "soft"_a, "threads"_a, "seed"_a,
          "noise"_a, "variety"_a, "lines"_a, "progress"_a.none() = nb::none(),
          "net"_a.none() = nb::none(), "mcts"_a = false, "share"_a = std::pair{0, 1},
          "cells"_a.none() = nb::none());
    nb::class_<LineNet>(m, "LineNet")
        .def(
            "__init__",
            [](LineNet* self, const nb::bytes& bytes) {
                new (self) LineNet(std::string_view(bytes.c_str(), bytes.size()));
            },
            "bytes"_a);
    nb::class_<CellNet>(m, "CellNet")
        .def(
            "__init__",
            [](CellNet* self, const nb::bytes& bytes) {
                new (self) CellNet(std::string_view(bytes.c_str(), bytes.size()));
            },
            "bytes"_a);
    m.def("judge_lines", &judge_lines, "geometry"_a, "stones"_a, "mover"_a, "phase"_a, "net"_a);
    m.def("evaluate", &evaluate, "geometry"_a, "stones"_a, "mover"_a, "weights"_a);
    m.def("pattern_key", &patterns::key_of, "left"_a, "right"_a, "colour"_a);
    m.def("pattern_scores", &patterns::scores_of, "key"_a, "length"_a);
    nb::class_<PatternBoard>(m, "PatternBoard")
        .def(nb::init<int, int>(), "columns"_a, "rows"_a)
        .def_prop_ro("slices", &PatternBoard::slices)
        .def("slice", &PatternBoard::slice)
        .def("place", &PatternBoard::place, "column"_a, "row"_a, "player"_a)
        .def("remove", &PatternBoard::remove, "column"_a, "row"_a)
        .def("changes", &PatternBoard::changes, "column"_a, "row"_a, "player"_a);
}
