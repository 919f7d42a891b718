#include "tree_mates.hpp"

#include <algorithm>

namespace kikashi::xiangqi {

namespace {

constexpr int most_depth = 100;
constexpr std::uint64_t first_again = 2'000;  // nodes to see a mate again that the table has lost
constexpr std::uint64_t most_again = 2'000'000;

}  // namespace

TreeMates::TreeMates(const Position& position, Control& control, std::size_t table_bytes)
    : control_(control), table_(table_bytes), duel_(position, own_, 0) {
    tuning_.most_depth = most_depth;
    tuning_.any_win = true;
    MoveList moves;
    duel_.position().legal_moves(moves);
    for (const Move move : moves) root_.push_back({move, 0, -search::infinite, {}});
}

void TreeMates::begin(std::uint64_t nodes) {
    const std::uint64_t most = control_.limits().nodes, gone = control_.nodes();
    if (most) nodes = std::min(nodes, gone < most ? most - gone : 1);
    own_.restart({.nodes = nodes}, [&](const Control&) { return control_.consult(); });
}

bool TreeMates::look(std::uint64_t nodes) {
    begin(nodes);
    Search search(duel_, own_, table_, tuning_);
    depth_ = std::max(depth_, search.deepen(root_, 0, std::max(1, depth_)));
    exhausted_ = own_.running();
    control_.count(own_.nodes());
    return !root_.empty() && search::is_win(root_[0].value);
}

// What the table knows, or what a search sees again in good time.
std::vector<Move> TreeMates::advice() {
    if (const auto stored = table_.find(duel_.key()); stored && stored->move &&
                                                      stored->bound != search::Bound::upper &&
                                                      search::is_win(stored->value)) {
        const Move move = static_cast<Move>(stored->move - 1);
        if (duel_.position().legal(move)) return {move};
    }
    for (std::uint64_t nodes = first_again; nodes <= most_again && control_.running(); nodes *= 4) {
        begin(nodes);
        Search search(duel_, own_, table_, tuning_);
        std::vector<Move> found;
        for (int depth = 2; depth <= most_depth && own_.running() && found.empty(); ++depth)
            if (search::is_win(search.value(depth, search::sure - 1, search::infinite)) &&
                !search.line().empty())
                found.push_back(search.line().front());
        control_.count(own_.nodes());
        if (!found.empty()) return found;
    }
    return {};
}

}  // namespace kikashi::xiangqi
