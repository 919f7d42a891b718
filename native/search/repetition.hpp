// Repetitions on the path of a search, for games that are `PathDependent`: the keys of all
// positions since the start of the record, and which moves cannot be taken back.
#pragma once

#include <cstdint>
#include <vector>

namespace kikashi::search {

class RepetitionPath {
   public:
    // The position just reached; `irreversible`: no position before can come again (a capture, a
    // flip, a drop, a null move).
    void push(std::uint64_t key, bool irreversible) { positions_.push_back({key, irreversible}); }
    void pop() { positions_.pop_back(); }
    std::size_t size() const { return positions_.size(); }

    // So many plies ago the present position stood last; 0: it did not.
    int cycle_length() const {
        const std::size_t now = positions_.size() - 1;
        for (std::size_t back = 1; back <= now; ++back) {
            if (positions_[now - back + 1].irreversible) return 0;
            if (positions_[now - back].key == positions_[now].key) return static_cast<int>(back);
        }
        return 0;
    }

    // How often the present position stood before.
    int count() const {
        const std::size_t now = positions_.size() - 1;
        int times = 0;
        for (std::size_t back = 1; back <= now; ++back) {
            if (positions_[now - back + 1].irreversible) break;
            times += positions_[now - back].key == positions_[now].key;
        }
        return times;
    }

   private:
    struct Position {
        std::uint64_t key;
        bool irreversible;
    };
    std::vector<Position> positions_;
};

}  // namespace kikashi::search
