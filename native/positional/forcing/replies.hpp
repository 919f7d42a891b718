// The defences against a set of threats: every smallest way to hit all of them.
#pragma once

#include <vector>

#include "positional/forcing/turn.hpp"
#include "positional/stoppers.hpp"

namespace kikashi::positional {

// Collects the holes of all sets that `player` could fill in one turn.
template <class B>
void collect_holes(const B& board, int player, std::vector<Hole>& holes) {
    holes_of(board, board.fillable(player), holes);
}

// Every set of exactly `stones` cells that hits all holes, each hole needing no fewer in all; the
// turns come sorted inside and without repeats. Where fewer stones suffice, the minimal smaller
// sets are listed too (their `count` is smaller): the rest of that turn is free.
class Defences {
   public:
    void find(const std::vector<Hole>& holes, int stones, std::vector<Turn>& out) {
        out.clear();
        Turn chosen;
        extend(holes, stones, chosen, out);
    }

   private:
    static void extend(const std::vector<Hole>& holes, int stones, Turn& chosen,
                       std::vector<Turn>& out) {
        const Hole* open = nullptr;
        for (const Hole& hole : holes) {
            bool hit = false;
            for (Cell cell : chosen) hit = hit || hole.has(cell);
            if (!hit && (!open || hole.count < open->count)) open = &hole;
        }
        if (!open) {
            Turn turn = chosen;
            turn.sort();
            if (std::find(out.begin(), out.end(), turn) == out.end()) out.push_back(turn);
            return;
        }
        if (chosen.count == stones) return;
        for (int i = 0; i < open->count; ++i) {
            chosen.add(open->cells[i]);
            extend(holes, stones, chosen, out);
            --chosen.count;
        }
    }
};

}  // namespace kikashi::positional
