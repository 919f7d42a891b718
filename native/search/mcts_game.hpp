// What Monte-Carlo tree search needs of a game: a simulator, one a thread, that walks from the root
// down the tree and then plays on to the end by itself.
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "core/random.hpp"

namespace kikashi::mcts {

// A move worth trying. Its prior is `weight` visits with the mean `value` for the side to move,
// as if they had been made already; a weight of 0 is no opinion.
template <class Move>
struct Candidate {
    Move move{};
    float value = 0.5f;
    float weight = 0;
};

// The moves of one simulation in order, for all-moves-as-first values (AMAF, RAVE). Only moves that
// mean the same whenever they are played are worth noting.
struct Trail {
    struct Step {
        std::uint16_t code;
        std::uint8_t side;
    };
    std::vector<Step> steps;

    void clear() { steps.clear(); }
    void note(std::uint32_t code, int side) {
        steps.push_back({static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(side)});
    }
};

inline constexpr std::uint32_t no_code = 0xffff;  // of a move that AMAF leaves alone

// Two sides, 0 and 1, in any order of moves: a turn may have several. Where chance moves, `draw`
// gives an outcome with its true probability and `play` plays it. `playout` ends the game from here
// and says what side 0 gets, from 0 to 1; it is also asked where the game is over. `restart` goes
// back to the root. `code` numbers moves below `codes()`; with `codes() == 0` there is no RAVE.
template <class S>
concept Simulator =
    std::equality_comparable<typename S::Move> && std::copyable<typename S::Move> &&
    requires(S simulator, const S& seen, const typename S::Move& move, Random& random,
             std::vector<Candidate<typename S::Move>>& candidates, Trail& trail) {
        simulator.restart();
        { seen.side() } -> std::convertible_to<int>;
        { seen.over() } -> std::convertible_to<bool>;
        { seen.at_chance() } -> std::convertible_to<bool>;
        { simulator.draw(random) } -> std::same_as<typename S::Move>;
        simulator.play(move);
        simulator.candidates(candidates);
        { simulator.playout(random, trail) } -> std::convertible_to<float>;
        { seen.code(move) } -> std::convertible_to<std::uint32_t>;
        { seen.codes() } -> std::convertible_to<std::uint32_t>;
    };

// How the tree is searched. The defaults, set by hand, are for games in which RAVE works.
struct Tuning {
    float exploration = 0.0f;         // c of UCB1
    float rave_equivalence = 3000;    // visits at which RAVE counts for half (Silver's bias term)
    float first_play_urgency = 1.1f;  // of a move without visits, prior or RAVE value
    std::uint32_t expand_at = 2;      // visits before a leaf gets children
    float virtual_loss = 1.0f;        // visits lost in advance for each thread underway
    bool stop_early = true;           // when the most visited move cannot be overtaken any more
    double unsettled = 2.0;           // so much longer than planned while opinions differ
    float sure = 0.95f;               // a value at which the game counts as won
    double decided = 0.3;             // so much of the plan is enough then
};

}  // namespace kikashi::mcts
