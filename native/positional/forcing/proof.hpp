// A strategy as a DAG of nodes, children before parents, ready to become a certificate.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
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

    std::int32_t add_turn(int bound, const Turn& turn, std::int32_t child) {
        nodes.push_back({true, bound, turn, child, {}});
        return static_cast<std::int32_t>(nodes.size()) - 1;
    }
    std::int32_t add_replies(int bound, std::vector<Reply> replies) {
        nodes.push_back({false, bound, {}, -1, std::move(replies)});
        return static_cast<std::int32_t>(nodes.size()) - 1;
    }
};

// A proof in which equal nodes are one: a node is a piece of strategy, wherever it is used.
class SharedProof {
   public:
    std::int32_t add_turn(int bound, const Turn& turn, std::int32_t child) {
        std::string text = "t";
        put(text, bound);
        put(text, child);
        put(text, turn);
        return share(text, [&] { return proof.add_turn(bound, turn, child); });
    }
    std::int32_t add_replies(int bound, std::vector<Proof::Reply> replies) {
        std::string text = "r";
        put(text, bound);
        for (const auto& reply : replies) {
            put(text, reply.child * 2 + (reply.passes ? 1 : 0));
            put(text, reply.stones);
        }
        return share(text, [&] { return proof.add_replies(bound, std::move(replies)); });
    }

    // Adds the strategy at `root` of another proof, and nothing else of it; returns its root here.
    std::int32_t add(const Proof& other, std::int32_t root) {
        std::vector<std::int32_t> number(static_cast<std::size_t>(root) + 1, -1);  // -2: wanted
        number.back() = -2;
        const auto want = [&](std::int32_t node) { number[static_cast<std::size_t>(node)] = -2; };
        for (std::size_t i = number.size(); i-- > 0;) {  // children come before their parents
            if (number[i] != -2) continue;
            if (other.nodes[i].child >= 0) want(other.nodes[i].child);
            for (const auto& reply : other.nodes[i].replies) want(reply.child);
        }
        const auto here = [&](std::int32_t node) { return number[static_cast<std::size_t>(node)]; };
        for (std::size_t i = 0; i < number.size(); ++i) {
            if (number[i] != -2) continue;
            const Proof::Node& node = other.nodes[i];
            if (node.is_turn) {
                const std::int32_t child = node.child < 0 ? -1 : here(node.child);
                number[i] = add_turn(node.bound, node.turn, child);
                continue;
            }
            auto replies = node.replies;
            for (auto& reply : replies) reply.child = here(reply.child);
            number[i] = add_replies(node.bound, std::move(replies));
        }
        return number.back();
    }

    Proof proof;

   private:
    static void put(std::string& text, std::int32_t number) {
        text.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    static void put(std::string& text, const Turn& turn) {
        text.push_back(static_cast<char>(turn.count));
        text.append(reinterpret_cast<const char*>(turn.begin()), turn.count * sizeof(Cell));
    }
    template <class Make>
    std::int32_t share(const std::string& text, Make&& make) {
        const auto found = index_.find(text);
        if (found != index_.end()) return found->second;
        const std::int32_t index = make();
        index_.emplace(text, index);
        return index;
    }

    std::unordered_map<std::string, std::int32_t> index_;
};

}  // namespace kikashi::positional
