// Further threads that deepen the same tree. They help through the shared transposition table, in
// which the search that counts finds what they did, and through ABDADA: nobody searches what
// another is at.
#pragma once

#include <memory>
#include <vector>

#include "core/crew.hpp"
#include "search/alphabeta.hpp"

namespace kikashi::search {

template <Searchable G>
class HelperThreads {
   public:
    using Root = std::vector<RootMove<typename G::Move>>;

    // Sets `count` threads to work on these moves until they are stopped; before, they leave what
    // they were at. `make(control)` builds a game of its own for each, set to the root position.
    template <class Make>
    void start(int count, TranspositionTable& table, const SearchOptions& options, const Root& root,
               std::uint64_t max_nodes, Make make) {
        stop();
        if (count > 0) abdada_ = std::make_unique<Abdada>();
        for (int n = 0; n < count; ++n)
            crew_.start({.nodes = max_nodes}, [this, &table, options, make,
                                               moves = root](Control& control) mutable {
                const std::unique_ptr<G> game = make(control);
                AlphaBeta<G>(*game, control, table, options, abdada()).iterative_deepening(moves);
            });
    }

    void stop() {
        nodes_ += crew_.stop();
        abdada_.reset();
    }

    Abdada* abdada() const { return abdada_.get(); }
    std::uint64_t nodes() const { return nodes_; }  // of those that have been stopped

   private:
    std::unique_ptr<Abdada> abdada_;
    std::uint64_t nodes_ = 0;
    Crew crew_;  // last, so that it ends before what it uses
};

}  // namespace kikashi::search
