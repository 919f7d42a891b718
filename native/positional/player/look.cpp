#include "positional/player/look.hpp"

#include <algorithm>

namespace kikashi::positional {

namespace {

constexpr std::uint64_t first_chunk = 400;

}  // namespace

Finding Look::persist(int attacker, int stones, Proof* proof, std::uint64_t most, double until) {
    Finding finding;
    Proof scrap;
    std::uint64_t chunk = first_chunk;
    while (control_.running()) {
        if (most && control_.nodes() >= most) break;
        if (until > 0 && now() >= until) break;
        if (most) chunk = std::min(chunk, most - control_.nodes());
        if (until > 0 && control_.nodes() > first_chunk) {
            const double speed = static_cast<double>(control_.nodes()) / control_.seconds();
            const double room = speed * (until - now());
            chunk = std::min(chunk, static_cast<std::uint64_t>(room) + 50);
        }
        finding = duel_.forcing(attacker).solve(
            stones, proof ? *proof : scrap, {.most_nodes = chunk, .strategy = proof != nullptr});
        if (finding.answer != Answer::unknown || !control_.consult()) break;
        chunk *= 2;
    }
    return finding;
}

int Look::refuted(const Turn& turn, std::uint64_t most, double until) {
    const int other = 1 - duel_.side_to_move();
    const int p = duel_.board().geometry().stones();
    duel_.play(turn);
    int turns = 0;
    Turn filling;
    if (duel_.board().empty_cells() > 0) {
        if (duel_.fills_now(other, std::min(p, duel_.board().empty_cells()), filling)) {
            turns = 1;
        } else if (duel_.can_force(p)) {
            const Finding found =
                persist(other, p, nullptr, most ? control_.nodes() + most : 0, until);
            if (found.answer == Answer::win) turns = found.turns;
        }
    }
    duel_.undo(turn);
    return turns;
}

}  // namespace kikashi::positional
