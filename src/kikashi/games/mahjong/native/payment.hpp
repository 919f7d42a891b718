// What a win would bring, by what shows of it already.
#pragma once

#include "chances.hpp"

namespace kikashi::mahjong {

// Points of all payers together.
double points_of_win(const Seen& seen, const Holding& holding, int missing);

}  // namespace kikashi::mahjong
