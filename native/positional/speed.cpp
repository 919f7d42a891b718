#include "positional/speed.hpp"

#include <chrono>
#include <numeric>
#include <vector>

#include "positional/board.hpp"

namespace kikashi::positional {

namespace {

// Counts and nothing else: the floor that the lists are compared with.
class Counts {
   public:
    explicit Counts(const Geometry& geometry) : geometry_(geometry), counts_(geometry.sets(), 0) {}
    void place(Cell cell, int player) { change(cell, static_cast<std::uint8_t>(1u << 4 * player)); }
    void remove(Cell cell, int player) {
        change(cell, static_cast<std::uint8_t>(-(1u << 4 * player)));
    }
    std::size_t bytes() const { return counts_.size(); }

   private:
    void change(Cell cell, std::uint8_t by) {
        std::uint8_t* const counts = counts_.data();
        for (SetId set : geometry_.through(cell))
            counts[set] = static_cast<std::uint8_t>(counts[set] + by);
    }
    const Geometry& geometry_;
    std::vector<std::uint8_t> counts_;
};

constexpr int orders = 16;  // different games, so that no branch predictor learns one by heart

std::vector<std::vector<Cell>> random_orders(int cells) {
    std::vector<std::vector<Cell>> made;
    std::uint64_t state = 1;
    for (int n = 0; n < orders; ++n) {
        std::vector<Cell> order(static_cast<std::size_t>(cells));
        std::iota(order.begin(), order.end(), Cell{0});
        for (std::size_t i = order.size(); i > 1; --i) {
            state = mix(state);
            std::swap(order[i - 1], order[state % i]);
        }
        made.push_back(order);
    }
    return made;
}

template <class Place, class Remove>
double run(const std::vector<std::vector<Cell>>& games, std::uint64_t least, std::uint64_t& done,
           Place&& place, Remove&& remove) {
    const auto begun = std::chrono::steady_clock::now();
    for (std::size_t n = 0; done < least; ++n) {
        const auto& order = games[n % games.size()];
        for (std::size_t i = 0; i < order.size(); ++i)
            place(order[i], static_cast<int>(i >> 1 & 1));
        for (std::size_t i = order.size(); i-- > 0;) remove(order[i], static_cast<int>(i >> 1 & 1));
        done += 2 * order.size();
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

}  // namespace

Speed measure_changes(std::shared_ptr<const Geometry> geometry, std::uint64_t least_changes,
                      bool lists) {
    const auto games = random_orders(geometry->cells());
    Speed speed{0, 0, 0};
    if (lists) {
        Board<2> board(geometry);
        speed.seconds = run(
            games, least_changes, speed.changes, [&](Cell c, int p) { board.place(c, p); },
            [&](Cell c, int) { board.remove(c); });
        speed.bytes = board.bytes();
    } else {
        Counts counts(*geometry);
        speed.seconds = run(
            games, least_changes, speed.changes, [&](Cell c, int p) { counts.place(c, p); },
            [&](Cell c, int p) { counts.remove(c, p); });
        speed.bytes = counts.bytes();
    }
    return speed;
}

}  // namespace kikashi::positional
