#include "menace.hpp"

#include "tables.hpp"

namespace kikashi::xiangqi {

namespace {

constexpr int files = 9;
constexpr int palace_file = 3, palace_width = 3;

// Points of an attack; their square counts, for an attack is more than the sum of its parts. Set by
// hand; of the scales 10, 20, 40 and 80 this one served best where mates were looked for.
constexpr int piece_points = 18, pawn_points = 12;  // that attacks a cell of the palace
constexpr int hit_points = 8;                       // for each attacked cell beside the general
constexpr int few_points = 15, none_points = 30;    // the general can go to one cell, or to none
constexpr Value scale = 20;

// The palace of one side as nine bits, three a rank.
class Palace {
   public:
    explicit Palace(Side owner) : first_rank_(owner == red ? 0 : 7) {}

    bool has_rank(int rank) const {
        return rank >= first_rank_ && rank < first_rank_ + palace_width;
    }
    static bool has_file(int file) {
        return file >= palace_file && file < palace_file + palace_width;
    }
    unsigned bit(Cell cell) const {
        const int file = cell % files, rank = cell / files;
        if (!has_file(file) || !has_rank(rank)) return 0;
        return 1u << (palace_width * (rank - first_rank_) + file - palace_file);
    }
    // Of the places of a whole rank or file, those in the palace.
    unsigned of_rank(int rank, unsigned places) const {
        return (places >> palace_file & 7u) << palace_width * (rank - first_rank_);
    }
    unsigned of_file(int file, unsigned places) const {
        const unsigned three = places >> first_rank_ & 7u;
        return ((three & 1u) | (three & 2u) << 2 | (three & 4u) << 4) << (file - palace_file);
    }

   private:
    int first_rank_;
};

// On one line: the places behind exactly one screen, empty or not.
unsigned behind_screen(int from, unsigned occupied) {
    unsigned found = 0;
    for (unsigned near = tables.rook[from][occupied] & occupied; near; near &= near - 1) {
        const int screen = __builtin_ctz(near);
        const unsigned below = (1u << screen) - 1;
        found |= tables.rook[screen][occupied] & (screen > from ? ~(below << 1 | 1u) : below);
    }
    return found;
}

unsigned attacked_by(const Position& position, const Palace& palace, Side side, Cell cell) {
    const Tables& t = tables;
    const int file = cell % files, rank = cell / files;
    const unsigned across = position.on_rank(rank), along = position.on_file(file);
    unsigned found = 0;
    switch (kind_of(position.at(cell))) {
        case rook:
            if (palace.has_rank(rank)) found |= palace.of_rank(rank, t.rook[file][across]);
            if (palace.has_file(file)) found |= palace.of_file(file, t.rook[rank][along]);
            break;
        case general:  // the other may not come to face it
            found = palace.of_file(file, t.rook[rank][along]);
            break;
        case cannon:
            if (palace.has_rank(rank)) found |= palace.of_rank(rank, behind_screen(file, across));
            if (palace.has_file(file)) found |= palace.of_file(file, behind_screen(rank, along));
            break;
        case horse: {
            const auto& steps = t.horse[cell];
            for (int i = 0; i < steps.count; ++i)
                if (position.at(steps.by[i]) == no_piece) found |= palace.bit(steps.to[i]);
            break;
        }
        case pawn: {
            const auto& steps = t.pawn[side][cell];
            for (int i = 0; i < steps.count; ++i) found |= palace.bit(steps.to[i]);
            break;
        }
        case advisor:
        case elephant:
            break;
    }
    return found;
}

}  // namespace

Value menace(const Position& position, Side side) {
    const Side enemy = other(side);
    const Palace palace(enemy);
    unsigned attacked = 0;
    Value points = 0;
    for (const Cell cell : position.pieces(side)) {
        if (cell == nowhere) continue;
        const unsigned cells_hit = attacked_by(position, palace, side, cell);
        attacked |= cells_hit;
        const Kind kind = kind_of(position.at(cell));
        if (cells_hit && kind != general) points += kind == pawn ? pawn_points : piece_points;
    }
    if (points == 0) return 0;
    int free = 0;
    const auto& around = tables.general[enemy][position.general_of(enemy)];
    for (int i = 0; i < around.count; ++i) {
        const Cell cell = around.to[i];
        if (attacked & palace.bit(cell)) {
            points += hit_points;
        } else {
            const Piece there = position.at(cell);
            free += there == no_piece || side_of(there) == side;
        }
    }
    if (free <= 1) points += free ? few_points : none_points;
    return points * points / scale;
}

}  // namespace kikashi::xiangqi
