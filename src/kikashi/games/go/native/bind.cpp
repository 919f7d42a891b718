// Go for Python: the twin, the search, and the strengths of patterns.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "bind/running.hpp"
#include "player.hpp"
#include "prover.hpp"
#include "reader.hpp"
#include "record.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::go;

namespace {

using Past = std::vector<std::pair<std::string, int>>;

Ko ko_from(const std::string& word) {
    if (word == "simple") return Ko::simple;
    if (word == "positional") return Ko::positional;
    if (word == "situational") return Ko::situational;
    throw std::invalid_argument("ko is simple, positional or situational");
}

int cell_on(const Record& record, int cell) {
    if (cell < 0 || cell >= record.size() * record.size())
        throw std::invalid_argument("there is no such point");
    return cell;
}

// What keeps a tree or a memory from question to question: one thread at a time asks it.
template <class Kept>
struct Seated {
    std::unique_ptr<Kept> kept;
    bind::Place place;

    explicit Seated(std::unique_ptr<Kept> made) : kept(std::move(made)) {}
};

// Numbers of the search by name, so that measurements can change them without a new build.
void set_tuning(Effort& effort, const nb::typed<nb::dict, nb::str, float>& tuning) {
    for (const auto& [key, value] : tuning) {
        const auto name = nb::cast<std::string>(key);
        const auto number = nb::cast<double>(value);
        if (!(number >= 0 && number <= 1e9))
            throw std::invalid_argument("a tuning number is from 0 to 1000000000");
        const auto small = static_cast<float>(number);
        auto& playout = effort.simulator.playout;
        if (name == "exploration")
            effort.tree.exploration = small;
        else if (name == "rave_equivalence")
            effort.tree.rave_equivalence = small;
        else if (name == "first_play_urgency")
            effort.tree.first_play_urgency = small;
        else if (name == "expand_at")
            effort.tree.expand_at = static_cast<std::uint32_t>(number);
        else if (name == "virtual_loss")
            effort.tree.virtual_loss = small;
        else if (name == "unsettled")
            effort.tree.unsettled = number;
        else if (name == "score_share")
            effort.simulator.score_share = small;
        else if (name == "prior")
            effort.simulator.prior = small;
        else if (name == "near")
            effort.simulator.near = small;
        else if (name == "pattern")
            effort.simulator.pattern = small;
        else if (name == "use_priors")
            effort.simulator.use_priors = number != 0;
        else if (name == "knowledge")
            playout.knowledge = number != 0;
        else if (name == "atari")
            playout.atari = small;
        else if (name == "capture")
            playout.capture = small;
        else if (name == "nakade")
            playout.nakade = small;
        else if (name == "two_liberties")
            playout.two_liberties = small;
        else if (name == "elsewhere")
            playout.elsewhere = small;
        else if (name == "accept")
            playout.accept = small;
        else if (name == "throw_in")
            playout.throw_in = small;
        else if (name == "ladder_budget")
            playout.ladder_budget = static_cast<int>(number);
        else if (name == "mercy")
            playout.mercy = small;
        else
            throw std::invalid_argument("there is no tuning number called " + name);
    }
}

nb::typed<nb::dict, nb::str, nb::any> written(const Answer& answer, double seconds) {
    nb::dict made;
    nb::list moves;
    for (const MoveAnswer& move : answer.moves) {
        nb::dict one;
        one["cell"] = move.cell;
        one["visits"] = move.visits;
        one["value"] = move.value;
        one["prior"] = move.prior;
        one["line"] = move.line;
        moves.append(one);
    }
    made["moves"] = moves;
    made["simulations"] = answer.simulations;
    made["visits"] = answer.visits;
    made["value"] = answer.value;
    made["score"] = answer.score;
    made["ownership"] = answer.ownership;
    made["nodes"] = answer.nodes;
    made["full"] = answer.full;
    made["seconds"] = seconds;
    return made;
}

nb::typed<nb::dict, nb::str, nb::any> asked(
    Seated<Player>& player, bool tree, const std::string& board, int mover, int ko, int last,
    int passes, int played, const Past& past, const std::string& ko_rule, bool suicide,
    bool ends_at_passes, int komi, bool territory, std::uint64_t simulations, double seconds,
    double planned, std::uint64_t seed, int threads, bool stop_early,
    const nb::typed<nb::dict, nb::str, float>& tuning, nb::object progress) {
    if (simulations == 0 && !(seconds > 0) && progress.is_none())
        throw std::invalid_argument("a search needs a limit of simulations or of seconds");
    if (threads < 1 || threads > 64) throw std::invalid_argument("threads: 1 to 64");
    if (!std::isfinite(planned) || planned < 0) throw std::invalid_argument("planned seconds");
    if (komi < -100'000 || komi > 100'000) throw std::invalid_argument("komi is too large");
    if (passes < 0 || passes > 2 || played < -1'000'000 || played > 1'000'000)
        throw std::invalid_argument("so many passes or stones were not played");
    Question question{board, mover, ko, last, passes, played, past, {}};
    question.rules = {ko_from(ko_rule), suicide, ends_at_passes, {komi, territory}};
    Effort effort;
    effort.seconds = planned;
    effort.seed = seed;
    effort.threads = threads;
    effort.stop_early = stop_early;
    set_tuning(effort, tuning);
    double spent = 0;
    const bind::Place::Taken inside(player.place);
    const Answer answer = bind::run(
        {.nodes = simulations, .seconds = seconds}, std::move(progress), [&](Control& control) {
            Answer made = tree ? player.kept->think(question, effort, control)
                               : player.kept->playouts(question, effort, control);
            spent = control.seconds();
            return made;
        });
    return written(answer, spent);
}

nb::typed<nb::dict, nb::str, nb::any> read_locally(
    int size, const std::string& board, int to_move, int ko, int target, bool attack,
    int safe_liberties, std::uint64_t nodes, double seconds, bool all_moves, bool count_threats,
    bool life, const std::vector<int>& region, nb::object progress, int second) {
    if (nodes == 0) throw std::invalid_argument("reading needs a limit of nodes");
    if (safe_liberties < 2 || safe_liberties > 20)
        throw std::invalid_argument("a string is saved with 2 to 20 liberties");
    const LocalQuestion question{size,   board,          to_move, ko,        target,
                                 attack, safe_liberties, nodes,   all_moves, count_threats,
                                 life,   region,         second};
    std::uint64_t visited = 0;
    double spent = 0;
    const LocalAnswer answer =
        bind::run({.seconds = seconds}, std::move(progress), [&](Control& control) {
            LocalAnswer made = read_local(question, control);
            visited = control.nodes();
            spent = control.seconds();
            return made;
        });
    nb::dict made;
    static constexpr const char* words[] = {"win", "ko", "no", "unknown"};
    made["verdict"] = words[static_cast<int>(answer.outcome)];
    made["code"] = answer.code;
    made["move"] = answer.move;
    made["threats"] = answer.threats;
    made["line"] = answer.line;
    made["moves"] = answer.moves;
    made["seki"] = answer.seki;
    made["nodes"] = visited;
    made["seconds"] = spent;
    return made;
}

// Whether the target falls (1), stands (-1) or nobody knows (0), the move, and the nodes.
nb::typed<nb::tuple, int, int, int> proved(Seated<Prover>& prover, const std::string& board,
                                           int mover, int ko, int attacker, int defender,
                                           std::uint64_t nodes) {
    if (nodes == 0) throw std::invalid_argument("a proof needs a limit of nodes");
    const ProverAnswer answer = [&] {
        const bind::Place::Taken inside(prover.place);
        const nb::gil_scoped_release released;
        return prover.kept->ask({board, mover, ko, attacker, defender, nodes});
    }();
    return nb::make_tuple(answer.result, answer.move, answer.nodes);
}

}  // namespace

