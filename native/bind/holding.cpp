// The turns that hold against a forcing win, for Python: one call, one list with its proofs.
#include "positional/forcing/holding.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bind/boards.hpp"
#include "bind/proofs.hpp"
#include "bind/running.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::positional;

namespace {

const char* word(Holding::Ending ending) {
    switch (ending) {
        case Holding::Ending::nothing_threatens:
            return "nothing-threatens";
        case Holding::Ending::all_found:
            return "all-found";
        case Holding::Ending::too_many:
            return "too-many";
        case Holding::Ending::open:
            return "open";
    }
    return "";
}

// `proof`: how many nodes each certificate may take; 0: none is wanted.
nb::typed<nb::dict, nb::str, nb::any> holding(std::shared_ptr<Geometry> geometry,
                                              const std::vector<std::vector<int>>& stones,
                                              int defender, int left, int most,
                                              std::uint64_t search_nodes, std::size_t proof,
                                              std::uint64_t nodes, double seconds,
                                              std::uint64_t memory, nb::object progress) {
    if (defender < 0 || defender > 1) throw std::invalid_argument("there is no such player");
    if (left < 1 || left > max_stones || most < 1)
        throw std::invalid_argument("the question about defences is out of range");
    WarBoard board = bind::board_of(geometry, stones);
    for (SetId set : board.fillable(defender))
        if (board.missing(set, defender) <= left)
            throw std::invalid_argument("the side to move can fill a set at once");
    struct Made {
        Holding holding;
        SharedProof others;
        std::vector<SharedProof> held;
        std::vector<std::int32_t> held_roots;
        std::uint64_t nodes;
        double seconds;
    };
    const Made made = bind::run(Limits{nodes, seconds, memory}, progress, [&](Control& control) {
        Made found{};
        HoldingSearch search(board, 1 - defender, control, memory);
        found.holding = search.find(left, {most, search_nodes, proof}, found.others);
        if (proof && found.holding.ending == Holding::Ending::all_found)
            for (const Turn& turn : found.holding.turns) {
                found.held.emplace_back();
                found.held_roots.push_back(search.refute(turn, found.held.back(), proof));
            }
        found.nodes = control.nodes();
        found.seconds = control.seconds();
        return found;
    });
    nb::list turns, held;
    for (const Turn& turn : made.holding.turns) turns.append(bind::cells_of(turn));
    for (std::size_t i = 0; i < made.held.size(); ++i)
        held.append(nb::make_tuple(bind::nodes_of(made.held[i].proof), made.held_roots[i]));
    nb::dict answer;
    answer["ending"] = word(made.holding.ending);
    answer["turns"] = turns;
    answer["threatened"] = made.holding.threatened;
    answer["bound"] = made.holding.bound;
    answer["root"] = made.holding.root;
    answer["proof"] = bind::nodes_of(made.others.proof);
    answer["held"] = held;
    answer["nodes"] = made.nodes;
    answer["seconds"] = made.seconds;
    return answer;
}

}  // namespace

void bind_holding(nb::module_& m) {
    m.def("holding", &holding, "geometry"_a, "stones"_a, "defender"_a, "left"_a, "most"_a,
          "search_nodes"_a, "proof"_a, "nodes"_a, "seconds"_a, "memory"_a,
          "progress"_a.none() = nb::none());
}
