// Chooses a turn: a forced win of its own first; else, of the turns that do not lose
// to a forced win of the other side, the one that the tree search likes best.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/control.hpp"
#include "positional/forcing/partial.hpp"
#include "positional/player/duel.hpp"
#include "positional/player/look.hpp"
#include "positional/player/net_search.hpp"
#include "search/alphabeta.hpp"
#include "search/threads.hpp"

namespace kikashi::positional {

struct Budget {
    std::uint64_t nodes = 0;  // 0: no limit
    double seconds = 0;       // never exceeded; 0: no limit
    double soft = 0;          // no new iteration is begun that may not end by then; 0: `seconds`
    int threads = 1;
    std::uint64_t seed = 0;
    search::Value noise = 0;    // up to so much is added to or taken from each turn's value
    search::Value variety = 0;  // the same, in the opening alone
    int lines = 1;  // how many turns get a value and a line; more than one costs strength
    // Root splitting: of the turns at the root those at this place of so many. The first place also
    // looks for a win by force, for all of them.
    int place = 0, places = 1;
};

enum class Reason : std::uint8_t { only, fills, forced_win, searched, lost };

struct Thought {
    Turn turn;
    Reason reason = Reason::only;
    search::Value value = 0;  // for the side to move
    int depth = 0;
    std::vector<Turn> line;
    std::uint64_t nodes = 0;
    // A proof of the win, where `reason` is `fills` or `forced_win`.
    Proof proof;
    Finding finding;
    bool partial = false;  // the win needs turns that leave the other side free stones
    int refused = 0;       // turns that lose to a forced win of the other side
    // The next best turns, each searched without those before it, where more lines were asked for.
    struct Other {
        Turn turn;
        search::Value value;
        std::vector<Turn> line;
    };
    std::vector<Other> others;
    // The best turn of each complete depth, without those that turned out to lose: what shares of
    // one root are compared by.
    std::vector<search::AlphaBeta<Duel>::Iteration> iterations;
};

class Player {
   public:
    // The board must hold no full set and at least one empty cell.
    Player(std::shared_ptr<const Geometry> geometry, const Weights& weights, const Style& style,
           const Budget& budget, const std::vector<std::vector<Cell>>& stones, int mover, int left,
           Control& control);

    Thought think();

   private:
    using Root = std::vector<search::RootMove<Turn>>;
    // Shares of the budget after which the turn liked best is checked.
    static constexpr std::array<double, 4> checked_ends = {0.55, 0.72, 0.86, 0.98};
    static constexpr int opening_stones = 8;  // variety ends when so many stones lie on the board

    void choose(Root& root, Thought& thought);
    bool goes_by_net() const;
    bool choose_by_net(Thought& thought);
    void search_by_net(NetSearch& search, double share);
    NetSearch::Liked favourite(const NetSearch& search) const;
    int refutes(const Turn& turn, bool bold, double end, std::optional<CellSet>& zone);
    Answer pass_loses(std::optional<CellSet>& zone);
    bool search_tree(Root& root, double end, Thought& thought);
    bool known_to_lose(const Turn& turn) const;
    bool refuted(Root& root, double end, Thought& thought);
    search::Value glanced_value(const Turn& turn);
    void search_others(Root& root, Thought& thought);
    void set_to_work(const Root& root);  // further threads, if there are any
    std::unique_ptr<Duel> make_duel(Control& control) const;
    search::SearchOptions search_options() const;
    int wins_after(const Turn& turn, double share, std::optional<CellSet>& zone);
    bool first_stone(Thought& thought);
    bool wins_by_force(Thought& thought);
    bool wins_partially(Thought& thought);
    void root_turns(Root& root, Thought& thought);
    void keep_safe(Root& root, bool widen, Thought& thought);
    void widen(Root& root, const CellSet& zone, Thought& thought);
    std::vector<int> look_at(const Root& root, const CellSet* zone);
    search::Value bias(const Turn& turn) const;
    void finish(Turn& turn);
    bool spent(double share) const;
    std::uint64_t spent_nodes() const { return control_.nodes() + elsewhere_ + helpers_.nodes(); }
    std::uint64_t look_nodes() const;
    double time(double share) const { return budget_.seconds > 0 ? budget_.seconds * share : 0; }
    std::uint64_t nodes(double share) const {
        return budget_.nodes
                   ? static_cast<std::uint64_t>(static_cast<double>(budget_.nodes) * share) + 1
                   : 0;
    }

    std::shared_ptr<const Geometry> geometry_;
    Weights weights_;
    Style style_;
    Budget budget_;
    std::vector<std::vector<Cell>> stones_;
    int mover_, left_;
    Control& control_;
    Duel duel_;
    Look look_;
    struct Losing {
        Turn turn;
        int turns;
    };
    std::vector<Losing> losing_;
    std::uint64_t elsewhere_ = 0;  // nodes that searches with a control of their own have counted
    search::TranspositionTable table_;
    // The tree search, with a board and limits of its own.
    struct Tree {
        explicit Tree(Player& player);
        Control control;
        std::unique_ptr<Duel> duel;
        search::AlphaBeta<Duel> search;
        std::size_t moves = 0;  // at the root, when it was last searched
        int depth = 0;          // the last complete one
    };
    std::unique_ptr<Tree> tree_;
    search::HelperThreads<Duel> helpers_;  // last, so that they end before what they use
};

}  // namespace kikashi::positional
