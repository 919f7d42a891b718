// A strategy as a DAG of nodes, children before parents, ready to become a certificate.
#pragma once

#include <cstdint>
#include <vector>

#include "positional/forcing/turn.hpp"

namespace kikashi::positional {

struct Proof {
    struct Reply {
        Turn stones;
        std::int32_t child;
        bool passes;  // the rest of the turn's stones is passed (a zone entry)
    };
    struct Node {
        bool is_turn;
        std::int32_t bound;  // turns to go for the side that proves
        Turn turn;           // turn nodes: what is played ...
        std::int32_t child;  // ... and the reply node after it, or -1 where it wins
        std::vector<Reply> replies;
    };
    std::vector<Node> nodes;
    std::int32_t root = -1;

    std::int32_t add_turn(int bound, const Turn& turn, std::int32_t child) {
        nodes.push_back({true, bound, turn, child, {}});
        return static_cast<std::int32_t>(nodes.size()) - 1;
    }
    std::int32_t add_replies(int bound, std::vector<Reply> replies) {
        nodes.push_back({false, bound, {}, -1, std::move(replies)});
        return static_cast<std::int32_t>(nodes.size()) - 1;
    }
};

}  // namespace kikashi::positional
