// Capturing and saving one string: what either side tries (W2's Killer and Defender).
#pragma once

#include "proof_number.hpp"
#include "reading.hpp"
#include "string_foresight.hpp"

namespace kikashi::go {

struct StringTuning {
    int safe_liberties = 5;   // so many with the attacker to move, and the string counts as saved
    int short_liberties = 3;  // of strings around it, whose neighbours matter too
    bool nets = true;         // points beside the target's liberties
    bool chains = true;       // strings around the target, and those around these
    bool throw_ins = true;
    int ladder_budget = 200;  // moves of a ladder that is read at once; 60 and 600 do as well
};

template <int W>
class StringGoal {
   public:
    explicit StringGoal(StringTuning tuning = {}) : tuning_(tuning) {}

    // A first move that is left out: another way is asked for.
    Point avoid = pass_move;

    // What one count of threats settles is looked up under the next.
    static constexpr bool recalls = true;

    // Without a result the attacker is not believed, but where the mover has any number of threats:
    // there the side is that looks nearer to its proof.
    static constexpr std::uint64_t belief = 0, first_belief = 1;

    Numbers glance(LocalBoard<W>& local) const {
        if (local.captured()) return attack_works;
        if (local.retakable()) return {2, 2};
        const int free = local.liberties();
        if (local.attacking()) {
            if (free == 1 && local.board.stones(local.target) > 1 &&
                local.playable(local.board.only_liberty(local.target)))
                return attack_works;
            return LibertyTable::attacking(free, tuning_.safe_liberties);
        }
        return LibertyTable::defending(free, reach_of(local), tuning_.safe_liberties);
    }
    bool foresees(const LocalBoard<W>& local, Point point, Numbers& numbers) const {
        return foresight_.foresees(local, point, tuning_.safe_liberties, numbers);
    }

    Numbers candidates(LocalBoard<W>& local, Candidates& out) {
        tried_ = {};
        if (local.retakable())
            out.add(local.target);
        else if (local.attacking()) {
            if (ladder(local, out)) return attack_works;
            attack(local, out);
        } else {
            defend(local, out);
        }
        foresight_.survey(local);
        return {1, 1};
    }

   private:
    // The most liberties that a stone on one of the target's own would leave it.
    static int reach_of(const LocalBoard<W>& local) {
        int most = 0;
        local.board.liberty_set(local.target).each([&](Point liberty) {
            if (liberty == local.board.ko()) return;
            most = std::max(most, after(local.board, liberty, local.defender).liberties);
        });
        return most;
    }

    // The strings of one colour beside a string; 24 are more than matter.
    struct Heads {
        std::array<Point, 24> of;
        int count = 0;
    };
    static void neighbours(const Board<W>& board, Point stone, Heads& heads) {
        const Colour theirs = other(board.at(stone));
        Bits<W> seen;
        heads.count = 0;
        Point at = stone;
        do {
            for (int way = 0; way < 4; ++way) {
                const Point beside = board.step(at, way);
                if (board.at(beside) != theirs) continue;
                const Point head = board.head(beside);
                if (seen.test(head) || heads.count == static_cast<int>(heads.of.size())) continue;
                seen.set(head);
                heads.of[static_cast<std::size_t>(heads.count++)] = head;
            }
            at = board.next(at);
        } while (at != stone);
    }

    bool avoided(const LocalBoard<W>& local, Point point) const {
        return local.depth == 0 && point == avoid;
    }
    void try_at(LocalBoard<W>& local, Candidates& out, Point point, int cost) {
        // What was left out before is left out again.
        if (tried_.test(point)) return;
        tried_.set(point);
        if (local.board.at(point) != empty || !local.playable(point) || avoided(local, point))
            return;
        int stones = 0;
        if (is_self_atari(local.board, point, local.mover, stones)) {
            if (!tuning_.throw_ins || stones > 2) {
                // Worth it only where it leaves the target itself in atari, or is the target's own.
                if (!local.attacking() || !local.board.liberty_set(local.target).test(point) ||
                    local.liberties() > 2)
                    return;
            }
            cost += 2;
        }
        out.append(point, cost);
    }
    void try_liberties(LocalBoard<W>& local, Candidates& out, Point stone, int cost) {
        const Bits<W> free = local.board.liberty_set(stone);
        free.each([&](Point point) { try_at(local, out, point, cost); });
    }
    // Beside the liberties of a string: nets, jumps, links.
    void try_second(LocalBoard<W>& local, Candidates& out, Point stone, int cost) {
        const Bits<W> free = local.board.liberty_set(stone);
        free.each([&](Point liberty) {
            for (int way = 0; way < 4; ++way) {
                const Point beside = local.board.step(liberty, way);
                if (local.board.at(beside) == empty) try_at(local, out, beside, cost);
            }
        });
    }
    // Captures that free a string of `mover`: of neighbours in atari.
    void try_captures(LocalBoard<W>& local, Candidates& out, const Heads& around) {
        for (int n = 0; n < around.count; ++n)
            if (local.board.liberties(around.of[n]) == 1)
                try_liberties(local, out, around.of[n], 0);
    }

