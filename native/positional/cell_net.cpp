// The arithmetic. Activations are 16-bit integers from 0 to CellKernels::top. A layer sums products
// with 16-bit weights into 32 bits, adds the bias, shifts right by the number of its output channel
// and clamps. What 1 is as an integer is nowhere written: the shifts take care of it.
//
// A 3 x 3 convolution is done in tiles, in integers too: with weights of at most `most_weight` the
// transformed weights, 4 G g G', fit into 16 bits and the result is exactly four times the plain
// one. On the way sums may wrap, the result may not, which is proved when a net is read.
#include "positional/cell_net.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace kikashi::positional {

namespace {

constexpr std::size_t taps = 9, planes = 4, edge_kinds = 16;
constexpr int most_weight = INT16_MAX / 9;  // nine of them meet in a transformed weight
constexpr int tile_scale = 4, tile_shift = 2;
constexpr int pooled_scale = 4;  // means between two activations count too
constexpr int most_shift = CellRescale::common_shift - tile_shift;
constexpr int most_hidden_shift = 30, most_last_shift = 40;
constexpr std::size_t tiles_at_once = 24;  // their sums stay in the nearest caches
static_assert(tiles_at_once % CellKernels::rows == 0);

std::size_t index(int number) { return static_cast<std::size_t>(number); }

// What a layer is in the file: weights by output, then biases, then shifts.
struct Raw {
    std::size_t outputs, inputs;  // taps are inputs too
    std::vector<std::int16_t> weights;
    std::vector<std::int32_t> bias;
    std::vector<std::int16_t> shift;
    static std::size_t bytes(std::size_t outputs, std::size_t inputs) {
        return outputs * (2 * inputs + 4 + 2);
    }
};

class Reader {
   public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}
    // The low byte first.
    template <class Number>
    Number next() {
        if (bytes_.size() < sizeof(Number))
            throw std::invalid_argument("the weights of the net of cells end too early");
        std::uint32_t number = 0;
        for (std::size_t i = 0; i < sizeof(Number); ++i)
            number |= std::uint32_t{static_cast<unsigned char>(bytes_[i])} << (8 * i);
        bytes_.remove_prefix(sizeof(Number));
        return static_cast<Number>(number);
    }
    Raw layer(std::size_t outputs, std::size_t inputs) {
        Raw raw{outputs, inputs, {}, {}, {}};
        raw.weights.resize(outputs * inputs);
        raw.bias.resize(outputs);
        raw.shift.resize(outputs);
        for (auto& weight : raw.weights) weight = next<std::int16_t>();
        for (auto& bias : raw.bias) bias = next<std::int32_t>();
        for (auto& shift : raw.shift) shift = next<std::int16_t>();
        return raw;
    }
    std::size_t left() const { return bytes_.size(); }

   private:
    std::string_view bytes_;
};

// Throws unless no inputs from 0 to `highest` can make a sum that leaves 32 bits once it is
// multiplied by `scale`.
void prove(const Raw& raw, const std::string& name, std::int64_t highest, std::int64_t scale,
           int shift_limit) {
    for (std::size_t o = 0; o < raw.outputs; ++o) {
        std::int64_t most = 0, least = 0;
        for (std::size_t i = 0; i < raw.inputs; ++i) {
            const std::int64_t weight = raw.weights[o * raw.inputs + i];
            (weight > 0 ? most : least) += weight;
        }
        most = scale * (most * highest + raw.bias[o]);
        least = scale * (least * highest + raw.bias[o]);
        // The bias alone has to fit too.
        const std::int64_t bias = scale * raw.bias[o];
        if (std::max(most, bias) > INT32_MAX || std::min(least, bias) < INT32_MIN)
            throw std::invalid_argument("in the net of cells, output " + std::to_string(o) +
                                        " of layer " + name +
                                        " could be a sum that does not fit into 32 bits");
        if (raw.shift[o] < 0 || raw.shift[o] > shift_limit)
            throw std::invalid_argument("in the net of cells, output " + std::to_string(o) +
                                        " of layer " + name + " is shifted by " +
                                        std::to_string(raw.shift[o]) + "; expected 0 to " +
                                        std::to_string(shift_limit));
    }
}

