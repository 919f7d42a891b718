// A player's view as it comes from outside: checked, and handed to the native players.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "danger.hpp"
#include "expected.hpp"
#include "words.hpp"

namespace kikashi::mahjong {

inline Counts counts_of(const std::vector<int>& given) {
    if (given.size() != kinds) throw std::invalid_argument("a hand is 34 counts");
    Counts counts{};
    for (int tile = 0; tile < kinds; ++tile) {
        const int held = given[static_cast<std::size_t>(tile)];
        if (held < 0 || held > copies) throw std::invalid_argument("a tile has four copies");
        counts[static_cast<std::size_t>(tile)] = static_cast<std::uint8_t>(held);
    }
    return counts;
}

using MeldFields = std::tuple<int, int, int, int>;  // kind, tile, taken, giver

inline Level level_of(int kind, int samples, int noise) {
    if (kind < 0 || kind > static_cast<int>(Kind::sampling) || samples < 0 || samples > 100'000 ||
        noise < 0 || noise > 1'000'000)
        throw std::invalid_argument("there is no such player");
    return {static_cast<Kind>(kind), samples, noise};
}

// A player's view as plain data, checked: what comes from outside must not lead out of bounds.
class ViewOfTable {
   public:
    ViewOfTable(const Rules& rules, int seat, const std::vector<int>& hand, int drawn, int replaced,
                int left, int turn, int phase, int giver, int target, int calls,
                const std::vector<int>& tiles, const std::vector<int>& flowers,
                const std::vector<int>& ready, const std::vector<std::vector<MeldFields>>& melds,
                const std::vector<std::pair<int, int>>& discards,
                const std::vector<std::vector<int>>& taken)
        : rules_(rules), seat_(seat), hand_(counts_of(hand)), drawn_(static_cast<Tile>(drawn)) {
        need(seat >= 0 && seat < seats && turn >= 0 && turn < seats, "seats");
        need(drawn >= -1 && drawn < kinds && target >= -1 && target < kinds, "tiles");
        need(giver >= -1 && giver < seats && phase >= 1 && phase <= 3, "phase");
        need(phase == 1 || (giver >= 0 && target >= 0), "target");
        need(drawn < 0 || hand_[static_cast<std::size_t>(drawn)] > 0, "drawn tile");
        need(left >= 0 && left <= 144 && calls >= 0 && calls < 100, "wall");
        need(replaced >= 0 && replaced <= 2 && discards.size() <= 160, "discards");
        for (const std::size_t size :
             {tiles.size(), flowers.size(), ready.size(), melds.size(), taken.size()})
            need(size == seats, "players");
        replaced_ = static_cast<Replaced>(replaced);
        open_.left = static_cast<std::int16_t>(left);
        open_.calls = static_cast<std::uint8_t>(calls);
        open_.dealer = static_cast<std::int8_t>(rules.dealer);
        open_.streak = static_cast<std::int8_t>(rules.streak);
        open_.round = static_cast<std::int8_t>(rules.round);
        open_.turn = static_cast<std::int8_t>(turn);
        open_.phase = static_cast<Phase>(phase);
        open_.giver = static_cast<std::int8_t>(giver);
        open_.target = static_cast<Tile>(target);
        for (int n = 0; n < seats; ++n) {
            const auto i = static_cast<std::size_t>(n);
            Spot& place = open_.place(n);
            need(tiles[i] >= 0 && tiles[i] <= most_tiles && flowers[i] >= 0 && flowers[i] < 256 &&
                     ready[i] >= 0 && ready[i] <= 2 && melds[i].size() <= most_melds,
                 "players");
            place.tiles = static_cast<std::int8_t>(tiles[i]);
            place.flowers = static_cast<std::uint8_t>(flowers[i]);
            place.ready = static_cast<Ready>(ready[i]);
            for (const auto& [kind, tile, from, whose] : melds[i]) {
                need(kind >= 0 && kind <= 4 && tile >= 0 && tile < kinds && from >= -1 &&
                         from < kinds && whose >= -1 && whose < seats &&
                         (kind > 0 || (tile < first_honour && tile % 9 < 7)),
                     "melds");
                place.melds[static_cast<std::size_t>(place.meld_count++)] = {
                    static_cast<MeldKind>(kind), static_cast<Tile>(tile), static_cast<Tile>(from),
                    static_cast<std::int8_t>(whose)};
            }
            const Counts laid = laid_counts(place);
            for (int tile = 0; tile < kinds; ++tile)
                see(tile, laid[static_cast<std::size_t>(tile)]);
        }
        for (const auto& [who, tile] : discards) {
            need(who >= 0 && who < seats && tile >= 0 && tile < kinds, "discards");
            Spot& place = open_.place(who);
            need(place.discards < most_discards, "discards");
            const auto number = static_cast<std::size_t>(place.discards);
            const auto& claimed = taken[static_cast<std::size_t>(who)];
            place.when[number] = open_.all_discards++;
            place.river[number] = static_cast<Tile>(tile);
            if (std::find(claimed.begin(), claimed.end(), int{place.discards}) == claimed.end())
                see(tile, 1);
            else
                place.taken |= std::uint64_t{1} << number;
            ++place.discards;
        }
        int held = 0;
        for (int tile = 0; tile < kinds; ++tile) {
            const auto i = static_cast<std::size_t>(tile);
            held += hand_[i];
            need(hand_[i] + open_.visible[i] <= copies, "copies of a tile");
        }
        need(held == 3 * (most_melds - open_.place(seat).meld_count) + (phase == 1 ? 2 : 1),
             "number of tiles in the hand");
    }
    ViewOfTable(const ViewOfTable&) = delete;
    ViewOfTable& operator=(const ViewOfTable&) = delete;

