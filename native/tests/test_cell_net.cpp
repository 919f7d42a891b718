// The net of cells: every kernel gives the numbers of a plain loop over the weights as they stand
// in the file, and bytes that are no such net are refused.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "positional/cell_net.hpp"

using namespace kikashi::positional;

namespace {

constexpr std::int64_t top = 8191;

struct Shape {
    int size, channels, blocks, policy, value, hidden;
};

struct Layer {
    std::size_t outputs, inputs;  // taps are inputs too
    std::vector<int> weights, bias, shift;
    std::int64_t sum(std::size_t output, const std::vector<std::int64_t>& from) const {
        std::int64_t made = bias[output];
        for (std::size_t i = 0; i < inputs; ++i) made += weights[output * inputs + i] * from[i];
        return made;
    }
};

struct Net {
    Shape shape;
    std::vector<Layer> layers;  // as in the file
    std::string bytes() const {
        std::string made = "KCN1";
        const auto put = [&](int number, int size) {
            for (int i = 0; i < size; ++i)
                made.push_back(static_cast<char>(number >> (8 * i) & 255));
        };
        for (const int number :
             {shape.size, shape.channels, shape.blocks, shape.policy, shape.value, shape.hidden})
            put(number, 2);
        for (const Layer& layer : layers) {
            for (const int weight : layer.weights) put(weight, 2);
            for (const int bias : layer.bias) put(bias, 4);
            for (const int shift : layer.shift) put(shift, 2);
        }
        return made;
    }
};

// Weights as large as the proof of no overflow lets them be, now and then one of the largest at
// all, and shifts small enough that activations reach the top.
Net random_net(const Shape& shape, std::mt19937& random) {
    const auto c = static_cast<std::size_t>(shape.channels);
    const auto p = static_cast<std::size_t>(shape.policy);
    const auto v = static_cast<std::size_t>(shape.value);
    const auto h = static_cast<std::size_t>(shape.hidden);
    Net net{shape, {}};
    const auto number = [&](int most) {
        return static_cast<int>(random() % static_cast<unsigned>(2 * most + 1)) - most;
    };
    const auto add = [&](std::size_t outputs, std::size_t inputs, int largest, std::int64_t highest,
                         int scale, int shift) {
        Layer layer{outputs, inputs, {}, {}, {}};
        const auto most =
            static_cast<int>(INT32_MAX / scale / highest / static_cast<std::int64_t>(inputs));
        for (std::size_t o = 0; o < outputs; ++o) {
            for (std::size_t i = 0; i < inputs; ++i)
                layer.weights.push_back(number(std::min(most * 19 / 20, largest)));
            if (inputs > 16 && most * 3 < largest)
                layer.weights[o * inputs + random() % inputs] = o % 2 ? largest : -largest;
            layer.bias.push_back(number(50'000));
            layer.shift.push_back(shift + number(2));
        }
        net.layers.push_back(layer);
    };
    add(c, 36, INT16_MAX, 1, 1, 3);
    for (int i = 0; i < 2 * shape.blocks; ++i) add(c, 9 * c, 3640, top, 4, 11 + i % 2);
    add(p, c, INT16_MAX, top, 1, 14);
    add(1, p, INT16_MAX, top, 1, 20);
    add(v, c, INT16_MAX, top, 1, 14);
    add(h, 2 * v, INT16_MAX, 4 * top, 1, 14);
    add(1, h, INT16_MAX, top, 1, 20);
    return net;
}

std::int64_t active(std::int64_t number) { return std::clamp<std::int64_t>(number, 0, top); }

using Planes = std::vector<std::vector<std::int64_t>>;  // by channel, then by cell

std::vector<std::int64_t> around(const Planes& planes, int n, int x, int y) {
    std::vector<std::int64_t> made;
    for (const auto& plane : planes)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const bool inside = x + dx >= 0 && y + dy >= 0 && x + dx < n && y + dy < n;
                made.push_back(inside ? plane[static_cast<std::size_t>((y + dy) * n + x + dx)] : 0);
            }
    return made;
}

Planes convolved(const Layer& layer, const Planes& from, int n, const Planes* residual) {
    Planes made(layer.outputs);
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
            const auto seen = around(from, n, x, y);
            for (std::size_t o = 0; o < layer.outputs; ++o) {
                const std::int64_t before = residual ? (*residual)[o][made[o].size()] : 0;
                made[o].push_back(active(before + (layer.sum(o, seen) >> layer.shift[o])));
            }
        }
    return made;
}

float logit(const Layer& layer, const std::vector<std::int64_t>& from) {
    return static_cast<float>(static_cast<double>(layer.sum(0, from)) /
                              std::pow(2.0, layer.shift[0]));
}

std::vector<std::int64_t> fully(const Layer& layer, const std::vector<std::int64_t>& from) {
    std::vector<std::int64_t> made;
    for (std::size_t o = 0; o < layer.outputs; ++o)
        made.push_back(active(layer.sum(o, from) >> layer.shift[o]));
    return made;
}

// The logits of the cells and behind them the value's.
std::vector<float> plainly(const Net& net, const std::vector<std::uint8_t>& cells, bool middle) {
    const int n = net.shape.size;
    Planes planes(4);
    for (const std::uint8_t owner : cells) {
        planes[0].push_back(owner == 1);
        planes[1].push_back(owner == 2);
        planes[2].push_back(1);
        planes[3].push_back(middle);
    }
    auto layer = net.layers.begin();
    Planes main = convolved(*layer++, planes, n, nullptr);
    for (int i = 0; i < net.shape.blocks; ++i) {
        const Planes inner = convolved(*layer++, main, n, nullptr);
        main = convolved(*layer++, inner, n, &main);
    }
    const Layer &policy = *layer++, &policy_last = *layer++, &value = *layer++;
    const Layer &first = *layer++, &last = *layer;
    std::vector<float> made;
    std::vector<std::int64_t> sums(value.outputs), most(value.outputs);
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        std::vector<std::int64_t> features;
        for (const auto& plane : main) features.push_back(plane[cell]);
        made.push_back(logit(policy_last, fully(policy, features)));
        const auto judged = fully(value, features);
        for (std::size_t i = 0; i < judged.size(); ++i) {
            sums[i] += judged[i];
            most[i] = std::max(most[i], judged[i]);
        }
    }
    const auto count = static_cast<std::int64_t>(cells.size());
    std::vector<std::int64_t> pooled;
    for (const std::int64_t sum : sums) pooled.push_back((4 * sum + count / 2) / count);
    for (const std::int64_t one : most) pooled.push_back(4 * one);
    made.push_back(logit(last, fully(first, pooled)));
    return made;
}

