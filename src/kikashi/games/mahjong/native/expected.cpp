#include "player.hpp"
namespace kikashi::mahjong {
Word choose_paper(const Seen& s, const Words& w) { return choose_fastest(s, w); }
Word choose_expected(const Seen& s, const Words& w, int, Random&) { return choose_fastest(s, w); }
Word choose_sampling(const Seen& s, const Words& w, int, Random&) { return choose_fastest(s, w); }
}  // namespace kikashi::mahjong
