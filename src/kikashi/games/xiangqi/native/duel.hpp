// A game between two sides as the alpha-beta search sees it.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "evaluation.hpp"
#include "menace.hpp"
#include "piece_net.hpp"
#include "position.hpp"
#include "search/alphabeta.hpp"

namespace kikashi::xiangqi {

class Duel {
   public:
    using Move = xiangqi::Move;
    static constexpr bool path_dependent = true;  // by repetition

    // Repetitions that the rules forbid are worth `forbidden` to the other side.
    // Who hunts a general (`hunting`; the side to move) lets what bears on the palaces count in
    // estimates, and wants a win: a draw is not worth having.
    // `net`: adds what was learned to what is judged by hand; who hunts does not ask it.
    Duel(const Position& position, Control& control, Value forbidden, bool hunting = false,
         const PieceNet* net = nullptr);

    // What `Searchable` asks.
    int side_to_move() const { return position_.mover(); }
    std::uint64_t key() const { return position_.key().low; }
    std::uint64_t key_after(Move move) const { return position_.key_after(move).low; }
    std::uint32_t code(Move move) const { return static_cast<std::uint32_t>(move) + 1; }
    bool is_terminal(int ply, Value& value);
    int cycle_length() const { return cycle_; }
    void generate_moves(int ply, std::vector<search::ScoredMove<Move>>& out);
    Value no_moves_value(int ply) const { return -search::wins_after(ply); }  // stalemate loses too
    void play(Move move);
    void undo(Move move);
    Value quiescence(Value alpha, Value beta, int ply) { return quiesce(alpha, beta, ply, true); }
    int history_slots() const { return no_piece * cells; }
    int history_slot(Move move, int n) const {
        return n > 0 ? -1 : position_.at(from_of(move)) * cells + to_of(move);
    }

    // What `Selective` asks.
    bool in_check() const { return frames_.back().check; }
    Value static_eval();
    bool is_reducible(Move move) {
        if (!is_quiet(move)) return false;
        Frame& here = frames_.back();
        if (!here.aimed) here.aim = position_.aim();
        here.aimed = true;
        return !position_.attacks(here.aim, from_of(move), to_of(move));
    }
    bool is_quiet(Move move) const { return position_.at(to_of(move)) == no_piece; }
    // What a move gives away in the exchange on its cell.
    Value see_loss(Move move) {
        const Piece taken = position_.at(to_of(move));
        const Value own = worth[kind_of(position_.at(from_of(move)))];
        if (taken != no_piece && worth[kind_of(taken)] >= own) return 0;
        return std::max(0, -position_.exchange(move, worth));
    }
    bool is_safe_check(Move move) {
        const Piece taken = position_.last_taken();
        return position_.taking(to_of(move), position_.mover(), worth) <=
               (taken == no_piece ? 0 : worth[kind_of(taken)]);
    }
    bool null_move_allowed() const { return strong_[position_.mover()] > 0; }
    void play_null();
    void undo_null();

    // What `ForcedWins` asks: a mate by checks of the side to move, if somebody is there to look.
    bool forced_win(int depth, int ply, Value& value, Move& move) {
        if (!scout_) return false;
        const int turns = scout_(position_, depth, move);
        if (turns > 0) value = search::wins_after(ply + 2 * turns - 1);
        return turns > 0;
    }
    // Gives the moves to the mate and the first of them; 0: none was seen.
    using Scout = std::function<int(const Position&, int depth, Move&)>;
    void send(Scout scout) { scout_ = std::move(scout); }

    Position& position() { return position_; }

   private:
    struct Frame {
        std::uint64_t key;
        bool check;         // the side to move stands in check
        bool irreversible;  // what led here cannot be taken back
        bool aimed = false;
        Position::Aim aim{};
    };
    // Captures, and with `checks` also checks, until nothing hangs; every answer to a check.
    Value quiesce(Value alpha, Value beta, int ply, bool checks);
    struct Checks {
        bool always = true, ever = false;
        void count(bool check) {
            always = always && check;
            ever = ever || check;
        }
    };
    bool repeated(Value& value);
    Value played(const Checks& mine, const Checks& theirs) const;
    Value hunted(const Checks& mine, const Checks& theirs) const;
    void push(bool irreversible);
    void place(Piece piece, Cell cell);
    void lift(Piece piece, Cell cell);

    Position position_;
    Control& control_;
    Value forbidden_;
    bool hunting_;
    Side hunter_;
    Value material_ = 0;           // for Red
    std::array<int, 2> strong_{};  // horses, rooks and cannons of each side
    const PieceNet* net_;
    PieceNet::Sums sums_{};  // where there is a net
    std::vector<Frame> frames_;
    int cycle_ = 0;
    Scout scout_;
};

static_assert(search::Searchable<Duel> && search::Selective<Duel> && search::ForcedWins<Duel>);

}  // namespace kikashi::xiangqi
