// Proof-number search against the plain value of random game trees, and that it ends when full.
#include <cstdio>
#include <random>
#include <vector>

#include "core/control.hpp"
#include "core/keys.hpp"
#include "search/pns.hpp"

using namespace kikashi;
using namespace kikashi::search;

namespace {

// A complete tree of some depth and width; leaves are drawn, players take turns.
class Drawn {
   public:
    using Move = int;
    static constexpr Repetition repetition = Repetition::none;

    Drawn(unsigned seed, int depth, int width) : seed_(seed), depth_(depth), width_(width) {}

    Key key() const {
        std::uint64_t code = seed_;
        for (const int move : path_) code = mix(code * 31 + static_cast<std::uint64_t>(move) + 1);
        return {mix(code), mix(~code)};
    }
    bool prover_to_move() const { return path_.size() % 2 == 0; }
    Verdict expand(ProofChildren<Drawn>& children, bool) {
        children.clear();
        if (static_cast<int>(path_.size()) == depth_)
            return key().low % 100 < 55 ? Verdict::proved : Verdict::disproved;
        for (int move = 0; move < width_; ++move) {
            play(move);
            children.push_back({move, key()});
            undo();
        }
        return Verdict::open;
    }
    void play(int move) { path_.push_back(move); }
    void undo() { path_.pop_back(); }

    bool value() {
        ProofChildren<Drawn> children;
        const Verdict verdict = expand(children, true);
        if (verdict != Verdict::open) return verdict == Verdict::proved;
        bool best = !prover_to_move();
        for (const auto& child : children) {
            play(child.move);
            if (value() == (path_.size() % 2 == 1)) best = path_.size() % 2 == 1;
            undo();
        }
        return best;
    }
    bool at_root() const { return path_.empty(); }

   private:
    const std::uint64_t seed_;
    const int depth_, width_;
    std::vector<int> path_;
};

}  // namespace

int main() {
    int failures = 0, proved = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        Drawn game(seed, 4 + static_cast<int>(seed % 4), 2 + static_cast<int>(seed % 3));
        Control control;
        ProofNumberSearch<Drawn> search(game, control, 1 << 24);
        const Verdict found = search.solve();
        const bool truth = game.value();
        proved += truth;
        ProofTable table(1 << 20);
        Control other;
        const Verdict dfpn = Dfpn<Drawn>(game, table, other).solve();
        if (found != (truth ? Verdict::proved : Verdict::disproved) || found != dfpn ||
            !game.at_root()) {
            std::printf("seed %u: a wrong verdict\n", seed);
            ++failures;
        }
    }
    if (proved < 20 || proved > 180) {
        std::printf("the trees are one-sided: %d of 200 proved\n", proved);
        ++failures;
    }
    Drawn large(7, 14, 4);
    Control control;
    ProofNumberSearch<Drawn> search(large, control, 1 << 12);
    if (search.solve() != Verdict::open || control.ending() != Ending::memory || !large.at_root()) {
        std::printf("a full tree does not end the search\n");
        ++failures;
    }
    return failures ? 1 : 0;
}
