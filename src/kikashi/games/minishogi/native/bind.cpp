// Minishogi for Python: the position that is played on, perft, the mate searches and the player.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "bind/running.hpp"
#include "player.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::minishogi;

namespace {

std::string word(Move move) {
    const auto name = [](int cell) {
        return std::string{static_cast<char>('5' - cell % size),
                           static_cast<char>('e' - cell / size)};
    };
    std::string text =
        drops(move) ? std::string{"KRBGSP"[dropped(move)], '*'} : name(from_of(move));
    text += name(to_of(move));
    if (promotes_in(move)) text += '+';
    return text;
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

// Positions are taken as copies: whoever asks may play on while the GIL is free.
nb::typed<nb::dict, nb::str, nb::any> mate(Position position, bool any, bool table, int most_turns,
                                           bool shortest, bool refute, std::size_t proof_nodes,
                                           const Barred& barred, std::uint64_t node_limit,
                                           double seconds, std::uint64_t memory,
                                           nb::object progress) {
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

std::shared_ptr<const Network> network_of(const nb::object& bytes) {
    if (bytes.is_none()) return nullptr;
    const auto given = nb::cast<nb::bytes>(bytes);
    return std::make_shared<Network>(std::string(given.c_str(), given.size()));
}

// A player for Python: one thread at a time may think with it.
class Thinker {
   public:
    Thinker(const nb::object& network, bool draw, std::size_t table_bytes)
        : player_(network_of(network), draw ? Repetition::draw : Repetition::first_loses,
                  checked(table_bytes)) {}

    nb::typed<nb::dict, nb::str, nb::any> think(Position position, std::uint64_t node_limit,
                                                double seconds, double soft, std::uint64_t seed,
                                                int noise, int most_depth, bool mates,
                                                nb::object progress) {
        if (node_limit == 0 && !(seconds > 0) && most_depth > 20)
            throw std::invalid_argument("a player needs a limit of nodes or of seconds");
        if (noise < 0 || noise > 100'000) throw std::invalid_argument("noise: 0 to 100000");
        if (most_depth < 1 || most_depth > 100) throw std::invalid_argument("depth: 1 to 100");
        if (!position.has_legal_move()) throw std::invalid_argument("there is no legal move");
        const Budget budget{node_limit, seconds, soft, seed, noise, most_depth, mates};
        double spent = 0;
        const bind::Place::Taken inside(place_);
        const Thought thought = bind::run(
            {.nodes = node_limit, .seconds = seconds}, std::move(progress), [&](Control& control) {
                Thought made = player_.think(position, budget, control);
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
    int evaluate(const Position& position) { return player_.evaluate(position); }
    int walk(const Position& position) { return player_.evaluate_by_steps(position); }
    void forget() {
        const bind::Place::Taken inside(place_);
        player_.forget();
    }

   private:
    static std::size_t checked(std::size_t bytes) {
        if (bytes > std::size_t{4} << 30) throw std::invalid_argument("a table has at most 4 GB");
        return bytes;
    }
    Player player_;
    bind::Place place_;
};

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
                bind::counted_depth(depth);
                Position copy = position;
                return bind::run({.seconds = seconds}, std::move(progress), [&](Control& control) {
                    const auto count = copy.perft(depth, control);
                    return std::make_pair(count, control.running());
                });
            },
            "depth"_a, "seconds"_a = 0.0, "progress"_a = nb::none());
    m.def("minishogi_mate", &mate, "position"_a, nb::kw_only(), "any"_a, "table"_a, "most_turns"_a,
          "shortest"_a, "refute"_a, "proof_nodes"_a, "barred"_a, "nodes"_a, "seconds"_a, "memory"_a,
          "progress"_a = nb::none());
    nb::class_<Thinker>(m, "MinishogiPlayer")
        .def(nb::init<nb::object, bool, std::size_t>(), "network"_a.none(), "draw"_a,
             "table_bytes"_a = Player::default_bytes)
        .def("think", &Thinker::think, "position"_a, nb::kw_only(), "nodes"_a, "seconds"_a,
             "soft"_a, "seed"_a, "noise"_a, "most_depth"_a, "mates"_a, "progress"_a = nb::none())
        .def("evaluate", &Thinker::evaluate, "position"_a)
        .def("walk", &Thinker::walk, "position"_a)
        .def("forget", &Thinker::forget);
}
