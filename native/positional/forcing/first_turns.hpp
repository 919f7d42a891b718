// Which first turns of the full-forcing class win, and how soon: what makes a puzzle's answer
// unique.
#pragma once

#include <cstdint>
#include <vector>

#include "positional/forcing/full.hpp"

namespace kikashi::positional {

// When a first turn wins. `turns` of the question counts the turn that completes the win.
enum class When : std::uint8_t { in_time, one_later, later, no, unknown };

struct FirstTurn {
    Turn stones;  // fewer than the turn has: a key, the others are spare
    When when = When::unknown;
};

// How far the question is followed: a wider question costs more.
enum class Reach : std::uint8_t { none, in_time, one_later, any };

struct FirstTurns {
    // Winners in time come first; turns without a win are only counted.
    std::vector<FirstTurn> found;
    int candidates = 0;           // turns of the class, each key counted once
    int refuted = 0;              // candidates without a win within the reach
    int unknown = 0;              // candidates that a limit left open
    Reach reached = Reach::none;  // every candidate was judged up to here
    bool cut = false;             // more than the wanted number of winners: the rest was not judged
};

// Lists the first turns of the class for an attacker who cannot fill a set at once. Where one stone
// alone leaves t >= p and wins with the other stones passed, that stone is listed as a key and the
// turns that hold it are not: an extra stone of one's own never hurts.
class FirstTurnSearch {
   public:
    FirstTurnSearch(WarBoard& board, int attacker, Control& control, std::size_t table_bytes);

    struct Wish {
        int turns = 2;  // 'in time' means within so many turns
        Reach reach = Reach::in_time;
        int most = 3;                  // stop once more turns than this win in time
        int most_later = 1;            // and once so many more win later
        std::uint64_t most_nodes = 0;  // for one candidate in one reach; 0: no bound
    };
    FirstTurns find(int stones, const Wish& wish);

    // Writes down that no first turn but those `found` in time wins within `turns` turns, as `find`
    // has seen. -1 if that takes more than `most_nodes` nodes or the control stops it.
    std::int32_t refute_others(int stones, int turns, const FirstTurns& found, SharedProof& proof,
                               std::size_t most_nodes);

   private:
    enum class Outcome : std::uint8_t { wins, fails, open, stopped };

    void keys(int stones, const std::vector<Hole>& must_hit, std::vector<Turn>& out);
    Outcome wins(const Turn& turn, int turns, std::uint64_t most_nodes);
    void judge(std::vector<FirstTurn>& candidates, Reach reach, const Wish& wish, FirstTurns& out);

    WarBoard& board_;
    const int attacker_;
    Control& control_;
    FullForcing full_;
    Attacks attacks_;
    Defences defences_;
    std::vector<Turn> refuters_;  // defences that worked against other turns, the latest last
};

}  // namespace kikashi::positional
