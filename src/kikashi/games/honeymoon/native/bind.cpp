// The solver of the last phase for Python: hands as 52 bits in the order of the deck (SA SK ...
// C2).
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "auction.hpp"
#include "bind/running.hpp"
#include "proof.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kikashi::honeymoon;

namespace {

constexpr std::uint64_t deck = (std::uint64_t{1} << 52) - 1;

struct Table {
    std::array<Suit, 4> suits;  // 1 bits: the first hand's
    int trump;
};

Table table_of(std::uint64_t first, std::uint64_t second, int trump) {
    if (((first | second) & ~deck) != 0 || (first & second) != 0)
        throw std::invalid_argument("two hands of one deck");
    if (std::popcount(first) != std::popcount(second) || std::popcount(first) > most_cards) {
        throw std::invalid_argument("the hands are equally long and hold at most 13 cards");
    }
    if (trump < -1 || trump > 3) throw std::invalid_argument("trump is 0 to 3, or -1 for none");
    Table made{{}, trump};
    for (int s = 0; s < 4; ++s) {
        Suit suit = empty_suit;
        for (int r = 0; r < 13; ++r) {  // the ace first, so that it ends up as the highest bit
            const std::uint64_t card = std::uint64_t{1} << (13 * s + r);
            if ((first & card) != 0) suit = suit << 1 | 1;
            if ((second & card) != 0) suit = suit << 1;
        }
        made.suits[s] = suit;
    }
    return made;
}

Deal deal_of(const Table& table, bool first_leads) {
    Deal deal;
    deal.trumps = table.trump >= 0;
    int at = deal.trumps ? 1 : 0;
    for (int s = 0; s < 4; ++s) {
        deal.suits[s == table.trump ? 0 : at++] =
            first_leads ? table.suits[s] : swapped(table.suits[s]);
    }
    return deal;
}

int tricks_of_first(Solver& solver, const Table& table, bool first_leads) {
    const Deal deal = deal_of(table, first_leads);
    const int taken = solver.tricks(deal);
    return first_leads ? taken : deal.cards() - taken;
}

// Equal cards share one search.
std::vector<std::pair<int, int>> lead_values(Solver& solver, const Table& table, std::uint64_t all,
                                             bool first_leads) {
    const Deal deal = deal_of(table, first_leads);
    const int cards = deal.cards();
    std::vector<std::pair<int, int>> found;
    int at = deal.trumps ? 1 : 0;
    for (int s = 0; s < 4; ++s) {
        const int seat = s == table.trump ? 0 : at++;
        const Suit suit = deal.suits[seat];
        int place = length(suit);
        int value = -1;
        for (int r = 0; r < 13; ++r) {
            if ((all & (std::uint64_t{1} << (13 * s + r))) == 0) continue;
            --place;
            if ((suit >> place & 1) == 0) {
                value = -1;  // a card of the other side: the next one is not equal to the last
                continue;
            }
            if (value < 0) {
                int low = 0;
                int high = cards;
                while (low < high) {
                    const int middle = (low + high + 1) / 2;
                    if (solver.takes_after(deal, {seat, place}, middle)) {
                        low = middle;
                    } else {
                        high = middle - 1;
                    }
                }
                value = low;
            }
            found.emplace_back(13 * s + r, value);
        }
    }
    return found;
}

// A solver keeps what it has learned: one thread at a time is at work with it.
struct OpenHands : Solver {
    using Solver::Solver;
    kikashi::bind::Place place;
};

constexpr int most_samples = 100000;

void check_need(int need) {
    if (need < 0 || need > most_cards + 1) throw std::invalid_argument("no such number of tricks");
}

Contract contract_of(int trump, bool declarer, int need, bool ruffs, int leader) {
    if (trump < -1 || trump > 3 || leader < 0 || leader > 2)
        throw std::invalid_argument("no such trump or leader");
    check_need(need);
    return {trump, declarer, need, ruffs, leader};
}

void check(const Known& known, int samples) {
    const Cards all = known.mine | known.theirs | known.unseen;
    const auto is_card = [](int card) { return card >= 0 && card < 52; };
    if (known.their_unknown < 0 || known.their_unknown > most_cards)
        throw std::invalid_argument("each hand has 13 cards");
    const int in_stock = std::popcount(known.unseen) - known.their_unknown;
    const int theirs = std::popcount(known.theirs) + known.their_unknown;
    if ((all & ~deck) != 0 || (known.mine & known.theirs) != 0 ||
        (known.unseen & (known.mine | known.theirs)) != 0) {
        throw std::invalid_argument("a card is in one place only");
    }
    const bool open = known.upcard != -1;
    if ((open && !is_card(known.upcard)) || (known.led != -1 && !is_card(known.led)))
        throw std::invalid_argument("no such card");
    if (known.rounds < 1 || known.rounds > most_cards ||
        in_stock != 2 * known.rounds - (open ? 1 : 0)) {
        throw std::invalid_argument("the stock does not fit the rounds that are left");
    }
    if (std::popcount(known.mine) != most_cards ||
        theirs != most_cards - (known.led >= 0 ? 1 : 0)) {
        throw std::invalid_argument("each hand has 13 cards");
    }
    for (const int held : known.most)
        if (held < 0 || held > most_cards)
            throw std::invalid_argument("a hand holds 0 to 13 cards of a suit");
    const Cards led = known.led >= 0 ? Cards{1} << known.led : 0;
    const Cards turned = open ? Cards{1} << known.upcard : 0;
    if ((led & all) != 0 || (turned & (all | led)) != 0)
        throw std::invalid_argument("a card is in one place only");
    if (samples < 1 || samples > most_samples) throw std::invalid_argument("1 to 100000 samples");
}

void check_mask(int samples) {
    if (samples < 1 || samples > mask_samples) throw std::invalid_argument("1 to 64 samples");
}

void check_hand(std::uint64_t hand) {
    if ((hand & ~deck) != 0 || std::popcount(hand) != most_cards)
        throw std::invalid_argument("13 cards");
}

Auction auction_of(int leader, bool no_trump, bool by_tricks, bool mine_first) {
    if (leader < 0 || leader > 2) throw std::invalid_argument("no such leader");
    return {leader, no_trump, by_tricks, mine_first};
}

}  // namespace

