// Dark chess as the alpha-beta search sees it. Below the root a flip is a pass: it changes who is
// to move and nothing that can be known. Real flips are weighed at the root (player.cpp).
#pragma once

#include <algorithm>
#include <vector>

#include "core/control.hpp"
#include "evaluation.hpp"
#include "position.hpp"
#include "search/alphabeta.hpp"
#include "tables.hpp"

namespace kikashi::banqi {

inline constexpr Value most_estimate = 2000;  // chances beyond are 1 or 0 to four digits

class Duel {
   public:
    using Move = banqi::Move;
    static constexpr bool path_dependent = true;  // by repetition

    // What the position has been through counts for repetitions. `tables` may be null. A draw is
    // worth `contempt` less than nothing to the side that moves here.
    Duel(const Position& position, Control& control, EndgameTables* tables,
         const Evaluation& evaluation, Value contempt = 0);

    // What `Searchable` asks.
    int side_to_move() const { return position_.colour(); }
    std::uint64_t key() const { return position_.key() ^ salt_; }
    std::uint64_t key_after(Move move) const { return position_.key_after(move) ^ salt_; }
    std::uint32_t code(Move move) const { return static_cast<std::uint32_t>(move) + 1; }
    // What `KnowsMoves` asks.
    bool known_move(std::uint32_t code, Move& move) const {
        move = static_cast<Move>(code - 1);
        return move == pass_move ? position_.hidden_total() > 0 : position_.can_step(move);
    }
    bool is_terminal(int ply, Value& value);
    int cycle_length() const { return cycle_; }
    void generate_moves(int ply, std::vector<search::ScoredMove<Move>>& out);
    Value no_moves_value(int ply) const { return -search::wins_after(ply); }
    void play(Move move);
    void undo(Move) {
        position_.undo();
        sums_.pop_back();
    }
    Value quiescence(Value alpha, Value beta, int ply);
    int history_slots() const { return (pieces + 1) * most_cells; }
    int history_slot(Move move, int n) const {
        if (n > 0) return -1;
        if (move == pass_move) return pieces * most_cells;
        return position_.at(from_of(move)) * most_cells + to_of(move);
    }

    // What `ChanceGame` asks.
    bool is_chance_node() const { return position_.turned() >= 0; }
    void chance_outcomes(std::vector<search::Outcome<Move>>& out) const {
        for (Piece piece = 0; piece < pieces; ++piece)
            if (position_.hidden(piece))
                out.push_back({outcome_move(piece), position_.hidden(piece)});
    }
    Value chance_bound() const { return most_estimate; }

    // What `Selective` asks.
    bool in_check() const { return false; }
    Value static_eval() const { return faded(evaluation_.value(position_, sums_.back())); }
    bool is_quiet(Move move) const {
        return move == pass_move || position_.at(to_of(move)) == no_piece;
    }
    bool is_reducible(Move move) const { return is_quiet(move); }
    Value see_loss(Move move) const;
    bool is_safe_check(Move) const { return true; }
    bool null_move_allowed() const { return position_.hidden_total() > 0; }
    void play_null() { play(pass_move); }
    void undo_null() { undo(pass_move); }

    Position& position() { return position_; }

   private:
    // A lead is worth less the nearer the draw without capture or flip.
    Value faded(Value value) const {
        const int plies = position_.rules().plies, quiet = position_.quiet();
        if (plies == 0 || quiet < 8) return value;
        return value * std::max(0, 2 * plies - quiet) / (2 * plies);
    }
    Value drawn_value() const {
        return position_.colour() == root_colour_ ? -contempt_ : contempt_;
    }
    Value worth(Piece piece) const { return std::max<Value>(20, sums_.back().worth[piece]); }

    Position position_;
    Control& control_;
    EndgameTables* tables_;
    const Evaluation& evaluation_;
    std::vector<Sums> sums_;
    Value contempt_;
    int root_colour_;
    std::uint64_t salt_;  // values with one side's contempt are not mixed with the other's
    int cycle_ = 0;
};

static_assert(search::Searchable<Duel> && search::Selective<Duel> && search::ChanceGame<Duel> &&
              search::PathDependent<Duel> && search::KnowsMoves<Duel>);

}  // namespace kikashi::banqi
