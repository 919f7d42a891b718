// Xiangqi for Python: the position that is played on, perft, and the mate searches.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>

#include "bind/running.hpp"
#include "mate_search.hpp"
#include "player.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::xiangqi;

namespace {

Side side_from(int mover) {
    if (mover != 0 && mover != 1) throw std::invalid_argument("the side to move is 0 or 1");
    return mover == 0 ? red : black;
}

std::string word(Move move) {
    const auto point = [](Cell cell) {
        return std::string{static_cast<char>('a' + cell % 9), static_cast<char>('0' + cell / 9)};
    };
    return point(from_of(move)) + point(to_of(move));
}

nb::typed<nb::list, nb::str> words(const auto& moves) {
    nb::list made;
    for (const Move move : moves) made.append(word(move));
    return made;
}

// As lines of a certificate: ["t", bound, move, child] and ["r", bound, [[move, child], ...]].
nb::list nodes(const std::vector<ProofNode<Move>>& proof) {
    nb::list made;
    for (const auto& node : proof) {
        nb::list line;
        line.append(node.turn ? "t" : "r");
        line.append(node.bound);
        if (node.turn) {
            line.append(word(node.move));
            line.append(node.child < 0 ? nb::none() : nb::object(nb::int_(node.child)));
        } else {
            nb::list replies;
            for (const auto& [move, child] : node.replies) {
                nb::list entry;
                entry.append(word(move));
                entry.append(child);
                replies.append(entry);
            }
            line.append(replies);
        }
        made.append(line);
    }
    return made;
}

// Positions are taken as copies: whoever asks may play on while the GIL is free.
nb::typed<nb::dict, nb::str, nb::any> mate(Position position, bool any, int quiet,
                                           bool free_answers, int ordering, bool table,
                                           int most_turns, bool shortest, bool refute,
                                           std::size_t proof_nodes,
                                           const std::vector<std::pair<std::string, int>>& barred,
                                           std::uint64_t node_limit, double seconds,
                                           std::uint64_t memory, nb::object progress) {
    if (quiet < 0 || quiet > 100) throw std::invalid_argument("quiet moves: 0 to 100");
    if (ordering < 0 || ordering > 2) throw std::invalid_argument("there is no such ordering");
    if (most_turns < 0 || most_turns > 200) throw std::invalid_argument("turns: 0 to 200");
    MateQuestion question;
    question.rules = {quiet, free_answers, static_cast<Ordering>(ordering), table};
    question.any = any;
    question.most_turns = most_turns;
    question.shortest = shortest;
    question.refute = refute;
    question.proof_nodes = proof_nodes;
    for (const auto& [board, mover] : barred)
        question.barred.push_back(Position(board, side_from(mover)).key());
    const MateAnswer found =
        bind::run({.nodes = node_limit, .seconds = seconds, .memory = memory}, std::move(progress),
                  [&](Control& control) { return search_mate(position, question, control); });
    static constexpr const char* answers[] = {"stopped", "fails", "never", "wins"};
    static constexpr const char* endings[] = {"finished", "nodes", "seconds", "memory", "stopped"};
    nb::dict made;
    made["answer"] = answers[static_cast<int>(found.answer)];
    made["turns"] = found.turns;
    made["quiet"] = found.quiet;
    made["perpetual"] = found.perpetual;
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

nb::typed<nb::dict, nb::str, nb::any> think_about(Position position, std::uint64_t node_limit,
                                                  double seconds, double soft, std::uint64_t seed,
                                                  int noise, int most_depth, bool mates,
                                                  const std::vector<std::string>& barred,
                                                  const PieceNet* net, nb::object progress) {
    if (node_limit == 0 && !(seconds > 0) && most_depth > 20)
        throw std::invalid_argument("a player needs a limit of nodes or of seconds");
    if (noise < 0 || noise > 100'000) throw std::invalid_argument("noise: 0 to 100000");
    if (most_depth < 1 || most_depth > 100) throw std::invalid_argument("depth: 1 to 100");
    if (!position.has_legal_move()) throw std::invalid_argument("there is no legal move");
    Budget budget{node_limit, seconds, soft, seed, noise, most_depth, mates, {}, net};
    MoveList legal;
    position.legal_moves(legal);
    for (const Move move : legal)
        if (std::ranges::find(barred, word(move)) != barred.end()) budget.barred.push_back(move);
    double spent = 0;
    const Thought thought = bind::run({.nodes = node_limit, .seconds = seconds},
                                      std::move(progress), [&](Control& control) {
                                          Thought made = think(position, budget, control);
                                          spent = control.seconds();
                                          return made;
                                      });
    static constexpr const char* reasons[] = {"only", "forced-win", "searched", "lost"};
    nb::dict made;
    made["move"] = word(thought.move);
    made["reason"] = reasons[static_cast<int>(thought.reason)];
    made["value"] = thought.value;
    made["depth"] = thought.depth;
    made["line"] = words(thought.line);
    made["nodes"] = thought.nodes;
    made["seconds"] = spent;
    made["turns"] = thought.mate.turns;
    made["proof"] = nodes(thought.mate.proof);
    return made;
}

}  // namespace

void bind_xiangqi(nb::module_& m) {
    nb::class_<Position>(m, "XiangqiPosition")
        .def(
            "__init__",
            [](Position* self, const std::string& board, int mover) {
                new (self) Position(board, side_from(mover));
            },
            "board"_a, "mover"_a)
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
                 return words(moves);
             })
        .def(
            "play",
            [](Position& position, int from, int to) {
                if (from < 0 || to < 0 || from >= cells || to >= cells)
                    throw std::invalid_argument("there is no such point");
                if (!position.legal(move_of(from, to)))
                    throw std::invalid_argument("the move is not legal here");
                position.play(move_of(from, to));
            },
            "start"_a, "end"_a)
        .def(
            "exchange",
            [](Position& position, int from, int to) {
                if (from < 0 || to < 0 || from >= cells || to >= cells ||
                    !position.legal(move_of(from, to)))
                    throw std::invalid_argument("the move is not legal here");
                return position.exchange(move_of(from, to), worth);
            },
            "start"_a, "end"_a)
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
                bind::counted_depth(depth);
                Position copy = position;
                return bind::run({.seconds = seconds}, std::move(progress), [&](Control& control) {
                    const auto count = copy.perft(depth, control);
                    return std::make_pair(count, control.running());
                });
            },
            "depth"_a, "seconds"_a = 0.0, "progress"_a = nb::none());
    nb::class_<PieceNet>(m, "XiangqiNet")
        .def(
            "__init__",
            [](PieceNet* self, const nb::bytes& bytes) {
                new (self) PieceNet(std::string_view(bytes.c_str(), bytes.size()));
            },
            "bytes"_a);
    m.def("xiangqi_think", &think_about, "position"_a, nb::kw_only(), "nodes"_a, "seconds"_a,
          "soft"_a, "seed"_a, "noise"_a, "most_depth"_a, "mates"_a,
          "barred"_a = std::vector<std::string>{}, "net"_a.none() = nb::none(),
          "progress"_a = nb::none());
    m.def(
        "xiangqi_evaluate",
        [](const Position& position, const PieceNet* net) {
            Control control;
            return Duel(position, control, 0, false, net).static_eval();
        },
        "position"_a, "net"_a.none() = nb::none());
    m.def("xiangqi_mate", &mate, "position"_a, nb::kw_only(), "any"_a, "quiet"_a, "free_answers"_a,
          "ordering"_a, "table"_a, "most_turns"_a, "shortest"_a, "refute"_a, "proof_nodes"_a,
          "barred"_a, "nodes"_a, "seconds"_a, "memory"_a, "progress"_a = nb::none());
}
