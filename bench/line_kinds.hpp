// The games of lines that the programs here play: boards, winning sets, weights and styles.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "positional/player/player.hpp"

namespace kikashi::bench {

using namespace positional;

struct Kind {
    const char* name;
    int size, k, stones, first;
    std::vector<int> mover, waiting;  // by stones lacking
    int tempo;
    int least_opening, most_opening;  // stones of a random opening
    Style style;
};

inline Kind kind_named(const std::string& name) {
    Style style;
    if (name == "gomoku") {
        style.width = 12;
        style.partial = 0.15;
        style.wary = 0.1;
        style.prune_by_net();
        return {"gomoku", 15, 5, 1, 1, {80, 35, 15, 2}, {60, 39, 14, 2}, 83, 3, 9, style};
    }
    if (name == "connect6") {
        style.width = 16;
        style.glance = 150;
        style.partial = 0.05;
        style.wary = 0.12;
        return {"connect6", 19, 6, 2, 1, {60, 40, 24, 12, 2}, {40, 36, 22, 12, 2}, 0, 1, 9, style};
    }
    if (name == "goclub") {
        style.width = 12;
        style.partial = 0.15;
        style.wary = 0.1;
        return {"goclub", 19, 5, 1, 1, {80, 30, 24, 1}, {84, 60, 21, 1}, 174, 3, 5, style};
    }
    std::fprintf(stderr, "the games are gomoku, connect6 and goclub, not %s\n", name.c_str());
    std::exit(2);
}

// Squares with their middles, however they are turned.
inline std::shared_ptr<Geometry> clubs(const Kind& kind) {
    std::vector<std::vector<int>> sets;
    const int n = kind.size;
    const auto inside = [n](int x, int y) { return x >= 0 && y >= 0 && x < n && y < n; };
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x)
            for (int a = 1; a < n; ++a)
                for (int b = 0; b < n; ++b) {
                    const int corners[4][2] = {
                        {x + a, y + b}, {x - b, y + a}, {x - a, y - b}, {x + b, y - a}};
                    std::vector<int> set{y * n + x};
                    for (const auto& corner : corners)
                        if (inside(corner[0], corner[1])) set.push_back(corner[1] * n + corner[0]);
                    if (set.size() == 5) sets.push_back(set);
                }
    return std::make_shared<Geometry>(n * n, sets, kind.stones, kind.first, 2,
                                      std::vector<std::vector<int>>{}, std::vector<int>{});
}

inline std::shared_ptr<Geometry> geometry_of(const Kind& kind) {
    std::vector<std::vector<int>> sets;
    if (std::string("goclub") == kind.name) return clubs(kind);
    const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    const int n = kind.size;
    for (const auto& step : steps)
        for (int y = 0; y < n; ++y)
            for (int x = 0; x < n; ++x) {
                std::vector<int> set;
                for (int i = 0; i < kind.k; ++i) {
                    const int a = x + i * step[0], b = y + i * step[1];
                    if (a >= 0 && b >= 0 && a < n && b < n) set.push_back(b * n + a);
                }
                if (static_cast<int>(set.size()) == kind.k) sets.push_back(set);
            }
    return std::make_shared<Geometry>(n * n, sets, kind.stones, kind.first, 2,
                                      std::vector<std::vector<int>>{}, std::vector<int>{});
}

inline Weights sets_of(const Kind& kind) {
    Weights sets;
    for (std::size_t i = 0; i < kind.mover.size(); ++i) sets.mover[i + 1] = kind.mover[i];
    for (std::size_t i = 0; i < kind.waiting.size(); ++i) sets.waiting[i + 1] = kind.waiting[i];
    sets.tempo = kind.tempo;
    const double growth = kind.stones == 1 ? 4.0 : 3.0;
    for (int lack = 1; lack <= max_set_size; ++lack)
        sets.gain[static_cast<std::size_t>(lack)] =
            std::max(1, static_cast<int>(std::lround(20'000 / std::pow(growth, lack - 1))));
    if (std::string("goclub") == kind.name) {
        sets.gain = {0, 100'000, 14'700, 470, 22};
        sets.own_share = 10;
        sets.their_share = 1;
    }
    return sets;
}

}  // namespace kikashi::bench
