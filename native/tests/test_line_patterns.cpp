// The learned evaluation of lines: kept up to date under do and undo as if made anew, equal for
// mirrored colours, and classes that say what they should.
#include <cstdio>
#include <memory>
#include <vector>

#include "core/keys.hpp"
#include "plain_search.hpp"
#include "positional/line_patterns.hpp"

using namespace kikashi;
using namespace kikashi::positional;
using namespace kikashi::tests;

namespace {

constexpr int columns = 9, rows = 7;

std::shared_ptr<Geometry> lines(int k) {
    std::vector<std::vector<int>> sets;
    const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (const auto& step : steps)
        for (int y = 0; y < rows; ++y)
            for (int x = 0; x < columns; ++x) {
                std::vector<int> set;
                for (int i = 0; i < k; ++i) {
                    const int a = x + i * step[0], b = y + i * step[1];
                    if (a >= 0 && b >= 0 && a < columns && b < rows) set.push_back(b * columns + a);
                }
                if (static_cast<int>(set.size()) != k) continue;
                if (x % 2) std::reverse(set.begin(), set.end());  // any order will do
                sets.push_back(set);
            }
    return std::make_shared<Geometry>(columns * rows, sets, 1, 1, 2,
                                      std::vector<std::vector<int>>{}, std::vector<int>{});
}

std::shared_ptr<LineWeights> random_weights(std::uint64_t seed) {
    auto weights = std::make_shared<LineWeights>();
    std::uint64_t n = seed << 32;
    for (auto* row :
         {&weights->mover, &weights->waiting, &weights->order_own, &weights->order_their})
        for (int i = 0; i < line_codes; ++i)
            row->push_back(static_cast<std::int16_t>(mix(++n) % 2001) - 1000);
    weights->tempo = 7;
    return weights;
}

void do_and_undo_agree_with_a_fresh_evaluation() {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const auto geometry = lines(3 + static_cast<int>(seed % 4));
        const auto weights = random_weights(seed);
        LineEvaluation kept(*geometry, weights);
        std::vector<int> owner(columns * rows, -1);
        for (std::uint64_t n = 0; n < 60; ++n) {
            const auto cell = static_cast<Cell>(mix(seed * 1000 + n) % (columns * rows));
            const int player = static_cast<int>(mix(seed * 7000 + n) & 1);
            if (owner[cell] < 0) {
                kept.place(cell, player);
                owner[cell] = player;
            } else {
                kept.remove(cell, owner[cell]);
                owner[cell] = -1;
            }
            LineEvaluation fresh(*geometry, weights);
            for (int c = 0; c < columns * rows; ++c)
                if (owner[static_cast<std::size_t>(c)] >= 0)
                    fresh.place(static_cast<Cell>(c), owner[static_cast<std::size_t>(c)]);
            for (const int side : {0, 1}) {
                expect(kept.value(side) == fresh.value(side), "a value has drifted", seed);
                for (int c = 0; c < columns * rows; ++c)
                    if (owner[static_cast<std::size_t>(c)] < 0)
                        expect(kept.order(side, static_cast<Cell>(c)) ==
                                   fresh.order(side, static_cast<Cell>(c)),
                               "a place in the order has drifted", seed);
            }
        }
    }
}

void colours_are_mirrored() {
    const auto geometry = lines(5);
    LineEvaluation one(*geometry, random_weights(1)), other(*geometry, random_weights(1));
    for (std::uint64_t n = 0; n < 20; ++n) {
        const auto cell = static_cast<Cell>(n * 3);
        one.place(cell, static_cast<int>(n & 1));
        other.place(cell, static_cast<int>(1 - (n & 1)));
    }
    expect(one.value(0) == other.value(1) && one.value(1) == other.value(0),
           "colours are valued differently", 0);
}

void classes_tell_open_from_closed() {
    const LineClasses& five = LineClasses::of(5);
    // Four cells before the middle, from the farthest, then four after: one bit pair each.
    const auto window = [](const char* cells) {
        std::uint32_t made = 0;
        for (int i = 0; i < 8; ++i)
            made |= (cells[i] == '.'   ? 0u
                     : cells[i] == 'x' ? 1u
                     : cells[i] == 'o' ? 2u
                                       : 3u)
                    << (2 * i);
        return made;
    };
    expect(five.class_of(window("...."
                                "...."),
                         0) == 1,
           "an empty line", 0);
    expect(five.class_of(window("#oxx"
                                "o..."),
                         0) == 0,
           "a dead line", 1);
    const int open_three = five.class_of(window(".xxx"
                                                "...."),
                                         0);
    const int closed_three = five.class_of(window("oxxx"
                                                  ".o.."),
                                           0);
    expect(open_three > closed_three && closed_three > 3, "open and closed threes", 2);
    expect(five.class_of(window("xxxx"
                                "####"),
                         0) > open_three,
           "a four", 3);
    expect(five.class_of(window("oooo"
                                "####"),
                         1) == five.class_of(window("xxxx"
                                                    "####"),
                                             0),
           "the other colour", 4);
}

}  // namespace

int main() {
    do_and_undo_agree_with_a_fresh_evaluation();
    colours_are_mirrored();
    classes_tell_open_from_closed();
    std::printf("%d failures\n", failures);
    return failures ? 1 : 0;
}
