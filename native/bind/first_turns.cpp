// The first turns of a forcing win for Python: one call, one list.
#include "positional/forcing/first_turns.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bind/boards.hpp"
#include "bind/running.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::positional;

namespace {

const char* word(When when) {
    switch (when) {
        case When::in_time:
            return "in-time";
        case When::one_later:
            return "one-later";
        case When::later:
            return "later";
        case When::no:
            return "no";
        case When::unknown:
            return "unknown";
    }
    return "";
}

// `reach`: 1 within `turns`, 2 also one turn later, 3 without limit.
nb::typed<nb::dict, nb::str, nb::any> first_turns(
    std::shared_ptr<Geometry> geometry, const std::vector<std::vector<int>>& stones, int attacker,
    int left, int turns, int reach, int most, int most_later, std::uint64_t candidate_nodes,
    std::uint64_t nodes, double seconds, std::uint64_t memory, nb::object progress) {
    if (attacker < 0 || attacker > 1) throw std::invalid_argument("there is no such player");
    if (left < 1 || left > max_stones || turns < 2 || turns > 200 || reach < 1 || reach > 3)
        throw std::invalid_argument("the question about first turns is out of range");
    WarBoard board = bind::board_of(geometry, stones);
    for (SetId set : board.fillable(attacker))
        if (board.missing(set, attacker) <= left)
            throw std::invalid_argument("the side to move can fill a set at once");
    struct Made {
        FirstTurns turns;
        std::uint64_t nodes;
        double seconds;
        bool finished;
    };
    const Made made = bind::run(Limits{nodes, seconds, memory}, progress, [&](Control& control) {
        FirstTurnSearch search(board, attacker, control, memory);
        FirstTurnSearch::Wish wish;
        wish.turns = turns;
        wish.reach = static_cast<Reach>(reach);
        wish.most = most;
        wish.most_later = most_later;
        wish.most_nodes = candidate_nodes;
        FirstTurns found = search.find(left, wish);
        return Made{std::move(found), control.nodes(), control.seconds(), control.running()};
    });
    nb::list found;
    for (const FirstTurn& turn : made.turns.found) {
        nb::list cells;
        for (Cell cell : turn.stones) cells.append(static_cast<int>(cell));
        nb::list entry;
        entry.append(cells);
        entry.append(word(turn.when));
        found.append(entry);
    }
    nb::dict answer;
    answer["found"] = found;
    answer["candidates"] = made.turns.candidates;
    answer["refuted"] = made.turns.refuted;
    answer["unknown"] = made.turns.unknown;
    answer["reached"] = static_cast<int>(made.turns.reached);
    answer["cut"] = made.turns.cut;
    answer["finished"] = made.finished;
    answer["nodes"] = made.nodes;
    answer["seconds"] = made.seconds;
    return answer;
}

}  // namespace

void bind_first_turns(nb::module_& m) {
    m.def("first_turns", &first_turns, "geometry"_a, "stones"_a, "attacker"_a, "left"_a, "turns"_a,
          "reach"_a, "most"_a, "most_later"_a, "candidate_nodes"_a, "nodes"_a, "seconds"_a,
          "memory"_a, "progress"_a.none() = nb::none());
}
