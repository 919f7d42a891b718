// Paper 000's bitboard steps for Python: one search, and the parts by themselves for tests.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <stdexcept>
#include <string>

#include "bind/running.hpp"
#include "bit_game.hpp"
#include "search/pns.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::gomoku;

namespace {

WinTest test_of(const std::string& name) {
    if (name == "loops") return WinTest::loops;
    if (name == "shifts") return WinTest::shifts;
    if (name == "magic") return WinTest::magic;
    throw std::invalid_argument("a win test is loops, shifts or magic");
}

nb::typed<nb::dict, nb::str, nb::object> solve(std::uint64_t black, std::uint64_t white,
                                               std::uint64_t outside, int mover,
                                               const std::string& test, int masks, bool dead,
                                               bool best_first, std::uint64_t nodes,
                                               std::uint64_t memory, nb::object progress) {
    if ((black & white) || ((black | white) & outside))
        throw std::invalid_argument("a cell holds one thing");
    if (mover < 0 || mover > 1) throw std::invalid_argument("there is no such player");
    if (masks < 0 || masks > 4) throw std::invalid_argument("0 to 4 masks");
    BitGame game(black, white, outside, mover, {test_of(test), masks, dead});
    struct Outcome {
        search::Verdict verdict;
        std::uint64_t nodes;
        double seconds;
    };
    const auto outcome =
        bind::run({.nodes = nodes, .seconds = 0, .memory = memory}, std::move(progress),
                  [&](Control& control) {
                      if (best_first) {
                          const auto found =
                              search::ProofNumberSearch<BitGame>(game, control, memory).solve();
                          return Outcome{found, control.nodes(), control.seconds()};
                      }
                      search::ProofTable table(memory);
                      // As the paper has it: sums of proof numbers, and thresholds that grow by a
                      // quarter.
                      const auto verdict =
                          search::Dfpn<BitGame>(game, table, control, {.weak = false}).solve();
                      return Outcome{verdict, control.nodes(), control.seconds()};
                  });
    nb::dict answer;
    answer["answer"] = outcome.verdict == search::Verdict::proved      ? "win"
                       : outcome.verdict == search::Verdict::disproved ? "no"
                                                                       : "unknown";
    answer["nodes"] = outcome.nodes;
    answer["seconds"] = outcome.seconds;
    return answer;
}

bool has_five(std::uint64_t board, int cell, const std::string& test) {
    if (cell < 0 || cell > 63) throw std::invalid_argument("there is no such cell");
    switch (test_of(test)) {
        case WinTest::loops:
            return five_by_loops(board, cell);
        case WinTest::shifts:
            return five_by_shifts(board);
        case WinTest::magic:
            return five_by_magic(board, cell);
    }
    return false;
}

}  // namespace

void bind_gomoku(nb::module_& m) {
    m.def("gomoku_bit_solve", &solve, "black"_a, "white"_a, "outside"_a, "mover"_a, "test"_a,
          "masks"_a, "dead_points"_a, "best_first"_a, "nodes"_a, "memory"_a,
          "progress"_a.none() = nb::none());
    m.def("gomoku_has_five", &has_five, "board"_a, "cell"_a, "test"_a);
    m.def("gomoku_dead_points", &dead_points, "black"_a, "white"_a, "outside"_a);
}
