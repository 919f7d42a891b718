// Victory from an opening: some turns may threaten nothing at all. After such a quiet turn the
// defender's turn is first passed (the null move); the zone of that win says which replies need an
// answer of their own, and so on for each part of a reply. A turn is first judged by how many
// replies full forcing leaves open, and only the turns with few are taken further: those numbers
// play the part of proof numbers. Replies that refuted other turns are asked about first, and the
// turn that answered one reply comes first for its neighbours.
// Sound: every win found is a win. Not complete: what it does not find may exist.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "positional/forcing/free_turns.hpp"
#include "positional/forcing/full.hpp"
#include "positional/forcing/zone.hpp"

namespace kikashi::positional {

class QuietForcing {
   public:
    QuietForcing(WarBoard& board, int attacker, Control& control, std::size_t table_bytes);

    // Searches with at most `quiet_turns` turns that leave stones free, ever wider, until it wins
    // or the control says stop. `most_turns`: of the win; 0 for no bound.
    Finding solve(int stones, Proof& proof, int most_turns, int quiet_turns);

   private:
    struct Effort {
        int turns;            // the attacker may still take; 0: no bound
        int quiet;            // turns that may still leave the defender free stones
        std::size_t level;    // as many as were left at the turn whose replies are looked at
        int width;            // how many such turns are tried in one position
        std::uint64_t nodes;  // for one search of the full-forcing kind
    };
    // A strategy in the proof, and the zone it needs.
    struct Won {
        std::int32_t node = -1;
        CellSet zone;
    };
    // An answer to (a part of) a reply.
    struct Part {
        Turn stones;
        std::int32_t node;
        CellSet zone;
        bool grown;  // are the replies that go on inside its zone answered too?
    };
    // The replies to one turn.
    struct Replies {
        CellSet zone;  // of all answers
        std::vector<Part> answered;
        std::vector<Turn> open;
        std::size_t most_open = 0;
        bool hopeless() const { return open.size() > most_open; }
        Part* find(const Turn& turn);
        bool covers(const Turn& turn) const;
        bool opens(const Turn& turn) const;
    };
    struct Refuter {
        Turn reply;
        int count;
    };

    bool attack(int stones, Effort effort, int passed, Proof& proof, Won& won);
    bool force(int stones, const Effort& effort, int passed, Proof& proof, Won& won);
    void sort_by_null_move(const Effort& effort, std::vector<Turn>& turns);
    std::vector<Turn> defences_to_threats();
    bool wins(const Turn& turn, const Effort& effort, int passed, std::size_t allowed, Proof& proof,
              Won& won, std::vector<Turn>& open);
    void cover(const Turn& turn, const Effort& effort, int passed, const std::vector<Turn>& first,
               Proof& proof, Replies& replies);
    bool answer(const Turn& part, const Effort& effort, int passed, Proof& proof, Replies& replies);
    void grow(const Turn& part, const Effort& effort, int passed, Proof& proof, Replies& replies);
    void write_down(const Turn& turn, const Replies& replies, Proof& proof, Won& won) const;
    std::vector<Cell> refuters_first(std::size_t level, const CellSet& zone) const;
    void note_refuter(std::size_t level, const Turn& reply);
    void place(const Turn& turn, int player);
    void remove(const Turn& turn);

    WarBoard& board_;
    const int attacker_, defender_;
    Control& control_;
    const std::size_t most_proof_;
    FullForcing full_;
    Defences defences_;
    FreeTurns free_turns_;
    std::uint64_t quick_nodes_ = 0;
    std::unordered_map<std::uint64_t, int>
        failed_;                                  // by position: the quiet turns that did not help
    std::vector<std::vector<Refuter>> refuters_;  // by quiet turns left
    std::vector<Turn> killers_;                   // likewise: the turn that won last
};

}  // namespace kikashi::positional
