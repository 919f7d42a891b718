// Words of moves as texts: the law's notation.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "table.hpp"

namespace kikashi::mahjong {

std::string tile_text(int tile);
std::optional<int> tile_from(std::string_view text);
std::string text_of(Word word);
std::optional<Word> word_from(std::string_view text);

}  // namespace kikashi::mahjong
