// What playouts in a tree say of a group: an opinion where a search of proofs comes to no end.
#pragma once

#include <memory>
#include <vector>

#include "life_view.hpp"
#include "priors.hpp"
#include "search/mcts.hpp"

namespace kikashi::go {

struct SamplingTuning {
    int wider = 2;  // steps that the points played on reach beyond the group's area
    // Playouts keep stones alive that good play takes. So an attack is believed early, and a
    // defence only if it wins half of them. Chosen on one half of gnugo's rows.
    float attack_bar = 0.15f, defence_bar = 0.5f;
    float doubt_bar = 0.5f;  // of an attack on what looks alive
    std::size_t memory = std::size_t{16} << 20;
};

struct Sampled {
    float value = 0.5f;  // for the side that moves, from 0 to 1
    std::vector<Point> line;
};

// The points of the group's area and some steps beyond: strings that reach out of them have
// liberties that nobody fills, which is as good as an escape.
template <int W>
Bits<W> sampled_points(const Board<W>& board, const LifeView<W>& view, int wider) {
    Bits<W> within;
    view.mark_area(within);
    for (int n = 0; n < wider; ++n) {
        Bits<W> more = within;
        within.each([&](Point at) {
            for (int way = 0; way < 4; ++way)
                if (const Point beside = board.step(at, way); board.at(beside) != border)
                    more.set(beside);
        });
        within = more;
    }
    return within;
}

template <int W>
Sampled sample(const Board<W>& board, Point target, Colour mover, const Bits<W>& within,
               Control& control, const SamplingTuning& tuning) {
    Root<W> root{board, Rules{.ko = Ko::simple}};
    root.mover = mover;
    root.target = target;
    root.within = within;
    Outlook outlook;
    mcts::Search<GoSimulator<W>> search(tuning.memory / 2, {});
    search.tuning().stop_early = false;
    const SimulatorTuning simulator;
    constexpr std::uint64_t seed = 25;
    const mcts::Pace pace{0, control.limits().nodes};
    const auto found = search.run(control, pace, seed, 1, [&] {
        return std::make_unique<GoSimulator<W>>(root, simulator, outlook);
    });
    if (found.moves.empty()) return {};
    return {found.moves.front().value, found.moves.front().line};
}

}  // namespace kikashi::go
