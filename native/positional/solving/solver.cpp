#include "positional/solving/solver.hpp"

#include <stdexcept>

namespace kikashi::positional {

using search::Dfpn;
using search::DfpnOptions;
using search::Verdict;

namespace {

// One game with its search, by as many threads as are wanted.
template <class G>
class Searching {
   public:
    Searching(const G& game, search::ProofTable& table, const DfpnOptions& options, int threads)
        : start_(game), game_(game), table_(table), options_(options), threads_(threads) {}

    Verdict go_on(Control& control, std::uint64_t most_nodes) {
        if (threads_ == 1) return Dfpn<G>(game_, table_, control, options_).solve(most_nodes);
        return search::solve_by_threads(
            threads_, game_, table_, control, options_, [&] { return std::make_unique<G>(start_); },
            most_nodes);
    }

    Oracle oracle(Control& control, Verdict wanted) {
        return {[this](Cell cell) { game_.play(cell); }, [this] { game_.undo(); },
                [this, &control, wanted](Cell& move) { return choose(control, wanted, move); }};
    }

   private:
    // The move with the least work below it of those that are known to do; where the table has
    // forgotten, they are searched again, a little of each in turn.
    bool choose(Control& control, Verdict wanted, Cell& move) {
        typename Dfpn<G>::Children children;
        Dfpn<G> search(game_, table_, control);
        game_.expand(children, false);
        std::uint32_t least = 0;
        bool found = false;
        for (const auto& child : children)
            if (const auto known = table_.find(child.key);
                known && known->verdict() == wanted && (!found || known->work < least)) {
                found = true;
                least = known->work;
                move = child.move;
            }
        for (std::uint64_t most = 64; !found && control.running() && !children.empty(); most *= 4)
            for (const auto& child : children) {
                game_.play(child.move);
                found = search.solve(most) == wanted;
                game_.undo();
                move = child.move;
                if (found || !control.running()) break;
            }
        return found;
    }

    const G start_;
    G game_;
    search::ProofTable& table_;
    const DfpnOptions options_;
    const int threads_;
};

}  // namespace

Solver::Solver(std::shared_ptr<const Geometry> geometry,
               const std::vector<std::vector<int>>& stones, int mover, SolvingRules rules,
               SolvingLimits limits)
    : geometry_(std::move(geometry)),
      stones_(stones),
      mover_(mover),
      rules_(rules),
      limits_(std::move(limits)),
      question_(mix(static_cast<std::uint64_t>(mover))),
      table_(limits_.memory, limits_.threads > 1) {
    if (geometry_->players() != 2 || geometry_->stones() != 1)
        throw std::invalid_argument("the solver is for two players and one stone a turn");
    for (const Key& key : {residual_of(0).totals()[0], residual_of(1).totals()[0]})
        question_ = mix(question_ ^ key.low) + key.high;
    question_ = mix(question_ + static_cast<std::uint64_t>(geometry_->cells()));
}

Residual Solver::residual_of(int maker) const {
    Residual residual(geometry_);
    for (int side = 0; side < 2; ++side)
        for (const int cell : stones_[static_cast<std::size_t>(side)])
            residual.place(static_cast<Cell>(cell), side == maker ? Role::maker : Role::breaker);
    return residual;
}

Solution Solver::holds(int holder, Control& control, SolvedProof& proof) {
    const Role mover = mover_ == holder ? Role::breaker : Role::maker;
    const Residual opponent = residual_of(1 - holder), own = residual_of(holder);
    const auto salt = static_cast<std::uint64_t>(2 * holder + 1);
    const FullGame full(opponent, own, mover, rules_, salt + 1);
    const DfpnOptions options{.checkpoint = limits_.checkpoint,
                              .checkpoint_seconds = limits_.checkpoint_seconds,
                              .question = question_};
    Searching<WeakGame> weak_search(WeakGame(opponent, mover, rules_, salt), table_, options,
                                    limits_.threads);
    Searching<FullGame> full_search(full, table_, options, limits_.threads);
    Solution solution;
    const std::uint64_t before = control.nodes();
    bool weak_is_open = rules_.weak;
    for (std::uint64_t slice = first_slice; solution.holds == Verdict::open && control.running();
         slice *= 2) {
        if (weak_is_open) {
            const Verdict verdict = weak_search.go_on(control, weak_share * slice);
            solution.weak = verdict == Verdict::proved;
            weak_is_open = verdict == Verdict::open;
            if (solution.weak) solution.holds = verdict;
        }
        if (solution.holds == Verdict::open && control.running())
            solution.holds = full_search.go_on(control, weak_is_open ? slice : 0);
    }
    solution.nodes = control.nodes() - before;
    if (solution.holds == Verdict::open || limits_.proof_nodes == 0) return solution;
    const bool wins = solution.holds == Verdict::disproved;
    Oracle oracle = solution.weak ? weak_search.oracle(control, solution.holds)
                                  : full_search.oracle(control, solution.holds);
    Extraction extraction(full, std::move(oracle), wins, proof, limits_.proof_nodes);
    solution.root = extraction.extract();
    if (solution.root >= 0)
        solution.bound = proof.nodes[static_cast<std::size_t>(solution.root)].bound;
    return solution;
}

}  // namespace kikashi::positional
