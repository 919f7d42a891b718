// The first turns of a forcing win for Python: one call, one list.
#include "positional/forcing/first_turns.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>

#include "bind/boards.hpp"
#include "bind/proofs.hpp"
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

// `reach`: 1 within `turns`, 2 also one turn later, 3 without limit. `refutation`: how many nodes
// the proof may take that no other first turn wins in time (and one turn later, if none does); 0:
// none is wanted.
nb::typed<nb::dict, nb::str, nb::any> first_turns(
    std::shared_ptr<Geometry> geometry, const std::vector<std::vector<int>>& stones, int attacker,
    int left, int turns, int reach, int most, int most_later, std::uint64_t candidate_nodes,
    std::size_t refutation, std::uint64_t nodes, double seconds, std::uint64_t memory,
    nb::object progress) {
    if (attacker < 0 || attacker > 1) throw std::invalid_argument("there is no such player");
    if (left < 1 || left > max_stones || turns < 2 || turns > 200 || reach < 1 || reach > 3)
        throw std::invalid_argument("the question about first turns is out of range");
    WarBoard board = bind::board_of(geometry, stones);
    for (SetId set : board.fillable(attacker))
        if (board.missing(set, attacker) <= left)
            throw std::invalid_argument("the side to move can fill a set at once");
    struct Made {
        FirstTurns turns;
        SharedProof proof;
        std::int32_t root;
        int refuted_within;
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
        Made made{search.find(left, wish), {}, -1, 0, 0, 0, false};
        made.finished = control.running();
        const bool sure_later =
            made.turns.reached >= Reach::one_later &&
            std::none_of(made.turns.found.begin(), made.turns.found.end(),
                         [](const FirstTurn& turn) { return turn.when == When::one_later; });
        for (int more = sure_later ? 1 : 0; more >= 0 && made.root < 0; --more) {
            if (!refutation || made.turns.reached == Reach::none || !control.running()) break;
            made.proof = {};
            made.refuted_within = turns + more;
            made.root =
                search.refute_others(left, turns + more, made.turns, made.proof, refutation);
        }
        made.nodes = control.nodes();
        made.seconds = control.seconds();
        return made;
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
    answer["refutation"] = bind::nodes_of(made.proof.proof);
    answer["root"] = made.root;
    answer["refuted_within"] = made.refuted_within;
    answer["finished"] = made.finished;
    answer["nodes"] = made.nodes;
    answer["seconds"] = made.seconds;
    return answer;
}

}  // namespace

void bind_first_turns(nb::module_& m) {
    m.def("first_turns", &first_turns, "geometry"_a, "stones"_a, "attacker"_a, "left"_a, "turns"_a,
          "reach"_a, "most"_a, "most_later"_a, "candidate_nodes"_a, "refutation"_a, "nodes"_a,
          "seconds"_a, "memory"_a, "progress"_a.none() = nb::none());
}