void bind_honeymoon(nb::module_& m) {
    nb::class_<OpenHands>(m, "HoneymoonSolver",
                          "Two open hands played perfectly; keeps what it has learned.")
        .def(nb::init<std::size_t>(), "memory"_a = std::size_t{32} << 20)
        .def("clear",
             [](OpenHands& solver) {
                 const kikashi::bind::Place::Taken inside(solver.place);
                 solver.clear();
             })
        .def_prop_ro("nodes", [](const OpenHands& solver) { return solver.nodes(); })
        .def(
            "tricks",
            [](OpenHands& solver, std::uint64_t first, std::uint64_t second, int trump,
               bool first_leads) {
                const Table table = table_of(first, second, trump);
                const kikashi::bind::Place::Taken inside(solver.place);
                nb::gil_scoped_release let_go;
                return tricks_of_first(solver, table, first_leads);
            },
            "first"_a, "second"_a, "trump"_a, "first_leads"_a)
        .def(
            "many",
            [](OpenHands& solver,
               const std::vector<std::tuple<std::uint64_t, std::uint64_t, int, bool>>& deals) {
                std::vector<std::pair<Table, bool>> tables;
                tables.reserve(deals.size());
                for (const auto& [first, second, trump, leads] : deals) {
                    tables.emplace_back(table_of(first, second, trump), leads);
                }
                const kikashi::bind::Place::Taken inside(solver.place);
                nb::gil_scoped_release let_go;
                std::vector<int> taken;
                taken.reserve(tables.size());
                for (const auto& [table, leads] : tables)
                    taken.push_back(tricks_of_first(solver, table, leads));
                return taken;
            },
            "deals"_a)
        .def(
            "lead_values",
            [](OpenHands& solver, std::uint64_t first, std::uint64_t second, int trump,
               bool first_leads) {
                const Table table = table_of(first, second, trump);
                const kikashi::bind::Place::Taken inside(solver.place);
                nb::gil_scoped_release let_go;
                return lead_values(solver, table, first | second, first_leads);
            },
            "first"_a, "second"_a, "trump"_a, "first_leads"_a,
            "Each card of the side on lead with the tricks it takes after leading it.")
        .def(
            "proof",
            [](OpenHands& solver, std::uint64_t first, std::uint64_t second, int trump,
               bool first_leads, int need, std::size_t most_nodes) {
                const Table table = table_of(first, second, trump);
                check_need(need);
                std::vector<ProofNode> nodes;
                {
                    const kikashi::bind::Place::Taken inside(solver.place);
                    nb::gil_scoped_release let_go;
                    const Deal deal = deal_of(table, first_leads);
                    const bool holds = first_leads ? solver.takes(deal, need)
                                                   : !solver.takes(deal, deal.cards() - need + 1);
                    if (holds)
                        nodes = prove(solver, table.suits, trump, first_leads, need, most_nodes);
                }
                nb::typed<nb::list, nb::typed<nb::list, nb::object>> made;
                for (const ProofNode& node : nodes) {
                    nb::list line;
                    line.append(std::string(1, node.kind));
                    line.append(node.need);
                    if (node.kind == 't') {
                        line.append(node.card);
                        line.append(node.child);
                    } else if (node.kind == 'r') {
                        nb::list replies;
                        for (const auto& [card, child] : node.replies) {
                            nb::list entry;
                            entry.append(card);
                            entry.append(child);
                            replies.append(entry);
                        }
                        line.append(replies);
                    }
                    made.append(line);
                }
                return made;
            },
            "first"_a, "second"_a, "trump"_a, "first_leads"_a, "need"_a, "most_nodes"_a)
        .def(
            "judge_cards",
            [](OpenHands& solver, std::uint64_t mine, std::uint64_t theirs, std::uint64_t unseen,
               int their_unknown, const std::array<int, 4>& most, int upcard, int led, int rounds,
               int trump, bool declarer, int need, bool ruffs, int leader, std::uint64_t tried,
               int samples, std::uint64_t seed) {
                const Known known{mine, theirs, unseen, their_unknown, most, upcard, led, rounds};
                if (upcard == -1) throw std::invalid_argument("a card is turned up");
                check(known, samples);
                check_mask(samples);
                const Contract contract = contract_of(trump, declarer, need, ruffs, leader);
                std::vector<Tally> tallies;
                {
                    const kikashi::bind::Place::Taken inside(solver.place);
                    nb::gil_scoped_release let_go;
                    tallies = judge_cards(solver, known, contract, tried, samples, seed);
                }
                std::vector<std::tuple<int, std::uint64_t, std::uint64_t>> found;
                for (const Tally& tally : tallies)
                    found.emplace_back(tally.card, tally.tricks, tally.made);
                return found;
            },
            "mine"_a, "theirs"_a, "unseen"_a, "their_unknown"_a, "most"_a, "upcard"_a, "led"_a,
            "rounds"_a, "trump"_a, "declarer"_a, "need"_a, "ruffs"_a, "leader"_a, "tried"_a,
            "samples"_a, "seed"_a,
            "For each card of `tried` that may be played: the card, the tricks of every eighth "
            "sample, and a bit for each sample in which the contract went well.")
        .def(
            "judge_contracts",
            [](OpenHands& solver, std::uint64_t mine,
               const std::vector<std::tuple<int, bool, int>>& contracts, bool ruffs, int leader,
               int samples, std::uint64_t seed) {
                check_hand(mine);
                check_mask(samples);
                std::vector<Contract> asked;
                for (const auto& [trump, declarer, need] : contracts)
                    asked.push_back(contract_of(trump, declarer, need, ruffs, leader));
                const kikashi::bind::Place::Taken inside(solver.place);
                nb::gil_scoped_release let_go;
                return judge_contracts(solver, mine, asked, samples, seed);
            },
            "mine"_a, "contracts"_a, "ruffs"_a, "leader"_a, "samples"_a, "seed"_a,
            "For each contract (trump, whether the player declares it, tricks it needs) a bit for "
            "each sample in which it went well for the player.")
        .def(
            "judge_strains",
            [](OpenHands& solver, std::uint64_t mine, bool ruffs, int leader, int samples,
               std::uint64_t seed) {
                check_hand(mine);
                if (samples < 1 || samples > most_samples)
                    throw std::invalid_argument("1 to 100000 samples");
                const Contract contract = contract_of(-1, true, 7, ruffs, leader);
                const kikashi::bind::Place::Taken inside(solver.place);
                nb::gil_scoped_release let_go;
                return judge_strains(solver, mine, contract, samples, seed);
            },
            "mine"_a, "ruffs"_a, "leader"_a, "samples"_a, "seed"_a,
            "How often 0 to 13 tricks are taken, as declarer and against it, for each strain.")
        .def(
            "judge_bids",
            [](OpenHands& solver, std::uint64_t mine, std::uint64_t theirs, bool mine_last,
               int leader, bool no_trump, bool by_tricks, int held, bool passed) {
                table_of(mine, theirs, -1);  // refuses what are not two hands
                if (std::popcount(mine) != most_cards)
                    throw std::invalid_argument("each hand has 13 cards");
                if (held < -1 || held >= all_bids) throw std::invalid_argument("no such bid");
                const Auction auction = auction_of(leader, no_trump, by_tricks, true);
                std::vector<std::tuple<int, int, int>> found;
                const kikashi::bind::Place::Taken inside(solver.place);
                nb::gil_scoped_release let_go;
                for (const BidValue& bid :
                     judge_bids(solver, mine, theirs, mine_last, auction, held, passed)) {
                    found.emplace_back(bid.bid, bid.value, bid.stands);
                }
                return found;
            },
            "mine"_a, "theirs"_a, "mine_last"_a, "leader"_a, "no_trump"_a, "by_tricks"_a, "held"_a,
            "passed"_a,
            "A pass (-1) and each higher bid: worth without a mistake of either side, and worth if "
            "nobody says more.")
        .def(
            "judge_draws",
            [](OpenHands& solver, std::uint64_t mine, std::uint64_t theirs, std::uint64_t unseen,
               int their_unknown, const std::array<int, 4>& most, int led, int rounds, int leader,
               bool no_trump, bool by_tricks, bool mine_first, std::uint64_t tried, int samples,
               std::uint64_t seed) {
                const Known known{mine, theirs, unseen, their_unknown, most, -1, led, rounds};
                check(known, samples);
                const Auction auction = auction_of(leader, no_trump, by_tricks, mine_first);
                const kikashi::bind::Place::Taken inside(solver.place);
                nb::gil_scoped_release let_go;
                return judge_draws(solver, known, auction, tried, samples, seed);
            },
            "mine"_a, "theirs"_a, "unseen"_a, "their_unknown"_a, "most"_a, "led"_a, "rounds"_a,
            "leader"_a, "no_trump"_a, "by_tricks"_a, "mine_first"_a, "tried"_a, "samples"_a,
            "seed"_a,
            "For each card of `tried` that may be played where none is turned up: the card, and "
            "the "
            "sum over the samples of what the auction after it is worth.");
}
