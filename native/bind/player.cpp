// The players for Python: one call, one turn; and the tables of the line patterns.
#include "positional/player/player.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <utility>

#include "bind/proofs.hpp"
#include "bind/running.hpp"
#include "positional/evaluation_patterns.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::positional;

namespace {

using Stones = std::vector<std::vector<int>>;

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
    weights.tempo = std::exchange(weights.mover[0], 0);  // no set lacks 0 stones
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
    return nb::cast<T>(from[name]);
}

nb::typed<nb::dict, nb::str, nb::any> think(
    std::shared_ptr<Geometry> geometry, const Stones& stones, int mover, int left,
    const std::vector<std::vector<int>>& rows,
    const nb::typed<nb::dict, nb::str, nb::any>& style_words,
    const nb::typed<nb::dict, nb::str, nb::any>& budget_words, nb::object progress,
    std::shared_ptr<LineWeights> lines) {
    const auto cells = checked(*geometry, stones);
    refuse_over(*geometry, cells, mover, left);
    Weights weights = weights_of(rows);
    weights.lines = lines;
    Style style;
    style.width = option<int>(style_words, "width");
    style.root_width = option<int>(style_words, "root_width");
    style.first_stones = option<int>(style_words, "first_stones");
    style.glance = option<std::uint64_t>(style_words, "glance");
    style.threat_nodes = option<std::uint64_t>(style_words, "threat_nodes");
    style.forces = option<bool>(style_words, "forces");
    style.partial = option<double>(style_words, "partial");
    style.wary = option<double>(style_words, "wary");
    style.most_depth = option<int>(style_words, "most_depth");
    Budget budget;
    budget.nodes = option<std::uint64_t>(budget_words, "nodes");
    budget.seconds = option<double>(budget_words, "seconds");
    budget.soft = option<double>(budget_words, "soft");
    budget.threads = option<int>(budget_words, "threads");
    budget.seed = option<std::uint64_t>(budget_words, "seed");
    budget.noise = option<int>(budget_words, "noise");
    budget.variety = option<int>(budget_words, "variety");
    budget.lines = option<int>(budget_words, "lines");
    if (budget.nodes == 0 && !(budget.seconds > 0) && style.most_depth > 20)
        throw std::invalid_argument("a player needs a limit of nodes or of seconds");
    if (budget.threads < 1 || budget.threads > 256)
        throw std::invalid_argument("a player runs on 1 to 256 threads");
    if (budget.lines < 1 || budget.lines > geometry->cells())
        throw std::invalid_argument("a player gives one line or a few more");
    double seconds = 0;
    Ending ending = Ending::finished;
    const Thought thought =
        bind::run({.seconds = budget.seconds}, std::move(progress), [&](Control& control) {
            Player player(geometry, weights, style, budget, cells, mover, left, control);
            Thought made = player.think();
            seconds = control.seconds();
            ending = control.ending();
            return made;
        });
    nb::dict answer;
    answer["turn"] = bind::cells_of(thought.turn);
    answer["reason"] = word(thought.reason);
    answer["value"] = thought.value;
    answer["depth"] = thought.depth;
    const auto written = [](const std::vector<Turn>& turns) {
        nb::list line;
        for (const Turn& turn : turns) line.append(bind::cells_of(turn));
        return line;
    };
    answer["line"] = written(thought.line);
    nb::list others;
    for (const Thought::Other& other : thought.others)
        others.append(nb::make_tuple(other.value, written(other.line)));
    answer["others"] = others;
    answer["nodes"] = thought.nodes;
    answer["seconds"] = seconds;
    answer["stopped"] = ending == Ending::stopped;
    answer["refused"] = thought.refused;
    answer["answer"] = thought.finding.answer == Answer::win ? "win" : "unknown";
    answer["turns"] = thought.finding.turns;
    answer["root"] = thought.finding.root;
    answer["partial"] = thought.partial;
    answer["proof"] = bind::nodes_of(thought.proof);
    return answer;
}

// Rows as in positional/line_patterns.hpp: mover, waiting, order of own and of their stones.
void make_line_weights(LineWeights* self, const std::vector<std::vector<int>>& rows, int tempo) {
    if (rows.size() != 4) throw std::invalid_argument("weights of lines have four rows");
    LineWeights weights;
    std::vector<std::int16_t>* const into[] = {&weights.mover, &weights.waiting, &weights.order_own,
                                               &weights.order_their};
    for (std::size_t row = 0; row < 4; ++row)
        for (const int weight : rows[row]) {
            if (weight < INT16_MIN || weight > INT16_MAX)
                throw std::invalid_argument("a weight is too large");
            into[row]->push_back(static_cast<std::int16_t>(weight));
        }
    if (!weights.complete())
        throw std::invalid_argument("a row of weights of lines has a number for each code");
    if (tempo < -10'000 || tempo > 10'000) throw std::invalid_argument("a weight is too large");
    weights.tempo = tempo;
    new (self) LineWeights(std::move(weights));
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

}  // namespace

void bind_player(nb::module_& m) {
    m.def("think", &think, "geometry"_a, "stones"_a, "mover"_a, "left"_a, "weights"_a, "style"_a,
          "budget"_a, "progress"_a.none() = nb::none(), "lines"_a.none() = nb::none());
    nb::class_<LineWeights>(m, "LineWeights")
        .def("__init__", &make_line_weights, "rows"_a, "tempo"_a);
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
