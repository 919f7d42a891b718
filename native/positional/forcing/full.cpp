#include "positional/forcing/full.hpp"

#include <bit>

namespace kikashi::positional {

namespace {

constexpr int deepest = never - 1;
// 1,930 four-problems: 0.42 s with a leap after 3 to 5 turns, 0.71 s after 7, 1.67 s without.
constexpr int depth_before_leap = 4;
// Scores of defences that the table knows: one that loses in time, one after which there is no win.
constexpr std::int32_t fails = -1'000'000, holds = 1'000'000, holds_so_far = holds - 1;

Turn turn_of(const Known& known) {
    Turn turn;
    for (int i = 0; i < known.count; ++i) turn.add(known.best[i]);
    return turn;
}

}  // namespace

FullForcing::FullForcing(WarBoard& board, int attacker, Control& control, std::size_t table_bytes)
    : board_(board),
      attacker_(attacker),
      defender_(1 - attacker),
      control_(control),
      attacks_(board.geometry(), control),
      replies_at_(static_cast<std::size_t>(board.geometry().cells()), 0),
      table_(table_bytes) {
    for (int cell = 0; cell < board.geometry().cells(); ++cell)
        for (int player = 0; player < 2; ++player) {
            const auto key = WarBoard::stone_key(static_cast<Cell>(cell), player);
            stone_keys_.push_back({key, mix(key)});
        }
}

FullForcing::Frame& FullForcing::frame(int ply) {
    while (static_cast<int>(frames_.size()) <= ply) frames_.push_back(std::make_unique<Frame>());
    return *frames_[ply];
}

void FullForcing::place(const Turn& turn, int player) {
    for (Cell cell : turn) board_.place(cell, player);
}

void FullForcing::remove(const Turn& turn) {
    for (Cell cell : turn) board_.remove(cell);
}

// Can the attacker fill a set with the stones of this turn?
bool FullForcing::fills_now(int stones, Turn& turn) const {
    const auto fill = [&](SetId set) {
        turn = Turn{};
        for (Cell cell : board_.geometry().cells_of(set))
            if (board_.is_empty(cell)) turn.add(cell);
        return true;
    };
    for (SetId set : board_.fillable(attacker_))
        if (board_.missing(set, attacker_) <= stones) return fill(set);
    if (stones <= board_.geometry().stones()) return false;
    for (int s = 0; s < board_.geometry().sets(); ++s) {  // a long first turn reaches further
        const SetId set = static_cast<SetId>(s);
        if (board_.open_for(set, attacker_) && board_.missing(set, attacker_) <= stones)
            return fill(set);
    }
    return false;
}

Finding FullForcing::solve(int stones, Proof& proof, Wish wish) {
    Finding finding;
    attacks_.spare_stones = wish.spare_stones;
    last_node_ = wish.most_nodes ? control_.nodes() + wish.most_nodes : UINT64_MAX;
    for (int depth = 1; depth <= deepest; depth = deeper(depth, wish)) {
        const Result result = attack(depth, stones, 0);
        if (result == Result::stopped) return finding;
        if (result == Result::win) {
            // After a leap only the strategy says how many turns the win takes.
            if (!wish.strategy && depth < deepest) {
                finding.turns = depth;
                finding.answer = Answer::win;
                return finding;
            }
            last_node_ = UINT64_MAX;  // what was found is written down whatever it costs
            finding.root = extract(depth, stones, 0, proof);
            if (finding.root < 0) return finding;
            finding.turns = proof.nodes[static_cast<std::size_t>(finding.root)].bound;
            finding.answer = Answer::win;
            return finding;
        }
        finding.none_within = depth;
        if (result == Result::no || (wish.most_turns && depth >= wish.most_turns)) {
            finding.answer = Answer::no;
            return finding;
        }
    }
    return finding;
}

// Going deeper turn by turn pays where a turn has several defences: it picks the good ones early.
// With one stone a turn each attack has one answer, and looking as deep as there is goes faster.
int FullForcing::deeper(int depth, const Wish& wish) const {
    const bool leap = !wish.shortest && !wish.most_turns && board_.geometry().stones() == 1;
    return leap && depth >= depth_before_leap && depth < deepest ? deepest : depth + 1;
}

// Can the attacker, to move with `stones`, win within `depth` turns?
FullForcing::Result FullForcing::attack(int depth, int stones, int ply) {
    if (!control_.tick() || control_.nodes() > last_node_) return Result::stopped;
    Turn turn;
    if (fills_now(stones, turn)) return Result::win;

    const bool keep = ply > 0 || stones == board_.geometry().stones();
    const auto key = board_.key(), check = board_.check();
    Turn first;
    if (const Known* known = keep ? table_.find(key, check) : nullptr) {
        if (known->win && known->win <= depth) return Result::win;
        if (known->no == never) return Result::no;
        if (known->no >= depth) return Result::cut;
        first = turn_of(*known);
    }

    Frame& here = frame(ply);
    collect_holes(board_, defender_, here.holes);
    if (fewest_stoppers(here.holes, stones) > stones) return Result::no;
    if (depth == 1) return Result::cut;

    here.turns.clear();
    attacks_.find(board_, attacker_, stones, here.holes, here.turns, depth == 2);
    if (!control_.running()) return Result::stopped;
    const auto to_front = [&](const Turn& wanted) {
        const auto at = std::find(here.turns.begin(), here.turns.end(), wanted);
        if (at != here.turns.end()) std::rotate(here.turns.begin(), at, at + 1);
    };
    if (here.killer.count) to_front(here.killer);
    if (first.count) to_front(first);
    Result best = Result::no;
    for (std::size_t i = 0; i < here.turns.size(); ++i) {
        const Turn tried = here.turns[i];
        Result result = remembered(tried, depth, key, check);
        if (result == Result::win) result = after(tried, depth, ply);
        if (result == Result::stopped) return result;
        if (result == Result::win) {
            here.killer = tried;
            if (keep) {
                Known& known = table_.at(key, check);
                known.win = static_cast<std::uint8_t>(depth);
                known.count = tried.count <= 2 ? tried.count : 0;
                for (int c = 0; c < known.count; ++c) known.best[c] = tried.cells[c];
            }
            return result;
        }
        if (result == Result::cut) best = Result::cut;
    }
    if (keep) {
        Known& known = table_.at(key, check);
        known.no = best == Result::no ? never : static_cast<std::uint8_t>(depth);
    }
    return best;
}

// Does the table know a defence against `turn` that holds for `depth` turns? Asked by key, without
// placing a stone. `win` only means that it does not.
FullForcing::Result FullForcing::remembered(const Turn& turn, int depth, std::uint64_t key,
                                            std::uint64_t check) const {
    if (!turn.known_defence()) return Result::win;
    if (depth == 2) return Result::cut;  // two stones stop everything: no set is filled in time
    const auto with = [](std::uint64_t& k, std::uint64_t& c, const StoneKey& stone) {
        k ^= stone.key;
        c ^= stone.check;
    };
    for (Cell cell : turn) with(key, check, stone_keys_[cell * 2u + attacker_]);
    Result best = Result::win;
    for (Cell x : turn.stoppers[0])
        for (Cell y : turn.stoppers[1]) {
            if (x == y) continue;
            std::uint64_t k = key, c = check;
            with(k, c, stone_keys_[x * 2u + defender_]);
            with(k, c, stone_keys_[y * 2u + defender_]);
            const Known* known = table_.find(k, c);
            if (!known) continue;
            if (known->no == never) return Result::no;
            if (known->no >= depth - 1) best = Result::cut;
        }
    return best;
}

// The attacker has chosen `turn`, which leaves t >= p; every defence must lose in time.
FullForcing::Result FullForcing::after(const Turn& turn, int depth, int ply) {
    if (depth == 2 && turn.threats <= board_.geometry().stones()) return Result::cut;
    place(turn, attacker_);
    Frame& here = frame(ply);
    collect_holes(board_, attacker_, here.holes);
    defences_.find(here.holes, board_.geometry().stones(), here.replies);
    Result worst = Result::win;
    if (depth == 2) {
        if (!here.replies.empty()) worst = Result::cut;
    } else {
        order_replies(here, depth);
        for (std::size_t i = 0; i < here.replies.size() && worst == Result::win; ++i) {
            const Turn reply = here.replies[i];
            if (reply.score >= holds_so_far) {
                worst = reply.score == holds ? Result::no : Result::cut;
                break;
            }
            place(reply, defender_);
            worst = attack(depth - 1, board_.geometry().stones(), ply + 1);
            remove(reply);
        }
    }
    remove(turn);
    return worst;
}

// Defences that leave the attacker least to go on with come first. What each of them leaves is read
// off the sets that its stones lie in, without placing them.
void FullForcing::order_replies(Frame& here, int depth) {
    if (here.replies.size() < 2) return;
    const int stones = board_.geometry().stones();
    if (stones > 2 || here.replies.size() > 64 || !board_.fillable(defender_).empty())
        return order_placed_replies(here, depth);
    for (std::size_t i = 0; i < here.replies.size(); ++i)
        for (Cell cell : here.replies[i]) replies_at_[cell] |= std::uint64_t{1} << i;
    const auto weight = [&](SetId set) {
        return board_.missing(set, attacker_) <= stones + 1 ? 5 : 1;
    };
    int all = 0;
    std::array<int, 64> taken{};  // by reply
    for (SetId set : board_.near(attacker_)) {
        std::uint64_t stopping = 0;
        for (Cell cell : board_.geometry().cells_of(set)) stopping |= replies_at_[cell];
        all += weight(set);
        for (; stopping; stopping &= stopping - 1)
            taken[static_cast<std::size_t>(std::countr_zero(stopping))] += weight(set);
    }
    std::uint64_t threatening = 0;  // replies after which the defender could fill a set
    for (SetId set : board_.near(defender_)) {
        std::uint64_t one = 0, two = 0;  // replies with so many stones in it
        for (Cell cell : board_.geometry().cells_of(set)) {
            two |= one & replies_at_[cell];
            one |= replies_at_[cell];
        }
        threatening |= board_.missing(set, defender_) <= stones + 1 ? one : two;
    }
    for (std::size_t i = 0; i < here.replies.size(); ++i) {
        Turn& reply = here.replies[i];
        auto key = board_.key(), check = board_.check();
        for (Cell cell : reply) {
            key ^= stone_keys_[cell * 2u + static_cast<unsigned>(defender_)].key;
            check ^= stone_keys_[cell * 2u + static_cast<unsigned>(defender_)].check;
            replies_at_[cell] = 0;
        }
        const Known* known = table_.find(key, check);
        const int left = all - taken[i];
        if (known && known->win && known->win < depth)
            reply.score = fails;
        else if (known && known->no == never)
            reply.score = holds;
        else if (known && known->no >= depth - 1)
            reply.score = holds_so_far;
        else
            reply.score = threatening >> i & 1 ? -left : -2 * left;
    }
    best_first(here.replies);
}

void FullForcing::order_placed_replies(Frame& here, int depth) {
    const int stones = board_.geometry().stones();
    for (Turn& reply : here.replies) {
        place(reply, defender_);
        Turn turn;
        const Known* known = table_.find(board_.key(), board_.check());
        if (fills_now(stones, turn) || (known && known->win && known->win < depth)) {
            reply.score = fails;
        } else if (known && known->no == never) {
            reply.score = holds;
        } else {
            int left = 0;
            for (SetId set : board_.near(attacker_))
                left += board_.missing(set, attacker_) <= stones + 1 ? 5 : 1;
            if (board_.fillable(defender_).empty()) left *= 2;
            reply.score = -left;
        }
        remove(reply);
    }
    best_first(here.replies);
}

// Writes down the strategy of a position that `attack` has found to be won within `depth`.
int FullForcing::extract(int depth, int stones, int ply, Proof& proof) {
    Turn turn;
    if (fills_now(stones, turn)) return proof.add_turn(1, turn, -1);
    Frame& here = frame(ply);
    collect_holes(board_, defender_, here.holes);
    here.turns.clear();
    attacks_.find(board_, attacker_, stones, here.holes, here.turns);
    if (!control_.running()) return -1;
    const Known* known = table_.find(board_.key(), board_.check());
    if (known && known->win && known->win <= depth && known->count) {
        depth = known->win;
        const Turn first = turn_of(*known);
        const auto at = std::find(here.turns.begin(), here.turns.end(), first);
        if (at != here.turns.end()) std::rotate(here.turns.begin(), at, at + 1);
    }
    const std::vector<Turn> turns = here.turns;
    for (const Turn& tried : turns) {
        if (after(tried, depth, ply) != Result::win) continue;
        place(tried, attacker_);
        collect_holes(board_, attacker_, here.holes);
        std::vector<Turn> replies;
        defences_.find(here.holes, board_.geometry().stones(), replies);
        std::vector<Proof::Reply> answers;
        int bound =
            1;  // turns to go after the longest defence; a leap may find less than it allows
        for (const Turn& reply : replies) {
            place(reply, defender_);
            const int child = extract(depth - 1, board_.geometry().stones(), ply + 1, proof);
            remove(reply);
            if (child < 0) {
                remove(tried);
                return child;
            }
            bound = std::max(bound, proof.nodes[static_cast<std::size_t>(child)].bound);
            answers.push_back({reply, child, false});
        }
        remove(tried);
        const int node = proof.add_replies(bound, std::move(answers));
        return proof.add_turn(bound + 1, tried, node);
    }
    return -1;  // only if the search was stopped meanwhile
}

std::int32_t FullForcing::refute(int stones, int turns, SharedProof& proof, std::size_t most_nodes,
                                 const std::vector<Turn>& but) {
    last_node_ = UINT64_MAX;
    return refute(stones, turns, 0, proof, most_nodes, but);
}

// Bounds count the attacker's turns; within one turn nothing can be filled, so no answer is needed.
std::int32_t FullForcing::refute(int stones, int depth, int ply, SharedProof& proof,
                                 std::size_t most_nodes, const std::vector<Turn>& but) {
    std::vector<Proof::Reply> entries;
    if (depth > 1) {
        Frame& here = frame(ply);
        collect_holes(board_, defender_, here.holes);
        std::vector<Turn> turns;
        if (fewest_stoppers(here.holes, stones) <= stones)
            attacks_.find(board_, attacker_, stones, here.holes, turns);
        if (!control_.running()) return -1;
        for (Turn& turn : turns) {
            if (std::any_of(but.begin(), but.end(), [&](const Turn& t) { return turn.holds(t); }))
                continue;
            const std::int32_t child = defend(turn, depth, ply, proof, most_nodes);
            if (child < 0 || proof.proof.nodes.size() > most_nodes) return -1;
            turn.sort();
            entries.push_back({turn, child, false});
        }
    }
    return proof.add_replies(depth, std::move(entries));
}

// One defence against `turn` that holds for the depth - 1 turns that are left.
std::int32_t FullForcing::defend(const Turn& turn, int depth, int ply, SharedProof& proof,
                                 std::size_t most_nodes) {
    place(turn, attacker_);
    Frame& here = frame(ply);
    collect_holes(board_, attacker_, here.holes);
    defences_.find(here.holes, board_.geometry().stones(), here.replies);
    order_replies(here, depth);
    const std::vector<Turn> replies = here.replies;
    std::int32_t node = -1;
    for (const Turn& reply : replies) {
        place(reply, defender_);
        const Result result = attack(depth - 1, board_.geometry().stones(), ply + 1);
        if (result == Result::cut || result == Result::no) {
            const std::int32_t child =
                refute(board_.geometry().stones(), depth - 1, ply + 1, proof, most_nodes, {});
            if (child >= 0) node = proof.add_turn(depth - 1, reply, child);
            remove(reply);
            break;
        }
        remove(reply);
    }
    remove(turn);
    return node;
}

}  // namespace kikashi::positional
