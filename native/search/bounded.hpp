// Depth-bounded AND/OR search for forcing wins, deepened by one attacker move at a time, so that
// the first win found is a shortest one.
//
// The cure for graph-history interaction: the value searched is 'the side to move wins within n of
// its moves with q quiet ones', which depends on the position, n and q alone. A play that repeats a
// position gets nothing from it (fewer moves are left than before), so the path plays no part and a
// table entry is true wherever the position turns up. An entry keeps the least n known to win and
// the greatest n known to fail.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/keys.hpp"
#include "search/forcing_game.hpp"

namespace kikashi {

template <ForcingGame G>
class Bounded {
   public:
    using Move = typename G::Move;
    using Moves = typename G::Moves;
    static constexpr std::uint8_t for_ever = 255;
    static constexpr int most_turns = 200;

    Bounded(G& game, const ForcingRules& rules, Control& control, std::size_t table_bytes)
        : game_(game), rules_(rules), control_(control), table_(table_bytes) {
        success_.assign(G::move_codes, 0);
    }

    // Whether the side to move wins within n >= 1 of its moves, at most `quiet` of them quiet.
    Answer attack(int n, int quiet) { return attack(n, quiet, not_made); }

    // The defender is to move and the attacker then has n >= 0 moves left: whether every reply
    // loses. Where one does not, `refutation` tells it (no_move if n is 0).
    Answer defend(int n, int quiet) { return defend(n, quiet, not_made); }

    // Answers `stopped` once the run has seen so many nodes; 0 lifts it.
    void pause_at(std::uint64_t nodes) { pause_ = nodes; }

    Move refutation() const { return refutation_; }

    // After attack() answered `wins`: the winning move and the number of moves it is known to take.
    std::pair<Move, int> winning_move(int quiet) {
        const Entry* entry = table_.find(key_of(quiet));
        return entry ? std::pair<Move, int>{entry->move, entry->won}
                     : std::pair<Move, int>{G::no_move, 0};
    }
    Key key_of(int quiet) const {
        const auto n = static_cast<std::uint64_t>(quiet) + 0x100;
        return game_.key() ^ Key { mix(n), mix(~n) };
    }
    std::size_t entries() const { return table_.size(); }
    const ForcingRules& rules() const { return rules_; }

   private:
    struct Entry {
        Move move = G::no_move;
        std::uint8_t won = 0;   // least number of moves known to win; 0: none
        std::uint8_t lost = 0;  // greatest number of moves known to fail
    };

    // Moves that were made once and will be needed again: a place among `made_`.
    struct Made {
        std::uint32_t begin;
        int count;
    };
    static constexpr Made not_made{0, -1};
    Made keep(const Moves& moves) {
        const auto begin = static_cast<std::uint32_t>(made_.size());
        made_.insert(made_.end(), moves.begin(), moves.end());
        return {begin, moves.size()};
    }
    void take(const Made& made, Moves& moves) const {
        moves.clear();
        for (int i = 0; i < made.count; ++i)
            moves.push(made_[made.begin + static_cast<std::uint32_t>(i)]);
    }
    // What was made since goes when a search leaves the position.
    class Mark {
       public:
        explicit Mark(std::vector<Move>& made) : made_(made), size_(made.size()) {}
        ~Mark() { made_.resize(size_); }
        Mark(const Mark&) = delete;
        Mark& operator=(const Mark&) = delete;

       private:
        std::vector<Move>& made_;
        std::size_t size_;
    };

    Answer attack(int n, int quiet, const Made& made) {
        if (!control_.tick() || (pause_ && control_.nodes() > pause_)) return Answer::stopped;
        const Key key = key_of(quiet);
        Move first = G::no_move;
        if (Entry* known = look_up(key)) {
            if (known->won && known->won <= n) return Answer::wins;
            if (known->lost >= n) return known->lost == for_ever ? Answer::never : Answer::fails;
            first = known->move;
        }
        if (quiet > 0 && n > 1) {  // fewer quiet moves are much cheaper to try
            const Answer cheaper = attack(n, quiet - 1);
            if (cheaper == Answer::stopped) return cheaper;
            if (cheaper == Answer::wins) {
                const Entry* below = table_.find(key_of(quiet - 1));
                return won(key, n, below ? below->move : G::no_move);
            }
        }
        Moves forcing, others;
        const bool free = rules_.free_answers && game_.must_answer();
        if (quiet > 0 || free)
            game_.forcing_and_quiet(forcing, others);
        else if (made.count >= 0)
            take(made, forcing);
        else
            game_.forcing(forcing);
        bool never = true;
        Answer answer = try_forcing(forcing, n, quiet, first, never);
        if (answer == Answer::fails && !others.empty())
            answer = try_quiet(others, n, free ? quiet : quiet - 1, first, never);
        if (answer == Answer::stopped) return answer;
        if (answer == Answer::wins) return won(key, n, best_);
        if (rules_.table) {
            Entry& entry = table_.at(key);
            entry.lost = std::max(entry.lost, never ? for_ever : static_cast<std::uint8_t>(n));
        }
        return never ? Answer::never : Answer::fails;
    }

