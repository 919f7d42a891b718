// One target asked about again and again, position by position, under counted threats: what a
// certificate is made of. Everything that was found is remembered between the questions.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "point.hpp"

namespace kikashi::go {

struct ProverQuestion {
    std::string board;  // as the law writes it
    int mover = 0;
    int ko = -1;
    int attacker = 0, defender = 0;  // threats; -1: any number
    std::uint64_t nodes = 10'000;
};

struct ProverAnswer {
    int result = 0;  // 1: the target falls; -1: it stands; 0: not settled
    int move = -1;   // of the side to move, where the answer is its own; -1: a pass, or none known
    std::uint64_t nodes = 0;
};

class Prover {
   public:
    virtual ~Prover() = default;
    virtual ProverAnswer ask(const ProverQuestion& question) = 0;

    // With a region only moves in it are tried, and all of them; without, those that bear on the
    // target's string, which is saved with so many liberties (0: only by standing for ever). With
    // `two_eyes`, of a region, the defender must make a shape that needs no answer. With
    // `cycles_fall` a cycle of moves on the board alone counts for the attacker.
    static std::unique_ptr<Prover> make(int size, int target, const std::vector<int>& region,
                                        int safe_liberties, bool two_eyes, bool cycles_fall);
};

}  // namespace kikashi::go
