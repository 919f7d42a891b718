#include "mate_search.hpp"

#include <algorithm>

#include "search/advised_proof.hpp"
#include "search/closed_set.hpp"
#include "tree_mates.hpp"

namespace kikashi::xiangqi {

namespace {

constexpr std::size_t default_bytes = std::size_t{1} << 30;  // tables grow as they are needed
constexpr std::uint64_t first_look = 20'000;    // nodes of the bounded search before df-pn
constexpr std::uint64_t closing_after = 2'000;  // nodes, or turns, before a closed set is tried
constexpr int closing_turns = 8;
constexpr std::size_t closing_positions = 2'000'000;
// A mate of any kind: the tree searches and df-pn with few quiet moves take turns. What one sees in
// few nodes the other may not see in many. The first rounds belong to the trees alone.
constexpr std::size_t tree_bytes = std::size_t{128} << 20;  // more costs more in new pages
constexpr std::uint64_t first_checks = 5'000;  // nodes for a mate by checks, before all else
constexpr std::uint64_t first_tree = 25'000;
constexpr std::size_t tree_rounds = 3;
struct Slice {
    int quiet;
    std::uint64_t nodes;
};
constexpr Slice slices[] = {{1, 30'000}, {4, 60'000}, {2, 60'000}, {4, 200'000}};

class Search {
   public:
    Search(const Position& position, const MateQuestion& question, Control& control)
        : game_(position),
          question_(question),
          control_(control),
          bytes_(control.limits().memory ? control.limits().memory : default_bytes),
          bounded_(game_, question.rules, control, bytes_ / 2) {
        for (const Key& key : question.barred) game_.bar(key);
    }

    MateAnswer run() {
        const int quiet = question_.rules.quiet;
        if (question_.any)
            any();
        else if (question_.most_turns > 0 || quiet == 0)
            deepen(quiet, most_turns(), question_.most_turns == 0);
        else
            widen(quiet);
        if (answer_.answer == Answer::wins && question_.refute && answer_.shortest)
            refute(answer_.turns - 1);
        else if (answer_.answer == Answer::fails && question_.refute && answer_.turns > 0)
            refute(answer_.turns);
        answer_.nodes = control_.nodes();
        answer_.seconds = control_.seconds();
        answer_.ending = control_.ending();
        answer_.entries += bounded_.entries();
        return std::move(answer_);
    }

   private:
    int most_turns() const {
        return question_.most_turns > 0 ? std::min(question_.most_turns, bounded_.most_turns)
                                        : bounded_.most_turns;
    }

    // One more turn at a time; between, if asked, a try to show that there is no win at all.
    void deepen(int quiet, int most, bool try_never) {
        std::uint64_t tried = 0;
        bool exists = false;
        for (int n = answer_.turns + 1; n <= most; ++n) {
            const Answer answer = bounded_.attack(n, quiet);
            if (answer == Answer::wins) return won_bounded(n);
            if (answer == Answer::stopped) {
                answer_.answer = answer;
                return;
            }
            answer_.turns = n;
            if (answer == Answer::never) {
                answer_.answer = answer;
                return;
            }
            const bool due = control_.nodes() >= closing_after || n == closing_turns;
            if (!try_never || exists || !due || control_.nodes() < 3 * tried) continue;
            const Answer ever = close(quiet, std::max(control_.nodes(), closing_after));
            tried = control_.nodes();
            exists = ever == Answer::wins;
            if (ever == Answer::never) return;
        }
        answer_.answer = Answer::fails;
        if (try_never && !exists) close(quiet, ~std::uint64_t{0} / 2);
    }

    Answer close(int quiet, std::uint64_t nodes) {
        ClosedSet<Mates> closed(game_, bounded_, control_, closing_positions);
        const Answer ever = closed.solve(quiet, nodes);
        if (ever == Answer::never) answer_.answer = ever;
        if (ever == Answer::stopped && !control_.running()) answer_.answer = ever;
        return ever;
    }

    // Quiet moves: a short bounded search, then df-pn, then the bounded search again.
    void widen(int quiet) {
        bounded_.pause_at(first_look);
        deepen(quiet, most_turns(), false);
        bounded_.pause_at(0);
        if (answer_.answer != Answer::stopped || !control_.running()) return;
        ForcingDfpn<Mates> dfpn(game_, bounded_, control_, bytes_ / 2);
        const Answer answer = dfpn.solve(quiet);
        answer_.entries += dfpn.entries();
        if (answer == Answer::wins) {
            const int refuted = answer_.turns;
            won_dfpn(dfpn, quiet);
            if (question_.shortest && answer_.answer == Answer::wins) shorten(quiet, refuted);
        } else if (answer == Answer::fails) {
            deepen(quiet, most_turns(), true);
        }
    }

