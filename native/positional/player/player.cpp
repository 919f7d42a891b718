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
constexpr std::array<double, 4> plain_ends = {0.98, 0.98, 0.98, 0.98};
constexpr double bold_check = 2.5;
constexpr std::uint64_t refusal_nodes = 3000;  // for each turn in the first look
constexpr std::size_t table_bytes = std::size_t{8} << 20;
constexpr std::size_t partial_bytes = std::size_t{16} << 20;
constexpr int widened_later = 60;  // second stones, when none of the usual turns holds

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
    return !control_.running() ||
           (budget_.nodes && control_.nodes() + elsewhere_ >= nodes(share)) ||
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
    const bool first_place = budget_.place == 0;
    if (first_place && wins_by_force(thought)) return done();

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
    if (goes_by_net()) {
        if (first_place && style_.partial > 0 && wins_partially(thought)) return done();
        thought.reason = Reason::searched;
        if (choose_by_net(thought)) return done();
    }
    // What further threads see of the tree while this one looks for forced wins is in the table.
    if (style_.forces && style_.most_depth > 0) set_to_work(root);
    if (first_place && style_.forces && style_.partial > 0 && wins_partially(thought))
        return done();

    thought.reason = Reason::searched;
    if (style_.forces) keep_safe(root, first_place, thought);
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

// Searches, checks the turn that is liked best for a forced win of the other side after it, and
// searches on: without it if it is refuted, deeper if it is not. A turn that is refuted is not
// played while another is not.
void Player::choose(Root& root, Thought& thought) {
    Root sound;  // the last turn that was checked and not refuted
    bool searched_all = false;
    const bool checks = style_.forces;
    for (const double end : checks ? checked_ends : plain_ends) {
        if (root.empty() || searched_all || (thought.depth > 0 && spent(end))) break;
        if (style_.most_depth > 0) searched_all = search_tree(root, end / budget_.lines, thought);
        if (!checks || style_.most_depth == 0 || search::is_loss(root.front().value))
            searched_all = true;
        if (!checks || search::is_loss(root.front().value)) break;
        if (!sound.empty() && sound.front().move == root.front().move) {
            sound.assign(1, root.front());
            continue;
        }
        if (refuted(root, end, thought))
            searched_all = false;
        else
            sound.assign(1, root.front());
    }
    // A turn that came up last and was not checked is not preferred to one that was.
    if (checks && !sound.empty() && (root.empty() || !(sound.front().move == root.front().move))) {
        if (!known_to_lose(sound.front().move)) root = sound;
    }
    if (root.empty()) {
        thought.turn = losing_.back().turn;
        return;
    }
    if (tree_)
        for (const auto& iteration : tree_->search.iterations())
            if (!known_to_lose(iteration.move)) thought.iterations.push_back(iteration);
    thought.turn = root.front().move;
    thought.line = root.front().pv;
    const search::Value found = root.front().value;
    thought.value = found == -search::infinite ? glanced_value(thought.turn)
                    : tree_ ? tree_->search.steady_value(found, duel_.static_eval())
                            : found;
    if (budget_.lines > 1 && style_.most_depth > 0) search_others(root, thought);
}

bool Player::known_to_lose(const Turn& turn) const {
    return std::any_of(losing_.begin(), losing_.end(),
                       [&](const Losing& known) { return known.turn == turn; });
}

// Where no time was left for a search: the evaluation before the turn and after it.
search::Value Player::glanced_value(const Turn& turn) {
    const search::Value before = duel_.static_eval();
    duel_.play(turn);
    const search::Value after = -duel_.static_eval();
    duel_.undo(turn);
    return (before + after) / 2;
}

// Does the first turn lose to a forced win? Then it goes, and with it all turns that leave the zone
// of that win alone.
bool Player::refuted(Root& root, double end, Thought& thought) {
    const Turn liked = root.front().move;
    std::optional<CellSet> zone;
    const bool bold = root.front().value > search::sure - 2 * search::unproved_margin;
    const int turns = refutes(liked, bold, end, zone);
    if (turns == 0) return false;
    Root kept;
    for (const auto& entry : root) {
        const bool outside = zone && std::none_of(entry.move.begin(), entry.move.end(),
                                                  [&](Cell cell) { return zone->has(cell); });
        if (entry.move == liked || outside) {
            losing_.push_back({entry.move, turns});
            ++thought.refused;
        } else {
            kept.push_back(entry);
        }
    }
    root = std::move(kept);
    return true;
}

