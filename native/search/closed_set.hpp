// Proves that a forcing win does not exist at all, whatever its length.
//
// Wanted is a set of positions that holds the root and is closed for the defender: every attacking
// move from a position of the set has a reply that leads into the set again. Nobody is ever mated
// inside it. It is found from the root outwards: each attacking move clings to one reply; when the
// position behind it turns out won for the attacker, the move clings to the next reply, and when it
// has none left, its own position is won. What is left when nothing waits any more is closed,
// cycles and all, so no rule about repetition is needed. (The local fixed-point method of Liu and
// Smolka.)
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "search/bounded.hpp"

namespace kikashi {

template <ForcingGame G>
class ClosedSet {
   public:
    using Move = typename G::Move;
    using Moves = typename G::Moves;

    ClosedSet(G& game, Bounded<G>& bounded, Control& control, std::size_t most_positions)
        : game_(game), bounded_(bounded), control_(control), most_(most_positions) {}

    // `never`, `wins` (a win exists; its length is not known) or `stopped`.
    Answer solve(int quiet, std::uint64_t most_nodes) {
        const std::uint64_t last = control_.nodes() + most_nodes;
        visit(-1, G::no_move, G::no_move, quiet);
        while (!waiting_.empty()) {
            if (!control_.tick() || control_.nodes() > last || places_.size() > most_)
                return Answer::stopped;
            const int at = waiting_.front();
            waiting_.pop_front();
            if (places_[at].won) continue;
            const int depth = go_to(at);
            expand(at);
            leave(depth);
            if (places_[0].won) return Answer::wins;
        }
        return Answer::never;
    }
    std::size_t positions() const { return places_.size(); }

   private:
    struct Threat {  // an attacking move of a place, and the reply it clings to
        Move move;
        std::uint8_t quiet;
        std::uint16_t reply;
    };
    struct Place {
        int parent;
        Move move, reply;  // how it was first reached
        std::uint8_t quiet;
        bool won = false;
        std::vector<Threat> threats{};
        std::vector<std::pair<int, int>> clinging{};  // (place, threat) that rely on this one
    };

    int visit(int parent, Move move, Move reply, int quiet) {
        const Key key = bounded_.key_of(quiet);
        const auto [at, fresh] =
            known_.try_emplace({key.low, key.high}, static_cast<int>(places_.size()));
        if (fresh) {
            places_.push_back({parent, move, reply, static_cast<std::uint8_t>(quiet)});
            waiting_.push_back(at->second);
        }
        return at->second;
    }

    int go_to(int at) {
        std::vector<int> way;
        for (int up = at; places_[up].parent >= 0; up = places_[up].parent) way.push_back(up);
        for (auto it = way.rbegin(); it != way.rend(); ++it) {
            game_.play(places_[*it].move);
            game_.play(places_[*it].reply);
        }
        return 2 * static_cast<int>(way.size());
    }
    void leave(int depth) {
        while (depth-- > 0) game_.undo();
    }

    void expand(int at) {
        Moves forcing, others;
        const int quiet = places_[at].quiet;
        const bool free = bounded_.rules().free_answers && game_.must_answer();
        if (quiet > 0 || free)
            game_.forcing_and_quiet(forcing, others);
        else
            game_.forcing(forcing);
        std::vector<Threat> threats;
        for (const Move move : forcing)
            threats.push_back({move, static_cast<std::uint8_t>(quiet), 0});
        for (const Move move : others)
            threats.push_back({move, static_cast<std::uint8_t>(free ? quiet : quiet - 1), 0});
        places_[at].threats = std::move(threats);
        for (std::size_t i = 0; i < places_[at].threats.size(); ++i)
            if (!cling(at, static_cast<int>(i))) {
                won(at);
                return;
            }
    }

    // The board shows `at`: looks for the next reply that is not known to lose.
    bool cling(int at, int number) {
        const Threat threat = places_[at].threats[number];
        game_.play(threat.move);
        bool held = game_.barred();
        if (!held) {
            Moves replies;
            game_.replies(replies);
            for (int i = threat.reply; i < replies.size() && !held; ++i) {
                game_.play(replies[i]);
                held = game_.barred();
                if (!held && !loses()) {
                    const int child = visit(at, threat.move, replies[i], threat.quiet);
                    if (!places_[child].won) {
                        places_[child].clinging.push_back({at, number});
                        places_[at].threats[number].reply = static_cast<std::uint16_t>(i + 1);
                        held = true;
                    }
                }
                game_.undo();
            }
        }
        game_.undo();
        return held;
    }

    // A quick look: does the attacker mate in two from here?
    bool loses() { return bounded_.attack(2, 0) == Answer::wins; }

    // Tells those that rely on a place; the board may show any position.
    void won(int first) {
        std::vector<int> fallen{first};
        places_[first].won = true;
        int shown = first;
        int depth = -1;
        while (!fallen.empty()) {
            const int at = fallen.back();
            fallen.pop_back();
            const auto relying = std::move(places_[at].clinging);
            places_[at].clinging.clear();
            for (const auto& [place, number] : relying) {
                if (places_[place].won) continue;
                if (depth < 0) depth = depth_of(shown);
                leave(depth);
                depth = go_to(place);
                shown = place;
                if (!cling(place, number)) {
                    places_[place].won = true;
                    fallen.push_back(place);
                }
            }
        }
        if (shown != first) {  // leave the board as it was found
            leave(depth);
            go_to(first);
        }
    }
    int depth_of(int at) const {
        int depth = 0;
        for (; places_[at].parent >= 0; at = places_[at].parent) depth += 2;
        return depth;
    }

    G& game_;
    Bounded<G>& bounded_;
    Control& control_;
    std::size_t most_;
    std::deque<Place> places_;
    std::deque<int> waiting_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, int> known_;
};

}  // namespace kikashi
