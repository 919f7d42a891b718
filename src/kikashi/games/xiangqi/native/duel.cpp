#include "duel.hpp"

#include <algorithm>

namespace kikashi::xiangqi {

namespace {

constexpr std::int32_t good_capture = 1 << 30;  // before killers and history
constexpr std::int32_t bad_capture = -(1 << 20);
constexpr int enough_answers = 3;     // to a check, once one is known that does not lose
constexpr Value unwon = 3000;         // worse than any estimate: a draw does not tempt a hunter
constexpr int perpetual_plies = 200;  // as long as a win by the other's perpetual check seems
constexpr Value plenty = 800;  // what is ahead by more counts little more to who wants a mate ...
constexpr Value beyond = 20;   // ... one in so many
constexpr Value delta = 150;   // what a capture may gain beside the piece

bool strong(Piece piece) {
    const Kind kind = kind_of(piece);
    return kind == horse || kind == rook || kind == cannon;
}

}  // namespace

Duel::Duel(const Position& position, Control& control, Value forbidden, bool hunting,
           const PieceNet* net)
    : position_(position),
      control_(control),
      forbidden_(forbidden),
      hunting_(hunting),
      hunter_(position.mover()),
      net_(hunting ? nullptr : net) {
    if (net_) sums_ = net_->begin();
    std::vector<Move> played;  // again from the start, so that the frames know of it
    while (position_.length() > 0) {
        played.push_back(position_.last_move());
        position_.undo();
    }
    for (int cell = 0; cell < cells; ++cell) {
        const Piece piece = position_.at(cell);
        if (piece != no_piece) place(piece, static_cast<Cell>(cell));
    }
    push(false);
    for (auto move = played.rbegin(); move != played.rend(); ++move) play(*move);
}

void Duel::push(bool irreversible) {
    frames_.push_back({key(), position_.in_check(), irreversible});
}

void Duel::place(Piece piece, Cell cell) {
    const Side side = side_of(piece);
    material_ += side == red ? piece_tables.at[piece][cell] : -piece_tables.at[piece][cell];
    strong_[side] += strong(piece);
    if (net_) net_->add(sums_, piece, cell);
}

void Duel::lift(Piece piece, Cell cell) {
    const Side side = side_of(piece);
    material_ -= side == red ? piece_tables.at[piece][cell] : -piece_tables.at[piece][cell];
    strong_[side] -= strong(piece);
    if (net_) net_->remove(sums_, piece, cell);
}

void Duel::play(Move move) {
    const Cell from = from_of(move), to = to_of(move);
    const Piece piece = position_.at(from), taken = position_.at(to);
    lift(piece, from);
    if (taken != no_piece) lift(taken, to);
    place(piece, to);
    position_.play(move);
    push(taken != no_piece);
}

void Duel::undo(Move move) {
    frames_.pop_back();
    position_.undo();
    const Cell from = from_of(move), to = to_of(move);
    const Piece piece = position_.at(from), taken = position_.at(to);
    lift(piece, to);
    if (taken != no_piece) place(taken, to);
    place(piece, from);
}

void Duel::play_null() {
    position_.pass();
    push(true);
}

void Duel::undo_null() {
    frames_.pop_back();
    position_.pass();
}

// One repetition on the path is enough for the search: it would come about again.
bool Duel::repeated(Value& value) {
    const std::size_t now = frames_.size() - 1;
    Checks mine, theirs;  // that were met in the cycle
    for (std::size_t back = 1; back <= now; ++back) {
        if (frames_[now - back + 1].irreversible) return false;
        (back % 2 ? theirs : mine).count(frames_[now - back].check);
        if (back % 2 == 0 && back >= 4 && frames_[now - back].key == frames_[now].key) {
            value = hunting_ ? hunted(mine, theirs) : played(mine, theirs);
            cycle_ = static_cast<int>(back);
            return true;
        }
    }
    return false;
}

// Whoever checked all the time must not; anything else is a draw (chases are left to the law).
Value Duel::played(const Checks& mine, const Checks& theirs) const {
    return mine.always == theirs.always ? 0 : mine.always ? forbidden_ : -forbidden_;
}

// Who looks for a win has not won by going in circles, unless the other checked all the time, and
// nobody else did: that much can be proved (search/advised_proof.hpp).
Value Duel::hunted(const Checks& mine, const Checks& theirs) const {
    const bool hunter = position_.mover() == hunter_;
    const Checks &met = hunter ? mine : theirs, &given = hunter ? theirs : mine;
    const Value value = met.always && !given.ever ? search::win_value - perpetual_plies : -unwon;
    return hunter ? value : -value;
}

bool Duel::is_terminal(int ply, Value& value) { return ply > 0 && repeated(value); }

Value Duel::static_eval() {
    if (net_)
        return net_->value(sums_, material_, traits_of(position_), position_.mover(),
                           strong_[red] + strong_[black]);
    const Value value = evaluate(position_, material_);
    if (!hunting_) return value;
    const Side mine = position_.mover();
    const Value full = value + menace(position_, mine) - menace(position_, other(mine));
    const Value within = std::clamp(full, -plenty, plenty);
    return within + (full - within) / beyond;
}

void Duel::generate_moves(int, std::vector<search::ScoredMove<Move>>& out) {
    MoveList moves;
    position_.legal_moves(moves);
    for (const Move move : moves) {
        const Piece taken = position_.at(to_of(move));
        std::int32_t order = 0;
        if (taken != no_piece) {
            const Value own = worth[kind_of(position_.at(from_of(move)))];
            const Value gain = worth[kind_of(taken)];
            const bool good = see_loss(move) == 0;
            order = (good ? good_capture : bad_capture) + 16 * gain - own;
        }
        out.push_back({move, order});
    }
}

Value Duel::quiesce(Value alpha, Value beta, int ply, bool checks) {
    const bool check = in_check();  // then no stand pat
    Value best = -search::infinite;
    MoveList moves;
    if (check) {
        position_.legal_moves(moves);
        if (moves.empty()) return -search::wins_after(ply);
    } else {
        best = static_eval();
        if (best >= beta) return best;
        alpha = std::max(alpha, best);
        position_.captures(moves);
        if (checks) {
            MoveList checking;
            position_.checks(checking);
            for (const Move move : checking)
                if (is_quiet(move) && see_loss(move) == 0) moves.push(move);
        }
    }
    struct Ranked {
        Move move;
        std::int32_t rank;
    };
    std::array<Ranked, most_moves> ranked;
    int count = 0;
    for (const Move move : moves) {
        const Piece taken = position_.at(to_of(move));
        std::int32_t rank = 0;
        if (taken != no_piece) {
            const Value own = worth[kind_of(position_.at(from_of(move)))];
            const Value gain = piece_tables.at[taken][to_of(move)];
            if (!check) {
                if (best + gain + delta <= alpha) continue;
                if (see_loss(move) > 0) continue;
            }
            rank = 16 * gain - own + 1;
        }
        int at = count++;
        for (; at > 0 && ranked[at - 1].rank < rank; --at) ranked[at] = ranked[at - 1];
        ranked[at] = {move, rank};
    }
    for (int i = 0; i < count; ++i) {
        if (check && i >= enough_answers && !search::is_loss(best) && ranked[i].rank == 0) break;
        if (!control_.tick()) return best > -search::infinite ? best : alpha;
        play(ranked[i].move);
        Value value;
        if (repeated(value))  // sure only where the search can tell on what it rests
            value = hunting_ ? -std::clamp(value, -unwon, unwon) : -value;
        else
            value = -quiesce(-beta, -alpha, ply + 1, false);
        undo(ranked[i].move);
        if (value <= best) continue;
        best = value;
        alpha = std::max(alpha, best);
        if (alpha >= beta) break;
    }
    return best;
}

}  // namespace kikashi::xiangqi