    // Strings that bear on the target: those beside it or beside its liberties, then those that
    // stand against one of these which is short of liberties.
    struct Ring {
        std::array<Point, 48> heads;
        std::array<std::uint8_t, 48> levels;
        Bits<W> seen;
        int count = 0;
        void add(Point head, int level) {
            if (count == 48 || seen.test(head)) return;
            seen.set(head);
            heads[static_cast<std::size_t>(count)] = head;
            levels[static_cast<std::size_t>(count++)] = static_cast<std::uint8_t>(level);
        }
    };
    void ring(const LocalBoard<W>& local, Ring& found) const {
        const Board<W>& board = local.board;
        found.add(board.head(local.target), 0);
        for (int n = around_.count; n-- > 0;) found.add(around_.of[n], 1);
        board.liberty_set(local.target).each([&](Point liberty) {
            for (int way = 0; way < 4; ++way) {
                const Point beside = board.step(liberty, way);
                if (board.at(beside) == black || board.at(beside) == white)
                    found.add(board.head(beside), 2);
            }
        });
        Heads heads;
        for (int n = 1; n < found.count; ++n) {
            const int level = found.levels[n];
            const int most = level <= 2 ? tuning_.short_liberties : level <= 4 ? 2 : 1;
            if (board.liberties(found.heads[n]) > most || level > 6) continue;
            neighbours(board, found.heads[n], heads);
            for (int m = heads.count; m-- > 0;) found.add(heads.of[m], level + 2);
            // What stands across its last liberties may take them, or lose them.
            if (level == 1 && board.liberties(found.heads[n]) <= 2) {
                const Bits<W> free = board.liberty_set(found.heads[n]);
                free.each([&](Point liberty) {
                    for (int way = 0; way < 4; ++way) {
                        const Point beside = board.step(liberty, way);
                        if (board.at(beside) == black || board.at(beside) == white)
                            found.add(board.head(beside), level + 3);
                    }
                });
            }
        }
    }
    void try_ring(LocalBoard<W>& local, Candidates& out) {
        const Board<W>& board = local.board;
        Ring found;
        ring(local, found);
        const int free = local.liberties();
        for (int n = 1; n < found.count; ++n) {
            const int own = board.liberties(found.heads[n]), level = found.levels[n];
            const int near = local.depth <= 1 ? std::min(free + 3, 7) : std::min(free + 2, 5);
            const int most = level == 1 ? near : level <= 4 ? 3 : 2;
            if (own > most) continue;
            try_liberties(local, out, found.heads[n], level + 2 * (own - 1));
            if (own == 2 && level == 1 && board.at(found.heads[n]) != local.mover)
                try_second(local, out, found.heads[n], 6);
            // Friends across a liberty: a link to them may be made from afar.
            if (level == 2 && own <= 3 && local.depth <= 1 && !local.attacking() &&
                board.at(found.heads[n]) == local.defender)
                try_second(local, out, found.heads[n], 8);
        }
    }

    // A ladder is read to its end at once: as one node, not as dozens of turns.
    bool ladder(LocalBoard<W>& local, Candidates& out) const {
        Board<W>& board = local.board;
        if (local.liberties() != 2 || board.stones(local.target) < 2 || board.ko()) return false;
        Ladder<W> read(board, tuning_.ladder_budget);
        Point by = 0;
        if (!read.can_be_caught(local.target, &by) || read.met_ko() || avoided(local, by))
            return false;
        out.add(by);
        return true;
    }

    void attack(LocalBoard<W>& local, Candidates& out) {
        const Board<W>& board = local.board;
        const Point target = local.target;
        const int free = local.liberties();
        if (free == 1) {
            const Point last = board.only_liberty(target);
            if (local.playable(last) && !avoided(local, last)) {
                tried_.set(last);
                out.add(last);
            }
            // A single stone may be taken without the ko, or without the snapback.
            if (board.stones(target) > 1) return;
        }
        neighbours(board, target, around_);
        // Own strings in atari around the target come first: their loss frees it.
        for (int n = 0; n < around_.count; ++n)
            if (board.liberties(around_.of[n]) == 1) {
                Heads takers;
                neighbours(board, around_.of[n], takers);
                try_captures(local, out, takers);
                try_liberties(local, out, around_.of[n], 0);
            }
        try_liberties(local, out, target, 0);
        if (tuning_.nets && free <= 4) try_second(local, out, target, free == 2 ? 3 : 6);
        if (tuning_.chains) try_ring(local, out);
        if (board.ko()) out.add(pass_move, 8);  // the ban ends
    }

    void defend(LocalBoard<W>& local, Candidates& out) {
        const Point target = local.target;
        const int free = local.liberties();
        neighbours(local.board, target, around_);
        try_captures(local, out, around_);
        try_target_liberties(local, out);
        if (free == 1 && local.board.stones(target) > 1) {
            if (out.count == 0) out.add(pass_move);
            return;
        }
        if (tuning_.nets) try_second(local, out, target, free == 2 ? 2 : 3);
        if (tuning_.chains) try_ring(local, out);
        out.add(pass_move, 8);
    }
    // Also where it leaves the target in atari: under the stones, and by capturing.
    void try_target_liberties(LocalBoard<W>& local, Candidates& out) {
        const Bits<W> free = local.board.liberty_set(local.target);
        free.each([&](Point point) {
            if (!local.playable(point)) return;
            tried_.set(point);
            out.add(point, 0);
        });
    }

    StringTuning tuning_;
    // Of the position that is looked at:
    StringForesight<W> foresight_;
    Bits<W> tried_;  // points that were tried, or left out
    Heads around_;   // strings beside the target
};

}  // namespace kikashi::go
