#include "evaluation.hpp"

#include <map>
#include <memory>
#include <mutex>

#include "weights.hpp"  // made by the fit

namespace kikashi::banqi {

namespace {

constexpr std::size_t index(int number) { return static_cast<std::size_t>(number); }

// How much an own piece gains from each enemy piece: weights know a < b alone.
int rivalry(const Weights& weights, Kind own, Kind enemy) {
    if (own == enemy) return 0;
    return own < enemy ? weights[index(rivals(own, enemy))] : -weights[index(rivals(enemy, own))];
}

}  // namespace

int place_of(const Geometry& geometry, Cell cell) {
    const int ways = std::popcount(geometry.step[index(cell)]);
    return ways <= 2 ? 0 : ways == 3 ? 1 : 2;
}

std::vector<float> features(const Position& position) {
    std::vector<float> made(weight_count, 0.0F);
    const int own = position.colour(), enemy = 1 - own;
    const Geometry& geometry = position.geometry();
    std::array<std::array<int, kinds>, 2> count{};
    for (int colour : {red, black})
        for (Kind kind = general; kind <= soldier; ++kind) {
            const Piece piece = piece_of(colour, kind);
            count[index(colour)][index(kind)] =
                std::popcount(position.of(piece)) + position.hidden(piece);
        }
    for (Kind kind = general; kind <= soldier; ++kind) {
        const int ours = count[index(own)][index(kind)], theirs = count[index(enemy)][index(kind)];
        made[index(of_kind + kind)] = static_cast<float>(ours - theirs);
        for (Kind other = kind + 1; other <= soldier; ++other)
            made[index(rivals(kind, other))] =
                static_cast<float>(ours * count[index(enemy)][index(other)] -
                                   theirs * count[index(own)][index(other)]);
    }
    for (Cell cell = 0; cell < geometry.cells; ++cell) {
        const Piece piece = position.at(cell);
        if (piece >= pieces) continue;
        const float sign = colour_of(piece) == own ? 1.0F : -1.0F;
        made[index(of_shown + kind_of(piece))] += sign;
        made[index(of_place + kind_of(piece) * places + place_of(geometry, cell))] += sign;
        if (colour_of(piece) != own) continue;
        for (Bits enemies = position.side(enemy); enemies;) {
            const Cell at = take_cell(enemies);
            const int far = geometry.distance[index(cell)][index(at)];
            made[index(pair_weight(kind_of(piece), kind_of(position.at(at)), far))] += 1.0F;
        }
    }
    made[index(of_tempo + phase_of(position.hidden_total()))] = 1.0F;
    return made;
}

const Evaluation& Evaluation::of(const Geometry& geometry) {
    static std::mutex guard;
    static std::map<const Geometry*, std::unique_ptr<const Evaluation>> made;
    const std::lock_guard lock(guard);
    auto& found = made[&geometry];
    if (!found) found = std::make_unique<const Evaluation>(geometry, fitted_weights);
    return *found;
}

Evaluation::Evaluation(const Geometry& geometry, const Weights& weights) : geometry_(&geometry) {
    for (Piece piece = 0; piece < pieces; ++piece) {
        const Kind kind = kind_of(piece);
        const int sign = colour_of(piece) == red ? 1 : -1;
        kind_[piece] = weights[index(of_kind + kind)];
        for (Cell cell = 0; cell < geometry.cells; ++cell)
            place_[piece][index(cell)] = static_cast<std::int16_t>(
                sign * (weights[index(of_shown + kind)] +
                        weights[index(of_place + kind * places + place_of(geometry, cell))]));
        for (Piece other = 0; other < pieces; ++other) {
            if (colour_of(piece) == colour_of(other)) continue;
            rival_[other][piece] =
                static_cast<std::int16_t>(rivalry(weights, kind, kind_of(other)));
            const Kind red_kind = sign > 0 ? kind : kind_of(other);
            const Kind black_kind = sign > 0 ? kind_of(other) : kind;
            for (int far = 1; far < most_cells; ++far)
                pair_[piece][other][index(far)] =
                    both_of(weights[index(pair_weight(red_kind, black_kind, far))],
                            weights[index(pair_weight(black_kind, red_kind, far))]);
        }
    }
    for (int phase = 0; phase < phases; ++phase)
        tempo_[index(phase)] = weights[index(of_tempo + phase)];
}

Sums Evaluation::sums(const Position& position) const {
    Sums made;
    std::array<int, pieces> count{};
    for (Piece piece = 0; piece < pieces; ++piece)
        count[piece] = std::popcount(position.of(piece)) + position.hidden(piece);
    for (Piece piece = 0; piece < pieces; ++piece) {
        int worth = kind_[piece], own = kind_[piece];
        for (Piece other = 0; other < pieces; ++other) {
            if (colour_of(other) == colour_of(piece)) continue;
            worth += count[other] * rival_[other][piece];
            if (colour_of(piece) == red) own += count[other] * rival_[other][piece];
        }
        made.worth[piece] = static_cast<std::int16_t>(worth);
        made.material += colour_of(piece) == red ? count[piece] * own : -count[piece] * own;
    }
    for (Bits reds = position.side(red); reds;) {
        const Cell cell = take_cell(reds);
        made.standing += place_[position.at(cell)][index(cell)];
        add(pairs_of(position, position.at(cell), cell), made);
    }
    for (Bits blacks = position.side(black); blacks;) {
        const Cell cell = take_cell(blacks);
        made.standing += place_[position.at(cell)][index(cell)];
    }
    return made;
}

void Evaluation::step(const Position& position, Move move, Sums& sums) const {
    const Cell from = from_of(move), to = to_of(move);
    const Piece piece = position.at(from), taken = position.at(to);
    sums.standing += place_[piece][index(to)] - place_[piece][index(from)];
    const Both change = pairs_of_step(position, piece, from, to);
    if (taken != no_piece) {
        add(-pairs_of(position, taken, to), sums);
        sums.standing -= place_[taken][index(to)];
        const std::int32_t loss = sums.worth[taken];
        sums.material += colour_of(taken) == red ? -loss : loss;
        for (std::size_t other = 0; other < 16; ++other)
            sums.worth[other] = static_cast<std::int16_t>(sums.worth[other] - rival_[taken][other]);
    }
    add(change, sums);
}

void Evaluation::turn_up(const Position& position, Cell cell, Piece piece, Sums& sums) const {
    sums.standing += place_[piece][index(cell)];
    add(pairs_of(position, piece, cell), sums);
}

}  // namespace kikashi::banqi
