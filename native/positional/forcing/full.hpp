// Victory by turns that take all of the defender's stones to answer (t >= p): `vcf` where a turn
// is one stone, `vcdt` where it is two. Complete for that class, and shortest wins first.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/control.hpp"
#include "positional/forcing/attacks.hpp"
#include "positional/forcing/proof.hpp"
#include "positional/forcing/table.hpp"

namespace kikashi::positional {

enum class Answer : std::uint8_t { win, no, unknown };

struct Finding {
    Answer answer = Answer::unknown;
    int turns = 0;           // win: the attacker's turns
    int none_within = 0;     // there is no win of the class within so many turns
    std::int32_t root = -1;  // win: the node of the proof that holds the strategy
};

// Works on a board that others may change between calls: what the table knows stays true.
class FullForcing {
   public:
    // The board must hold no full set when `solve` is called.
    FullForcing(WarBoard& board, int attacker, Control& control, std::size_t table_bytes);

    struct Wish {
        bool shortest = false;         // or any win, where that is found sooner
        int most_turns = 0;            // 0: no bound
        std::uint64_t most_nodes = 0;  // of this call alone; 0: no bound
        bool spare_stones = true;      // see Attacks
        bool strategy = true;          // else the answer alone is wanted, and how many turns
    };
    // Searches wins of 1, 2, 3 ... turns, with `stones` left in the first one. The strategy is
    // appended to `proof`, where it is wanted; else the answer has no root.
    Finding solve(int stones, Proof& proof, Wish wish);

    // Writes down why there is no win within `turns` turns, as `solve` has found: for every turn of
    // the class one defence. -1 if that takes more than `most_nodes` nodes or the control stops it.
    // With `but`, first turns that hold all stones of one of those are passed over: they may win.
    std::int32_t refute(int stones, int turns, SharedProof& proof, std::size_t most_nodes,
                        const std::vector<Turn>& but = {});

    std::size_t table_bytes() const { return table_.bytes(); }

   private:
    enum class Result : std::uint8_t { win, cut, no, stopped };  // cut: none within the depth
    struct Frame {
        std::vector<Turn> turns, replies;
        std::vector<Hole> holes;
        Turn killer;  // the turn that won last at this ply
    };

    struct StoneKey {
        std::uint64_t key, check;
    };

    int deeper(int depth, const Wish& wish) const;
    Result attack(int depth, int stones, int ply);
    Result remembered(const Turn& turn, int depth, std::uint64_t key, std::uint64_t check) const;
    Result after(const Turn& turn, int depth, int ply);
    int extract(int depth, int stones, int ply, Proof& proof);
    std::int32_t defend(const Turn& turn, int depth, int ply, SharedProof& proof,
                        std::size_t most_nodes);
    std::int32_t refute(int stones, int depth, int ply, SharedProof& proof, std::size_t most_nodes,
                        const std::vector<Turn>& but);
    void order_replies(Frame& here, int depth);
    void order_placed_replies(Frame& here, int depth);
    bool fills_now(int stones, Turn& turn) const;
    void place(const Turn& turn, int player);
    void remove(const Turn& turn);
    Frame& frame(int ply);

    WarBoard& board_;
    const int attacker_, defender_;
    Control& control_;
    std::uint64_t last_node_ = 0;
    Attacks attacks_;
    Defences defences_;
    std::vector<std::uint64_t> replies_at_;  // for `order_replies`: by cell, which of them use it
    Table table_;
    std::vector<StoneKey> stone_keys_;  // by cell and side
    std::vector<std::unique_ptr<Frame>> frames_;
    std::vector<Turn> scratch_;
    std::vector<Hole> scratch_holes_;
};

}  // namespace kikashi::positional