    void any() {
        if (const int turns = glance()) {
            won_bounded(turns);
            answer_.shortest = false;  // of those by checks, but there are others
            return;
        }
        answer_.answer = Answer::stopped;
        TreeMates tree(game_, bounded_, control_, tree_bytes);
        ForcingDfpn<Mates> dfpn(game_, bounded_, control_, bytes_ / 2);
        std::uint64_t nodes = first_tree;
        for (std::size_t round = 0; control_.consult(); ++round, nodes *= 2) {
            const std::size_t turn = round - tree_rounds;
            if (tree.exhausted() && round >= tree_rounds + std::size(slices)) return;
            if (!tree.exhausted() && tree.look(nodes)) {
                AdvisedProof<Mates> proof(game_, bounded_, control_, most_proof_nodes);
                if (proof.win_by(tree)) return won_by(proof);
                tree.doubt();
            }
            if (round < tree_rounds || turn >= std::size(slices)) continue;
            const Slice slice = slices[turn];
            if (dfpn.solve(slice.quiet, slice.nodes) == Answer::wins)
                return won_dfpn(dfpn, slice.quiet);
        }
    }

    // The moves of a mate by checks that is seen at once, or 0.
    int glance() {
        bounded_.pause_at(control_.nodes() + first_checks);
        Answer answer = Answer::fails;
        int turns = 0;
        while (answer == Answer::fails && turns < most_turns())
            answer = bounded_.attack(++turns, 0);
        bounded_.pause_at(0);
        return answer == Answer::wins ? turns : 0;
    }

    // A win in answer_.turns is known: look for faster ones.
    void shorten(int quiet, int refuted) {
        for (int n = refuted + 1; n < answer_.turns; ++n) {
            const Answer answer = bounded_.attack(n, quiet);
            if (answer == Answer::stopped) return;
            if (answer == Answer::wins) {
                const MateAnswer known = answer_;
                won_bounded(n);
                if (answer_.answer != Answer::wins) answer_ = known;
                return;
            }
        }
        answer_.shortest = true;
    }

    void won_bounded(int n) {
        answer_.answer = Answer::wins;
        answer_.turns = n;
        answer_.shortest = true;
        ForcingProof<Mates> proof(game_, bounded_, control_, most_proof_nodes);
        keep(proof, proof.win(n, question_.rules.quiet));
    }
    void won_dfpn(ForcingDfpn<Mates>& dfpn, int quiet) {
        answer_.answer = Answer::wins;
        answer_.turns = dfpn.entry(quiet)->turns;
        ForcingProof<Mates> proof(game_, bounded_, control_, most_proof_nodes);
        const auto root = proof.win(dfpn, quiet);
        if (root) answer_.turns = proof.nodes()[*root].bound;
        keep(proof, root);
    }
    void won_by(const AdvisedProof<Mates>& proof) {
        answer_.answer = Answer::wins;
        answer_.proof = proof.nodes();
        answer_.line = proof.line();
        answer_.turns = answer_.proof.back().bound;
        answer_.quiet = answer_.proof.back().quiet;
        answer_.perpetual = proof.circular();
    }
    // A win is only claimed with its proof: without one the limits came first.
    void keep(const ForcingProof<Mates>& proof, std::optional<int> root) {
        if (!root) {
            answer_.answer = Answer::stopped;
            answer_.shortest = false;
            answer_.turns = 0;
            return;
        }
        answer_.proof = proof.nodes();
        answer_.line = proof.line(*root);
        answer_.quiet = proof.nodes()[*root].quiet;
    }

    void refute(int n) {
        if (n < 1) return;
        ForcingProof<Mates> proof(game_, bounded_, control_, question_.proof_nodes);
        if (proof.refutation(n, question_.rules.quiet)) answer_.refutation = proof.nodes();
    }

    static constexpr std::size_t most_proof_nodes = 1'000'000;

    Mates game_;
    const MateQuestion& question_;
    Control& control_;
    std::size_t bytes_;
    Bounded<Mates> bounded_;
    MateAnswer answer_;
};

}  // namespace

MateAnswer search_mate(const Position& position, const MateQuestion& question, Control& control) {
    return Search(position, question, control).run();
}

}  // namespace kikashi::xiangqi
