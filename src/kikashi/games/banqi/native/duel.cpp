#include "duel.hpp"

#include "core/keys.hpp"

namespace kikashi::banqi {

namespace {

constexpr std::int32_t good_capture = 1 << 30;  // before killers and history
constexpr std::int32_t bad_capture = -(1 << 20);
constexpr Value delta = 60;  // what a capture may gain beside the piece

}  // namespace

Duel::Duel(const Position& position, Control& control, EndgameTables* tables,
           const Evaluation& evaluation, Value contempt)
    : position_(position),
      control_(control),
      tables_(tables),
      evaluation_(evaluation),
      contempt_(contempt),
      root_colour_(position.colour()),
      salt_(contempt == 0 ? 0 : mix(static_cast<std::uint64_t>(contempt * 4 + root_colour_))) {
    sums_.reserve(1024);
    sums_.push_back(evaluation_.sums(position_));
}

void Duel::play(Move move) {
    sums_.push_back(sums_.back());
    Sums& next = sums_.back();
    if (move < 0x400 && !is_flip(move))
        evaluation_.step(position_, move, next);
    else if (is_outcome(move))
        evaluation_.turn_up(position_, position_.turned(), turned_up(move), next);
    position_.play(move);
}

bool Duel::is_terminal(int ply, Value& value) {
    if (is_chance_node()) return false;
    const int colour = position_.colour();
    if (position_.left(colour) == 0) {
        value = -search::wins_after(ply);
        return true;
    }
    if (ply == 0) return false;
    cycle_ = position_.repeated();  // one repetition on the path is enough: it would come again
    const DrawRules& rules = position_.rules();
    if (cycle_ > 0 || (rules.plies && position_.quiet() >= rules.plies)) {
        value = drawn_value();
        return true;
    }
    if (tables_ && position_.hidden_total() == 0) {
        const TableValue known = tables_->probe(position_);
        // Tables know no rule of a draw: what takes too long may be none of theirs.
        const bool in_time = rules.plies == 0 || position_.quiet() + known.plies <= rules.plies;
        if (known.known && in_time) {
            value = known.wins   ? search::wins_after(ply + known.plies)
                    : known.lost ? -search::wins_after(ply + known.plies)
                                 : drawn_value();
            return true;
        }
    }
    return false;
}

void Duel::generate_moves(int, std::vector<search::ScoredMove<Move>>& out) {
    MoveList moves;
    position_.moves(moves);
    if (position_.hidden_total() > 0) moves.push(pass_move);
    out.resize(static_cast<std::size_t>(moves.size()));
    auto* place = out.data();
    for (const Move move : moves) {
        const Piece taken = move == pass_move ? no_piece : position_.at(to_of(move));
        std::int32_t order = 0;
        if (taken != no_piece) {
            const bool good = see_loss(move) == 0;
            order = (good ? good_capture : bad_capture) + 16 * worth(taken) -
                    worth(position_.at(from_of(move)));
        }
        *place++ = {move, order};
    }
}

// What a move gives away if the piece is taken on its new cell.
Value Duel::see_loss(Move move) const {
    if (move == pass_move) return 0;
    const Cell from = from_of(move), to = to_of(move);
    const Piece piece = position_.at(from), taken = position_.at(to);
    const Value gain = taken == no_piece ? 0 : worth(taken);
    const Value own = worth(piece);
    if (gain >= own) return 0;
    const Bits occupied = (position_.occupied() & ~bit(from)) | bit(to);
    return position_.attacked(to, piece, occupied) ? own - gain : 0;
}

Value Duel::quiescence(Value alpha, Value beta, int ply) {
    Value best = static_eval();
    if (best >= beta) return best;
    if (ply >= 120) return best;
    const Value standing = best;
    alpha = std::max(alpha, best);
    MoveList moves;
    position_.captures(moves);
    struct Ranked {
        Move move;
        std::int32_t rank;
    };
    std::array<Ranked, most_moves> ranked;
    int count = 0;
    for (const Move move : moves) {
        const Piece taken = position_.at(to_of(move));
        const Value gain = worth(taken);
        if (standing + gain + delta <= alpha && position_.left(colour_of(taken)) > 1) continue;
        if (see_loss(move) > 0) continue;
        const std::int32_t rank = 16 * gain - worth(position_.at(from_of(move)));
        int at = count++;
        for (; at > 0 && ranked[static_cast<std::size_t>(at - 1)].rank < rank; --at)
            ranked[static_cast<std::size_t>(at)] = ranked[static_cast<std::size_t>(at - 1)];
        ranked[static_cast<std::size_t>(at)] = {move, rank};
    }
    for (int i = 0; i < count; ++i) {
        if (!control_.tick()) return best;
        const Move move = ranked[static_cast<std::size_t>(i)].move;
        play(move);
        const Value value = position_.left(position_.colour()) == 0
                                ? search::wins_after(ply + 1)
                                : -quiescence(-beta, -alpha, ply + 1);
        undo(move);
        if (value <= best) continue;
        best = value;
        alpha = std::max(alpha, best);
        if (alpha >= beta) break;
    }
    return best;
}

}  // namespace kikashi::banqi
