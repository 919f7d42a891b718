#include "positional/evaluation.hpp"

#include <algorithm>

namespace kikashi::positional {

Evaluation::Evaluation(const Geometry& geometry, const Weights& weights) : weights_(weights) {
    weights_.gain[0] = 0;  // a full set has nothing left to gain
    for (auto& gain : gain_) gain.assign(static_cast<std::size_t>(geometry.cells()), 0);
    for (int s = 0; s < geometry.sets(); ++s) {
        const SetId set = static_cast<SetId>(s);
        const int size = geometry.size(set);
        most_lack_ = std::max(most_lack_, size - 1);
        for (Cell cell : geometry.cells_of(set))
            for (auto& gain : gain_) gain[cell] += weights_.gain[index(size)];
    }
}

}  // namespace kikashi::positional
