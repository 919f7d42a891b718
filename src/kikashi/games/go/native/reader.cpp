#include "reader.hpp"

#include <stdexcept>

#include "life_goal.hpp"
#include "life_sampling.hpp"
#include "link_goal.hpp"
#include "set_up.hpp"
#include "string_goal.hpp"

namespace kikashi::go {

namespace {

constexpr int most_threats = 3;  // counted one by one; beyond that nobody asks
constexpr int longest_line = 60;
constexpr std::uint64_t nodes_for_another = 2'000;  // for a way that begins without a ko
// What so few nodes settled about life is asked again, and what looks settled is believed only so
// many turns later. Chosen on one half of gnugo's rows.
constexpr std::uint64_t hasty_nodes = 1'000, most_again = 60'000;
constexpr int late_trust = 4;
constexpr std::uint64_t friend_nodes = 3'000;  // to see whether a friend in reach lives
// A first move that works gives way to one that a search sees through in so many times fewer
// positions: the plainer move is the usual one. What a look of at most two positions settles is
// left aside, since such looks err, and no such search has more nodes than this. The times were
// chosen on one half of gnugo's rows, where any from 1 to 3 do the same.
constexpr std::uint64_t plainer_times = 2, plainer_nodes = 7'500, least_seen = 2;
// Playouts that are asked: one for so many nodes of a search, and so many at most.
constexpr std::uint64_t nodes_a_playout = 8, most_playouts = 20'000;

// A long search has a larger one, which a thread keeps once it has needed it.
Memory& memory_for(std::uint64_t nodes) {
    thread_local Memory usual(17);
    if (nodes <= 500'000) return usual;
    thread_local Memory large(20);
    return large;
}

// A code as the other side has it.
constexpr int turned(int code) { return code < 2 ? 1 - code : 5 - code; }

// One question on one board: searches under several counts of threats.
template <int W, class Aim>
class Reader {
   public:
    Reader(const Board<W>& board, Point target, Colour mover, const LocalQuestion& question,
           Aim& aim, Control& control)
        : board_(board),
          target_(target),
          mover_(mover),
          question_(question),
          aim_(aim),
          control_(control),
          memory_(memory_for(question.nodes)),
          attacks_(board.at(target) != mover) {}

    LocalAnswer answer() {
        LocalAnswer made;
        made.code = code(made);
        if (!all_settled_)
            made.outcome = Outcome::unknown;
        else
            made.outcome = made.code == 0   ? Outcome::fails
                           : made.code == 1 ? Outcome::works
                                            : Outcome::ko;
        if (made.outcome == Outcome::ko && question_.count_threats) made.threats = threats(made);
        return made;
    }
    // Whether the target falls to an attacker with any number of threats.
    bool falls() {
        memory_.forget();
        const Threats most{unlimited, 0};
        return works(most, nullptr) == attacks_ && all_settled_;
    }

   private:
    // The mover's and the other side's threats, as the attacker's and the defender's.
    Threats counted(int mine, int theirs) const {
        const auto own = static_cast<std::uint8_t>(mine), other = static_cast<std::uint8_t>(theirs);
        return attacks_ ? Threats{own, other} : Threats{other, own};
    }

    int code(LocalAnswer& made) {
        memory_.forget();
        earlier_.clear();
        if constexpr (requires { Aim::first_belief; }) {
            if (!works(counted(unlimited, 0), &made, Aim::first_belief)) return 0;
            // Who is only believed to take it is not asked whether a ko is needed.
            if (!all_settled_ && attacks_) return 1;
        } else if (!works(counted(unlimited, 0), &made)) {
            return 0;
        }
        // Without a ko on the way the count of threats changes nothing.
        if (!ko_mattered_ && board_.stones(target_) > 1) return 1;
        if (works(counted(0, unlimited), &made)) return 1;
        return works(counted(0, 0), &made) ? 2 : 3;
    }
    // The move is then the one that needs fewest threats, or that withstands most.
    int threats(LocalAnswer& made) {
        for (int n = 1; n <= most_threats; ++n) {
            LocalAnswer tried = made;
            const bool wins = works(made.code == 2 ? counted(0, n) : counted(n, 0), &tried);
            if (!all_settled_) return 0;
            if (wins) made = tried;
            if (wins == (made.code == 3)) return n;
        }
        return 0;
    }

    bool works(Threats threats, LocalAnswer* note, std::uint64_t belief = Aim::belief) {
        if constexpr (!requires { Aim::recalls; }) {
            memory_.forget();
            earlier_.clear();
        }
        LocalBoard<W> local(board_, target_, mover_, threats);
        const double limit = control_.limits().seconds;
        Control part({.nodes = question_.nodes,
                      .seconds = limit > 0 ? std::max(limit - control_.seconds(), 1e-3) : 0},
                     [&](const Control&) { return control_.consult(); });
        ProofNumberSearch<W, Aim> search(local, aim_, memory_, part);
        for (const Threats& before : earlier_) search.remember(before);
        const Numbers found = control_.running() ? search.run() : Numbers{};
        earlier_.push_back(threats);
        control_.count(part.nodes());
        control_.consult();
        ko_mattered_ |= local.ko_mattered;
        if (!found.settled()) all_settled_ = false;
        // A limit that is reached is no proof; the engine's word is that of who stands well.
        const bool falls =
            found.proved() || (!found.settled() && found.proof < belief * found.disproof);
        const bool wins = attacks_ ? falls : !falls;
        if (wins && note) tell(local, *note);
        return wins;
    }

    // The move and the line that the search holds for best.
    void tell(LocalBoard<W>& local, LocalAnswer& note) {
        note.line.clear();
        std::vector<std::uint64_t> seen;
        for (int n = 0; n < longest_line && !local.captured(); ++n) {
            const Entry* entry = memory_.find(local.key());
            Point next = entry ? entry->best : pass_move;
            if (!entry) {
                if (!local.attacking() || local.liberties() != 1) break;
                next = local.board.only_liberty(target_);
            }
            if (std::find(seen.begin(), seen.end(), local.key()) != seen.end()) break;
            seen.push_back(local.key());
            note.line.push_back(next == pass_move ? -1 : cell_of(board_.size(), next));
            LocalUndo<W> undo;
            local.play(next, undo);
        }
        while (!note.line.empty() && note.line.back() == -1 && note.line.size() > 1)
            note.line.pop_back();
        note.move = note.line.empty() ? -1 : note.line.front();
    }

    const Board<W>& board_;
    Point target_;
    Colour mover_;
    const LocalQuestion& question_;
    Aim& aim_;
    Control& control_;
    Memory& memory_;
    bool attacks_;
    std::vector<Threats> earlier_;  // counts under which this question was searched
    bool ko_mattered_ = false, all_settled_ = true;
};

// Asks about strings.
template <int W>
class StringAsker {
   public:
    StringAsker(const Board<W>&, Point, const LocalQuestion& question) : question_(question) {}

    LocalAnswer ask(const Board<W>& board, Point target, Colour mover,
                    const LocalQuestion& question, Control& control) const {
        StringTuning tuning;
        tuning.safe_liberties = std::max(question_.safe_liberties, board.liberties(target) + 1);
        StringGoal<W> aim(tuning);
        Reader<W, StringGoal<W>> reader(board, target, mover, question, aim, control);
        LocalAnswer made = reader.answer();
        if (made.code != 1 || !opens_ko(board, target, mover, made.move)) return made;
        // A capture that is taken back at once comes last among the ways that work.
        aim.avoid = point_of(question.size, made.move);
        LocalQuestion again = question;
        again.nodes = std::min(question.nodes, nodes_for_another);
        const LocalAnswer other =
            Reader<W, StringGoal<W>>(board, target, mover, again, aim, control).answer();
        if (other.outcome != Outcome::works) return made;
        made.move = other.move;
        made.line = other.line;
        return made;
    }
    void candidates(LocalBoard<W>& local, Candidates& tries) const {
        StringGoal<W>().candidates(local, tries);
    }

   private:
    // Whether the first move takes the target and leaves its own stone to be taken.
    static bool opens_ko(const Board<W>& board, Point target, Colour mover, int cell) {
        if (cell < 0 || board.at(target) == mover || board.liberties(target) != 1) return false;
        const Point point = point_of(board.size(), cell);
        return point == board.only_liberty(target) && after(board, point, mover).liberties <= 1;
    }

    const LocalQuestion& question_;
};

// Asks about links of two strings.
template <int W>
class LinkAsker {
   public:
    LinkAsker(const Board<W>& board, Point target, const LocalQuestion& question)
        : aim_(point_of(question.size, question.second)) {
        if (board.at(point_of(question.size, question.second)) != board.at(target))
            throw std::invalid_argument("a link is between stones of one side");
    }
    LocalAnswer ask(const Board<W>& board, Point target, Colour mover,
                    const LocalQuestion& question, Control& control) {
        return Reader<W, LinkGoal<W>>(board, target, mover, question, aim_, control).answer();
    }
    void candidates(LocalBoard<W>& local, Candidates& tries) { aim_.candidates(local, tries); }

   private:
    LinkGoal<W> aim_;
};

// A second opinion, where no search of the usual one ends: a wider area, and what lies beyond it is
// not held for shut.
inline constexpr LifeTuning wide_tuning{.farthest = 6, .far_is_out = true};

// Asks about groups: what surrounds them is fixed by the first position.
template <int W>
class LifeAsker {
   public:
    LifeAsker(const Board<W>& board, Point target, const LocalQuestion& question)
        : aim_(surroundings(board, target, question, {})) {}

    LocalAnswer ask(const Board<W>& board, Point target, Colour mover,
                    const LocalQuestion& question, Control& control) {
        LocalAnswer made = searched(aim_, board, target, mover, question, control);
        if (question.sampling && made.outcome == Outcome::unknown && control.consult()) {
            LifeGoal<W> wide(surroundings(board, target, question, wide_tuning), wide_tuning);
            made = searched(wide, board, target, mover, question, control);
            ask_playouts(wide, wide_tuning, board, target, mover, question, control, made);
        } else if (question.sampling) {
            ask_playouts(aim_, {}, board, target, mover, question, control, made);
            prefer_plainer(board, target, mover, question, control, made);
        }
        const bool stands =
            made.outcome == (mover == board.at(target) ? Outcome::works : Outcome::fails);
        if (stands && question.count_threats) {
            aim_.two_eyes = true;
            made.seki =
                Reader<W, LifeGoal<W>>(board, target, mover, question, aim_, control).falls();
            aim_.two_eyes = false;
        }
        return made;
    }
    void candidates(LocalBoard<W>& local, Candidates& tries) { aim_.candidates(local, tries); }

   private:
    using Aim = LifeGoal<W>;

    LocalAnswer searched(Aim& aim, const Board<W>& board, Point target, Colour mover,
                         const LocalQuestion& question, Control& control) {
        aim.two_eyes = false;
        aim.trust_from = 0;
        const std::uint64_t begun = control.nodes();
        LocalAnswer made = Reader<W, Aim>(board, target, mover, question, aim, control).answer();
        const bool hasty =
            made.outcome != Outcome::unknown && control.nodes() - begun < hasty_nodes;
        if (question.sampling && hasty && !looks_alive(aim, board, target, mover, made)) {
            LocalQuestion again = question;
            again.nodes = std::min(question.nodes, most_again);
            aim.trust_from = late_trust;
            made = Reader<W, Aim>(board, target, mover, again, aim, control).answer();
        }
        return made;
    }

    // Where the first move works, another one may work too, and be seen through far sooner.
    void prefer_plainer(const Board<W>& board, Point target, Colour mover,
                        const LocalQuestion& question, Control& control, LocalAnswer& made) {
        if (made.outcome == Outcome::unknown || made.code == 0 || made.move < 0) return;
        const std::uint64_t most = std::min(question.nodes, plainer_nodes);
        const std::uint64_t own = positions_after(point_of(board.size(), made.move), board, target,
                                                  mover, question, made.code, most, control);
        std::uint64_t least = own / plainer_times;
        if (least <= least_seen) return;
        LocalBoard<W> local(board, target, mover, Threats{unlimited, unlimited});
        Candidates tries;
        aim_.trust_from = late_trust;
        aim_.candidates(local, tries);
        aim_.trust_from = 0;
        for (int n = 0; n < tries.count && control.consult(); ++n) {
            const Point point = tries.points[static_cast<std::size_t>(n)];
            const std::uint64_t here =
                positions_after(point, board, target, mover, question, made.code, least, control);
            if (here <= least_seen || here >= least) continue;
            least = here;
            made.move = cell_of(board.size(), point);
            made.line = {made.move};
        }
    }
    // How many positions a search visits until a first move is seen to come to this code, with what
    // surrounds the group estimated anew; 0 where it does not, or where these do not tell, or where
    // the move takes the target.
    static std::uint64_t positions_after(Point point, const Board<W>& board, Point target,
                                         Colour mover, const LocalQuestion& question, int code,
                                         std::uint64_t most, Control& control) {
        if (point == pass_move || !board.playable(point, mover)) return 0;
        Board<W> next = board;
        Undo<W> undo;
        next.play(point, mover, undo);
        if (next.at(target) == empty) return 0;
        LocalQuestion after = question;
        after.sampling = after.count_threats = after.all_moves = false;
        after.nodes = most;
        const std::uint64_t begun = control.nodes();
        const LocalAnswer reply =
            LifeAsker(next, target, after).ask(next, target, other(mover), after, control);
        const bool same = reply.outcome != Outcome::unknown && turned(reply.code) == code;
        return same ? control.nodes() - begun : 0;
    }

    // Settled by a look at the first position alone: it lives without a move.
    bool looks_alive(Aim& aim, const Board<W>& board, Point target, Colour mover,
                     const LocalAnswer& made) {
        const bool attacks = mover != board.at(target);
        if (made.outcome == Outcome::unknown || made.move >= 0 || made.code != (attacks ? 0 : 1) ||
            benson_.alive(board, target))
            return false;
        LocalBoard<W> local(board, target, mover, {});
        Candidates tries;
        return !attacks || aim.candidates(local, tries).disproved();
    }

    // Where no search settled the question, or only a look at the first position, playouts answer.
    void ask_playouts(Aim& aim, const LifeTuning& seeing, const Board<W>& board, Point target,
                      Colour mover, const LocalQuestion& question, Control& control,
                      LocalAnswer& made) {
        const bool attacks = mover != board.at(target), open = made.outcome == Outcome::unknown;
        const bool seen = looks_alive(aim, board, target, mover, made);
        // A ko is more than playouts can tell.
        if (!(open && made.code < 2) && !seen) return;
        const double limit = control.limits().seconds;
        const std::uint64_t playouts = std::min(question.nodes / nodes_a_playout, most_playouts);
        if (playouts == 0 || !control.consult()) return;
        Control part({.nodes = playouts,
                      .seconds = limit > 0 ? std::max(limit - control.seconds(), 1e-3) : 0},
                     [&](const Control&) { return control.consult(); });
        LifeView<W> view(aim.around(), seeing);
        const LocalBoard<W> local(board, target, other(board.at(target)), {});
        view.look(local);
        const SamplingTuning tuning;
        Bits<W> within = sampled_points(board, view, tuning.wider);
        if (aim.around().bounded) within &= aim.around().within;
        const Sampled said = sample(board, target, mover, within, part, tuning);
        control.count(part.nodes());
        if (said.line.empty()) return;
        const float bar = seen      ? (attacks ? tuning.doubt_bar : 0)
                          : attacks ? tuning.attack_bar
                                    : tuning.defence_bar;
        const Point first = said.line.front();
        int code = said.value > bar ? 1 : 0;
        if (attacks && open && code == 0 && first != pass_move &&
            saved_by(first, board, target, question, control))
            code = 1;
        if (seen && code != made.code) made.outcome = Outcome::unknown;
        made.code = code;
        made.line.clear();
        for (const Point point : said.line)
            made.line.push_back(point == pass_move ? -1 : cell_of(board.size(), point));
        made.move = made.line.front();
    }
    // Whether a search lets the target be saved by this very move, which playouts hold for the best
    // attack: then more hangs on it than they see.
    bool saved_by(Point point, const Board<W>& board, Point target, const LocalQuestion& question,
                  Control& control) {
        const LocalAnswer saved =
            searched(aim_, board, target, board.at(target), question, control);
        return saved.outcome == Outcome::works && saved.move == cell_of(board.size(), point);
    }

    static Surroundings<W> surroundings(const Board<W>& board, Point target,
                                        const LocalQuestion& question, const LifeTuning& tuning) {
        Surroundings<W> made = surroundings_of(board, target, tuning);
        for (const int cell : question.region) made.within.set(point_of(question.size, cell));
        if (!question.region.empty()) {
            made.bounded = true;
            made.open = {};
        } else {
            mark_living_friends(board, target, made, tuning);
        }
        return made;
    }
    // Friends in reach that stand though they are attacked first: to join them is life.
    static void mark_living_friends(const Board<W>& board, Point target, Surroundings<W>& made,
                                    const LifeTuning& tuning) {
        const Colour attacker = other(board.at(target));
        LifeView<W> view(made, tuning);
        const LocalBoard<W> here(board, target, attacker, {});
        view.look(here);
        if (view.out) return;
        Memory& memory = memory_for(friend_nodes);
        LifeGoal<W> goal(made, tuning);
        for (int n = 0; n < view.friend_count; ++n) {
            const Point stone = view.friends[static_cast<std::size_t>(n)];
            if (made.open.test(stone)) continue;
            memory.forget();
            LocalBoard<W> local(board, stone, attacker, {unlimited, 0});
            Control part({.nodes = friend_nodes, .seconds = 0}, {});
            if (!ProofNumberSearch<W, LifeGoal<W>>(local, goal, memory, part).run().disproved())
                continue;
            Point at = stone;
            do {
                made.open.set(at);
                at = board.next(at);
            } while (at != stone);
        }
    }
    LifeGoal<W> aim_;
    Benson<W> benson_;
};

template <int W, class Asker>
LocalAnswer read_sized(const LocalQuestion& question, Control& control) {
    Board<W> board = set_up<W>(question.size, question.board);
    const Point target = point_of(question.size, question.target);
    if (board.at(target) == empty) throw std::invalid_argument("there is no stone on the target");
    const Colour mover = question.attack ? other(board.at(target)) : board.at(target);
    const Point banned = question.ko >= 0 && colour_of(question.to_move) == mover
                             ? point_of(question.size, question.ko)
                             : Point{0};
    board.set_ko(banned);
    Asker asker(board, target, question);
    LocalAnswer made = asker.ask(board, target, mover, question, control);
    if (!question.all_moves) return made;
    LocalQuestion after = question;
    after.attack = !question.attack;
    after.all_moves = after.count_threats = after.sampling = false;
    after.nodes = std::max<std::uint64_t>(question.nodes / 8, 1);
    LocalBoard<W> local(board, target, mover, Threats{unlimited, unlimited});
    Candidates tries;
    asker.candidates(local, tries);
    for (int n = 0; n < tries.count; ++n) {
        const Point point = tries.points[static_cast<std::size_t>(n)];
        if (point == pass_move || !board.playable(point, mover)) continue;
        Undo<W> undo;
        board.play(point, mover, undo);
        int code = 0;
        if (board.at(target) == empty && board.ko() != target) {
            code = 1;
        } else if (board.at(target) != empty) {
            const LocalAnswer reply = asker.ask(board, target, other(mover), after, control);
            code = turned(reply.code);
        }
        board.undo(undo);
        board.set_ko(banned);
        if (code) made.moves.emplace_back(cell_of(question.size, point), code);
        if (!control.running()) break;
    }
    return made;
}

template <int W>
LocalAnswer read_about(const LocalQuestion& question, Control& control) {
    if (question.second >= 0) return read_sized<W, LinkAsker<W>>(question, control);
    return question.life ? read_sized<W, LifeAsker<W>>(question, control)
                         : read_sized<W, StringAsker<W>>(question, control);
}

}  // namespace

LocalAnswer read_local(const LocalQuestion& question, Control& control) {
    const int size = question.size;
    if (size < least_size || size > most_size)
        throw std::invalid_argument("a board has 2 to 25 lines");
    if (question.to_move != 0 && question.to_move != 1)
        throw std::invalid_argument("the side to move is 0 or 1");
    if (question.second < -1 || question.second >= size * size || question.ko < -1 ||
        question.ko >= size * size || question.target < 0 || question.target >= size * size)
        throw std::invalid_argument("there is no such point");
    for (const int cell : question.region)
        if (cell < 0 || cell >= size * size)
            throw std::invalid_argument("there is no such point in the region");
    if (size <= 9) return read_about<2>(question, control);
    if (size <= 13) return read_about<4>(question, control);
    if (size <= 19) return read_about<7>(question, control);
    return read_about<11>(question, control);
}

}  // namespace kikashi::go
