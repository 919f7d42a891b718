// Weights fitted from games that native players played; bench/mahjong_fit.py writes this file.
#pragma once

namespace kikashi::mahjong {

// By danger_features; the answer is logistic.
constexpr double danger_weights[26] = {
    -9.5474, -0.0640, 0.0244,  0.1382,  0.0761,  0.0000,  0.0000,  6.2140,  -1.6966,
    -2.1223, -1.5845, -3.0825, -1.9872, -0.5805, -0.2319, -0.4758, -2.2360, -0.6480,
    -0.3437, 0.0705,  -0.0738, 1.0007,  0.1732,  0.1983,  0.5054,  -0.1379};

// By chance_features, logistic too.
constexpr double chance_weights[5] = {-0.8189, 0.9796, -0.7535, 0.5238, 0.0000};

}  // namespace kikashi::mahjong
