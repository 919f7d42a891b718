// The net of lines under do and undo, in any order and however seldom asked, is the net of the
// position.
#include <cstdio>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "positional/line_net.hpp"

using namespace kikashi::positional;

namespace {

Geometry lines(int size, int k) {
    std::vector<std::vector<int>> sets;
    const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    for (const auto& step : steps)
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x) {
                std::vector<int> set;
                for (int i = 0; i < k; ++i) {
                    const int a = x + i * step[0], b = y + i * step[1];
                    if (a >= 0 && b >= 0 && a < size && b < size) set.push_back(b * size + a);
                }
                if (static_cast<int>(set.size()) == k) sets.push_back(set);
            }
    return Geometry(size * size, sets, 1, 1, 2, {}, {});
}

std::string random_net(int k, int reach, std::mt19937& random) {
    std::string bytes = "KLN1";
    const auto put = [&](int number, int size) {
        for (int i = 0; i < size; ++i) bytes.push_back(static_cast<char>(number >> (8 * i) & 255));
    };
    const auto some = [&](int count, int size, int most) {
        for (int i = 0; i < count; ++i)
            put(static_cast<int>(random() % static_cast<unsigned>(2 * most + 1)) - most, size);
    };
    constexpr int c = LineNet::channels, h = LineNet::hidden;
    for (const int number : {k, reach, c, h}) put(number, 2);
    const int halves = (2 << reach) - 1, patterns = 1 + 2 * halves * halves;
    some(2 * patterns * c, 2, 40);
    some(c, 2, 60);
    some(h * c, 2, 200);
    some(LineNet::phases * h, 4, 60000);
    some(h * h, 2, 60);
    some(h, 4, 4000);
    some(h, 2, 100);
    some(1, 4, 1000);
    some(c, 2, 200);
    some(c * h, 2, 100);
    some(c, 4, 6000);
    return bytes;
}

bool same(LineNetBoard& kept, LineNetBoard& fresh, const std::vector<int>& owner) {
    for (int side = 0; side < 2; ++side)
        for (int phase = 0; phase < LineNet::phases; ++phase) {
            if (kept.value(side, phase) != fresh.value(side, phase)) return false;
            const auto a = kept.order(side, phase), b = fresh.order(side, phase);
            for (std::size_t c = 0; c < owner.size(); ++c)
                if (owner[c] < 0 && a[c] != b[c]) return false;
        }
    return true;
}

}  // namespace

int main() {
    constexpr unsigned seed = 5;
    std::mt19937 random(seed);
    for (const auto& [size, k, reach] : {std::array{9, 5, 5}, {15, 5, 4}, {11, 6, 5}}) {
        const Geometry geometry = lines(size, k);
        const auto net = std::make_shared<const LineNet>(random_net(k, reach, random));
        LineNetBoard kept(geometry, net);
        std::vector<int> owner(static_cast<std::size_t>(size * size), -1);
        std::vector<Cell> stones;
        for (int step = 0; step < 400; ++step) {
            if (!stones.empty() && random() % 3 == 0) {
                if (random() % 4 == 0)  // not always the last one
                    std::swap(stones[random() % stones.size()], stones.back());
                kept.remove(stones.back(), owner[stones.back()]);
                owner[stones.back()] = -1;
                stones.pop_back();
            } else {
                const auto cell = static_cast<Cell>(random() % owner.size());
                if (owner[cell] >= 0) continue;
                owner[cell] = static_cast<int>(random() % 2);
                kept.place(cell, owner[cell]);
                stones.push_back(cell);
            }
            if (random() % 4 != 0) continue;
            LineNetBoard fresh(geometry, net);
            for (std::size_t c = owner.size(); c-- > 0;)
                if (owner[c] >= 0) fresh.place(static_cast<Cell>(c), owner[c]);
            if (!same(kept, fresh, owner)) {
                std::printf("seed %u, size %d: other numbers after step %d\n", seed, size, step);
                return 1;
            }
        }
    }
    return 0;
}