    Answer defend(int n, int quiet, const Made& made) {
        refutation_ = G::no_move;
        if (n == 0) return game_.can_reply() ? Answer::fails : Answer::wins;
        Moves replies;
        if (made.count >= 0)
            take(made, replies);
        else
            game_.replies(replies);
        const Mark mark(made_);
        Ranking open;
        for (const Move reply : replies) {
            game_.play(reply);
            const bool barred = game_.barred();
            const Entry* known = barred ? nullptr : look_up(key_of(quiet));
            Made options = not_made;  // forcing moves that the reply leaves the attacker
            if (!barred && !known) {
                Moves forcing;
                game_.forcing(forcing);
                options = keep(forcing);
            }
            game_.undo();
            if (barred || (known && known->lost >= n)) {
                refutation_ = reply;
                return barred || known->lost == for_ever ? Answer::never : Answer::fails;
            }
            if (known && known->won && known->won <= n) continue;
            if (!barred && !known && options.count == 0 && quiet == 0 && !rules_.free_answers) {
                refutation_ = reply;
                return Answer::never;
            }
            open.add(known ? known->lost << 20
                           : (1 << 19) - (options.count << 12) + std::min(success_[reply], 4095),
                     reply, options);
        }
        for (int i = 0; i < open.count; ++i) {
            const Move reply = open.moves[i].move;
            game_.play(reply);
            const Answer answer = attack(n, quiet, open.moves[i].next);
            game_.undo();
            if (answer == Answer::stopped) return answer;
            if (answer != Answer::wins) {
                success_[reply] = std::min(success_[reply] + n, 1 << 19);
                refutation_ = reply;
                return answer;
            }
        }
        return Answer::wins;
    }

    // Moves, the greatest rank first; equal ranks keep their order, so that a run can be repeated.
    struct Ranking {
        struct Ranked {
            int rank;
            Move move;
            Made next;  // the moves after it
        };
        std::array<Ranked, G::most_moves> moves;
        int count = 0;
        void add(int rank, Move move, const Made& next = not_made) {
            int at = count++;
            for (; at > 0 && moves[at - 1].rank < rank; --at) moves[at] = moves[at - 1];
            moves[at] = {rank, move, next};
        }
    };

    Entry* look_up(const Key& key) { return rules_.table ? table_.find(key) : nullptr; }

    Answer won(const Key& key, int n, Move move) {
        Entry& entry = table_.at(key);
        if (!entry.won || n < entry.won) {
            entry.won = static_cast<std::uint8_t>(n);
            entry.move = move;
        }
        return Answer::wins;
    }

    // Plays a move of the attacker and asks the defender.
    Answer after(Move move, int n, int quiet, const Made& replies = not_made) {
        game_.play(move);
        const Answer answer = game_.barred() ? Answer::never : defend(n - 1, quiet, replies);
        game_.undo();
        if (answer == Answer::wins) best_ = move;
        return answer;
    }

    Answer try_forcing(const Moves& moves, int n, int quiet, Move first, bool& never) {
        const Mark mark(made_);
        Ranking ranked;
        for (const Move move : moves) {
            game_.play(move);
            Made replies = not_made;
            if (n == 1) {
                replies.count = game_.can_reply();
            } else {
                Moves list;
                game_.replies(list);
                replies = keep(list);
            }
            game_.undo();
            if (replies.count == 0) {
                best_ = move;
                return Answer::wins;
            }
            ranked.add(move == first ? 0 : -replies.count, move, replies);
        }
        if (n == 1) {
            never = never && moves.empty();
            return Answer::fails;
        }
        for (int i = 0; i < ranked.count; ++i) {
            const auto& [rank, move, replies] = ranked.moves[i];
            const Answer answer = after(move, n, quiet, replies);
            if (answer == Answer::wins || answer == Answer::stopped) return answer;
            never = never && answer == Answer::never;
        }
        return Answer::fails;
    }

    Answer try_quiet(const Moves& moves, int n, int quiet, Move first, bool& never) {
        Ranking ranked;
        const bool tested =
            rules_.ordering == Ordering::null_moves && n > 1 && !game_.must_answer();
        const bool menaced = tested && menace(n - 1);
        for (const Move move : moves) {
            int rank = 0;
            if (move == first)
                rank = 1 << 20;
            else if (tested)
                rank = null_move_rank(move, n, menaced);
            else if (rules_.ordering == Ordering::knowledge)
                rank = game_.promise(move);
            if (!control_.running() || (pause_ && control_.nodes() > pause_))
                return Answer::stopped;
            ranked.add(rank, move);
        }
        for (int i = 0; i < ranked.count; ++i) {
            const Answer answer = after(ranked.moves[i].move, n, quiet);
            if (answer == Answer::wins || answer == Answer::stopped) return answer;
            never = never && answer == Answer::never;
        }
        return Answer::fails;
    }

    // Paper 001: would the opponent, if it were its move, mate by forcing moves alone?
    bool menace(int n) {
        game_.pass();
        const bool found = !game_.barred() && attack(std::min(n, menace_turns), 0) == Answer::wins;
        game_.pass();
        return found;
    }

    // Paper 001: a quiet move that parries such a mate first, then one that threatens a mate
    // itself.
    int null_move_rank(Move move, int n, bool menaced) {
        game_.play(move);
        int rank = 0;
        if (menaced && attack(std::min(n - 1, menace_turns), 0) != Answer::wins) rank += 2;
        game_.pass();
        if (attack(n - 1, 0) == Answer::wins) rank += 1;
        game_.pass();
        game_.undo();
        return rank;
    }

    static constexpr int menace_turns = 4;  // deeper menaces cost more than the order they give

    G& game_;
    ForcingRules rules_;
    Control& control_;
    VerifiedTable<Entry> table_;
    std::vector<Move> made_;
    std::vector<int> success_;  // by move: how much it refuted as a reply
    Move best_ = G::no_move, refutation_ = G::no_move;
    std::uint64_t pause_ = 0;
};

}  // namespace kikashi