// In how many turns the turn loses to a forced win, as far as a look shows; 0: not. A win that is
// seen but not proved (`bold`) deserves a longer look than an estimate.
int Player::refutes(const Turn& turn, bool bold, double end, std::optional<CellSet>& zone) {
    const int turns = look_.refuted(turn, nodes(0.05), time(end + 0.05));
    if (turns > 0 || style_.wary <= 0 || geometry_->stones() > 2) return turns;
    return wins_after(turn, style_.wary * (bold ? bold_check : 1), zone);
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

Player::Tree::Tree(Player& player)
    : duel(player.make_duel(control)),
      search(*duel, control, player.table_, player.search_options()) {}

search::SearchOptions Player::search_options() const {
    search::SearchOptions options = style_.search;
    options.max_depth = style_.most_depth;
    options.selective = style_.selective;
    // Without a clock, what is left of a turn's time is lost: an iteration begun in vain costs
    // nothing.
    if (budget_.soft <= 0) options.next_iteration_share = 1;
    return options;
}

void Player::set_to_work(const Root& root) {
    helpers_.start(budget_.threads - 1, table_, search_options(), root, budget_.nodes,
                   [this](Control& control) { return make_duel(control); });
}

// The search has a control of its own, so that the check afterwards is not cut off with it. It goes
// on with what it has learnt; true if deeper searches would show nothing new.
bool Player::search_tree(Root& root, double end, Thought& thought) {
    const std::uint64_t gone = control_.nodes() + elsewhere_;  // a budget is one thread's
    const std::uint64_t most = !budget_.nodes ? 0 : nodes(end) > gone ? nodes(end) - gone : 1;
    const auto until = [&](double moment) {
        return moment > 0 ? std::max(0.001, moment - control_.seconds()) : 0;
    };
    const double hard = until(time(end));
    double soft = budget_.soft > 0 ? until(budget_.soft) : hard;
    if (hard > 0) soft = std::min(soft, hard);
    set_to_work(root);
    if (!tree_) tree_ = std::make_unique<Tree>(*this);
    tree_->control.restart({.nodes = most, .seconds = hard},
                           [&](const Control&) { return control_.consult(); });
    tree_->search.share(helpers_.abdada());
    // With other moves than before the last depths are looked through again.
    const int first =
        root.size() == tree_->moves ? tree_->depth + 1 : std::max(1, tree_->depth - 1);
    tree_->moves = root.size();
    const int depth = tree_->search.iterative_deepening(root, soft, first);
    tree_->depth = std::max(tree_->depth, depth);
    thought.depth = std::max(thought.depth, depth);
    elsewhere_ += tree_->control.nodes();
    const search::Value value = root.front().value;
    return search::is_win(value) || search::is_loss(value) || tree_->depth >= style_.most_depth;
}

// In how many turns the other side wins after `turn`, even if some of its turns leave free stones,
// and the zone of that win; 0: no such win was found.
int Player::wins_after(const Turn& turn, double share, std::optional<CellSet>& zone) {
    if (spent(0.95)) return 0;
    const double left = budget_.seconds > 0 ? budget_.seconds - control_.seconds() : 0;
    const Limits limits{.nodes = nodes(share),
                        .seconds = left > 0 ? std::min(time(share), left) : 0};
    Control own(limits, [&](const Control&) { return control_.consult(); });
    duel_.play(turn);
    Finding found;
    if (duel_.board().empty_cells() > 0) {
        PartialForcing search(duel_.board(), 1 - mover_, own, partial_bytes);
        Proof proof;
        found = search.solve(geometry_->stones(), proof);
        if (found.answer == Answer::win)
            zone = zone_of(duel_.board(), 1 - mover_, proof, found.root, turn.count);
    }
    duel_.undo(turn);
    elsewhere_ += own.nodes();
    return found.answer == Answer::win ? found.turns : 0;
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
        finding = look_.persist(mover_, left_, &thought.proof, nodes(own_force_ends),
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
    // With more places than turns some of them search the same.
    const std::size_t places = std::min(static_cast<std::size_t>(budget_.places),
                                        std::max<std::size_t>(choices.size(), 1));
    for (std::size_t i = static_cast<std::size_t>(budget_.place) % places; i < choices.size();
         i += places)
        root.push_back({choices[i].move, bias(choices[i].move), -search::infinite, {}});
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

// Does the other side win by force if the mover passes? The zone is that of its win. Not asked
// where it threatens to fill a set at once.
Answer Player::pass_loses(std::optional<CellSet>& zone) {
    if (!duel_.board().fillable(1 - mover_).empty()) return Answer::unknown;
    Proof proof;
    const std::uint64_t most = budget_.nodes ? control_.nodes() + nodes(0.1) : 0;
    const double until = budget_.seconds > 0 ? control_.seconds() + time(0.15) : 0;
    const Finding pass = look_.persist(1 - mover_, geometry_->stones(), &proof, most, until);
    if (pass.answer == Answer::win)
        zone = zone_of(duel_.board(), 1 - mover_, proof, pass.root, duel_.stones_now());
    return pass.answer;
}

// Drops the turns that lose to a forced win of the other side. If a pass does not lose, nothing
// does: more stones of one's own only take away. If it loses, only turns inside the zone of that
// win can help.
void Player::keep_safe(Root& root, bool may_widen, Thought& thought) {
    const int p = geometry_->stones();
    if (!duel_.can_force(p)) return;
    std::optional<CellSet> zone;
    if (pass_loses(zone) == Answer::no) return;
    const std::vector<int> turns = look_at(root, zone ? &*zone : nullptr);
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
    if (root.empty() && may_widen) widen(root, zone.value_or(CellSet{}), thought);
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
        if (known_to_lose(turn)) continue;
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
