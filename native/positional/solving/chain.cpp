#include "positional/solving/chain.hpp"

#include <algorithm>
#include <array>

namespace kikashi::positional {

bool ChainSearch::find(Chain& chain, int most_nodes) {
    if (attack_.with_missing(2) == 0) return false;
    const Residual::Unkeyed attack(attack_), defence(defence_ ? *defence_ : attack_);
    const bool won = search(chain, most_nodes);
    if (won) add_counters(chain.zone);
    return won;
}

bool ChainSearch::search(Chain& chain, int& nodes) {
    if (--nodes < 0) return false;
    const Geometry& geometry = attack_.geometry();
    std::vector<Two> twos;
    for (int n = 0; n < geometry.sets(); ++n) {
        const auto set = static_cast<SetId>(n);
        if (!attack_.alive(set) || attack_.missing(set) > 2) continue;
        std::array<Cell, 2> cells{};
        int count = 0;
        for (const Cell cell : geometry.cells_of(set))
            if (attack_.is_empty(cell)) cells[static_cast<std::size_t>(count++)] = cell;
        if (count == 1) {
            chain.first = cells[0];
            chain.zone.add(cells[0]);
            return true;
        }
        twos.push_back({cells[0], cells[1]});
        twos.push_back({cells[1], cells[0]});
    }
    std::sort(twos.begin(), twos.end());
    twos.erase(std::unique(twos.begin(), twos.end()), twos.end());
    for (std::size_t n = 0; n + 1 < twos.size(); ++n)
        if (twos[n].one == twos[n + 1].one) {
            chain.first = twos[n].one;
            for (const Cell cell : {twos[n].one, twos[n].other, twos[n + 1].other})
                chain.zone.add(cell);
            add_counters(chain.zone);
            return true;
        }
    for (const Two& two : twos) {
        place(two.one, true);
        place(two.other, false);
        bool won = !(defence_ && defence_->with_missing(1) > 0);
        if (won) {
            won = search(chain, nodes);
            if (won) add_counters(chain.zone);
        }
        undo();
        undo();
        if (won) {
            chain.first = two.one;
            chain.zone.add(two.one);
            chain.zone.add(two.other);
            return true;
        }
        if (nodes < 0) return false;
    }
    return false;
}

// With one stone more these sets of the defender would be a cell short.
void ChainSearch::add_counters(CellSet& zone) const {
    if (!defence_ || defence_->with_missing(2) == 0) return;
    const Geometry& geometry = defence_->geometry();
    for (int n = 0; n < geometry.sets(); ++n) {
        const auto set = static_cast<SetId>(n);
        if (!defence_->alive(set) || defence_->missing(set) > 2) continue;
        for (const Cell cell : geometry.cells_of(set))
            if (defence_->is_empty(cell)) zone.add(cell);
    }
}

void ChainSearch::place(Cell cell, bool attacker) {
    attack_.place(cell, attacker ? Role::maker : Role::breaker);
    if (defence_) defence_->place(cell, attacker ? Role::breaker : Role::maker);
}

void ChainSearch::undo() {
    attack_.undo();
    if (defence_) defence_->undo();
}

}  // namespace kikashi::positional
