// Weights fitted from games of native players; written by bench/fit_mahjong.py.
#pragma once

namespace kikashi::mahjong {

// By danger_features; the answer is logistic.
constexpr double danger_weights[26] = {
    -8.4357, -0.0707, 0.1108,  0.2272,  -0.0276, 0.0000,  0.0000,  4.5375,  -0.8018,
    -1.6801, -1.7587, -2.7416, -1.6004, -0.5520, -0.2063, -0.4894, -1.8693, -0.8288,
    -0.3519, -0.0782, -0.0565, 0.8819,  -0.1182, 0.1382,  0.5839,  -0.1486};

// By chance_features, logistic too.
constexpr double chance_weights[5] = {-0.8243, 1.0820, -0.8349, 0.6069, 0.0000};

}  // namespace kikashi::mahjong
