// Who wins, for Python: one call, a verdict and the nodes of its certificate.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "bind/boards.hpp"
#include "bind/running.hpp"
#include "positional/solving/coalition.hpp"
#include "positional/solving/solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi;
using namespace kikashi::positional;

namespace {

using Kind = SolvedProof::Kind;

// The nodes as certificates write them; see docs/reference/certificate-format.md.
nb::list nodes_of(const SolvedProof& proof) {
    const auto cell_list = [](Cell cell) {
        nb::list cells;
        cells.append(static_cast<int>(cell));
        return cells;
    };
    nb::list nodes;
    for (const SolvedProof::Node& node : proof.nodes) {
        nb::list written;
        constexpr const char* letters[] = {"t", "r", "p", "e"};
        written.append(letters[static_cast<int>(node.kind)]);
        written.append(node.bound);
        if (node.kind == Kind::turn) {
            const SolvedProof::Edge& edge = node.edges.front();
            written.append(cell_list(edge.cell));
            written.append(edge.child < 0 ? nb::object(nb::none())
                                          : nb::object(nb::int_(edge.child)));
            if (edge.symmetry) written.append(edge.symmetry);
        } else if (node.kind == Kind::reply) {
            nb::list replies;
            for (const SolvedProof::Edge& edge : node.edges) {
                nb::list entry;
                entry.append(cell_list(edge.cell));
                entry.append(edge.child);
                if (edge.symmetry) entry.append(edge.symmetry);
                replies.append(entry);
            }
            written.append(replies);
            written.append(nb::list());
        } else if (node.kind == Kind::pairing) {
            nb::list pairs;
            for (const auto& [one, other] : node.pairs) {
                nb::list pair;
                pair.append(static_cast<int>(one));
                pair.append(static_cast<int>(other));
                pairs.append(pair);
            }
            written.append(pairs);
        }
        nodes.append(written);
    }
    return nodes;
}

SolvingRules rules_without(const std::vector<std::string>& names) {
    SolvingRules rules;
    for (const std::string& name : names) {
        if (name == "weak")
            rules.weak = false;
        else if (name == "pairing")
            rules.pairing = false;
        else if (name == "sum")
            rules.sum = false;
        else if (name == "dominated")
            rules.dominated = false;
        else if (name == "chains")
            rules.chains = false;
        else if (name == "symmetry")
            rules.symmetry = false;
        else if (name == "numbers")
            rules.numbers = false;
        else
            throw std::invalid_argument("the solver has no switch " + name);
    }
    return rules;
}

// Adds nodes behind others; by how much their numbers grow.
std::int32_t append(SolvedProof& proof, SolvedProof more) {
    const auto shift = static_cast<std::int32_t>(proof.nodes.size());
    for (SolvedProof::Node& node : more.nodes) {
        for (SolvedProof::Edge& edge : node.edges)
            if (edge.child >= 0) edge.child += shift;
        proof.nodes.push_back(std::move(node));
    }
    return shift;
}

nb::dict half_of(const Solution& solution) {
    nb::dict half;
    half["holds"] = solution.holds == search::Verdict::proved      ? nb::object(nb::bool_(true))
                    : solution.holds == search::Verdict::disproved ? nb::object(nb::bool_(false))
                                                                   : nb::object(nb::none());
    half["weak"] = solution.weak;
    half["root"] = solution.root;
    half["bound"] = solution.bound;
    half["nodes"] = solution.nodes;
    return half;
}

// `holders`: whose holding is asked for, in this order; the first that does not hold ends it.
nb::typed<nb::dict, nb::str, nb::any> settle(
    std::shared_ptr<Geometry> geometry, const std::vector<std::vector<int>>& stones, int mover,
    const std::vector<int>& holders, const std::vector<std::string>& without,
    std::size_t proof_nodes, int threads, const std::string& checkpoint, std::uint64_t nodes,
    double seconds, std::uint64_t memory, nb::object progress) {
    if (mover < 0 || mover > 1) throw std::invalid_argument("there is no such player");
    if (threads < 1 || threads > 64) throw std::invalid_argument("threads are from 1 to 64");
    bind::board_of(geometry, stones);  // throws where the stones are not a position
    for (const int holder : holders)
        if (holder < 0 || holder > 1) throw std::invalid_argument("there is no such player");
    struct Made {
        std::vector<Solution> halves;
        SolvedProof proof;
        std::uint64_t nodes = 0, table_bytes = 0;
        double seconds = 0;
        Ending ending = Ending::finished;
        bool resumed = false;
    };
    const Made made = bind::run(Limits{nodes, seconds, memory}, progress, [&](Control& control) {
        Made found;
        Solver solver(geometry, stones, mover, rules_without(without),
                      {.memory = memory,
                       .proof_nodes = proof_nodes,
                       .threads = threads,
                       .checkpoint = checkpoint});
        if (!checkpoint.empty() && std::filesystem::exists(checkpoint)) {
            solver.resume();
            found.resumed = true;
        }
        for (const int holder : holders) {
            SolvedProof own;
            Solution half = solver.holds(holder, control, own);
            // A win has a certificate of its own; both halves of a draw stand in one.
            if (half.holds == search::Verdict::disproved) found.proof.nodes.clear();
            const std::int32_t shift = append(found.proof, std::move(own));
            if (half.root >= 0) half.root += shift;
            found.halves.push_back(half);
            if (half.holds != search::Verdict::proved) break;
        }
        if (!checkpoint.empty()) solver.save();
        found.nodes = control.nodes();
        found.seconds = control.seconds();
        found.ending = control.ending();
        found.table_bytes = solver.table_bytes();
        return found;
    });
    constexpr const char* endings[] = {"finished", "nodes", "seconds", "memory", "stopped"};
    nb::list halves;
    for (const Solution& half : made.halves) halves.append(half_of(half));
    nb::dict answer;
    answer["halves"] = halves;
    answer["proof"] = nodes_of(made.proof);
    answer["nodes"] = made.nodes;
    answer["seconds"] = made.seconds;
    answer["ending"] = endings[static_cast<int>(made.ending)];
    answer["table_bytes"] = made.table_bytes;
    answer["resumed"] = made.resumed;
    return answer;
}

// Can these players force that one of `winners` completes a set first? True, False, or None.
nb::typed<nb::dict, nb::str, nb::any> coalition(std::shared_ptr<Geometry> geometry,
                                                const std::vector<std::vector<int>>& stones,
                                                int mover, const std::vector<int>& team,
                                                const std::vector<int>& winners, bool sums,
                                                std::uint64_t nodes, double seconds,
                                                std::uint64_t memory, nb::object progress) {
    const int players = geometry->players();
    if (geometry->stones() != 1) throw std::invalid_argument("this is for one stone a turn");
    if (mover < 0 || mover >= players || stones.size() != static_cast<std::size_t>(players))
        throw std::invalid_argument("there is no such player");
    std::vector<bool> taken(static_cast<std::size_t>(geometry->cells()));
    for (const auto& own : stones)
        for (const int cell : own) {
            if (cell < 0 || cell >= geometry->cells() || taken[static_cast<std::size_t>(cell)])
                throw std::invalid_argument("each stone lies on a cell of its own");
            taken[static_cast<std::size_t>(cell)] = true;
        }
    Coalition question;
    for (const auto& [names, set] :
         {std::pair(&team, &question.team), {&winners, &question.winners}})
        for (const int player : *names) {
            if (player < 0 || player >= players)
                throw std::invalid_argument("there is no such player");
            (*set)[static_cast<std::size_t>(player)] = true;
        }
    struct Made {
        search::Verdict verdict;
        std::uint64_t nodes;
        double seconds;
    };
    CoalitionGame game(geometry, stones, mover, question, sums);
    const Made made = bind::run(Limits{nodes, seconds, memory}, progress, [&](Control& control) {
        search::ProofTable table(memory);
        const auto verdict = search::Dfpn<CoalitionGame>(game, table, control).solve();
        return Made{verdict, control.nodes(), control.seconds()};
    });
    nb::dict answer;
    answer["forced"] = made.verdict == search::Verdict::proved      ? nb::object(nb::bool_(true))
                       : made.verdict == search::Verdict::disproved ? nb::object(nb::bool_(false))
                                                                    : nb::object(nb::none());
    answer["nodes"] = made.nodes;
    answer["seconds"] = made.seconds;
    return answer;
}

}  // namespace

void bind_solving(nb::module_& m) {
    m.def("settle", &settle, "geometry"_a, "stones"_a, "mover"_a, "holders"_a, "without"_a,
          "proof_nodes"_a, "threads"_a, "checkpoint"_a, "nodes"_a, "seconds"_a, "memory"_a,
          "progress"_a.none() = nb::none());
    m.def("coalition", &coalition, "geometry"_a, "stones"_a, "mover"_a, "team"_a, "winners"_a,
          "sums"_a, "nodes"_a, "seconds"_a, "memory"_a, "progress"_a.none() = nb::none());
}
