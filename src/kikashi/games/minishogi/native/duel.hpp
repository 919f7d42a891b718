// A game between two sides as the alpha-beta search sees it.
#pragma once

#include <algorithm>
#include <vector>

#include "core/control.hpp"
#include "evaluation.hpp"
#include "network.hpp"
#include "position.hpp"
#include "search/alphabeta.hpp"

namespace kikashi::minishogi {

// How a fourth repetition without perpetual check ends.
enum class Repetition : std::uint8_t { first_loses, draw };

class Duel {
   public:
    using Move = minishogi::Move;
    static constexpr bool path_dependent = true;  // by repetition

    // Without a network the values of the paper are the evaluation.
    Duel(const Position& position, Control& control, const Network* network, Repetition repetition);

    // What `Searchable` asks.
    int side_to_move() const { return position_.mover(); }
    std::uint64_t key() const { return position_.key().low; }
    std::uint64_t key_after(Move move) const { return position_.key_after(move).low; }
    std::uint32_t code(Move move) const { return static_cast<std::uint32_t>(move) + 1; }
    bool is_terminal(int ply, Value& value) { return ply > 0 && repeated(value); }
    int cycle_length() const { return cycle_; }
    void generate_moves(int ply, std::vector<search::ScoredMove<Move>>& out);
    Value no_moves_value(int ply) const { return -search::wins_after(ply); }  // stalemate loses too
    void play(Move move);
    void undo(Move move);
    Value quiescence(Value alpha, Value beta, int ply) { return quiesce(alpha, beta, ply, 0); }
    int history_slots() const { return (no_piece + 2 * hand_kinds) * cells; }
    int history_slot(Move move, int n) const {
        if (n > 0) return -1;
        const int piece = drops(move)
                              ? no_piece + hand_kinds * position_.mover() + dropped(move) - 1
                              : position_.at(from_of(move));
        return piece * cells + to_of(move);
    }

    // What `Selective` asks.
    bool in_check() const { return position_.in_check(); }
    Value static_eval();
    bool is_quiet(Move move) const {
        return position_.at(to_of(move)) == no_piece &&
               !(promotes_in(move) && position_.kind_before(move) != silver);
    }
    bool is_reducible(Move move) { return is_quiet(move) && !checks(move); }
    Value see_loss(Move move) const {
        const Piece taken = position_.at(to_of(move));
        if (taken != no_piece && worth[kind_of(taken)] >= worth[position_.kind_after(move)])
            return 0;
        return std::max(0, -position_.exchange(move, worth));
    }
    bool is_safe_check(Move move) const;  // just played
    bool null_move_allowed() const { return true; }
    void play_null();
    void undo_null();

    Position& position() { return position_; }

   private:
    struct Frame {
        std::uint64_t key;
        bool check;  // the side to move stands in check
        bool aimed = false;
        bool valued = false;
        bool passed = false;  // nobody moved to come here
        Value value = 0;
        Position::Aim aim{};
        Network::Accumulator sums;
    };
    bool checks(Move move) {
        Frame& here = frames_[top_];
        if (!here.aimed) here.aim = position_.aim();
        here.aimed = true;
        return position_.checks_by(here.aim, move);
    }
    // Captures and promotions, and at first checks too, until nothing hangs; every answer to a
    // check.
    Value quiesce(Value alpha, Value beta, int ply, int depth);
    bool mates_at_once();
    bool repeated(Value& value);
    Frame& push();

    Position position_;
    Control& control_;
    const Network* network_;
    Repetition repetition_;
    std::vector<Frame> frames_;
    std::size_t top_ = 0, root_ = 0;
    int cycle_ = 0;
    int first_plays_ = 0;
};

static_assert(search::Searchable<Duel> && search::Selective<Duel>);

}  // namespace kikashi::minishogi
