// The plain players: any legal word, and the fastest hand (least distance, most useful tiles).
#include <algorithm>

#include "player.hpp"

namespace kikashi::mahjong {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

struct Speed {
    int missing = never;
    int useful = -1;

    bool better_than(const Speed& other) const {
        return missing != other.missing ? missing < other.missing : useful > other.useful;
    }
};

int copies_left(const Seen& seen, TileSet tiles) {
    int left = 0;
    for (int tile = 0; tile < kinds; ++tile)
        if (tiles & bit(tile)) left += std::max(0, seen.unseen(tile));
    return left;
}

// The best discard from a hand that has one tile too many.
Speed best_discard(const Seen& seen, const Hand& hand, Tile& discard) {
    const auto discards = hand.discards(true);
    Speed best;
    for (int tile = 0; tile < kinds; ++tile) {
        const auto& left = discards[at(tile)];
        if (left.missing == never) continue;
        const Speed speed{left.missing, copies_left(seen, left.useful)};
        if (speed.better_than(best)) {
            best = speed;
            discard = static_cast<Tile>(tile);
        }
    }
    return best;
}

}  // namespace

Seen seen_by(const Table& table, int seat) {
    const bool own = table.open().phase == Phase::turn && table.open().turn == seat;
    return {table.rules(), table.open(), seat, table.hand(seat),
            own ? table.drawn() : static_cast<Tile>(-1)};
}

Claimed after_claim(const Seen& seen, Word word) {
    Claimed made{seen.hand, laid_counts(seen.place()), seen.melds() - 1};
    const int tile = seen.open.target;
    const auto lay = [&](int t, bool own) {
        if (own) --made.hand[at(t)];
        ++made.laid[at(t)];
    };
    if (word.act == Act::chow) {
        for (int t = word.tile; t < word.tile + 3; ++t) lay(t, t != tile);
    } else {
        for (int n = 0; n < (word.act == Act::kong ? 4 : 3); ++n) lay(tile, n > 0);
    }
    return made;
}

Word choose_fastest(const Seen& seen, const Words& words) {
    if (words.has({Act::win, -1})) return {Act::win, -1};
    const Hand hand(seen.hand, laid_counts(seen.place()), seen.melds());
    const int now = hand.missing();
    if (seen.open.phase == Phase::turn) {
        for (const Word& word : words) {
            if (word.act != Act::own_kong) continue;
            Hand rest(seen.hand, laid_counts(seen.place()),
                      seen.melds() - (seen.hand[at(word.tile)] == copies));
            while (rest.held(word.tile)) rest.remove(word.tile);
            if (rest.missing() <= now) return word;
        }
        if (words[words.size() - 1] == Word{Act::discard, seen.drawn} &&
            seen.place().ready != Ready::no)
            return words[words.size() - 1];
        Tile tile = -1;
        best_discard(seen, hand, tile);
        return {Act::discard, tile};
    }
    Speed best{now, never * kinds};  // a claim must bring the hand nearer
    Word chosen{Act::pass, -1};
    for (const Word& word : words) {
        if (word.act == Act::pass) continue;
        const Claimed claimed = after_claim(seen, word);
        const Hand after(claimed.hand, claimed.laid, claimed.melds);
        Tile tile = -1;
        const Speed speed = word.act == Act::kong
                                ? Speed{after.missing(), copies_left(seen, after.useful())}
                                : best_discard(seen, after, tile);
        if (speed.better_than(best)) {
            best = speed;
            chosen = word;
        }
    }
    return chosen;
}

Word choose(const Seen& seen, const Words& words, const Level& level, Random& random) {
    if (words.size() == 1) return words[0];
    switch (level.kind) {
        case Kind::random:
            return words[random.below(words.size())];
        case Kind::fastest:
            return choose_fastest(seen, words);
        case Kind::paper:
            return choose_paper(seen, words);
        case Kind::expected:
            return choose_expected(seen, words, level.noise, random);
        default:
            return choose_sampling(seen, words, level.samples, random);
    }
}

}  // namespace kikashi::mahjong
