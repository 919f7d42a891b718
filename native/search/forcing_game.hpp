// What the forcing searches ask of a game.
//
// The side to move at the root is the attacker. It wins when the defender, to move, has no legal
// move. A *forcing* move must be answered (a check); every other move of the attacker is *quiet*,
// and the searches allow only so many of them on every path.
#pragma once

#include <concepts>

#include "search/verified_table.hpp"

namespace kikashi {

template <class G>
concept ForcingGame = requires(G g, const G c, typename G::Move move, typename G::Moves& moves) {
    { G::no_move } -> std::convertible_to<typename G::Move>;
    { G::move_codes } -> std::convertible_to<int>;    // every move is less than this
    { G::most_moves } -> std::convertible_to<int>;    // no position has more
    { c.key() } -> std::same_as<Key>;                 // the position and who moves
    { g.forcing(moves) };                             // legal forcing moves of the side to move
    { g.forcing_and_quiet(moves, moves) };            // all its legal moves, apart
    { g.replies(moves) };                             // all its legal moves, together
    { g.can_reply() } -> std::same_as<bool>;          // whether it has any
    { c.must_answer() } -> std::same_as<bool>;        // whether it stands under a forcing move
    { c.barred() } -> std::same_as<bool>;             // whether the game has ended here unwon
    { c.promise(move) } -> std::convertible_to<int>;  // knowledge: a greater one is tried earlier
    { g.play(move) };
    { g.undo() };
    { g.pass() };  // gives the move to the other side, and back
};

// What a search may use, and what its moves cost.
enum class Ordering : std::uint8_t { plain, null_moves, knowledge };

struct ForcingRules {
    int quiet = 0;              // quiet moves allowed on every path
    bool free_answers = false;  // an answer to the defender's forcing move costs no allowance
    Ordering ordering = Ordering::null_moves;
    bool table = true;
};

enum class Answer : std::uint8_t {
    stopped,  // a limit was reached
    fails,    // no win within the moves asked for
    never,    // no win of this class, whatever the number of moves
    wins,
};

}  // namespace kikashi
