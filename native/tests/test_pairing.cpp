// Pairings on small boards: what is found serves every set, and one is found where there is one.
#include <cstdio>
#include <memory>
#include <random>
#include <vector>

#include "positional/solving/pairing.hpp"

using namespace kikashi::positional;

namespace {

using Sets = std::vector<std::vector<int>>;

// Whether disjoint pairs serve all sets from this one on, by trying all.
bool exists(const Sets& sets, std::size_t set, std::vector<int>& partner) {
    if (set == sets.size()) return true;
    const auto& cells = sets[set];
    for (const int a : cells)
        for (const int b : cells)
            if (a < b && partner[static_cast<std::size_t>(a)] == b)
                return exists(sets, set + 1, partner);
    for (const int a : cells)
        for (const int b : cells) {
            auto &one = partner[static_cast<std::size_t>(a)],
                 &other = partner[static_cast<std::size_t>(b)];
            if (a >= b || one >= 0 || other >= 0) continue;
            one = b;
            other = a;
            if (exists(sets, set + 1, partner)) return true;
            one = other = -1;
        }
    return false;
}

}  // namespace

int main() {
    std::mt19937 dice(20261118);
    int found = 0, none = 0;
    for (int round = 0; round < 400; ++round) {
        constexpr int cells = 10;
        Sets sets;
        for (unsigned n = 0; n < 3 + dice() % 5; ++n) {
            std::vector<int> set;
            for (int cell = 0; cell < cells; ++cell)
                if (dice() % 3 == 0) set.push_back(cell);
            if (set.size() >= 2) sets.push_back(set);
        }
        if (sets.empty()) continue;
        const auto geometry =
            std::make_shared<const Geometry>(cells, sets, 1, 1, 2, Sets{}, std::vector<int>{});
        const Residual residual(geometry);
        PairingSearch search(residual);
        std::vector<int> partner(cells, -1);
        const bool wanted = exists(sets, 0, partner);
        (wanted ? found : none)++;
        if (search.find() != wanted) {
            std::printf("round %d: a pairing is%s there\n", round, wanted ? "" : " not");
            return 1;
        }
        if (!wanted) continue;
        std::vector<int> pair_of(cells, -1);
        for (const auto& [one, other] : search.pairs()) {
            if (one == other || pair_of[one] >= 0 || pair_of[other] >= 0) {
                std::printf("round %d: pairs share a cell\n", round);
                return 1;
            }
            pair_of[one] = other;
            pair_of[other] = one;
        }
        for (const auto& set : sets) {
            bool served = false;
            for (const int a : set)
                for (const int b : set) served |= pair_of[static_cast<std::size_t>(a)] == b;
            if (!served) {
                std::printf("round %d: a set has no pair\n", round);
                return 1;
            }
        }
    }
    std::printf("%d with a pairing, %d without\n", found, none);
    return found > 50 && none > 50 ? 0 : 1;
}
