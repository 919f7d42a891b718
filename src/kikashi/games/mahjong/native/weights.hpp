// Weights fitted from games of native players; written by bench/fit_mahjong.py.
#pragma once

namespace kikashi::mahjong {

// By danger_features; the answer is logistic.
constexpr double danger_weights[26] = {
    -10.9120, 0.0245,  0.0694,  0.1691,  0.0948,  -0.0855, 0.0000,  7.9661,  -2.4839,
    -2.8397,  -1.4972, -3.1723, -2.8220, -0.4899, -0.1321, -0.4321, -2.4679, -0.5247,
    -0.2461,  0.4166,  -0.0705, 1.0834,  0.2573,  0.1937,  0.4287,  -0.1210};

// By tiles missing (the last: and more) and chance_features, logistic too.
constexpr double chance_weights[6][6] = {{-4.2112, 1.0179, 0.3822, 0.8075, -0.4221, -0.2497},
                                         {-6.2454, 1.2183, 0.1218, 1.6099, -0.3914, -0.6205},
                                         {-5.3119, 0.9502, -0.8830, 2.8419, -0.6160, -0.4549},
                                         {-3.8563, 0.8484, -1.9050, 3.3664, -0.7640, -0.3367},
                                         {-2.7109, 0.8007, -2.2294, 2.7658, -1.3319, -0.2298},
                                         {-1.4375, 0.0079, -1.1495, 1.9448, -1.5499, 0.5180}};

}  // namespace kikashi::mahjong
