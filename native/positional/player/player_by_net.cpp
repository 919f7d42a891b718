// The player's choice where it has a net of cells: NetSearch in place of alpha-beta, with the same
// checks for forced wins around it.
#include <algorithm>
#include <cmath>

#include "positional/player/player.hpp"

namespace kikashi::positional {

namespace {

// A budget of nodes counts nodes of forcing search; the net takes about as long as so many.
constexpr std::uint64_t evaluation_nodes = 150;
constexpr double logit_unit = 100;         // of the values that are shown
constexpr double surest = 0.998;           // an estimate, however many leaves agree
constexpr double variety_share = 0.8;      // of the visits of the best: as good for variety's sake
constexpr std::uint32_t least_visits = 8;  // of a further line that is shown

search::Value value_of(float chances) {
    const double kept = std::clamp<double>(chances, 1 - surest, surest);
    return static_cast<search::Value>(std::lround(logit_unit * std::log(kept / (1 - kept))));
}

}  // namespace

// Shares of a root and blurred values are alpha-beta's.
bool Player::goes_by_net() const {
    return weights_.cells && NetSearch::fits(*geometry_, *weights_.cells) && style_.forces &&
           style_.most_depth > 0 && budget_.places == 1 && budget_.noise == 0;
}

void Player::search_by_net(NetSearch& search, double share) {
    const double whole = budget_.soft > 0 ? budget_.soft : budget_.seconds;
    while (!search.over() && !spent(share) && (whole <= 0 || control_.seconds() < share * whole)) {
        const std::uint64_t before = search.evaluations();
        search.simulate();
        elsewhere_ += 1 + evaluation_nodes * (search.evaluations() - before);
        control_.consult();
    }
}

// The most visited turn; in the opening, where variety is wanted, one of those that are as good.
NetSearch::Liked Player::favourite(const NetSearch& search) const {
    const auto liked = search.liked(8);
    if (liked.empty()) return {};
    const int lying = geometry_->cells() - duel_.board().empty_cells();
    if (budget_.variety <= 0 || lying >= opening_stones || liked.front().settled)
        return liked.front();
    std::size_t good = 0;
    while (good < liked.size() && static_cast<double>(liked[good].visits) >=
                                      variety_share * static_cast<double>(liked.front().visits))
        ++good;
    return liked[mix(mix(budget_.seed) ^ duel_.key()) % good];
}

// False where no turn was found that may hold: alpha-beta looks further.
bool Player::choose_by_net(Thought& thought) {
    NetSearch search(geometry_, weights_.cells, style_.glance, stones_, mover_, left_);
    std::optional<CellSet> zone;
    pass_loses(zone);
    if (zone) search.confine(*zone);
    NetSearch::Liked sound;  // the last that was checked and not refuted
    for (const double end : checked_ends) {
        search_by_net(search, end);
        if (search.lost()) break;
        const NetSearch::Liked liked = favourite(search);
        if (liked.turn.count == 0) break;
        if (sound.turn.count > 0 && sound.turn == liked.turn) {
            sound = liked;
            continue;
        }
        zone.reset();
        const int turns = refutes(liked.turn, liked.settled, end, zone);
        if (turns == 0) {
            sound = liked;
            continue;
        }
        losing_.push_back({liked.turn, turns});
        ++thought.refused;
        search.refuse(liked.turn);
        if (zone) search.confine(*zone);
        if (sound.turn.count > 0 && zone &&
            std::none_of(sound.turn.begin(), sound.turn.end(),
                         [&](Cell cell) { return zone->has(cell); }))
            sound = {};
    }
    if (sound.turn.count == 0 && !search.lost()) sound = favourite(search);
    if (sound.turn.count == 0) return false;
    thought.turn = sound.turn;
    thought.line = sound.line;
    thought.depth = static_cast<int>(sound.line.size());
    thought.value = value_of(sound.chances);
    thought.iterations.push_back({thought.depth, thought.turn, thought.value});
    const auto others = search.liked(static_cast<std::size_t>(budget_.lines) + 1);
    for (const auto& other : others)
        if (!(other.turn == sound.turn) && other.visits >= least_visits &&
            thought.others.size() + 1 < static_cast<std::size_t>(budget_.lines))
            thought.others.push_back({other.turn, value_of(other.chances), other.line});
    return true;
}

}  // namespace kikashi::positional
