// Several threads deepen the same tree and help one another through the shared table alone
// (lazy SMP). The first thread's answer counts; the others are stopped when it has one.
#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "search/alphabeta.hpp"

namespace kikashi::search {

struct Spent {
    int depth = 0;
    std::uint64_t helpers = 0;  // nodes that the other threads searched
};

// `make(control)` builds a game of its own for each further thread, set to the root position.
template <Searchable G, class Make>
Spent deepen_together(G& game, Control& control, ValueTable& table, const Tuning& tuning,
                      std::vector<RootMove<typename G::Move>>& root, double seconds, int threads,
                      Make&& make) {
    std::vector<std::unique_ptr<Control>> controls;
    std::vector<std::thread> helpers;
    for (int n = 1; n < threads; ++n) {
        controls.push_back(std::make_unique<Control>(Limits{.nodes = control.limits().nodes}));
        Control& own = *controls.back();
        helpers.emplace_back([&, n, moves = root]() mutable {
            const std::unique_ptr<G> copy = make(own);
            AlphaBeta<G> search(*copy, own, table, tuning);
            search.deepen(moves, 0, 1 + n % 2);
        });
    }
    AlphaBeta<G> search(game, control, table, tuning);
    Spent spent;
    spent.depth = search.deepen(root, seconds);
    for (auto& own : controls) own->request_stop();
    for (auto& helper : helpers) helper.join();
    for (auto& own : controls) spent.helpers += own->nodes();
    return spent;
}

}  // namespace kikashi::search