    std::string choose(const std::vector<std::string>& words, int kind, int samples, int noise,
                       std::uint64_t seed) const {
        const Words known = words_of(words);
        const Level level = level_of(kind, samples, noise);
        Random random(seed);
        return text_of(mahjong::choose(seen(), known, level, random));
    }
    std::vector<std::pair<std::string, double>> values(
        const std::vector<std::string>& words) const {
        std::vector<std::pair<std::string, double>> made;
        for (const Valued& one : value_words(seen(), words_of(words)))
            made.emplace_back(text_of(one.word), one.value);
        return made;
    }
    // What each opponent would do to each tile of the hand: chances to win on it.
    std::vector<std::tuple<int, int, double>> dangers() const {
        std::vector<std::tuple<int, int, double>> made;
        const Seen now = seen();
        for (int n = 1; n < seats; ++n) {
            const Opponent opponent(now, (seat_ + n) % seats);
            for (int tile = 0; tile < kinds; ++tile)
                if (hand_[static_cast<std::size_t>(tile)])
                    made.emplace_back(opponent.seat(), tile, opponent.danger(tile));
        }
        return made;
    }

   private:
    static void need(bool holds, const char* what) {
        if (!holds) throw std::invalid_argument(std::string("this view does not fit: ") + what);
    }
    void see(int tile, int count) {
        auto& visible = open_.visible[static_cast<std::size_t>(tile)];
        need(visible + count <= copies, "copies of a tile");
        visible = static_cast<std::uint8_t>(visible + count);
    }
    Seen seen() const { return {rules_, open_, seat_, hand_, drawn_, replaced_}; }
    // Only words that the hand can bear: the law has said which, but this may come from anywhere.
    Words words_of(const std::vector<std::string>& texts) const {
        Words words;
        need(!texts.empty() && texts.size() <= 48, "words");
        for (const std::string& text : texts) {
            const auto word = word_from(text);
            need(word.has_value() && fits(*word), "words");
            words.push(word->act, word->tile);
        }
        return words;
    }
    bool fits(Word word) const {
        const auto held = [&](int tile) {
            return tile >= 0 && tile < kinds ? int{hand_[static_cast<std::size_t>(tile)]} : 0;
        };
        const bool turn = open_.phase == Phase::turn;
        const int melds = open_.place(seat_).meld_count;
        switch (word.act) {
            case Act::discard:
            case Act::ready:
                return turn && held(word.tile) > 0;
            case Act::own_kong:
                return turn && held(word.tile) > 0 &&
                       (held(word.tile) < copies || melds < most_melds);
            case Act::win:
                return true;
            case Act::pass:
                return !turn;
            case Act::kong:
                return !turn && held(open_.target) == 3 && melds < most_melds;
            case Act::pong:
                return !turn && held(open_.target) >= 2 && melds < most_melds;
            default:
                if (turn || melds == most_melds || word.tile < 0 || word.tile >= first_honour ||
                    word.tile % 9 > 6 || open_.target < word.tile || open_.target > word.tile + 2)
                    return false;
                for (int tile = word.tile; tile < word.tile + 3; ++tile)
                    if (tile != open_.target && !held(tile)) return false;
                return true;
        }
    }

    Rules rules_;
    Open open_;
    int seat_;
    Counts hand_;
    Tile drawn_;
    Replaced replaced_ = Replaced::no;
};

}  // namespace kikashi::mahjong