// As `multiply` wants them; `weight(output, input)` is one of them.
template <class Weight>
void pack(Aligned<std::int16_t>& packed, std::size_t outputs, std::size_t inputs, Weight weight) {
    constexpr std::size_t group = CellKernels::outputs;
    for (std::size_t first = 0; first < outputs; first += group)
        for (std::size_t i = 0; i < inputs; i += 2)
            for (std::size_t o = first; o < first + group; ++o)
                for (std::size_t j = i; j < i + 2; ++j) packed.push_back(weight(o, j));
}

template <class Layer>
void add_rescale(Layer& layer, const Raw& raw, int scale, int extra_shift) {
    for (std::size_t o = 0; o < raw.outputs; ++o) {
        const int shift = raw.shift[o] + extra_shift;
        const std::int64_t end = std::int64_t{CellKernels::top + 1} << shift;
        layer.bias.push_back(raw.bias[o] * scale);
        layer.high.push_back(static_cast<std::int32_t>(end - 1));
        layer.factor.push_back(1 << (CellRescale::common_shift - shift));
    }
}

// 2 G, once along the columns and once along the rows.
std::array<int, CellKernels::positions> transformed(const std::int16_t* weights) {
    const auto along = [](int a, int b, int c) {
        return std::array{2 * a, a + b + c, a - b + c, 2 * c};
    };
    std::array<std::array<int, 4>, 3> columns;
    for (std::size_t x = 0; x < 3; ++x)
        columns[x] = along(weights[x], weights[3 + x], weights[6 + x]);
    std::array<int, CellKernels::positions> made;
    for (std::size_t y = 0; y < 4; ++y) {
        const auto row = along(columns[0][y], columns[1][y], columns[2][y]);
        std::copy(row.begin(), row.end(), made.begin() + static_cast<std::ptrdiff_t>(4 * y));
    }
    return made;
}

template <class Layer>
Layer convolution(const Raw& raw, const std::string& name) {
    for (const std::int16_t weight : raw.weights)
        if (std::abs(weight) > most_weight)
            throw std::invalid_argument("in the net of cells, layer " + name + " has the weight " +
                                        std::to_string(weight) + "; expected at most " +
                                        std::to_string(most_weight));
    prove(raw, name, CellKernels::top, tile_scale, most_shift);
    Layer layer;
    const std::size_t channels = raw.outputs;
    std::vector<std::array<int, CellKernels::positions>> all;
    for (std::size_t i = 0; i < channels * channels; ++i)
        all.push_back(transformed(raw.weights.data() + i * taps));
    layer.weights.reserve(all.size() * CellKernels::positions);
    for (std::size_t position = 0; position < CellKernels::positions; ++position)
        pack(layer.weights, channels, channels, [&](std::size_t o, std::size_t i) {
            return static_cast<std::int16_t>(all[o * channels + i][position]);
        });
    add_rescale(layer, raw, tile_scale, tile_shift);
    return layer;
}

template <class Stem>
Stem stem_of(const Raw& raw) {
    prove(raw, "stem", 1, 1, most_shift);
    Stem stem;
    const auto weight = [&](std::size_t o, std::size_t plane, std::size_t tap) {
        return std::int32_t{raw.weights[(o * planes + plane) * taps + tap]};
    };
    for (std::size_t middle = 0; middle < 2; ++middle)
        for (std::size_t edges = 0; edges < edge_kinds; ++edges)
            for (std::size_t o = 0; o < raw.outputs; ++o) {
                std::int32_t sum = raw.bias[o];
                for (std::size_t tap = 0; tap < taps; ++tap) {
                    const bool outside =
                        (tap / 3 == 0 && (edges & 1)) || (tap / 3 == 2 && (edges & 2)) ||
                        (tap % 3 == 0 && (edges & 4)) || (tap % 3 == 2 && (edges & 8));
                    if (outside) continue;
                    sum += weight(o, 2, tap) + (middle ? weight(o, 3, tap) : 0);
                }
                stem.ground.push_back(sum);
            }
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t tap = 0; tap < taps; ++tap)  // seen from the stone it is the other way
            for (std::size_t o = 0; o < raw.outputs; ++o)
                stem.stones.push_back(weight(o, side, taps - 1 - tap));
    add_rescale(stem.layer, raw, 1, 0);
    std::fill(stem.layer.bias.begin(), stem.layer.bias.end(), 0);
    return stem;
}

