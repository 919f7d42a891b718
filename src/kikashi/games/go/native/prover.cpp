#include "prover.hpp"

#include <stdexcept>

#include "closed_goal.hpp"
#include "set_up.hpp"
#include "string_goal.hpp"

namespace kikashi::go {

namespace {

constexpr int memory_bits = 17, long_memory_bits = 19;
constexpr std::uint64_t long_search = 500'000;  // nodes that want the larger one
constexpr int many_liberties = 1000;            // nobody has so many

std::uint8_t counted(int threats) {
    if (threats < 0) return unlimited;
    return static_cast<std::uint8_t>(std::min(threats, unlimited - 1));
}

template <int W>
class SizedProver final : public Prover {
   public:
    SizedProver(int size, int target, std::vector<int> region, int safe_liberties, bool two_eyes,
                bool cycles_fall)
        : size_(size),
          target_(point_of(size, target)),
          region_(std::move(region)),
          safe_liberties_(safe_liberties ? safe_liberties : many_liberties),
          two_eyes_(two_eyes),
          cycles_fall_(cycles_fall),
          memory_(memory_bits) {}

    ProverAnswer ask(const ProverQuestion& question) override {
        Board<W> board = set_up<W>(size_, question.board);
        if (question.mover != 0 && question.mover != 1)
            throw std::invalid_argument("the side to move is 0 or 1");
        if (question.ko < -1 || question.ko >= size_ * size_)
            throw std::invalid_argument("there is no such point");
        if (board.at(target_) == empty)
            throw std::invalid_argument("there is no stone on the target");
        if (question.ko >= 0) board.set_ko(point_of(size_, question.ko));
        if (question.nodes > long_search && !long_memory_) {
            memory_ = Memory(long_memory_bits);
            long_memory_ = true;
        }
        LocalBoard<W> local(board, target_, colour_of(question.mover),
                            {counted(question.attacker), counted(question.defender)});
        if (!region_.empty()) {
            ClosedGoal<W> goal(board, region_, two_eyes_);
            return answer(local, goal, question.nodes);
        }
        StringTuning tuning;
        tuning.safe_liberties = safe_liberties_;
        StringGoal<W> goal(tuning);
        return answer(local, goal, question.nodes);
    }

   private:
    template <class Goal>
    ProverAnswer answer(LocalBoard<W>& local, Goal& goal, std::uint64_t nodes) {
        Control control({.nodes = nodes, .seconds = 0}, {});
        ProofNumberSearch<W, Goal> search(local, goal, memory_, control);
        using Falls = ProofNumberSearch<W, Goal>::Falls;
        search.repeated = two_eyes_ ? Falls::always : cycles_fall_ ? Falls::by_cycle : Falls::never;
        const Numbers found = search.run();
        ProverAnswer made;
        made.nodes = control.nodes();
        if (!found.settled()) return made;
        made.result = found.proved() ? 1 : -1;
        const Entry* entry = memory_.find(local.key());
        if (entry && entry->best != pass_move && entry->best != 0)
            made.move = cell_of(size_, entry->best);
        return made;
    }

    int size_;
    Point target_;
    std::vector<int> region_;
    int safe_liberties_;
    bool two_eyes_, cycles_fall_;
    Memory memory_;
    bool long_memory_ = false;
};

}  // namespace

std::unique_ptr<Prover> Prover::make(int size, int target, const std::vector<int>& region,
                                     int safe_liberties, bool two_eyes, bool cycles_fall) {
    if (size < least_size || size > most_size)
        throw std::invalid_argument("a board has 2 to 25 lines");
    const auto on_board = [&](int cell) { return cell >= 0 && cell < size * size; };
    if (!on_board(target) || !std::all_of(region.begin(), region.end(), on_board))
        throw std::invalid_argument("there is no such point");
    if (safe_liberties < 0) throw std::invalid_argument("liberties are not below 0");
    const auto made = [&]<int W>() -> std::unique_ptr<Prover> {
        return std::make_unique<SizedProver<W>>(size, target, region, safe_liberties, two_eyes,
                                                cycles_fall);
    };
    if (size <= 9) return made.operator()<2>();
    if (size <= 13) return made.operator()<4>();
    if (size <= 19) return made.operator()<7>();
    return made.operator()<11>();
}

}  // namespace kikashi::go
