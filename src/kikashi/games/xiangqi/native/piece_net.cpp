#include "piece_net.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace kikashi::xiangqi {

namespace {

constexpr std::string_view magic = "KPN1";
constexpr int most_strong = 12;

// Little-endian, as every machine that we build for stores them.
template <class T>
void take(std::string_view& bytes, T* into, std::size_t count) {
    const std::size_t size = count * sizeof(T);
    if (bytes.size() < size) throw std::invalid_argument("the net of pieces ends too early");
    std::memcpy(into, bytes.data(), size);
    bytes.remove_prefix(size);
}

// The square of a clipped unit times its weight; no product of the inner pair leaves 16 bits.
std::int32_t weighed(const PieceNet::Units& units, const PieceNet::Units& weights) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const auto unit = std::clamp<std::int16_t>(units[i], 0, PieceNet::one);
        const auto product = static_cast<std::int16_t>(unit * weights[i]);
        sum += product * unit;
    }
    return sum;
}

}  // namespace

PieceNet::PieceNet(std::string_view bytes) : rows_(features) {
    std::array<std::int16_t, 3> shape{};
    if (!bytes.starts_with(magic)) throw std::invalid_argument("this is no net of pieces");
    bytes.remove_prefix(magic.size());
    take(bytes, shape.data(), shape.size());
    if (shape[0] != units || shape[1] != phases || shape[2] != 1 + trait_count)
        throw std::invalid_argument("the net of pieces has another shape");
    for (Units& row : rows_) take(bytes, row.data(), row.size());
    take(bytes, bias_.data(), bias_.size());
    for (auto& phase : last_)
        for (Units& side : phase) take(bytes, side.data(), side.size());
    take(bytes, last_bias_.data(), last_bias_.size());
    for (auto& phase : traits_) take(bytes, phase.data(), phase.size());
    if (!bytes.empty()) throw std::invalid_argument("the net of pieces is too long");
    constexpr int widest = 32767 / one;
    for (const auto& phase : last_)
        for (const Units& side : phase)
            for (const std::int16_t weight : side)
                if (weight > widest || weight < -widest)
                    throw std::invalid_argument("the net of pieces has too large a weight");
}

Value PieceNet::value(const Sums& sums, Value material, const Traits& traits, Side mover,
                      int strong) const {
    const auto phase =
        static_cast<std::size_t>(std::min(strong, most_strong) * phases / (most_strong + 1));
    const auto& last = last_[phase];
    const std::int32_t sum =
        weighed(sums.of[mover], last[0]) + weighed(sums.of[other(mover)], last[1]);
    const std::int64_t whole = sum / one + last_bias_[phase];
    const auto& weights = traits_[phase];
    std::int32_t seen = weights[0] * material;
    for (std::size_t i = 0; i < trait_count; ++i) seen += weights[i + 1] * traits.of[i];
    seen /= trait_one;
    const auto placed = static_cast<Value>(whole * value_scale / (one * weight_one));
    const Value for_red = (mover == red ? placed : -placed) + seen;
    const Value within = bounded(for_red, traits);
    return mover == red ? within : -within;
}

}  // namespace kikashi::xiangqi