std::int32_t dot(const std::int16_t* a, const std::int16_t* b, std::size_t count,
                 std::int32_t bias) {
    // In any order; a compiler takes several at a time, and then a part may wrap.
    std::uint32_t sum = static_cast<std::uint32_t>(bias);
    for (std::size_t i = 0; i < count; ++i) sum += static_cast<std::uint32_t>(a[i] * b[i]);
    return static_cast<std::int32_t>(sum);
}

// Rounded once, so the same on every machine.
float logit(std::int32_t sum, int shift) {
    return static_cast<float>(std::ldexp(static_cast<double>(sum), -shift));
}

}  // namespace

CellNet::CellNet(std::string_view bytes) {
    constexpr std::string_view magic = "KCN1";
    if (bytes.substr(0, magic.size()) != magic)
        throw std::invalid_argument("these bytes are no net of cells");
    Reader reader(bytes.substr(magic.size()));
    const auto number = [&](const char* what, int least, int most, int step) {
        const int read = reader.next<std::uint16_t>();
        if (read < least || read > most || read % step != 0)
            throw std::invalid_argument("the net of cells has " + std::to_string(read) + " " +
                                        what + "; expected " + std::to_string(least) + " to " +
                                        std::to_string(most) + " in steps of " +
                                        std::to_string(step));
        return read;
    };
    constexpr int group = CellKernels::outputs;
    size_ = number("cells in a row of the board", 1, largest_size, 1);
    channels_ = number("channels", group, most_channels, group);
    const int blocks = number("blocks", 0, most_blocks, 1);
    policy_ = number("channels of the policy", group, most_channels, group);
    value_ = number("channels of the value", group, most_channels, group);
    hidden_ = number("hidden units", 1, most_hidden, 1);
    const std::size_t c = index(channels_), p = index(policy_), v = index(value_);
    const std::size_t h = index(hidden_);
    // Before anything is made in that size.
    const std::size_t expected = Raw::bytes(c, planes * taps) +
                                 2 * index(blocks) * Raw::bytes(c, c * taps) + Raw::bytes(p, c) +
                                 Raw::bytes(1, p) + Raw::bytes(v, c) + Raw::bytes(h, 2 * v) +
                                 Raw::bytes(1, h);
    if (reader.left() != expected)
        throw std::invalid_argument("the weights of the net of cells have " +
                                    std::to_string(reader.left()) + " bytes; expected " +
                                    std::to_string(expected));

    stem_ = stem_of<Stem>(reader.layer(c, planes * taps));
    for (int i = 0; i < 2 * blocks; ++i)
        convolutions_.push_back(convolution<Layer>(
            reader.layer(c, c * taps),
            "block" + std::to_string(i / 2) + ".conv" + std::to_string(i % 2 + 1)));
    const auto last = [&](const char* name, std::size_t outputs, std::size_t inputs,
                          std::int64_t highest, int shift_limit) {
        Raw raw = reader.layer(outputs, inputs);
        prove(raw, name, highest, 1, shift_limit);
        return Sums{std::move(raw.weights), std::move(raw.bias), std::move(raw.shift)};
    };
    const auto head = [&](const char* name, std::size_t outputs) {
        const Raw raw = reader.layer(outputs, c);
        prove(raw, name, CellKernels::top, 1, most_shift);
        pack(heads_.weights, outputs, c,
             [&](std::size_t o, std::size_t i) { return raw.weights[o * c + i]; });
        add_rescale(heads_, raw, 1, 0);
    };
    head("policy1", p);
    policy_last_ = last("policy2", 1, p, CellKernels::top, most_last_shift);
    head("value1", v);
    value_first_ = last("fc1", h, 2 * v, CellKernels::top * pooled_scale, most_hidden_shift);
    value_last_ = last("fc2", 1, h, CellKernels::top, most_last_shift);
}

