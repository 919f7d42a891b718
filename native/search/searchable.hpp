// What a game must offer to be searched by alpha-beta: `Searchable` always, `ChanceGame` too if
// dice or flips are part of it, `PathDependent` if repetitions count, `ForcedWins` if it can look
// for wins by forcing moves, `Selective` if the search shall prune and reduce.
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "search/values.hpp"

namespace kikashi::search {

template <class G>
concept Searchable = requires(G game, const G seen, const typename G::Move move, Value value,
                              std::vector<ScoredMove<typename G::Move>> moves, int ply) {
    { seen.side_to_move() } -> std::convertible_to<int>;  // 0 or 1: whose view values here are in
    { seen.key() } -> std::convertible_to<std::uint64_t>;
    { seen.code(move) } -> std::convertible_to<std::uint32_t>;  // 24 bits, never 0
    // Is the game over here, or so plain that no tree is needed? Then `value` is set.
    { game.is_terminal(ply, value) } -> std::convertible_to<bool>;
    game.generate_moves(ply, moves);  // appends at least one, unless the game is `Selective`
    game.play(move);
    game.undo(move);
    { game.quiescence(value, value, ply) } -> std::convertible_to<Value>;
    { seen.history_slots() } -> std::convertible_to<int>;  // the history heuristic counts by slot
    { seen.history_slot(move, 0) } -> std::convertible_to<int>;  // one or more a move; -1 ends them
};

// At a chance node `side_to_move` only says whose view the value is in. A value beyond
// `chance_bound` counts as that much in a mean (so much is a win worth beside estimates); a win or
// loss after every outcome stays one. The tighter the bound, the more Star1 can cut.
template <class G>
concept ChanceGame =
    requires(G game, const G seen, std::vector<Outcome<typename G::Move>> outcomes) {
        { seen.is_chance_node() } -> std::convertible_to<bool>;
        game.chance_outcomes(outcomes);
        { seen.chance_bound() } -> std::convertible_to<Value>;
    };

// A game whose ends depend on how a position was reached (repetition): `is_terminal` is asked
// before the table, and what it says is never kept there. `cycle_length`: so many plies ago the
// position stood that `is_terminal` has just met again (repetition.hpp finds it). A win or loss
// that rests on such a cycle holds on this path alone, and is stored as a bound below sure.
template <class G>
concept PathDependent = requires(const G seen) {
    requires G::path_dependent;
    { seen.cycle_length() } -> std::convertible_to<int>;
};

// A game that can ask, at little cost, whether the side to move wins by forcing moves alone. If so
// it sets the value and the first move.
template <class G>
concept ForcedWins = requires(G game, typename G::Move& move, Value& value, int depth, int ply) {
    { game.forced_win(depth, ply, value, move) } -> std::convertible_to<bool>;
};

// A game that can tell at little cost whether the move of a code may be played here, and sets it:
// the table move is then tried before the others are generated.
template <class G>
concept KnowsMoves = requires(const G seen, typename G::Move& move, std::uint32_t code) {
    { seen.known_move(code, move) } -> std::convertible_to<bool>;
};

// A game that may leave moves out in `generate_moves`; asked just after it. That all moves then
// lose is no sure loss (`unproved`).
template <class G>
concept LimitedMoves = requires(const G seen) {
    { seen.moves_limited() } -> std::convertible_to<bool>;
};

// A game whose positions have a static evaluation and whose turn can be passed (null move): the
// search then prunes, reduces and extends. A sure result never rests on any of these: whoever is
// lost has had every move searched.
template <class G>
concept Selective = requires(G game, const G seen, const typename G::Move move, int ply) {
    { seen.key_after(move) } -> std::convertible_to<std::uint64_t>;
    { seen.in_check() } -> std::convertible_to<bool>;  // or under another threat to be met at once
    { game.static_eval() } -> std::convertible_to<Value>;
    { seen.is_quiet(move) } -> std::convertible_to<bool>;       // captures nothing
    { game.is_reducible(move) } -> std::convertible_to<bool>;   // quiet, and gives no check
    { game.see_loss(move) } -> std::convertible_to<Value>;      // by static exchange evaluation
    { game.is_safe_check(move) } -> std::convertible_to<bool>;  // just played: not to be captured
    { game.no_moves_value(ply) } -> std::convertible_to<Value>;
    { seen.null_move_allowed() } -> std::convertible_to<bool>;
    game.play_null();
    game.undo_null();
};

}  // namespace kikashi::search
