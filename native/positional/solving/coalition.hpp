// What some players can force together against the others, as df-pn sees it: a player of `winners`
// completes a set before anybody else does.
//
// The players of `team` act as one, those outside it as well. A set of a team member who is no
// winner ends the game too, and fails. With three players a stone may hurt one's own partner, and
// nobody may pass: so cells outside all living sets count, as places to wait.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "positional/solving/pairing.hpp"
#include "positional/solving/residual.hpp"
#include "search/dfpn.hpp"

namespace kikashi::positional {

struct Coalition {
    std::array<bool, max_players> team{}, winners{};  // winners are of the team
};

class CoalitionGame {
   public:
    using Move = Cell;
    static constexpr search::Repetition repetition = search::Repetition::none;
    using Children = search::ProofChildren<CoalitionGame>;

    // `sums`: leaves by sums and pairings; a switch, so that they can be tested.
    CoalitionGame(std::shared_ptr<const Geometry> geometry,
                  const std::vector<std::vector<int>>& stones, int mover, Coalition question,
                  bool sums);

    Key key() const;
    bool prover_to_move() const { return question_.team[at(mover_)]; }
    search::Verdict expand(Children& children, bool first);
    void play(Cell cell);
    void undo();

   private:
    using Verdict = search::Verdict;

    static std::size_t at(int player) { return static_cast<std::size_t>(player); }
    int after(int player, int steps = 1) const { return (player + steps) % players_; }
    bool would(int player) const {  // complete a set if it could
        return !question_.team[at(player)] || question_.winners[at(player)];
    }
    bool together(int one, int other) const {
        return question_.team[at(one)] == question_.team[at(other)];
    }
    Verdict for_side_of(int player) const {
        return question_.team[at(player)] ? search::Verdict::proved : search::Verdict::disproved;
    }
    bool completes(int player, Cell cell) const;
    std::vector<Cell> holes(int player) const;  // where it would complete a set, in order
    // With three players: what the next completed sets decide; `forced` is left empty where nothing
    // has to be stopped.
    Verdict threats(std::vector<Cell>& forced) const;
    using Two = std::array<Cell, 2>;
    std::vector<Two> twos(int player) const;
    template <class Each>
    void two_threats(int one, int partner, Each each) const;
    bool must_break(std::vector<Cell>& forced) const;
    // The opponents hold by a sum, or by a pairing against the one winner.
    bool held();
    bool sum_is_small() const;
    bool is_live(Cell cell) const;
    static constexpr int near_missing = 4;
    void first_numbers(search::ProofChild<Cell>& child) const;
    void list(Children& children, const std::vector<Cell>& forced);

    const int players_;
    std::vector<Residual> residuals_;  // one for each player, as Maker
    int mover_;
    const Coalition question_;
    const bool sums_;
    int team_size_ = 0, last_winner_ = 0, winner_count_ = 0;
    PairingSearch pairing_;  // against the last winner
};

}  // namespace kikashi::positional
