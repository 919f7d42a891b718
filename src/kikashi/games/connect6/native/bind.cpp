// The papers' threat searches for Python: 001's by double threats, 003's by single ones.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>

#include "bind/boards.hpp"
#include "bind/running.hpp"
#include "single_threats.hpp"
#include "threat_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::connect6;

namespace {

Defence defence_of(const std::string& name) {
    if (name == "exact") return Defence::exact;
    if (name == "conservative") return Defence::conservative;
    if (name == "improved") return Defence::improved;
    if (name == "three") return Defence::three;
    throw std::invalid_argument("a defence is exact, conservative, improved or three");
}

void check_places(const std::vector<std::array<int, 2>>& places,
                  const positional::Geometry& geometry) {
    if (places.size() != static_cast<std::size_t>(geometry.cells()))
        throw std::invalid_argument("each cell has a place");
    for (const auto& place : places)
        for (const int number : place)
            if (number < 0 || number >= geometry.cells())
                throw std::invalid_argument("a place is a column and a row of the board");
}

nb::typed<nb::dict, nb::str, nb::object> threats(
    std::shared_ptr<positional::Geometry> geometry, const std::vector<std::vector<int>>& stones,
    int attacker, const std::vector<std::array<int, 2>>& places, const std::string& defence,
    bool cache, int step, int candidates, int distance, int most_turns, std::uint64_t nodes,
    double seconds, nb::object progress) {
    if (attacker < 0 || attacker > 1) throw std::invalid_argument("there is no such player");
    if (geometry->stones() != 2)
        throw std::invalid_argument("this search is for two stones a turn");
    check_places(places, *geometry);
    if (step < 1 || step > 200 || most_turns < 1 || most_turns > 200)
        throw std::invalid_argument("the search deepens by a turn or more, to 200 at most");
    if (candidates < 0 || candidates > 9 || distance < 0 || distance > 1000)
        throw std::invalid_argument("candidates are set from 0 to 9, a distance from 0 to 1000");
    positional::WarBoard board = bind::board_of(std::move(geometry), stones);
    struct Outcome {
        Found found;
        std::uint64_t nodes;
        double seconds;
    };
    const auto outcome = bind::run(
        {.nodes = nodes, .seconds = seconds, .memory = 0}, std::move(progress),
        [&](Control& control) {
            ThreatSearch search(board, attacker, control,
                                {defence_of(defence), cache, step, candidates, distance}, places);
            const Found found = search.solve(most_turns);
            return Outcome{found, control.nodes(), control.seconds()};
        });
    nb::dict answer;
    const Found& found = outcome.found;
    answer["answer"] = found.wins ? "win" : found.stopped ? "unknown" : "no";
    std::vector<int> first(found.first.begin(), found.first.end());
    answer["turn"] = first;
    answer["asked"] = found.asked;
    answer["hits"] = found.hits;
    answer["nodes"] = outcome.nodes;
    answer["seconds"] = outcome.seconds;
    return answer;
}

nb::typed<nb::dict, nb::str, nb::object> single_threats(
    std::shared_ptr<positional::Geometry> geometry, const std::vector<std::vector<int>>& stones,
    int attacker, const std::vector<std::array<int, 2>>& places, bool aggressive, int most_turns,
    std::uint64_t nodes, double seconds, nb::object progress) {
    if (attacker < 0 || attacker > 1) throw std::invalid_argument("there is no such player");
    if (geometry->stones() != 2 || geometry->uniform_size() != 6)
        throw std::invalid_argument("this search is for six in a row with two stones a turn");
    check_places(places, *geometry);
    if (most_turns < 1 || most_turns > 200)
        throw std::invalid_argument("a search goes 1 to 200 turns deep");
    positional::WarBoard board = bind::board_of(std::move(geometry), stones);
    struct Outcome {
        SingleThreats::Found found;
        std::uint64_t nodes;
    };
    const auto outcome = bind::run(
        {.nodes = nodes, .seconds = seconds, .memory = 0}, std::move(progress),
        [&](Control& control) {
            SingleThreats search(board, attacker, control,
                                 aggressive ? Leaning::aggressive : Leaning::defensive, places);
            const SingleThreats::Found found = search.solve(most_turns);
            return Outcome{found, control.nodes()};
        });
    nb::dict answer;
    const auto& found = outcome.found;
    answer["answer"] = found.wins ? "win" : found.stopped ? "unknown" : "no";
    answer["turn"] = std::vector<int>(found.first.begin(), found.first.end());
    answer["nodes"] = outcome.nodes;
    return answer;
}

}  // namespace

void bind_connect6(nb::module_& m) {
    m.def("connect6_single_threats", &single_threats, "geometry"_a, "stones"_a, "attacker"_a,
          "places"_a, "aggressive"_a, "most_turns"_a, "nodes"_a, "seconds"_a,
          "progress"_a.none() = nb::none());
    m.def("connect6_threats", &threats, "geometry"_a, "stones"_a, "attacker"_a, "places"_a,
          "defence"_a, "cache"_a, "step"_a, "candidates"_a, "distance"_a, "most_turns"_a, "nodes"_a,
          "seconds"_a, "progress"_a.none() = nb::none());
}
