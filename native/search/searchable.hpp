// What a game must offer to be searched: `Searchable` always, `Chancy` too if dice or flips are
// part of it, and what else it knows of itself.
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "search/values.hpp"

namespace kikashi::search {

template <class G>
concept Searchable = requires(G game, const G seen, const typename G::Move move, Value value,
                              std::vector<Choice<typename G::Move>> choices, int ply) {
    { seen.side() } -> std::convertible_to<int>;  // 0 or 1: whose view values here are in
    { seen.key() } -> std::convertible_to<std::uint64_t>;
    { seen.code(move) } -> std::convertible_to<std::uint32_t>;  // 24 bits, never 0
    // Is the game over here, or so plain that no tree is needed? Then `value` is set.
    { game.settled(ply, value) } -> std::convertible_to<bool>;
    game.choices(ply, choices);  // appends at least one, unless the game has `stuck`
    game.play(move);
    game.undo(move);
    { game.quiet(value, value, ply) } -> std::convertible_to<Value>;  // the quiescence hook
    { seen.slots() } -> std::convertible_to<int>;        // the history heuristic counts by slot ...
    { seen.slot(move, 0) } -> std::convertible_to<int>;  // ... one or more a move; -1 ends them
};

template <class G>
concept Chancy = requires(G game, const G seen, std::vector<Outcome<typename G::Move>> outcomes) {
    { seen.at_chance() } -> std::convertible_to<bool>;
    game.outcomes(outcomes);
    { seen.most() } -> std::convertible_to<Value>;  // no value is larger, or smaller than -most
};

// A game whose ends depend on how a position was reached (repetition): they are asked for before
// the table, and never kept in it. Such games have no chance. `cycle`: so many plies ago the
// position stood that `settled` has just met again.
template <class G>
concept PathDependent = !Chancy<G> && requires { requires G::path_dependent; };

// A game that can ask, at little cost, whether the side to move wins by forcing moves alone. If so
// it sets the value and the first move.
template <class G>
concept Forcing = requires(G game, typename G::Move& move, Value& value, int depth, int ply) {
    { game.forced(depth, ply, value, move) } -> std::convertible_to<bool>;
};

}  // namespace kikashi::search
