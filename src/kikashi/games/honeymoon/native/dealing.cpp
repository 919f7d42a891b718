#include "dealing.hpp"

#include <algorithm>

namespace kikashi::honeymoon {

Deal open_deal(Cards mine, Cards theirs, int trump, bool leads) {
    Deal deal;
    deal.trumps = trump >= 0;
    int at = deal.trumps ? 1 : 0;
    for (int s = 0; s < 4; ++s) {
        Suit suit = empty_suit;
        for (int r = 0; r < 13; ++r) {
            if ((mine & one(13 * s + r)) != 0) suit = suit << 1 | 1;
            if ((theirs & one(13 * s + r)) != 0) suit = suit << 1;
        }
        deal.suits[s == trump ? 0 : at++] = leads ? suit : swapped(suit);
    }
    return deal;
}

World sample(Random& random, const Known& known) {
    std::array<int, 52> pool{};
    int count = 0;
    each(known.unseen, [&](int card) { pool[count++] = card; });
    World world;
    // Suits that were not followed to are rare in the other hand: after some tries the nearest
    // deal is taken.
    int best = 1000;
    std::array<int, 52> kept = pool;
    for (int tries = 0; tries < 40 && best > 0; ++tries) {
        for (int n = 0; n < count - 1; ++n) {
            std::swap(
                pool[n],
                pool[n + static_cast<int>(random.below(static_cast<std::uint32_t>(count - n)))]);
        }
        std::array<int, 4> held{};
        for (int n = 0; n < known.their_unknown; ++n) ++held[pool[n] / 13];
        int over = 0;
        for (int s = 0; s < 4; ++s) over += std::max(0, held[s] - known.most[s]);
        if (over < best) best = over, kept = pool;
    }
    world.mine = known.mine;
    world.theirs = known.theirs;
    for (int n = 0; n < count; ++n) {
        if (n < known.their_unknown) {
            world.theirs |= one(kept[n]);
        } else {
            world.stock[world.left++] = kept[n];
        }
    }
    return world;
}

std::vector<int> different_cards(const Known& known, Cards tried) {
    Cards others = known.theirs | known.unseen;
    if (known.led >= 0) others |= one(known.led);
    if (known.upcard >= 0) others |= one(known.upcard);
    const Cards may = known.led >= 0 ? may_answer(known.mine, known.led) : known.mine;
    std::vector<int> found;
    each(may, [&](int card) {
        for (int next = card + 1; next % 13 != 0 && (others & one(next)) == 0; ++next) {
            if ((may & one(next)) != 0) return;
        }
        if ((tried & one(card)) != 0) found.push_back(card);
    });
    return found;
}

}  // namespace kikashi::honeymoon
