#include "duel.hpp"

namespace kikashi::minishogi {

namespace {

constexpr std::int32_t good_capture = 1 << 30;  // before killers and history
constexpr std::int32_t bad_capture = -(1 << 20);
constexpr std::int32_t checking = 1 << 13;  // a check that costs nothing, among quiet moves
constexpr int enough_answers = 3;           // to a check, once one is known that does not lose
constexpr int check_plies = 1;              // of quiescence, in which checks are tried
constexpr int most_plies = 12;              // of quiescence after its first position
constexpr Value delta = 200;                // what a capture may gain beside the piece
constexpr Value forbidden = 15'000;         // what a lost repetition costs: never a sure loss
// A table's first touches are dear: with fresh pages a node takes milliseconds, not microseconds.
constexpr int dear_plays = 1024;
constexpr std::size_t most_frames = 160;  // of one search, beyond the game before it

}  // namespace

Duel::Duel(const Position& position, Control& control, const Network* network,
           Repetition repetition)
    : position_(position), control_(control), network_(network), repetition_(repetition) {
    std::vector<Move> played;  // again from the start, so that the frames know of it
    while (position_.length() > 0) {
        played.push_back(position_.last_move());
        position_.undo();
    }
    frames_.resize(played.size() + most_frames);
    for (auto move = played.rbegin(); move != played.rend(); ++move) {
        frames_[top_].key = key();
        frames_[top_].check = position_.in_check();
        position_.play(*move);
        ++top_;
    }
    root_ = top_;
    Frame& here = frames_[top_];
    here.key = key();
    here.check = position_.in_check();
    if (network_)
        for (const Side side : {sente, gote}) network_->refresh(position_, side, here.sums);
}

Duel::Frame& Duel::push() {
    if (top_ + 1 == frames_.size()) frames_.resize(frames_.size() + most_frames);
    Frame& next = frames_[++top_];
    next.key = key();
    next.check = position_.in_check();
    next.aimed = next.valued = next.passed = false;
    return next;
}

void Duel::play(Move move) {
    if (first_plays_ < dear_plays) {
        ++first_plays_;
        control_.consult();
    }
    if (top_ + 1 == frames_.size()) frames_.resize(frames_.size() + most_frames);
    const Side mover = position_.mover();
    const bool king_moves = !drops(move) && kind_of(position_.at(from_of(move))) == king;
    if (network_) network_->update(position_, move, frames_[top_].sums, frames_[top_ + 1].sums);
    position_.play(move);
    Frame& next = push();
    if (network_ && king_moves) network_->refresh(position_, mover, next.sums);
}

void Duel::undo(Move) {
    --top_;
    position_.undo();
}

void Duel::play_null() {
    if (top_ + 1 == frames_.size()) frames_.resize(frames_.size() + most_frames);
    frames_[top_ + 1].sums = frames_[top_].sums;
    position_.pass();
    push().passed = true;
}

void Duel::undo_null() {
    --top_;
    position_.pass();
}

// One repetition on the path is enough for the search, and two of positions before it. Who checked
// all the time loses; else the first player does, or nobody.
bool Duel::repeated(Value& value) {
    bool mine = true, theirs = true;  // whether all checks were met by me, or by them
    int before_root = 0;
    for (std::size_t back = 1; back <= top_ && !frames_[top_ - back + 1].passed; ++back) {
        const Frame& then = frames_[top_ - back];
        (back % 2 ? theirs : mine) &= then.check;
        if (back % 2 || then.key != frames_[top_].key) continue;
        if (top_ - back < root_ && ++before_root < 2) continue;
        // A position met again: between, I stood in check each time (`mine`), or they did.
        cycle_ = static_cast<int>(back);
        if (mine != theirs)
            value = mine ? forbidden : -forbidden;
        else if (repetition_ == Repetition::draw)
            value = 0;
        else
            value = position_.mover() == sente ? -forbidden : forbidden;
        return true;
    }
    return false;
}

Value Duel::static_eval() {
    Frame& here = frames_[top_];
    if (!here.valued) {
        here.value =
            network_ ? network_->value(here.sums, position_.mover()) : paper_value(position_);
        here.valued = true;
    }
    return here.value;
}

bool Duel::is_safe_check(Move move) const {
    const Piece taken = position_.last_taken();
    const int to = to_of(move);
    return position_.taking(to, position_.mover(), position_.occupied(),
                            worth[kind_of(position_.at(to))],
                            worth) <= (taken == no_piece ? 0 : worth[kind_of(taken)]);
}

void Duel::generate_moves(int, std::vector<search::ScoredMove<Move>>& out) {
    MoveList moves;
    position_.legal_moves(moves);
    for (const Move move : moves) {
        std::int32_t order = 0;
        if (!is_quiet(move)) {
            const Piece taken = position_.at(to_of(move));
            const Value gain =
                (taken == no_piece ? 0 : worth[kind_of(taken)]) + (promotes_in(move) ? 200 : 0);
            const bool good = see_loss(move) == 0;
            order = (good ? good_capture : bad_capture) + 16 * gain -
                    worth[position_.kind_before(move)];
        } else if (checks(move) && see_loss(move) == 0) {
            order = checking;
        }
        out.push_back({move, order});
    }
}

bool Duel::mates_at_once() {
    MoveList moves;
    position_.checks(moves);
    for (const Move move : moves) {
        position_.play(move);
        const bool mate = !position_.has_legal_move();
        position_.undo();
        if (mate) return true;
    }
    return false;
}

Value Duel::quiesce(Value alpha, Value beta, int ply, int depth) {
    const bool check = in_check();  // then no standing still
    Value best = -search::infinite;
    MoveList moves;
    if (check) {
        position_.legal_moves(moves);
        if (moves.empty()) return -search::wins_after(ply);
    } else {
        if (mates_at_once()) return search::wins_after(ply + 1);
        best = static_eval();
        if (best >= beta || depth > most_plies) return best;
        alpha = std::max(alpha, best);
        position_.captures(moves);
        if (depth < check_plies) {
            MoveList more;
            position_.checks(more);
            for (const Move move : more)
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
        std::int32_t rank = 0;
        if (!is_quiet(move)) {
            const Piece taken = position_.at(to_of(move));
            const Value gain = (taken == no_piece ? 0 : worth[kind_of(taken)]) +
                               worth[position_.kind_after(move)] -
                               worth[position_.kind_before(move)];
            if (!check) {
                if (best + gain + delta <= alpha && !checks(move)) continue;
                if (see_loss(move) > 0) continue;
            }
            rank = 16 * gain - worth[position_.kind_before(move)] / 4 + 10000;
        } else if (check) {
            rank = drops(move) ? -worth[dropped(move)] : 1;  // a cheap piece between, if any
        }
        int at = count++;
        for (; at > 0 && ranked[at - 1].rank < rank; --at) ranked[at] = ranked[at - 1];
        ranked[at] = {move, rank};
    }
    for (int i = 0; i < count; ++i) {
        if (check && i >= enough_answers && !search::is_loss(best) && ranked[i].rank <= 1) break;
        if (!control_.tick()) return best > -search::infinite ? best : alpha;
        play(ranked[i].move);
        Value value;
        if (repeated(value))
            value = -value;
        else
            value = -quiesce(-beta, -alpha, ply + 1, depth + 1);
        undo(ranked[i].move);
        if (value <= best) continue;
        best = value;
        alpha = std::max(alpha, best);
        if (alpha >= beta) break;
    }
    return best;
}

}  // namespace kikashi::minishogi
