#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>
#include "bind/running.hpp"
#include "position.hpp"
namespace nb = nanobind;
using namespace nb::literals;
void bind_xiangqi(nb::module_& m) {
    using namespace kikashi;
    using namespace kikashi::xiangqi;
    nb::class_<Position>(m, "XiangqiPosition")
        .def("__init__", [](Position* self, const std::string& board, int mover) { new (self) Position(board, mover == 0 ? red : black); })
        .def("perft", [](Position& p, int depth, double seconds, nb::object progress) {
            return bind::run({.seconds = seconds}, std::move(progress), [&](Control& c) { Position copy = p; const auto n = copy.perft(depth, c); return std::make_pair(n, c.running()); }); }, "depth"_a, "seconds"_a = 0.0, "progress"_a = nb::none());
}
