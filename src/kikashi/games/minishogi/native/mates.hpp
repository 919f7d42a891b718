// Minishogi as the forcing searches see it: checks force, all else is quiet.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "position.hpp"
#include "search/forcing_game.hpp"

namespace kikashi::minishogi {

class Mates {
   public:
    using Move = minishogi::Move;
    using Moves = MoveList;
    static constexpr Move no_move = minishogi::no_move;
    static constexpr int move_codes = minishogi::move_codes;
    static constexpr int most_moves = minishogi::most_moves;

    explicit Mates(Position position) : position_(std::move(position)) {}

    // A position that stood three times before the root ends the game when it comes again.
    void bar(const Key& key) { barred_.push_back(key); }

    Key key() const { return position_.key(); }
    void forcing(Moves& moves) { position_.checks(moves); }
    void forcing_and_quiet(Moves& checking, Moves& others) {
        position_.checks_and_others(checking, others);
    }
    void replies(Moves& moves) { position_.legal_moves(moves); }
    bool can_reply() { return position_.has_legal_move(); }
    bool must_answer() const { return position_.in_check(); }
    bool barred() const {
        for (const Key& key : barred_)
            if (key == position_.key()) return true;
        return false;
    }
    // Knowledge of quiet moves: what comes near the enemy king, captures before all.
    int promise(Move move) const {
        const int to = to_of(move);
        const int king = position_.king_of(other(position_.mover()));
        const int away =
            std::max(std::abs(to % size - king % size), std::abs(to / size - king / size));
        return (position_.at(to) == no_piece ? 0 : 8) + (4 - away);
    }
    void play(Move move) { position_.play(move); }
    void undo() { position_.undo(); }
    void pass() { position_.pass(); }

    Position& position() { return position_; }

   private:
    Position position_;
    std::vector<Key> barred_;
};

static_assert(ForcingGame<Mates>);

}  // namespace kikashi::minishogi
