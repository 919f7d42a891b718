// What makes the alpha-beta search selective in games whose positions can be judged at a glance and
// whose turn can be passed: it cuts what is far ahead, leaves late tame moves out, looks less deep
// at them, and deeper at threats and at moves without an equal. A sure result never rests on any of
// these: whoever is lost has had every move searched.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "core/pages.hpp"
#include "search/values.hpp"

namespace kikashi::search {

template <class G>
concept Foreseeing = requires(G game, const G seen, const typename G::Move move, int ply) {
    { seen.key_after(move) } -> std::convertible_to<std::uint64_t>;
    { seen.urgent() } -> std::convertible_to<bool>;  // the side to move is under a threat
    { game.estimate() } -> std::convertible_to<Value>;
    { seen.calm(move) } -> std::convertible_to<bool>;    // takes nothing
    { game.tame(move) } -> std::convertible_to<bool>;    // nor threatens at once
    { game.loses(move) } -> std::convertible_to<Value>;  // about what is given away by it
    { game.safe(move) } -> std::convertible_to<bool>;    // just played: it cannot be taken back
    { game.stuck(ply) } -> std::convertible_to<Value>;   // where there is no move
    { seen.may_pass() } -> std::convertible_to<bool>;
    game.pass();
    game.unpass();
};

// Values are in hundredths of the least piece. Common practice, tried on forced wins of a game of
// pieces; docs/decisions lists where the figures are.
struct Foresight {
    int calm_depth = 6;      // so near the end an estimate far above the window is believed ...
    Value calm_margin = 80;  // ... by so much for each ply
    int pass_from = 2;       // least depth at which a pass is tried
    int pass_saves = 3;      // plies less, and one more for each four of depth ...
    Value pass_step = 150;   // ... and, up to three, for each so much above the window
    double slope = 2.0;      // plies less for late moves: log(depth) * log(place) / slope
    int credit_step = 5000;  // and one less for each so much credit
    int late_first = 5;      // tame moves after so many and the square of the depth are left out
    int idle_depth = 6;      // and those that would have to gain more than ...
    Value idle_base = 120, idle_step = 100;  // ... so much, and so much for each ply
    int discredited_depth = 4;               // and those with less credit than ...
    int discredited_step = 4000;             // ... so much below none for each ply
    int gift_depth = 4;    // so near the end moves that give much away are left out:
    Value gift_step = 60;  // more than so much, times the square of the depth
    int guess_from = 4;    // without a stored move, so much depth is not worth a whole ply
    int alone_from = 7;    // least depth at which the stored move is tried against all others
    // Off unless asked for: they pay where one sure win is looked for (docs/decisions).
    int cut_saves = 0;          // plies less for tame moves where the first should have cut off
    int unheard_depth = 0;      // so near the end, tame moves without luck after either move before
    bool deeper_once = false;   // a threat without an equal is looked at one ply deeper, not two
    bool many_cut = false;      // several moves beyond the window: no closer look
    bool late_at_root = false;  // late tame moves are looked at less deep at the root too
    bool old_move_kept = false;  // where all moves stay below the window, no new one is stored
    bool quiet_kept = false;     // what quiescence finds is kept in the table and looked up there
    bool near_killers = false;   // killers two plies on are those found below this very position
    bool all_blamed = false;     // calm moves tried before a capture that cut off lose credit too
    bool praise_before = false;  // credit for calm moves that left no good answer ...
    int praise_from = 3;         // ... to a search at least so deep
};

// How often calm moves have cut a position off, alone and after the one or two moves before.
class Credit {
   public:
    explicit Credit(std::size_t slots)
        : slots_(slots), alone_(slots, 0), after_(slots * slots, 0) {}

    int of(int slot, int before, int before_that) const {
        return alone_[at(slot)] + (before < 0 ? 0 : after_[at(before, slot)]) +
               (before_that < 0 ? 0 : after_[at(before_that, slot)]);
    }
    // Whether a move has failed more than it cut off, after each of the two moves before.
    bool failed(int slot, int before, int before_that) const {
        return before >= 0 && before_that >= 0 && after_[at(before, slot)] < 0 &&
               after_[at(before_that, slot)] < 0;
    }
    void learn(int slot, int before, int before_that, int bonus) {
        nudge(alone_[at(slot)], bonus);
        if (before >= 0) nudge(after_[at(before, slot)], bonus);
        if (before_that >= 0) nudge(after_[at(before_that, slot)], bonus);
    }
    static int bonus(int depth) { return std::min(8 * depth * depth + 16 * depth, 1800); }

   private:
    static constexpr int most = 16384;
    static void nudge(std::int16_t& value, int bonus) {
        value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / most);
    }
    std::size_t at(int slot) const { return static_cast<std::size_t>(slot); }
    std::size_t at(int before, int slot) const { return at(before) * slots_ + at(slot); }

    std::size_t slots_;
    std::vector<std::int16_t, PageAllocator<std::int16_t>> alone_, after_;
};

// log(depth) * log(place) / slope, worked out once.
class Reductions {
   public:
    explicit Reductions(double slope) {
        for (std::size_t depth = 1; depth < size; ++depth)
            for (std::size_t place = 1; place < size; ++place)
                plies_[depth][place] = static_cast<std::int8_t>(
                    0.5 + std::log(static_cast<double>(depth)) *
                              std::log(static_cast<double>(place)) / slope);
    }
    int operator()(int depth, std::size_t place) const {
        return plies_[std::min(static_cast<std::size_t>(depth), size - 1)]
                     [std::min(place, size - 1)];
    }

   private:
    static constexpr std::size_t size = 64;
    std::array<std::array<std::int8_t, size>, size> plies_{};
};

}  // namespace kikashi::search