void bind_go(nb::module_& m) {
    nb::class_<Record>(m, "GoRecord")
        .def_prop_ro("mover", &Record::mover)
        .def_prop_ro("key", &Record::key)
        .def_prop_ro("ko", &Record::ko)
        .def_prop_ro("prisoners", &Record::prisoners)
        .def_prop_ro("area", &Record::area)
        .def("legal_cells", &Record::legal_cells)
        .def("board", &Record::board)
        .def("skip", &Record::pass)
        .def("turn", &Record::turn)
        .def("undo", &Record::undo)
        .def(
            "play",
            [](Record& record, int cell) {
                if (!record.legal(cell_on(record, cell)))
                    throw std::invalid_argument("it is forbidden there");
                record.play(cell);
            },
            "cell"_a)
        .def(
            "place",
            [](Record& record, int cell) {
                if (!record.legal(cell_on(record, cell)))
                    throw std::invalid_argument("it is forbidden there");
                record.place(cell);
            },
            "cell"_a)
        .def(
            "liberties",
            [](Record& record, int cell) { return record.liberties(cell_on(record, cell)); },
            "cell"_a)
        .def(
            "around", [](Record& record, int cell) { return record.around(cell_on(record, cell)); },
            "cell"_a)
        .def(
            "ladder",
            [](Record& record, int cell, int budget) {
                if (budget < 0) throw std::invalid_argument("a budget is not below 0");
                return record.ladder(cell_on(record, cell), budget);
            },
            "cell"_a, "budget"_a = 1000);
    m.def(
        "go_record",
        [](int size, const std::string& board, int mover, int ko, const Past& past,
           const std::string& ko_rule, bool suicide) {
            return Record::make(size, board, mover, ko, past, ko_from(ko_rule), suicide);
        },
        "size"_a, "board"_a, "mover"_a, "ko"_a, "past"_a, "ko_rule"_a, "suicide"_a);
    m.def("go_count_legal_boards", &count_legal_boards, "size"_a,
          nb::call_guard<nb::gil_scoped_release>());
    m.def(
        "go_set_strengths",
        [](const std::vector<std::pair<int, float>>& fitted) {
            std::vector<std::pair<std::uint16_t, float>> checked;
            for (const auto& [code, strength] : fitted) {
                if (code < 0 || code > 0xffff || !(strength > 0))
                    throw std::invalid_argument("a pattern is a code and a strength above 0");
                checked.emplace_back(static_cast<std::uint16_t>(code), strength);
            }
            strengths().set(checked);
        },
        "fitted"_a);
    m.def(
        "go_normal_code", [](int code) { return normal_code(static_cast<std::uint16_t>(code)); },
        "code"_a);
    m.def("go_read", &read_locally, "size"_a, "board"_a, "to_move"_a, "ko"_a, "target"_a,
          "attack"_a, "safe_liberties"_a, "nodes"_a, "seconds"_a, "all_moves"_a, "count_threats"_a,
          "life"_a, "region"_a, "progress"_a.none(), "second"_a = -1);
    nb::class_<Seated<Prover>>(m, "GoProver")
        .def("ask", &proved, "board"_a, "mover"_a, "ko"_a, "attacker"_a, "defender"_a, "nodes"_a);
    m.def(
        "go_prover",
        [](int size, int target, const std::vector<int>& region, int safe_liberties, bool two_eyes,
           bool cycles_fall) {
            return std::make_unique<Seated<Prover>>(
                Prover::make(size, target, region, safe_liberties, two_eyes, cycles_fall));
        },
        "size"_a, "target"_a, "region"_a, "safe_liberties"_a, "two_eyes"_a = false,
        "cycles_fall"_a = false);
    nb::class_<Seated<Player>>(m, "GoPlayer")
        .def_prop_ro("size", [](const Seated<Player>& player) { return player.kept->size(); })
        .def("forget",
             [](Seated<Player>& player) {
                 const bind::Place::Taken inside(player.place);
                 player.kept->forget();
             })
        .def(
            "advance",
            [](Seated<Player>& player, int cell) {
                const bind::Place::Taken inside(player.place);
                player.kept->advance(cell);
            },
            "cell"_a)
        .def("think", &asked, "tree"_a, "board"_a, "mover"_a, "ko"_a, "last"_a, "passes"_a,
             "played"_a, "past"_a, "ko_rule"_a, "suicide"_a, "ends_at_passes"_a, "komi"_a,
             "territory"_a, "simulations"_a, "seconds"_a, "planned"_a, "seed"_a, "threads"_a,
             "stop_early"_a, "tuning"_a, "progress"_a.none());
    m.def(
        "go_player",
        [](int size, std::size_t memory) {
            return std::make_unique<Seated<Player>>(Player::make(size, memory));
        },
        "size"_a, "memory"_a);
}
