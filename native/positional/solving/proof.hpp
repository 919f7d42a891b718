// What the solver has found as a certificate: the strategy by which a side holds, or wins.
//
// Nodes stand for positions in which the same cells are missing from the sets of both sides, and
// for the images of such positions: a child is met through the symmetry that leads to it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "positional/solving/full_game.hpp"

namespace kikashi::positional {

struct SolvedProof {
    enum class Kind : std::uint8_t { turn, reply, pairing, sum };
    struct Edge {
        Cell cell;
        std::int32_t child;
        int symmetry;
    };
    struct Node {
        Kind kind;
        std::int32_t bound;
        std::vector<Edge> edges;  // one of a turn; its child may be -1, where it completes a set
        PairingSearch::Pairs pairs;
    };
    std::vector<Node> nodes;
};

// The search that knows what is proved. The position on its board is kept the same as the
// extraction's.
struct Oracle {
    std::function<void(Cell)> play;
    std::function<void()> undo;
    // A move of the side to move after which the claim still holds; false where the search was
    // stopped.
    std::function<bool(Cell&)> choose;
};

class Extraction {
   public:
    Extraction(FullGame game, Oracle oracle, bool wins, SolvedProof& proof, std::size_t most_nodes);

    // The number of the root's node; negative where the search was stopped, or there are more nodes
    // than were allowed.
    std::int32_t extract();

   private:
    static constexpr std::int32_t failed = -2;

    std::int32_t position();
    std::int32_t write(int frame);
    std::int32_t turn(Cell cell, int frame);
    std::int32_t replies(int frame);
    bool below(Cell cell, int frame, SolvedProof::Edge& edge);
    std::int32_t add(SolvedProof::Node node);
    Cell image(Cell cell, int symmetry) const;
    int between(int from, int to);

    FullGame game_;
    Oracle oracle_;
    const bool wins_;  // the opponent's win is written down; else that the holder holds
    SolvedProof& proof_;
    const std::size_t most_nodes_;
    struct Hash {
        std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& key) const {
            return key.first ^ mix(key.second);
        }
    };
    std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, std::int32_t, Hash> known_;
    std::map<std::pair<int, int>, int> between_;
};

}  // namespace kikashi::positional
