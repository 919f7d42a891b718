#include "words.hpp"

namespace kikashi::mahjong {

namespace {

constexpr std::string_view letters = "mpszf";

int suit_start(std::size_t suit) { return suit < 4 ? static_cast<int>(suit) * 9 : first_flower; }
int suit_size(std::size_t suit) { return suit < 3 ? 9 : suit == 3 ? 7 : 8; }

struct Prefix {
    Act act;
    std::string_view text;
};
constexpr Prefix prefixes[] = {
    {Act::ready, "ready:"}, {Act::own_kong, "kong:"}, {Act::chow, "chow:"}, {Act::discard, ""}};
constexpr Prefix alone[] = {
    {Act::win, "win"}, {Act::pass, "pass"}, {Act::kong, "kong"}, {Act::pong, "pong"}};

}  // namespace

std::string tile_text(int tile) {
    const std::size_t suit = is_flower(tile) ? 4 : static_cast<std::size_t>(suit_of(tile));
    return {static_cast<char>('1' + tile - suit_start(suit)), letters[suit]};
}

std::optional<int> tile_from(std::string_view text) {
    if (text.size() != 2) return {};
    const std::size_t suit = letters.find(text[1]);
    const int rank = text[0] - '1';
    if (suit == letters.npos || rank < 0 || rank >= suit_size(suit)) return {};
    return suit_start(suit) + rank;
}

std::string text_of(Word word) {
    for (const auto& [act, text] : alone)
        if (act == word.act) return std::string(text);
    for (const auto& [act, text] : prefixes)
        if (act == word.act) return std::string(text) + tile_text(word.tile);
    return {};
}

std::optional<Word> word_from(std::string_view text) {
    for (const auto& [act, name] : alone)
        if (text == name) return Word{act, -1};
    for (const auto& [act, prefix] : prefixes)
        if (text.starts_with(prefix))
            if (const auto tile = tile_from(text.substr(prefix.size())))
                return Word{act, static_cast<Tile>(*tile)};
    return {};
}

}  // namespace kikashi::mahjong
