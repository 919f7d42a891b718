// Dark chess for Python: the position that is played on, perft, cannon jumps in three ways.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>

#include "bind/running.hpp"
#include "exact.hpp"
#include "monte_carlo.hpp"
#include "player.hpp"
#include "position.hpp"
#include "prover.hpp"
#include "tables.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::banqi;

namespace {

const Geometry& geometry_of(int files, int ranks) {
    if (files < 1 || ranks < 1 || files > most_side || ranks > most_side ||
        files * ranks > most_cells)
        throw std::invalid_argument("a board has up to 9 files, 9 ranks and 32 cells");
    return Geometry::of(files, ranks);
}

std::array<std::uint8_t, pieces> counts_of(const std::string& hidden) {
    std::array<std::uint8_t, pieces> counts{};
    for (const char letter : hidden) {
        const std::string all(letters);
        const auto at = all.find(letter);
        if (at == std::string::npos) throw std::invalid_argument("a hidden piece has no letter");
        if (++counts[at] > 5) throw std::invalid_argument("too many hidden pieces of a kind");
    }
    return counts;
}

// The law counts cells from the bottom left, these boards from the top right.
int law_cell(const Position& position, Cell cell) { return position.geometry().cells - 1 - cell; }

std::pair<int, int> pair_of(const Position& position, Move move) {
    return {law_cell(position, from_of(move)), law_cell(position, to_of(move))};
}

// `b8` for a flip, `a3-a6` for a move, `R` for what chance shows.
std::string word(const Position& position, Move move) {
    if (move == pass_move) return "flip";
    if (is_outcome(move)) return std::string(1, letters[turned_up(move)]);
    const auto name = [&](Cell cell) {
        const int at = law_cell(position, cell), files = position.geometry().files;
        return std::string{static_cast<char>('a' + at % files),
                           static_cast<char>('1' + at / files)};
    };
    if (is_flip(move)) return name(from_of(move));
    return name(from_of(move)) + "-" + name(to_of(move));
}

// Positions are taken as copies: whoever asks may play on while the GIL is free.
nb::typed<nb::dict, nb::str, nb::any> think_about(Position position, std::uint64_t node_limit,
                                                  double seconds, double soft, std::uint64_t seed,
                                                  int noise, int most_depth, bool tables, bool wide,
                                                  bool contempt, bool mcts, bool star2,
                                                  const std::string& folder, nb::object progress) {
    if (node_limit == 0 && !(seconds > 0) && most_depth > 20)
        throw std::invalid_argument("a player needs a limit of nodes or of seconds");
    if (noise < 0 || noise > 100'000) throw std::invalid_argument("noise: 0 to 100000");
    if (most_depth < 1 || most_depth > 100) throw std::invalid_argument("depth: 1 to 100");
    if (position.turned() >= 0) throw std::invalid_argument("chance is to move");
    if (!position.has_move()) throw std::invalid_argument("there is no legal act");
    const Budget budget{node_limit, seconds, soft,     seed,  noise,  most_depth,
                        tables,     wide,    contempt, star2, nullptr};
    if (tables && !folder.empty()) EndgameTables::of(position.geometry()).keep_in(folder);
    double spent = 0;
    const Thought thought = bind::run(
        {.nodes = node_limit, .seconds = seconds}, std::move(progress), [&](Control& control) {
            Thought made =
                mcts ? think_by_mcts(position, budget, control) : think(position, budget, control);
            spent = control.seconds();
            return made;
        });
    nb::list candidates;
    for (const Candidate& one : thought.candidates) {
        nb::dict entry;
        entry["move"] = word(position, one.move);
        entry["value"] = one.value;
        entry["chance"] = chance_of(one.value);
        entry["depth"] = one.depth;
        nb::list line;
        for (const Move move : one.line) line.append(word(position, move));
        entry["line"] = line;
        nb::list outcomes;
        for (const Turned& turned : one.outcomes)
            outcomes.append(nb::make_tuple(std::string(1, letters[turned.piece]), turned.weight,
                                           turned.chance));
        entry["outcomes"] = outcomes;
        candidates.append(entry);
    }
    nb::dict made;
    made["candidates"] = candidates;
    made["depth"] = thought.depth;
    made["nodes"] = thought.nodes;
    made["seconds"] = spent;
    made["from_table"] = thought.from_table;
    return made;
}

// As lines of a certificate: ["t", bound, act, child], ["r", bound, [[act, child], ...]], ["c",
// ...] and ["o", bound, letter, child].
nb::list lines_of(const Position& position, const std::vector<CertificateNode>& proof) {
    const auto child_of = [](int child) {
        return child < 0 ? nb::none() : nb::object(nb::int_(child));
    };
    nb::list made;
    for (const CertificateNode& node : proof) {
        nb::list line;
        line.append(std::string(1, node.kind));
        line.append(node.bound);
        if (node.kind == 't' || node.kind == 'o') {
            line.append(word(position, node.move));
            line.append(child_of(node.child));
        } else {
            nb::list entries;
            for (const auto& [move, child] : node.children) {
                nb::list entry;
                entry.append(word(position, move));
                entry.append(child_of(child));
                entries.append(entry);
            }
            line.append(entries);
        }
        made.append(line);
    }
    return made;
}

nb::typed<nb::dict, nb::str, nb::any> prove_win(Position position, int attacker, int most_turns,
                                                bool refute, std::size_t proof_nodes,
                                                std::size_t refutation_nodes, bool tables,
                                                std::uint64_t table_states,
                                                std::uint64_t node_limit, double seconds,
                                                nb::object progress) {
    if (attacker != red && attacker != black)
        throw std::invalid_argument("there is no such colour");
    if (position.colour() == open || position.turned() >= 0)
        throw std::invalid_argument("nobody has a colour yet, or chance is to move");
    if (most_turns < 1 || most_turns > 100) throw std::invalid_argument("turns: 1 to 100");
    const WinQuestion question{attacker, most_turns, refute, proof_nodes, refutation_nodes, tables};
    double spent = 0;
    const WinAnswer found = bind::run(
        {.nodes = node_limit, .seconds = seconds}, std::move(progress), [&](Control& control) {
            EndgameTables& all = EndgameTables::of(position.geometry());
            const EndgameTables::Lease lease(all);
            if (tables) {
                Control own({.seconds = seconds},
                            [&](const Control&) { return control.consult(); });
                all.prepare(position, table_states, own);
            }
            WinAnswer made = search_win(position, question, control);
            spent = control.seconds();
            return made;
        });
    static constexpr const char* results[] = {"unknown", "win", "never"};
    static constexpr const char* endings[] = {"finished", "nodes", "seconds", "memory", "stopped"};
    nb::dict made;
    made["result"] = results[static_cast<int>(found.result)];
    made["turns"] = found.turns;
    made["refuted"] = found.refuted;
    made["proof"] = lines_of(position, found.proof);
    made["refutation"] = lines_of(position, found.refutation);
    nb::list line;
    for (const Move move : found.line) line.append(word(position, move));
    made["line"] = line;
    made["nodes"] = found.nodes;
    made["seconds"] = spent;
    made["ending"] = endings[static_cast<int>(found.ending)];
    return made;
}

nb::typed<nb::dict, nb::str, nb::any> prove_hold(Position position, int holder,
                                                 std::size_t most_nodes, std::uint64_t table_states,
                                                 double seconds, nb::object progress) {
    if (holder != red && holder != black) throw std::invalid_argument("there is no such colour");
    if (position.colour() == open || position.turned() >= 0)
        throw std::invalid_argument("nobody has a colour yet, or chance is to move");
    double spent = 0;
    bool ready = false;
    const auto found = bind::run({.seconds = seconds}, std::move(progress), [&](Control& control) {
        EndgameTables& all = EndgameTables::of(position.geometry());
        const EndgameTables::Lease lease(all);
        ready = all.prepare(position, table_states, control);
        auto made = hold(position, holder, most_nodes, control);
        spent = control.seconds();
        return made;
    });
    nb::dict made;
    made["ready"] = ready;
    made["proof"] = lines_of(position, found);
    made["seconds"] = spent;
    return made;
}

nb::typed<nb::dict, nb::str, nb::any> prove_value(Position position, double seconds,
                                                  nb::object progress) {
    if (position.geometry().cells > most_exact_cells || position.turned() >= 0)
        throw std::invalid_argument("exact values are for boards of up to 12 cells");
    double spent = 0;
    const ExactValue found =
        bind::run({.seconds = seconds}, std::move(progress), [&](Control& control) {
            ExactValue made = exact_value(position, control);
            spent = control.seconds();
            return made;
        });
    nb::dict made;
    made["done"] = found.done;
    made["numerator"] = found.numerator;
    made["denominator"] = found.denominator;
    made["states"] = found.states;
    nb::list acts;
    for (const auto& act : found.acts)
        acts.append(nb::make_tuple(word(position, act.move), act.numerator));
    made["acts"] = acts;
    made["seconds"] = spent;
    return made;
}

void play_checked(Position& position, Move move) {
    if (!position.legal(move)) throw std::invalid_argument("the move is not legal here");
    position.play(move);
}

}  // namespace

void bind_banqi(nb::module_& m) {
    nb::class_<Position>(m, "BanqiPosition")
        .def(
            "__init__",
            [](Position* self, int files, int ranks, const std::string& board,
               const std::string& hidden, int colour, int quiet, int occurrences, bool cycle,
               int plies) {
                const std::string turned(board.rbegin(), board.rend());
                new (self) Position(geometry_of(files, ranks), turned, counts_of(hidden), colour,
                                    quiet, {occurrences, cycle, plies});
            },
            "files"_a, "ranks"_a, "board"_a, "hidden"_a, "colour"_a, "quiet"_a, "occurrences"_a,
            "cycle"_a, "plies"_a)
        .def("moves",
             [](const Position& position) {
                 MoveList moves;
                 if (position.turned() < 0) position.moves(moves);
                 std::vector<std::pair<int, int>> made;
                 for (const Move move : moves) made.push_back(pair_of(position, move));
                 return made;
             })
        .def("flips",
             [](const Position& position) {
                 MoveList moves;
                 if (position.turned() < 0) position.flips(moves);
                 std::vector<int> made;
                 for (const Move move : moves) made.push_back(law_cell(position, from_of(move)));
                 return made;
             })
        .def(
            "play",
            [](Position& position, int from, int to) {
                const int cells = position.geometry().cells;
                if (from < 0 || to < 0 || from >= cells || to >= cells)
                    throw std::invalid_argument("there is no such cell");
                play_checked(position, step_move(cells - 1 - from, cells - 1 - to));
            },
            "start"_a, "end"_a)
        .def(
            "turn_up",
            [](Position& position, const std::string& letter) {
                const auto at = std::string(letters).find(letter);
                if (letter.size() != 1 || at == std::string::npos)
                    throw std::invalid_argument("there is no such piece");
                play_checked(position, outcome_move(static_cast<Piece>(at)));
            },
            "letter"_a)
        .def("undo",
             [](Position& position) {
                 if (position.length() == 0)
                     throw std::invalid_argument("there is no move to take back");
                 position.undo();
             })
        .def("board",
             [](const Position& position) {
                 const std::string board = position.board();
                 return std::string(board.rbegin(), board.rend());
             })
        .def("hidden",
             [](const Position& position) {
                 std::string made;
                 for (Piece piece = 0; piece < pieces; ++piece)
                     made.append(static_cast<std::size_t>(position.hidden(piece)), letters[piece]);
                 return made;
             })
        .def("bits",
             [](const Position& position, const std::string& what) {
                 if (what == "red") return position.side(red);
                 if (what == "black") return position.side(black);
                 if (what == "down") return position.down();
                 if (what == "occupied") return position.occupied();
                 const auto at = std::string(letters).find(what);
                 if (what.size() != 1 || at == std::string::npos)
                     throw std::invalid_argument("there is no such board");
                 return position.of(static_cast<Piece>(at));
             })
        .def("left", [](const Position& position,
                        int colour) { return position.left(colour == black ? black : red); })
        .def_prop_ro("colour", &Position::colour)
        .def_prop_ro("turned",
                     [](const Position& position) {
                         return position.turned() < 0 ? -1 : law_cell(position, position.turned());
                     })
        .def_prop_ro("quiet", &Position::quiet)
        .def_prop_ro("circled", &Position::circled)
        .def_prop_ro("length", &Position::length)
        .def_prop_ro("key", &Position::key)
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
    m.def("banqi_think", &think_about, "position"_a, nb::kw_only(), "nodes"_a, "seconds"_a,
          "soft"_a, "seed"_a, "noise"_a, "most_depth"_a, "tables"_a = true, "wide"_a = false,
          "contempt"_a = false, "mcts"_a = false, "star2"_a = false, "folder"_a = "",
          "progress"_a = nb::none());
    m.def("banqi_win", &prove_win, "position"_a, nb::kw_only(), "attacker"_a, "most_turns"_a,
          "refute"_a, "proof_nodes"_a, "refutation_nodes"_a, "tables"_a, "table_states"_a,
          "nodes"_a, "seconds"_a, "progress"_a = nb::none());
    m.def("banqi_hold", &prove_hold, "position"_a, nb::kw_only(), "holder"_a, "most_nodes"_a,
          "table_states"_a, "seconds"_a, "progress"_a = nb::none());
    m.def("banqi_value", &prove_value, "position"_a, "seconds"_a = 0.0, "progress"_a = nb::none());
    m.def("banqi_evaluate", [](const Position& position) {
        if (position.colour() == open || position.turned() >= 0)
            throw std::invalid_argument("nobody has a colour yet, or chance is to move");
        const Evaluation& evaluation = Evaluation::of(position.geometry());
        return evaluation.value(position, evaluation.sums(position));
    });
    m.def(
        "banqi_table",
        [](Position position, std::uint64_t most_states, const std::string& folder, double seconds,
           nb::object progress) -> nb::typed<nb::dict, nb::str, nb::any> {
            EndgameTables& tables = EndgameTables::of(position.geometry());
            const EndgameTables::Lease lease(tables);
            tables.keep_in(folder);
            nb::dict made;
            made["missing"] = tables.missing(position);
            double spent = 0;
            made["ready"] =
                bind::run({.seconds = seconds}, std::move(progress), [&](Control& control) {
                    const bool done = tables.prepare(position, most_states, control);
                    spent = control.seconds();
                    return done;
                });
            const TableValue found = tables.probe(position);
            made["seconds"] = spent;
            made["known"] = found.known;
            made["wins"] = found.wins;
            made["lost"] = found.lost;
            made["plies"] = found.plies;
            made["longest"] = tables.longest(position);
            made["bytes"] = tables.bytes();
            return made;
        },
        "position"_a, "most_states"_a, "folder"_a, "seconds"_a = 0.0, "progress"_a = nb::none());
    m.def(
        "banqi_keep_tables",
        [](int files, int ranks, std::uint64_t bytes) {
            EndgameTables::of(geometry_of(files, ranks)).keep_at_most(bytes);
        },
        "files"_a, "ranks"_a, "bytes"_a);
    m.def(
        "banqi_jumps",
        [](int files, int ranks, int cell, std::uint32_t occupied, const std::string& way) {
            const Geometry& geometry = geometry_of(files, ranks);
            if (cell < 0 || cell >= geometry.cells)
                throw std::invalid_argument("there is no such cell");
            occupied &= geometry.all & ~bit(cell);
            if (way == "rays") return geometry.jumps_by_rays(cell, occupied);
            if (!geometry.usual()) throw std::invalid_argument("only on four files, eight ranks");
            return way == "tables" ? geometry.jumps_by_tables(cell, occupied)
                                   : Geometry::jumps_by_tricks(cell, occupied);
        },
        "files"_a, "ranks"_a, "cell"_a, "occupied"_a, "way"_a);
    m.def("banqi_steps", [](int files, int ranks) {
        const Geometry& geometry = geometry_of(files, ranks);
        return std::vector<std::uint32_t>(geometry.step.begin(),
                                          geometry.step.begin() + geometry.cells);
    });
}
