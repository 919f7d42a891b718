// Further threads that deepen the same tree. They help through the shared table, in which the
// search that counts finds what they did, and through `Underway`: nobody searches what another is
// at.
#pragma once

#include <memory>
#include <vector>

#include "core/crew.hpp"
#include "search/alphabeta.hpp"

namespace kikashi::search {

template <Searchable G>
class Helpers {
    static_assert(!Foreseeing<G>, "blame and praise of calm moves do not know those put off");

   public:
    using Root = std::vector<RootMove<typename G::Move>>;

    // Sets `count` threads to work on these moves until they are stopped; before, they leave what
    // they were at. `make(control)` builds a game of its own for each, set to the root position.
    template <class Make>
    void start(int count, ValueTable& table, const Tuning& tuning, const Root& root,
               std::uint64_t most_nodes, Make make) {
        stop();
        if (count > 0) underway_ = std::make_unique<Underway>();
        for (int n = 0; n < count; ++n)
            crew_.start({.nodes = most_nodes},
                        [this, &table, tuning, make, moves = root](Control& control) mutable {
                            const std::unique_ptr<G> game = make(control);
                            AlphaBeta<G>(*game, control, table, tuning, underway()).deepen(moves);
                        });
    }

    void stop() {
        nodes_ += crew_.stop();
        underway_.reset();
    }

    Underway* underway() const { return underway_.get(); }
    std::uint64_t nodes() const { return nodes_; }  // of those that have been stopped

   private:
    std::unique_ptr<Underway> underway_;
    std::uint64_t nodes_ = 0;
    Crew crew_;  // last, so that it ends before what it uses
};

}  // namespace kikashi::search
