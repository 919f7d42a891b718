// The forcing searches for Python: one call, one finding.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>

#include "bind/boards.hpp"
#include "bind/proofs.hpp"
#include "bind/running.hpp"
#include "positional/forcing/partial.hpp"
#include "positional/forcing/quiet.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::positional;

namespace {

struct Outcome {
    Finding finding;
    Proof proof;
    SharedProof refutation;
    std::int32_t refuted = -1;
    std::uint64_t nodes;
    double seconds;
    Ending ending;
    std::size_t table_bytes;
};

const char* word(Answer answer) {
    return answer == Answer::win ? "win" : answer == Answer::no ? "no" : "unknown";
}

const char* word(Ending ending) {
    switch (ending) {
        case Ending::finished:
            return "finished";
        case Ending::nodes:
            return "nodes";
        case Ending::seconds:
            return "seconds";
        case Ending::memory:
            return "memory";
        case Ending::stopped:
            return "stopped";
    }
    return "";
}

// `refutation`: how many nodes the proof that no shorter win exists may take; 0: none is wanted.
nb::typed<nb::dict, nb::str, nb::object> forcing(std::shared_ptr<Geometry> geometry,
                                                 const std::vector<std::vector<int>>& stones,
                                                 int attacker, int left, bool partial,
                                                 bool shortest, bool spare_stones, int most_turns,
                                                 int quiet_turns, std::size_t refutation,
                                                 std::uint64_t nodes, double seconds,
                                                 std::uint64_t memory, nb::object progress) {
    if (attacker < 0 || attacker > 1) throw std::invalid_argument("there is no such player");
    if (left < 1 || left > max_stones) throw std::invalid_argument("bad number of stones left");
    if (most_turns < 0 || quiet_turns < 0)
        throw std::invalid_argument("a number of turns is not negative");
    WarBoard board = bind::board_of(std::move(geometry), stones);
    const auto outcome = bind::run(
        {.nodes = nodes, .seconds = seconds, .memory = memory}, std::move(progress),
        [&](Control& control) {
            Outcome made{};
            if (partial && quiet_turns > 0) {
                QuietForcing search(board, attacker, control, memory);
                made.finding = search.solve(left, made.proof, most_turns, quiet_turns);
            } else if (partial) {
                PartialForcing search(board, attacker, control, memory);
                made.finding = search.solve(left, made.proof, most_turns);
            } else {
                FullForcing search(board, attacker, control, memory);
                made.finding = search.solve(
                    left, made.proof,
                    {.shortest = shortest, .most_turns = most_turns, .spare_stones = spare_stones});
                made.table_bytes = search.table_bytes();
                if (refutation && made.finding.none_within > 0)
                    made.refuted =
                        search.refute(left, made.finding.none_within, made.refutation, refutation);
            }
            made.nodes = control.nodes();
            made.seconds = control.seconds();
            made.ending = control.ending();
            return made;
        });
    nb::dict answer;
    answer["answer"] = word(outcome.finding.answer);
    answer["turns"] = outcome.finding.turns;
    answer["none_within"] = outcome.finding.none_within;
    answer["root"] = outcome.finding.root;
    answer["proof"] = bind::nodes_of(outcome.proof);
    answer["refutation"] = bind::nodes_of(outcome.refutation.proof);
    answer["refuted"] = outcome.refuted;
    answer["nodes"] = outcome.nodes;
    answer["seconds"] = outcome.seconds;
    answer["ending"] = word(outcome.ending);
    answer["table_bytes"] = outcome.table_bytes;
    return answer;
}

}  // namespace

void bind_forcing(nb::module_& m) {
    m.def("forcing", &forcing, "geometry"_a, "stones"_a, "attacker"_a, "left"_a, "partial"_a,
          "shortest"_a, "spare_stones"_a, "most_turns"_a, "quiet_turns"_a, "refutation"_a,
          "nodes"_a, "seconds"_a, "memory"_a, "progress"_a.none() = nb::none());
}
