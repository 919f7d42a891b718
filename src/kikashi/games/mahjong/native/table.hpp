// One deal at the table, the twin of deal.py: what lies open, what is hidden, and what happens.
#pragma once

#include <array>
#include <cstdint>

#include "hand.hpp"
#include "score.hpp"
#include "tiles.hpp"

namespace kikashi::mahjong {

constexpr int seats = 4;
constexpr int most_discards = 48;

struct Rules {
    bool flowers = true, all_win = true, passed_win = false, may_declare = false;
    int left = 16, base = 3, unit = 1, dealer = 0, streak = 0, round = 0;
    Profile profile;

    int tiles() const { return flowers ? 144 : 136; }
};

enum class Act : std::uint8_t { discard, ready, own_kong, win, pass, kong, pong, chow };

struct Word {
    Act act = Act::pass;
    Tile tile = -1;

    bool operator==(const Word&) const = default;
};

class Words {  // few, on the stack
   public:
    void push(Act act, int tile = -1) {
        words_[static_cast<std::size_t>(size_++)] = {act, static_cast<Tile>(tile)};
    }
    int size() const { return size_; }
    const Word& operator[](int n) const { return words_[static_cast<std::size_t>(n)]; }
    const Word* begin() const { return words_.data(); }
    const Word* end() const { return words_.data() + size_; }
    bool has(Word word) const {
        for (const Word& one : *this)
            if (one == word) return true;
        return false;
    }

   private:
    std::array<Word, 48> words_;
    int size_ = 0;
};

enum class Phase : std::uint8_t { draw, turn, claims, rob, over };
enum class Source : std::uint8_t { deal, first, turn, kong, flower };

// What anybody at the table can see of one player.
struct Spot {
    std::array<Meld, most_melds> melds{};
    std::int8_t meld_count = 0;
    std::int8_t tiles = 0;  // in the hand
    std::uint8_t flowers = 0;
    std::int8_t discards = 0;
    Ready ready = Ready::no;
    std::array<Tile, most_discards> river{};
    std::array<std::uint8_t, most_discards> when{};  // discards made before it, by all
    std::uint64_t taken = 0;                         // bit n: discard n was claimed
};

// All that lies open. Players are handed this and their own hand, and nothing else.
struct Open {
    std::array<Spot, seats> places{};
    Counts visible{};  // in melds, and discards that nobody took
    std::int16_t left = 0;
    std::uint8_t all_discards = 0, calls = 0;
    std::int8_t dealer = 0, streak = 0, round = 0;
    std::int8_t turn = 0;
    Phase phase = Phase::draw;
    std::int8_t giver = -1;  // of the tile that may be claimed
    Tile target = -1;

    const Spot& place(int seat) const { return places[static_cast<std::size_t>(seat)]; }
    Spot& place(int seat) { return places[static_cast<std::size_t>(seat)]; }
};

struct Settled {
    std::int8_t winner = -1, giver = -1;  // giver -1: self-drawn
    std::int16_t tai = 0;
};

struct DealEnd {
    std::array<int, seats> payoffs{};
    std::array<Settled, 3> settled{};
    int winners = 0;  // 0: the wall ran out
};

class Table {
   public:
    explicit Table(const Rules& rules);

    const Rules& rules() const { return *rules_; }
    const Open& open() const { return open_; }
    const Counts& hand(int seat) const { return hands_[static_cast<std::size_t>(seat)]; }
    Tile drawn() const { return drawn_; }  // by the player whose turn it is
    bool passed(int seat) const { return passed_ >> seat & 1; }
    int wall(int tile) const { return wall_[static_cast<std::size_t>(tile)]; }
    bool from_back() const { return source_ != Source::deal && source_ != Source::turn; }
    int drawable() const { return open_.left - rules_->left; }
    bool over() const { return open_.phase == Phase::over; }
    const DealEnd& ending() const { return ending_; }
    int to_move() const;                        // -1: chance
    std::uint64_t key() const { return key_; }  // of the moves that led here

    Words words(int seat) const;  // of the player asked
    // All of them legal; the callers have looked.
    void draw(int tile);
    void act(Word word);
    void answer(int seat, Word word);
    void play(Word word) { open_.phase == Phase::turn ? act(word) : answer(to_move(), word); }

    // A table in the middle of a deal, for players who imagine the tiles they do not see.
    static Table imagined(const Rules& rules, const Open& open,
                          const std::array<Counts, seats>& hands, Tile drawn, Replaced replaced,
                          std::uint8_t passed, std::uint8_t asked);

    bool complete(int seat, int tile = -1) const;
    Win win_of(int seat, int giver) const;

   private:
    Words turn_words() const;
    Words claim_words(int seat) const;
    void take(int seat, int tile);
    void give(int seat, int tile, int count = 1);
    void lay_flower(int seat, int tile);
    void draw_for(int seat, Source source);
    void go_on_dealing();
    void ask(int giver, int tile, Phase phase);
    void own_kong(int seat, int tile);
    void claim(int seat, Word word, int giver, int tile);
    void win(unsigned winners, int giver);
    void remember(std::uint64_t value) {
        key_ = (key_ ^ (value + 1)) * 0xBF58476D1CE4E5B9ull;
        key_ ^= key_ >> 29;
    }
    void remember(Word word) {
        remember(64u + 64u * static_cast<unsigned>(word.act) +
                 static_cast<unsigned>(word.tile + 1));
    }
    void finish() { open_.phase = Phase::over; }
    bool kong_keeps_waits(int seat, int tile) const;

    const Rules* rules_;
    Open open_;
    std::array<Counts, seats> hands_{};
    std::array<std::uint8_t, seats> loose_flowers_{};  // in hands, while tiles are dealt
    std::array<std::uint8_t, all_kinds> wall_{};
    Source source_ = Source::deal;
    std::int8_t dealt_ = 0, owed_ = 0;
    Tile drawn_ = -1;
    Replaced replaced_ = Replaced::no;
    std::uint8_t passed_ = 0;
    std::array<std::int8_t, 3> asked_{};
    std::array<Word, 3> answers_{};
    std::int8_t asked_count_ = 0, answered_ = 0;
    DealEnd ending_;
    std::uint64_t key_ = 0x9E3779B97F4A7C15ull;
};

// The tiles of a hand's own melds, by kind.
Counts laid_counts(const Spot& place);

}  // namespace kikashi::mahjong
