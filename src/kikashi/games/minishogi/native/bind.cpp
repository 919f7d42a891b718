// Minishogi for Python: the position that is played on, perft, the mate searches and the player.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>

#include "bind/running.hpp"
#include "mate_search.hpp"
#include "words.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::minishogi;

namespace {

using Hands = std::array<std::array<int, hand_kinds>, 2>;

Position made_of(const std::string& board, const Hands& hands, int mover) {
    if (mover != 0 && mover != 1) throw std::invalid_argument("the side to move is 0 or 1");
    std::array<Hand, 2> held{};
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t kind = 0; kind < hand_kinds; ++kind) {
            if (hands[side][kind] < 0 || hands[side][kind] > 2)
                throw std::invalid_argument("a hand holds 0 to 2 pieces of a kind");
            held[side][kind] = static_cast<std::uint8_t>(hands[side][kind]);
        }
    return Position(board, held, mover == 0 ? sente : gote);
}

Move move_from(int from, int to, bool promotes) {
    if (from < 0 || to < 0 || from >= cells + hand_kinds || to >= cells)
        throw std::invalid_argument("there is no such cell");
    return move_of(from, to, promotes);
}

using Barred = std::vector<std::tuple<std::string, Hands, int>>;

nb::typed<nb::dict, nb::str, nb::any> mate(const Position& position, bool any, bool table,
                                           int most_turns, bool shortest, bool refute,
                                           std::size_t proof_nodes, const Barred& barred,
                                           std::uint64_t node_limit, double seconds,
                                           std::uint64_t memory, nb::object progress) {
    if (most_turns < 0 || most_turns > 200) throw std::invalid_argument("turns: 0 to 200");
    MateQuestion question{any, most_turns, shortest, refute, table, proof_nodes, {}};
    for (const auto& [board, hands, mover] : barred)
        question.barred.push_back(made_of(board, hands, mover).key());
    const MateAnswer found =
        bind::run({.nodes = node_limit, .seconds = seconds, .memory = memory}, std::move(progress),
                  [&](Control& control) { return search_mate(position, question, control); });
    static constexpr const char* answers[] = {"stopped", "fails", "never", "wins"};
    static constexpr const char* endings[] = {"finished", "nodes", "seconds", "memory", "stopped"};
    nb::dict made;
    made["answer"] = answers[static_cast<int>(found.answer)];
    made["turns"] = found.turns;
    made["refuted"] = found.refuted;
    made["shortest"] = found.shortest;
    made["line"] = words(found.line);
    made["proof"] = nodes(found.proof);
    made["refutation"] = nodes(found.refutation);
    made["nodes"] = found.nodes;
    made["entries"] = found.entries;
    made["seconds"] = found.seconds;
    made["ending"] = endings[static_cast<int>(found.ending)];
    return made;
}

}  // namespace

void bind_minishogi(nb::module_& m) {
    nb::class_<Position>(m, "MinishogiPosition")
        .def(
            "__init__",
            [](Position* self, const std::string& board, const Hands& hands, int mover) {
                new (self) Position(made_of(board, hands, mover));
            },
            "board"_a, "hands"_a, "mover"_a)
        .def("legal_moves",
             [](Position& position) {
                 MoveList moves;
                 position.legal_moves(moves);
                 std::sort(moves.begin(), moves.end());  // the law's order
                 return words(moves);
             })
        .def("checks",
             [](Position& position) {
                 MoveList moves;
                 position.checks(moves);
                 std::sort(moves.begin(), moves.end());
                 return words(moves);
             })
        .def(
            "play",
            [](Position& position, int from, int to, bool promotes) {
                const Move move = move_from(from, to, promotes);
                if (!position.legal(move))
                    throw std::invalid_argument("the move is not legal here");
                position.play(move);
            },
            "start"_a, "end"_a, "promotes"_a)
        .def("undo",
             [](Position& position) {
                 if (position.length() == 0)
                     throw std::invalid_argument("there is no move to take back");
                 position.undo();
             })
        .def("board", &Position::board)
        .def_prop_ro("mover", [](const Position& position) { return int{position.mover()}; })
        .def_prop_ro("in_check", &Position::in_check)
        .def_prop_ro("occurrences", &Position::occurrences)
        .def_prop_ro("length", &Position::length)
        .def_prop_ro("key", [](const Position& position) { return position.key().low; })
        .def(
            "perft",
            [](const Position& position, int depth, double seconds, nb::object progress) {
                if (depth < 0) throw std::invalid_argument("a depth is not negative");
                return bind::run({.seconds = seconds}, std::move(progress), [&](Control& control) {
                    Position copy = position;
                    const auto count = copy.perft(depth, control);
                    return std::make_pair(count, control.running());
                });
            },
            "depth"_a, "seconds"_a = 0.0, "progress"_a = nb::none());
    m.def("minishogi_mate", &mate, "position"_a, nb::kw_only(), "any"_a, "table"_a, "most_turns"_a,
          "shortest"_a, "refute"_a, "proof_nodes"_a, "barred"_a, "nodes"_a, "seconds"_a,
          "memory"_a, "progress"_a = nb::none());
}