int compare(const Shape& shape, unsigned seed) {
    std::mt19937 random(seed);
    const Net raw = random_net(shape, random);
    const auto net = std::make_shared<const CellNet>(raw.bytes());
    if (net->size() != shape.size || net->channels() != shape.channels ||
        net->blocks() != shape.blocks) {
        std::printf("seed %u: the net tells another shape than it has\n", seed);
        return 1;
    }
    std::vector<CellNetRunner> runners;
    for (const CellKernels& kernels : cell_kernels()) runners.emplace_back(net, kernels);
    std::vector<std::uint8_t> cells(static_cast<std::size_t>(shape.size * shape.size));
    for (int position = 0; position < 3; ++position) {  // an empty board, some stones, a full one
        for (auto& cell : cells) {
            const bool stone = static_cast<int>(random() % 2) < position;
            cell = static_cast<std::uint8_t>(stone ? 1 + random() % 2 : 0);
        }
        const bool middle = random() % 2;
        const auto expected = plainly(raw, cells, middle);
        for (std::size_t i = 0; i < runners.size(); ++i) {
            runners[i].run(cells.data(), middle);
            std::vector<float> found(runners[i].policy().begin(), runners[i].policy().end());
            found.push_back(runners[i].value());
            if (found == expected) continue;
            std::printf("seed %u, size %d, %d channels, position %d: other numbers with %s\n", seed,
                        shape.size, shape.channels, position, cell_kernels()[i].name);
            return 1;
        }
    }
    return 0;
}

// Whether the bytes are refused with a message that holds these words.
bool refused(const std::string& bytes, const std::string& words) {
    try {
        const CellNet net(bytes);
    } catch (const std::invalid_argument& error) {
        if (std::string(error.what()).find(words) != std::string::npos) return true;
        std::printf("expected '%s' in: %s\n", words.c_str(), error.what());
        return false;
    }
    std::printf("taken for a net, although: %s\n", words.c_str());
    return false;
}

bool damaged_are_refused() {
    std::mt19937 random(7);
    const Net good = random_net({5, 16, 1, 16, 16, 8}, random);
    const std::string bytes = good.bytes();
    bool all = refused("", "no net") && refused("KLN1" + bytes.substr(4), "no net") &&
               refused(bytes + '\0', "expected") && refused(bytes.substr(0, 9), "too early");
    for (std::size_t length = 16; length < bytes.size(); length += 997)
        all = all && refused(bytes.substr(0, length), "expected");
    for (std::size_t i = 4; i < 16; i += 2) {  // sizes beyond every bound
        std::string huge = bytes;
        huge[i] = huge[i + 1] = '\xff';
        all = all && refused(huge, "65535");
    }
    const auto changed = [&](const std::function<void(std::vector<Layer>&)>& change) {
        Net net = good;
        change(net.layers);
        return net.bytes();
    };
    all = all && refused(changed([](auto& layers) { layers[1].weights[0] = 3641; }), "3641");
    all = all && refused(changed([](auto& layers) { layers[0].shift[3] = -1; }), "shifted by -1");
    all = all && refused(changed([](auto& layers) { layers[2].shift[3] = 17; }), "shifted by 17");
    all = all && refused(changed([](auto& layers) { layers[6].shift[0] = 31; }), "shifted by 31");
    all = all && refused(changed([](auto& layers) { layers[3].bias[0] = INT32_MAX; }), "32 bits");
    for (std::size_t i = 1; i < good.layers.size(); ++i) {
        const bool tiles = i < 3;
        const auto flooded = [&](auto& layers) {
            for (int& weight : layers[i].weights) weight = tiles ? -3640 : INT16_MIN;
        };
        // With so few inputs the last layers' sums fit whatever their weights.
        if (good.layers[i].inputs * (tiles ? 4 * 3640 : 32768) * (i == 6 ? 4 : 1) * top > INT32_MAX)
            all = all && refused(changed(flooded), "32 bits");
    }
    return all;
}

}  // namespace

int main() {
    unsigned seed = 1;
    for (const Shape& shape : {Shape{9, 48, 2, 32, 32, 64},
                               {8, 32, 1, 16, 48, 10},
                               {7, 64, 2, 32, 16, 33},
                               {1, 16, 1, 16, 16, 1},
                               {2, 80, 1, 48, 64, 7},
                               {25, 16, 1, 16, 16, 8},
                               {19, 48, 1, 32, 32, 64},
                               {6, 128, 0, 16, 16, 256}})
        if (compare(shape, seed++)) return 1;
    return damaged_are_refused() ? 0 : 1;
}