CellNetRunner::CellNetRunner(std::shared_ptr<const CellNet> net, const CellKernels& kernels)
    : net_(std::move(net)), kernels_(&kernels) {
    const std::size_t c = index(net_->channels_), n = index(net_->size_);
    const std::size_t heads = index(net_->policy_ + net_->value_);
    tiles_across_ = (net_->size_ + 1) / 2;
    width_ = 2 * tiles_across_ + 2;  // with a cell of zeros around, and one more where it is odd
    for (int y = 0; y < tiles_across_; ++y)
        for (int x = 0; x < tiles_across_; ++x)
            tile_corners_.push_back((2 * y * width_ + 2 * x) * net_->channels_);
    // `multiply` reads whole rows of the board, and some behind the last one.
    const std::size_t cells = index(width_) * index(width_) + CellKernels::rows;
    main_.assign(cells * c, 0);
    inner_.assign(cells * c, 0);
    spread_.assign(CellKernels::positions * tiles_at_once * c, 0);
    spill_.assign(c, 0);
    head_.assign(cells * heads, 0);
    sums_.assign(std::max({CellKernels::positions * tiles_at_once * c, n * n * c, cells * heads}),
                 0);
    policy_logits_.assign(n * n, 0);
}

void CellNetRunner::run(const std::uint8_t* cells, bool middle) {
    stem(cells, middle);
    for (std::size_t i = 0; i < net_->convolutions_.size(); i += 2) {
        convolve(net_->convolutions_[i], main_.data(), inner_.data(), false);
        convolve(net_->convolutions_[i + 1], inner_.data(), main_.data(), true);
    }
    heads();
}

// Few cells have stones, so these are added where they lie.
void CellNetRunner::stem(const std::uint8_t* cells, bool middle) {
    const CellNet::Stem& stem = net_->stem_;
    const int n = net_->size_;
    const std::size_t c = index(net_->channels_);
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
            const int edges =
                (y == 0 ? 1 : 0) | (y == n - 1 ? 2 : 0) | (x == 0 ? 4 : 0) | (x == n - 1 ? 8 : 0);
            const std::size_t kind = (middle ? edge_kinds : 0) + index(edges);
            std::copy_n(stem.ground.data() + kind * c, c, sums_.data() + index(y * n + x) * c);
        }
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
            const std::uint8_t owner = cells[y * n + x];
            if (owner != 1 && owner != 2) continue;
            const std::int32_t* const around = stem.stones.data() + (owner - 1u) * taps * c;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    if (y + dy < 0 || y + dy >= n || x + dx < 0 || x + dx >= n) continue;
                    const std::int32_t* const from = around + index(3 * dy + dx + 4) * c;
                    std::int32_t* const to = sums_.data() + index((y + dy) * n + x + dx) * c;
                    for (std::size_t i = 0; i < c; ++i) to[i] += from[i];
                }
        }
    for (int y = 0; y < n; ++y)
        kernels_->settle(sums_.data() + index(y * n) * c, index(n), c, stem.layer.rescale(),
                         main_.data() + index((y + 1) * width_ + 1) * c);
}

