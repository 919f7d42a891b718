#include "mate_search.hpp"

#include <algorithm>

#include "search/closed_set.hpp"

namespace kikashi::minishogi {

namespace {

constexpr std::size_t default_bytes = std::size_t{1} << 30;  // tables grow as they are needed
constexpr std::uint64_t closing_after = 2'000;  // nodes, or turns, before a closed set is tried
constexpr int closing_turns = 8;
constexpr std::size_t closing_positions = 2'000'000;
// A mate of any kind: all moves to a small depth, and df-pn with few quiet moves, take turns; each
// round has so many times the nodes of the one before.
constexpr std::uint64_t first_nodes = 4'000;
constexpr std::uint64_t more_nodes = 3;
constexpr int most_quiet = 6;

class Search {
   public:
    Search(const Position& position, const MateQuestion& question, Control& control)
        : game_(position),
          question_(question),
          control_(control),
          bytes_(control.limits().memory ? control.limits().memory : default_bytes),
          bounded_(game_, {0, false, Ordering::null_moves, question.table}, control, bytes_ / 2) {
        for (const Key& key : question.barred) game_.bar(key);
    }

    MateAnswer run() {
        if (question_.any)
            any();
        else
            deepen(most_turns(), question_.most_turns == 0);
        if (question_.refute && answer_.refuted > 0 &&
            (answer_.answer == Answer::fails || answer_.shortest))
            refute(answer_.refuted);
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
    // Quiet moves that a mate within n may have: all of them, or none.
    int quiet(int n) const { return question_.any ? n : 0; }

    // By checks, one more turn at a time; between, if asked, a try to show that there is no mate.
    void deepen(int most, bool try_never) {
        std::uint64_t tried = 0;
        bool exists = false;
        for (int n = 1; n <= most; ++n) {
            answer_.answer = bounded_.attack(n, 0);
            if (answer_.answer == Answer::wins) return won_bounded(n);
            if (answer_.answer == Answer::stopped) return;
            answer_.refuted = n;
            if (answer_.answer == Answer::never) return;
            const bool due = control_.nodes() >= closing_after || n == closing_turns;
            if (!try_never || exists || !due || control_.nodes() < 3 * tried) continue;
            const Answer ever = close(std::max(control_.nodes(), closing_after));
            tried = control_.nodes();
            exists = ever == Answer::wins;
            if (ever == Answer::never) return;
        }
        if (try_never && !exists) close(~std::uint64_t{0} / 2);
    }

    Answer close(std::uint64_t nodes) {
        ClosedSet<Mates> closed(game_, bounded_, control_, closing_positions);
        const Answer ever = closed.solve(0, nodes);
        if (ever == Answer::never) answer_.answer = ever;
        if (ever == Answer::stopped && !control_.running()) answer_.answer = ever;
        return ever;
    }

    void any() {
        ForcingDfpn<Mates> dfpn(game_, bounded_, control_, bytes_ / 2);
        std::uint64_t nodes = first_nodes;
        for (int round = 0; control_.consult(); ++round, nodes *= more_nodes) {
            if (by_depth(nodes)) return;
            if (question_.most_turns > 0) continue;
            const int few = std::min(1 + round, most_quiet);
            if (dfpn.solve(few, nodes) != Answer::wins) continue;
            won_dfpn(dfpn, few);
            if (question_.shortest && answer_.answer == Answer::wins) shorten();
            return;
        }
        answer_.answer = Answer::stopped;
    }

    // All moves count, one more turn at a time; true when that has settled the question.
    bool by_depth(std::uint64_t nodes) {
        bounded_.pause_at(control_.nodes() + nodes);
        Answer answer = Answer::fails;
        while (answer == Answer::fails && answer_.refuted < most_turns()) {
            const int n = answer_.refuted + 1;
            answer = bounded_.attack(n, n);
            if (answer == Answer::wins) {
                bounded_.pause_at(0);
                won_bounded(n);
                return true;
            }
            if (answer == Answer::fails || answer == Answer::never) answer_.refuted = n;
        }
        bounded_.pause_at(0);
        if (answer == Answer::stopped) return false;
        answer_.answer = answer;
        return true;
    }

    // A mate in answer_.turns is known: look for faster ones.
    void shorten() {
        while (answer_.refuted + 1 < answer_.turns) {
            const int n = answer_.refuted + 1;
            const Answer answer = bounded_.attack(n, quiet(n));
            if (answer == Answer::stopped) return;
            if (answer == Answer::wins) {
                const MateAnswer known = answer_;
                won_bounded(n);
                if (answer_.answer != Answer::wins) answer_ = known;
                return;
            }
            answer_.refuted = n;
        }
        answer_.shortest = true;
    }

    void won_bounded(int n) {
        answer_.answer = Answer::wins;
        answer_.turns = n;
        answer_.refuted = n - 1;
        answer_.shortest = true;
        ForcingProof<Mates> proof(game_, bounded_, control_, most_proof_nodes);
        keep(proof, proof.win(n, quiet(n)));
    }
    void won_dfpn(ForcingDfpn<Mates>& dfpn, int quiet) {
        answer_.answer = Answer::wins;
        ForcingProof<Mates> proof(game_, bounded_, control_, most_proof_nodes);
        keep(proof, proof.win(dfpn, quiet));
        if (!answer_.proof.empty()) answer_.turns = answer_.proof.back().bound;
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
    }

    void refute(int n) {
        ForcingProof<Mates> proof(game_, bounded_, control_, question_.proof_nodes);
        if (proof.refutation(n, quiet(n))) answer_.refutation = proof.nodes();
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

}  // namespace kikashi::minishogi
