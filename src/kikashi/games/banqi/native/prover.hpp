// Wins that are proved, whatever is flipped: iterative deepening over the attacker's turns, with a
// table of what is proved and refuted, endgame tables where they are there, and the proof as nodes
// of a certificate (judge.py says what they mean).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/control.hpp"
#include "position.hpp"
#include "tables.hpp"

namespace kikashi::banqi {

// 't': one side's chosen act. 'r': all acts of the other side. 'c': all that chance may turn up.
// 'o': one thing that chance may turn up, in refutations.
struct CertificateNode {
    char kind = 't';
    int bound = 0;
    Move move = no_move;  // of 't' and 'o'
    int child = -1;       // -1: the game is over there
    std::vector<std::pair<Move, int>> children;
};

struct WinQuestion {
    int attacker = red;   // a colour
    int most_turns = 40;  // of the attacker
    bool refute = false;  // also wants the proof that there is no faster win
    std::size_t proof_nodes = 200'000, refutation_nodes = 20'000;
    bool tables = true;
};

struct WinAnswer {
    enum class Result : std::uint8_t { unknown, wins, never };
    Result result = Result::unknown;
    int turns = 0;                                   // of the attacker
    int refuted = 0;                                 // no win within so many
    std::vector<CertificateNode> proof, refutation;  // the last node is the root
    std::vector<Move> line;
    std::uint64_t nodes = 0;
    Ending ending = Ending::finished;
};

WinAnswer search_win(const Position& position, const WinQuestion& question, Control& control);

// A strategy that never loses, from endgame tables alone; empty where there is none, or where it
// has more than `most_nodes` positions. Children may come later: play goes in circles.
std::vector<CertificateNode> hold(const Position& position, int holder, std::size_t most_nodes,
                                  Control& control);

}  // namespace kikashi::banqi
