#include "network.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace kikashi::minishogi {

namespace {

constexpr char magic[] = {'K', 'M', 'S', '1'};

// Reads little-endian numbers one after the other; the length was checked before.
class Reader {
   public:
    explicit Reader(const std::string& bytes) : at_(bytes.data()) {}
    template <class Number>
    Number next() {
        Number number;
        std::memcpy(&number, at_, sizeof number);
        at_ += sizeof number;
        return number;
    }

   private:
    const char* at_;
};

}  // namespace

std::size_t Network::file_bytes() {
    return sizeof magic + std::size_t{features} * width + width * 2 +
           std::size_t{inner} * 2 * width + inner * 4 + inner * 2 + 4;
}

Network::Network(const std::string& bytes) : first_(features) {
    if (bytes.size() != file_bytes() || std::memcmp(bytes.data(), magic, sizeof magic) != 0)
        throw std::invalid_argument("these are no weights of the network for minishogi");
    Reader reader(bytes);
    reader.next<std::int32_t>();
    for (Half& row : first_)
        for (auto& weight : row) weight = reader.next<std::int8_t>();
    for (auto& weight : first_bias_) weight = reader.next<std::int16_t>();
    for (auto& row : second_)
        for (auto& weight : row) weight = reader.next<std::int8_t>();
    for (auto& weight : second_bias_) weight = reader.next<std::int32_t>();
    for (auto& weight : third_) weight = reader.next<std::int16_t>();
    third_bias_ = reader.next<std::int32_t>();
}

Network::View::View(Side viewer, int king)
    : side(viewer), mirrored((viewer == sente ? king : cells - 1 - king) % size > 2), bucket(0) {
    const int at = cell(king);
    bucket = 3 * (at / size) + at % size;
}

int Network::View::cell(int at) const {
    const int turned = side == sente ? at : cells - 1 - at;
    return mirrored ? turned - 2 * (turned % size) + size - 1 : turned;
}

int Network::View::piece(Piece piece, int at) const {
    const int kind = side_of(piece) == side ? kind_of(piece) - 1 : 9 + kind_of(piece);
    return bucket * seen + kind * cells + cell(at);
}

int Network::View::hand(Side owner, Kind kind, int number) const {
    return bucket * seen + 19 * cells + (owner == side ? 0 : 2 * hand_kinds) + 2 * (kind - 1) +
           number - 1;
}

void Network::refresh(const Position& position, Side side, Accumulator& into) const {
    Half& half = into.half[side];
    half = first_bias_;
    const View view(side, position.king_of(side));
    for (Bits rest = position.occupied() & ~bit(position.king_of(side)); rest; rest &= rest - 1) {
        const int cell = __builtin_ctz(rest);
        add(half, view.piece(position.at(cell), cell));
    }
    for (const Side owner : {sente, gote})
        for (int kind = rook; kind <= pawn; ++kind)
            for (int n = 1; n <= position.in_hand(owner, static_cast<Kind>(kind)); ++n)
                add(half, view.hand(owner, static_cast<Kind>(kind), n));
}

void Network::update(const Position& before, Move move, const Accumulator& from,
                     Accumulator& into) const {
    const Side mover = before.mover();
    const int to = to_of(move);
    const bool king_moves = !drops(move) && kind_of(before.at(from_of(move))) == king;
    for (const Side side : {sente, gote}) {
        if (king_moves && side == mover) continue;
        Half half = from.half[side];
        const View view(side, before.king_of(side));
        const Piece after = piece_of(mover, before.kind_after(move));
        if (drops(move)) {
            const Kind kind = dropped(move);
            take(half, view.hand(mover, kind, before.in_hand(mover, kind)));
        } else {
            take(half, view.piece(before.at(from_of(move)), from_of(move)));
            const Piece taken = before.at(to);
            if (taken != no_piece) {
                const Kind kind = unpromoted(kind_of(taken));
                take(half, view.piece(taken, to));
                add(half, view.hand(mover, kind, before.in_hand(mover, kind) + 1));
            }
        }
        add(half, view.piece(after, to));
        into.half[side] = half;
    }
}

Value Network::value(const Accumulator& sums, Side mover) const {
    alignas(64) std::array<std::int16_t, 2 * width> active;
    for (int n = 0; n < 2; ++n) {
        const Half& half = sums.half[n == 0 ? mover : other(mover)];
        for (int i = 0; i < width; ++i)
            active[static_cast<std::size_t>(n * width + i)] =
                std::clamp<std::int16_t>(half[static_cast<std::size_t>(i)], 0, unit);
    }
    std::int32_t out = third_bias_;
    for (std::size_t row = 0; row < inner; ++row) {
        std::int32_t sum = second_bias_[row];
        for (std::size_t i = 0; i < 2 * width; ++i)
            sum += std::int32_t{active[i]} * std::int32_t{second_[row][i]};
        out += std::clamp(sum / unit, 0, unit) * third_[row];
    }
    // `out` is in units of unit * last_unit; a logit is `logit`.
    return std::clamp(static_cast<Value>(std::int64_t{out} * logit / (unit * last_unit)), -most,
                      most);
}

}  // namespace kikashi::minishogi
