// How fast stones are placed and taken back; for the benchmark, which prints it.
#pragma once

#include <cstdint>
#include <memory>

#include "positional/geometry.hpp"

namespace kikashi::positional {

struct Speed {
    std::uint64_t changes;  // stones placed and stones taken back
    double seconds;
    std::size_t bytes;  // of one position
};

// Plays random games of two sides and takes them back, with per-set counts and, if `lists`, the
// per-side lists of sets that one turn could fill; without, the counts alone.
Speed measure_changes(std::shared_ptr<const Geometry> geometry, std::uint64_t least_changes,
                      bool lists);

}  // namespace kikashi::positional