void CellNetRunner::convolve(const CellNet::Layer& layer, const std::int16_t* from,
                             std::int16_t* to, bool residual) {
    const std::size_t c = index(net_->channels_), row_step = index(width_) * c;
    const std::size_t n = index(net_->size_), across = index(tiles_across_);
    const CellRescale rescale = layer.rescale();
    for (std::size_t first = 0; first < tile_corners_.size(); first += tiles_at_once) {
        const std::size_t count = std::min(tiles_at_once, tile_corners_.size() - first);
        // What stands in the rows behind the last tile does not matter.
        const std::size_t rows =
            (count + CellKernels::rows - 1) / CellKernels::rows * CellKernels::rows;
        kernels_->spread(from, row_step, c, {tile_corners_.data() + first, count}, spread_.data(),
                         rows * c);
        for (std::size_t i = 0; i < CellKernels::positions; ++i)
            kernels_->multiply(spread_.data() + i * rows * c, layer.weights.data() + i * c * c,
                               rows, c, c, sums_.data() + i * rows * c);
        for (std::size_t tile = 0; tile < count; ++tile) {
            const std::size_t y = 2 * ((first + tile) / across), x = 2 * ((first + tile) % across);
            std::int16_t* const cell = to + ((y + 1) * index(width_) + x + 1) * c;
            const bool right = x + 1 < n, below = y + 1 < n;  // still on the board
            std::int16_t* const cells[4] = {cell, right ? cell + c : spill_.data(),
                                            below ? cell + row_step : spill_.data(),
                                            right && below ? cell + row_step + c : spill_.data()};
            kernels_->gather(sums_.data() + tile * c, rows * c, c, rescale, residual, cells);
        }
    }
}

void CellNetRunner::heads() {
    const std::size_t c = index(net_->channels_), n = index(net_->size_), width = index(width_);
    const std::size_t p = index(net_->policy_), v = index(net_->value_), both = p + v;
    // All rows of the board in one go, the border between them too.
    const std::size_t rows =
        (n * width + CellKernels::rows - 1) / CellKernels::rows * CellKernels::rows;
    kernels_->multiply(main_.data() + (width + 1) * c, net_->heads_.weights.data(), rows, c, both,
                       sums_.data());
    kernels_->settle(sums_.data(), n * width, both, net_->heads_.rescale(), head_.data());
    std::array<std::int32_t, CellNet::most_channels> sums{};
    std::array<std::int16_t, CellNet::most_channels> most{};
    for (std::size_t y = 0; y < n; ++y)
        for (std::size_t x = 0; x < n; ++x) {
            const std::int16_t* const cell = head_.data() + (y * width + x) * both;
            policy_logits_[y * n + x] =
                logit(dot(cell, net_->policy_last_.weights.data(), p, net_->policy_last_.bias[0]),
                      net_->policy_last_.shift[0]);
            for (std::size_t i = 0; i < v; ++i) {
                sums[i] += cell[p + i];
                most[i] = std::max(most[i], cell[p + i]);
            }
        }
    judge_value({sums.data(), v}, {most.data(), v});
}

void CellNetRunner::judge_value(std::span<const std::int32_t> sums,
                                std::span<const std::int16_t> most) {
    const std::size_t v = sums.size(), h = index(net_->hidden_);
    const int cells = net_->size_ * net_->size_;
    std::array<std::int16_t, 2 * CellNet::most_channels> pooled;
    for (std::size_t i = 0; i < v; ++i) {
        pooled[i] = static_cast<std::int16_t>((pooled_scale * sums[i] + cells / 2) / cells);
        pooled[v + i] = static_cast<std::int16_t>(pooled_scale * most[i]);
    }
    std::array<std::int16_t, CellNet::most_hidden> hidden;
    const CellNet::Sums& first = net_->value_first_;
    for (std::size_t o = 0; o < h; ++o)
        hidden[o] = static_cast<std::int16_t>(
            std::clamp(dot(first.weights.data() + o * 2 * v, pooled.data(), 2 * v, first.bias[o]) >>
                           first.shift[o],
                       0, CellKernels::top));
    const CellNet::Sums& last = net_->value_last_;
    value_logit_ = logit(dot(last.weights.data(), hidden.data(), h, last.bias[0]), last.shift[0]);
}

}  // namespace kikashi::positional
