#include "positional/forcing/zone.hpp"

namespace kikashi::positional {

namespace {

void add_holes(const WarBoard& board, SetId set, CellSet& zone) {
    for (Cell cell : board.geometry().cells_of(set))
        if (board.is_empty(cell)) zone.add(cell);
}

void walk(WarBoard& board, int attacker, const Proof& proof, std::int32_t index, int free_stones,
          CellSet& zone) {
    const Proof::Node& turn = proof.nodes[static_cast<std::size_t>(index)];
    for (Cell cell : turn.turn) {
        zone.add(cell);
        board.place(cell, attacker);
    }
    if (turn.child >= 0) {
        add_reply_zone(board, attacker, free_stones, zone);
        for (const auto& reply : proof.nodes[static_cast<std::size_t>(turn.child)].replies) {
            for (Cell cell : reply.stones) {
                zone.add(cell);
                board.place(cell, 1 - attacker);
            }
            const int passed = reply.passes ? board.geometry().stones() - reply.stones.count : 0;
            walk(board, attacker, proof, reply.child, free_stones + passed, zone);
            for (Cell cell : reply.stones) board.remove(cell);
        }
    }
    for (Cell cell : turn.turn) board.remove(cell);
}

}  // namespace

void add_reply_zone(const WarBoard& board, int attacker, int free_stones, CellSet& zone) {
    const int defender = 1 - attacker;
    for (SetId set : board.fillable(attacker)) add_holes(board, set, zone);
    const int reach = board.geometry().stones() + free_stones;
    if (free_stones <= board.geometry().stones()) {  // the board keeps lists of all such sets
        for (SetId set : board.fillable(defender)) add_holes(board, set, zone);
        for (SetId set : board.near(defender))
            if (board.missing(set, defender) <= reach) add_holes(board, set, zone);
        return;
    }
    for (int s = 0; s < board.geometry().sets(); ++s) {
        const SetId set = static_cast<SetId>(s);
        if (board.open_for(set, defender) && board.missing(set, defender) <= reach)
            add_holes(board, set, zone);
    }
}

CellSet zone_of(WarBoard& board, int attacker, const Proof& proof, std::int32_t root,
                int free_stones) {
    CellSet zone;
    walk(board, attacker, proof, root, free_stones, zone);
    return zone;
}

}  // namespace kikashi::positional
