// A search that lives as long as a game: it keeps its tree from move to move.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "search/mcts.hpp"
#include "simulator.hpp"

namespace kikashi::go {

inline constexpr int pass_cell = -1;

// Boards are texts as the law writes them: '.', 'X' for Black, 'O' for White, a1 first.
struct Question {
    std::string board;
    int mover = 0;
    int ko = -1;                                    // cell that a simple ko forbids
    int last = pass_cell;                           // cell of the last move
    int passes = 0;                                 // in a row just now
    int played = 0;                                 // stones that Black has played more than White
    std::vector<std::pair<std::string, int>> past;  // boards before, with the side to move
    Rules rules{};
};

struct Effort {
    double seconds = 0;  // planned; the control's limits are the hard ones
    std::uint64_t seed = 0;
    int threads = 1;
    bool stop_early = true;
    mcts::Tuning tree{};
    SimulatorTuning simulator{};
};

struct MoveAnswer {
    int cell = pass_cell;
    std::uint32_t visits = 0;
    float value = 0;
    float prior = 0;
    std::vector<int> line;
};

struct Answer {
    std::vector<MoveAnswer> moves;  // the most visited first
    std::uint64_t simulations = 0, visits = 0;
    float value = 0.5f;
    double score = 0;              // mean margin for Black in points
    std::vector<float> ownership;  // by cell, for Black, from -1 to 1
    std::size_t nodes = 0;
    bool full = false;
};

class Player {
   public:
    virtual ~Player() = default;
    static std::unique_ptr<Player> make(int size, std::size_t bytes);

    virtual int size() const = 0;
    virtual void forget() = 0;
    virtual void advance(int cell) = 0;
    virtual Answer think(const Question& question, const Effort& effort, Control& control) = 0;
    // Playouts alone from the position, for speed and for the status of stones.
    virtual Answer playouts(const Question& question, const Effort& effort, Control& control) = 0;
};

}  // namespace kikashi::go
