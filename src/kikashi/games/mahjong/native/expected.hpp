// The values that our player gives to each word that may be said.
#pragma once

#include <vector>

#include "player.hpp"

namespace kikashi::mahjong {

struct Valued {
    Word word;
    double value;  // points
};

std::vector<Valued> value_words(const Seen& seen, const Words& words);

}  // namespace kikashi::mahjong
