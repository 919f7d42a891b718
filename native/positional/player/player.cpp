#include "positional/player/player.hpp"

#include <algorithm>
#include <atomic>

#include "core/crew.hpp"
#include "positional/forcing/replies.hpp"
#include "positional/forcing/zone.hpp"

namespace kikashi::positional {

namespace {

// Shares of the whole budget by which each stage ends; what a stage leaves goes to the next.
constexpr double own_force_ends = 0.30;
constexpr double refusing_ends = 0.60;
constexpr double search_ends = 0.90;
// The first search and, where its choice does not bear a second look, the next ones.
constexpr std::array<double, 3> bold_ends = {0.88, 0.91, 0.93};
constexpr std::array<double, 3> wary_ends = {0.68, 0.82, 0.90};
constexpr std::uint64_t refusal_nodes = 3000;  // for each turn in the first look
constexpr std::size_t table_bytes = std::size_t{8} << 20;
constexpr std::size_t partial_bytes = std::size_t{16} << 20;
constexpr int widened_later = 60;  // second stones, when none of the usual turns holds
constexpr int opening_stones = 8;  // variety ends when so many stones lie on the board

}  // namespace

Player::Player(std::shared_ptr<const Geometry> geometry, const Weights& weights, const Style& style,
               const Budget& budget, const std::vector<std::vector<Cell>>& stones, int mover,
               int left, Control& control)
    : geometry_(std::move(geometry)),
      weights_(weights),
      style_(style),
      budget_(budget),
      stones_(stones),
      mover_(mover),
      left_(left),
      control_(control),
      duel_(geometry_, weights, style, control),
      look_(duel_, control),
      table_(style.most_depth > 0 ? table_bytes : 0) {
    duel_.set_up(stones, mover, left);
}

bool Player::spent(double share) const {
    return !control_.running() || (budget_.nodes && control_.nodes() >= nodes(share)) ||
           (budget_.seconds > 0 && control_.seconds() >= time(share));
}

std::uint64_t Player::look_nodes() const {
    return budget_.nodes ? std::min(refusal_nodes, nodes(0.05) + 20) : refusal_nodes;
}

Thought Player::think() {
    Thought thought;
    const auto done = [&]() -> Thought& {
        finish(thought.turn);
        if (thought.line.empty()) thought.line.push_back(thought.turn);
        helpers_.stop();
        thought.nodes = spent_nodes();
        return thought;
    };
    if (first_stone(thought)) return done();
    if (wins_by_force(thought)) return done();

    std::vector<Hole> holes;
    collect_holes(duel_.board(), 1 - mover_, holes);
    const int stones = duel_.stones_now();
    Root root;
    root_turns(root, thought);
    thought.turn = root.front().move;
    if (!can_stop(holes, stones)) {
        thought.reason = Reason::lost;
        thought.value = -search::wins_after(2);
        return done();
    }
    // What further threads see of the tree while this one looks for forced wins is in the table.
    if (style_.forces && style_.most_depth > 0) set_to_work(root);
    if (style_.forces && style_.partial > 0 && wins_partially(thought)) return done();

    thought.reason = Reason::searched;
    if (style_.forces) keep_safe(root, true, thought);
    if (root.empty()) {  // every turn found loses: the one that lasts longest
        const auto longest =
            std::max_element(losing_.begin(), losing_.end(),
                             [](const Losing& a, const Losing& b) { return a.turns < b.turns; });
        thought.turn = longest->turn;
        thought.reason = Reason::lost;
        thought.value = -search::wins_after(2 * longest->turns);
        return done();
    }
    choose(root, thought);
    return done();
}

// Searches, looks at the turn that is liked best once more and longer, and searches again without
// it if it does not bear that look. A win of the other side by free stones is only feared.
void Player::choose(Root& root, Thought& thought) {
    const bool wary = style_.forces && style_.wary > 0 && geometry_->stones() <= 2;
    const std::array<double, 3> ends = wary ? wary_ends : bold_ends;
    search::RootMove<Turn> feared{};
    bool borne = false;  // has the first turn of `root` borne its second look?
    for (const double end : ends) {
        if (root.empty() || (thought.depth > 0 && spent(end))) break;
        if (style_.most_depth > 0) search_tree(root, end / budget_.lines, thought);
        const Turn liked = root.front().move;
        borne = !style_.forces || search::is_loss(root.front().value);
        if (borne) break;
        const int turns = look_.refuted(liked, nodes(0.05), time(end + 0.05));
        if (turns > 0) {
            losing_.push_back({liked, turns});
        } else if (wary && !spent(0.95) && fears(liked)) {
            if (feared.move.count == 0) feared = root.front();
        } else {
            borne = true;
            break;
        }
        ++thought.refused;
        root.erase(root.begin());
    }
    // What the tree search liked is better than what nobody has looked at, though it is feared.
    if (!borne && feared.move.count > 0) root.assign(1, feared);
    if (root.empty()) {
        thought.turn = losing_.back().turn;
        return;
    }
    thought.turn = root.front().move;
    thought.line = root.front().pv;
    if (root.front().value > -search::infinite) thought.value = root.front().value;
    if (budget_.lines > 1 && style_.most_depth > 0) search_others(root, thought);
}

void Player::search_others(Root& root, Thought& thought) {
    for (int n = 1; n < budget_.lines && root.size() > 1; ++n) {
        const double end = search_ends * (n + 1) / budget_.lines;
        if (spent(end)) return;
        root.erase(root.begin());
        search_tree(root, end, thought);
        const auto& best = root.front();
        if (best.value > -search::infinite)
            thought.others.push_back({best.move, best.value, best.pv});
    }
}

std::unique_ptr<Duel> Player::make_duel(Control& control) const {
    auto duel = std::make_unique<Duel>(geometry_, weights_, style_, control);
    duel->set_up(stones_, mover_, left_);
    return duel;
}

search::SearchOptions Player::search_options() const {
    search::SearchOptions options;
    options.max_depth = style_.most_depth;
    // Without a clock, what is left of a turn's time is lost: an iteration begun in vain costs
    // nothing.
    if (budget_.soft <= 0) options.next_iteration_share = 1;
    return options;
}

void Player::set_to_work(const Root& root) {
    helpers_.start(budget_.threads - 1, table_, search_options(), root, budget_.nodes,
                   [this](Control& control) { return make_duel(control); });
}

// The search has a control of its own, so that the look afterwards is not cut off with it.
void Player::search_tree(Root& root, double end, Thought& thought) {
    const std::uint64_t gone = control_.nodes() + elsewhere_;  // a budget is one thread's
    const std::uint64_t most = !budget_.nodes ? 0 : nodes(end) > gone ? nodes(end) - gone : 1;
    const auto until = [&](double moment) {
        return moment > 0 ? std::max(0.001, moment - control_.seconds()) : 0;
    };
    const double hard = until(time(end));
    double soft = budget_.soft > 0 ? until(budget_.soft) : hard;
    if (hard > 0) soft = std::min(soft, hard);
    Control own({.nodes = most, .seconds = hard},
                [&](const Control&) { return control_.consult(); });
    set_to_work(root);
    const auto duel = make_duel(own);
    search::AlphaBeta<Duel> search(*duel, own, table_, search_options(), helpers_.abdada());
    thought.depth = std::max(thought.depth, search.iterative_deepening(root, soft));
    elsewhere_ += own.nodes();
}

// Does the other side win after `turn`, even if some of its turns leave free stones?
bool Player::fears(const Turn& turn) {
    const Limits limits{.nodes = nodes(style_.wary), .seconds = time(style_.wary)};
    Control own(limits, [&](const Control&) { return control_.consult(); });
    duel_.play(turn);
    bool wins = false;
    if (duel_.board().empty_cells() > 0) {
        PartialForcing search(duel_.board(), 1 - mover_, own, partial_bytes);
        Proof scrap;
        wins = search.solve(geometry_->stones(), scrap).answer == Answer::win;
    }
    duel_.undo(turn);
    elsewhere_ += own.nodes();
    return wins;
}

// The first stone of a game may be limited to some cells, and needs no search.
bool Player::first_stone(Thought& thought) {
    if (duel_.board().empty_cells() < geometry_->cells()) return false;
    std::int64_t best = INT64_MIN;
    Cell chosen = 0;
    const std::int64_t spread = std::max(budget_.noise, budget_.variety);
    std::int64_t most = 1;
    for (int c = 0; c < geometry_->cells(); ++c)
        most = std::max<std::int64_t>(most, duel_.worth(static_cast<Cell>(c)));
    for (int c = 0; c < geometry_->cells(); ++c) {
        const Cell cell = static_cast<Cell>(c);
        if (!geometry_->first_allowed(cell)) continue;
        // Variety here is a share of the best cell's worth: the units are those of the order.
        const std::int64_t chance =
            static_cast<std::int64_t>(mix(budget_.seed * 1024 + cell) % 1001);
        const std::int64_t value = 1000 * static_cast<std::int64_t>(duel_.worth(cell)) +
                                   (spread > 0 ? most * chance / 8 : 0);
        if (value > best) {
            best = value;
            chosen = cell;
        }
    }
    thought.turn.add(chosen);
    return true;
}

// A turn that fills a set, or a proved win by full forcing.
bool Player::wins_by_force(Thought& thought) {
    Turn turn;
    const int stones = duel_.stones_now();
    Finding finding;
    if (duel_.fills_now(mover_, stones, turn)) {
        finding.answer = Answer::win;
        finding.turns = 1;
        finding.root = thought.proof.add_turn(1, turn, -1);
        thought.reason = Reason::fills;
    } else if (style_.forces && duel_.can_force(left_)) {
        finding = look_.persist(mover_, left_, thought.proof, nodes(own_force_ends),
                                time(own_force_ends));
        thought.reason = Reason::forced_win;
    }
    if (finding.answer != Answer::win) return false;
    thought.finding = finding;
    thought.turn = thought.proof.nodes[static_cast<std::size_t>(finding.root)].turn;
    thought.value = search::wins_after(2 * finding.turns - 1);
    return true;
}

bool Player::wins_partially(Thought& thought) {
    if (geometry_->stones() > 2 || left_ != geometry_->stones()) return false;
    Limits limits{.nodes = nodes(style_.partial), .seconds = time(style_.partial)};
    Control own(limits, [&](const Control&) { return control_.consult(); });
    PartialForcing search(duel_.board(), mover_, own, partial_bytes);
    Proof proof;
    const Finding finding = search.solve(left_, proof);
    elsewhere_ += own.nodes();
    if (finding.answer != Answer::win) return false;
    thought.finding = finding;
    thought.proof = std::move(proof);
    thought.partial = true;
    thought.reason = Reason::forced_win;
    thought.turn = thought.proof.nodes[static_cast<std::size_t>(finding.root)].turn;
    thought.value = search::wins_after(2 * finding.turns - 1);
    return true;
}

void Player::root_turns(Root& root, Thought&) {
    std::vector<search::ScoredMove<Turn>> choices;
    duel_.generate(style_.root_width, std::max(style_.first_stones, style_.root_width / 2),
                   choices);
    for (const auto& choice : choices)
        root.push_back({choice.move, bias(choice.move), -search::infinite, {}});
}

search::Value Player::bias(const Turn& turn) const {
    const int lying = geometry_->cells() - duel_.board().empty_cells();
    const search::Value reach =
        std::max(budget_.noise, lying < opening_stones ? budget_.variety : 0);
    if (reach <= 0) return 0;
    std::uint64_t hash = mix(budget_.seed) ^ duel_.key();
    for (Cell cell : turn) hash = mix(hash + cell);
    return static_cast<search::Value>(hash % static_cast<std::uint64_t>(2 * reach + 1)) - reach;
}

// Drops the turns that lose to a forced win of the other side. If a pass does not lose, nothing
// does: more stones of one's own only take away. If it loses, only turns inside the zone of that
// win can help.
void Player::keep_safe(Root& root, bool may_widen, Thought& thought) {
    const int p = geometry_->stones();
    if (!duel_.can_force(p)) return;
    CellSet zone;
    bool zoned = false;
    if (duel_.board().fillable(1 - mover_).empty()) {
        Proof proof;
        const std::uint64_t most = budget_.nodes ? control_.nodes() + nodes(0.1) : 0;
        const double until = budget_.seconds > 0 ? control_.seconds() + time(0.15) : 0;
        const Finding pass = look_.persist(1 - mover_, p, proof, most, until);
        if (pass.answer == Answer::no) return;
        if (pass.answer == Answer::win) {
            zone = zone_of(duel_.board(), 1 - mover_, proof, pass.root, duel_.stones_now());
            zoned = true;
        }
    }
    const std::vector<int> turns = look_at(root, zoned ? &zone : nullptr);
    Root kept;
    for (std::size_t i = 0; i < root.size(); ++i) {
        if (turns[i] == 0) {
            kept.push_back(root[i]);
        } else {
            losing_.push_back({root[i].move, turns[i]});
            ++thought.refused;
        }
    }
    root = std::move(kept);
    if (root.empty() && may_widen) widen(root, zone, thought);
}

// In how many turns each of them loses, as far as was seen: 0 for those that may hold. A turn
// outside the zone does not. Out of time, what has not been looked at stays, behind what has.
std::vector<int> Player::look_at(const Root& root, const CellSet* zone) {
    std::vector<int> turns(root.size(), 0);
    std::atomic<std::size_t> next = 0;
    const double until = time(refusing_ends);
    const auto work = [&](Look& look, const auto& over) {
        for (std::size_t i; (i = next++) < root.size();) {
            const Turn& turn = root[i].move;
            if (zone &&
                std::none_of(turn.begin(), turn.end(), [&](Cell cell) { return zone->has(cell); }))
                turns[i] = 1;
            else if (!over())
                turns[i] = look.refuted(turn, look_nodes(), until);
        }
    };
    // A budget of nodes is one thread's, so that it can be repeated.
    const int more = budget_.nodes ? 0 : budget_.threads - 1;
    if (more > 0) helpers_.stop();
    const double late = control_.seconds();
    const Limits limits{.seconds = until > 0 ? std::max(0.001, until - late) : 0};
    Crew crew;
    for (int n = 0; n < more; ++n)
        crew.start(limits, [&](Control& control) {
            const auto duel = make_duel(control);
            Look look(*duel, control, late);
            work(look, [&] { return !control.running() || (until > 0 && look.now() >= until); });
        });
    work(look_, [&] { return spent(refusing_ends); });
    elsewhere_ += control_.running() ? crew.wait() : crew.stop();
    return turns;
}

// No candidate holds: look at everything else that might, best first, while there is time.
void Player::widen(Root& root, const CellSet& zone, Thought& thought) {
    std::vector<search::ScoredMove<Turn>> choices;
    const int all = duel_.board().empty_cells();
    // Where the first stone must stop a threat, the second is the free one: it gets a wide choice.
    duel_.generate(4000, duel_.stones_now() == 1 ? all : std::min(all, 120), choices,
                   widened_later);
    const bool zoned = zone.count() > 0;
    for (const auto& choice : choices) {
        if (spent(search_ends)) return;
        const Turn& turn = choice.move;
        if (zoned && std::none_of(turn.begin(), turn.end(), [&](Cell c) { return zone.has(c); }))
            continue;
        if (std::any_of(losing_.begin(), losing_.end(),
                        [&](const Losing& known) { return known.turn == turn; }))
            continue;
        const int turns = look_.refuted(turn, look_nodes(), time(search_ends));
        if (turns == 0) {
            root.push_back({turn, bias(turn), -search::infinite, {}});
            if (root.size() >= 3) return;
        } else {
            losing_.push_back({turn, turns});
            ++thought.refused;
        }
    }
}

// A win or a defence may need fewer stones than the turn has: the rest go where they help most. A
// game that is won takes no further stone.
void Player::finish(Turn& turn) {
    WarBoard& board = duel_.board();
    Turn rest;
    for (Cell cell : turn) {
        if (board.filled(mover_) > 0) break;
        duel_.place(cell, mover_);
        rest.add(cell);
    }
    const int missing = std::min(left_ - rest.count, board.empty_cells());
    for (int i = 0; i < missing && board.filled(mover_) == 0; ++i) {
        std::int32_t best = INT32_MIN;
        Cell chosen = 0;
        for (int c = 0; c < geometry_->cells(); ++c) {
            const Cell cell = static_cast<Cell>(c);
            if (board.is_empty(cell) && duel_.worth(cell) > best) {
                best = duel_.worth(cell);
                chosen = cell;
            }
        }
        rest.add(chosen);
        duel_.place(chosen, mover_);
    }
    for (int i = rest.count; i-- > 0;) duel_.remove(rest.cells[static_cast<std::size_t>(i)]);
    turn = rest;
}

}  // namespace kikashi::positional
