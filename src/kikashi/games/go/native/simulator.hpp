// Go for the tree search: moves with priors in the tree, playouts below it.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "playout.hpp"
#include "score.hpp"
#include "search/mcts_game.hpp"

namespace kikashi::go {

enum class Ko : std::uint8_t { simple, positional, situational };

// What a game is played by, as far as the search needs it.
struct Rules {
    Ko ko = Ko::positional;
    bool suicide = false;
    bool ends_at_passes = false;  // two passes are counted as the board stands
    Counting counting{};

    bool operator==(const Rules&) const = default;
};

// Where a search begins.
template <int W>
struct Root {
    Board<W> board;
    Rules rules;
    Colour mover = black;
    Point last = pass_move;
    int passes = 0;
    int played = 0;  // stones that Black has played more than White, for counting territory
    std::unordered_set<std::uint64_t> history{};  // keys that superko forbids
    // Where it is about one stone: whether it stands is all that counts, and only these points are
    // played on.
    Point target = 0;
    Bits<W> within{};
};

struct SimulatorTuning {
    PlayoutTuning playout{};
    float score_share = 0.05f;  // of a result that the margin decides
    float prior = 1.0f;         // scale of all prior weights
    float near = 1.0f;          // of those for moves near the last one
    float pattern = 1.0f;       // of those for 3x3 patterns
    bool use_priors = true;
};

// Results of all playouts of a search, from all threads.
struct Outlook {
    std::mutex lock;
    std::vector<float> ownership;        // by cell, for Black, from -1 to 1 times playouts
    std::vector<std::uint32_t> margins;  // how often each margin, in points, came out
    double score = 0;                    // sum of margins in half points
    std::uint64_t playouts = 0;
};

inline std::uint64_t situation_key(std::uint64_t board, Colour to_move) {
    return to_move == white ? board ^ 0x5851f42d4c957f2dULL : board;
}

template <int W>
class GoSimulator {
   public:
    using Move = Point;

    GoSimulator(const Root<W>& root, const SimulatorTuning& tuning, Outlook& outlook)
        : root_(root), tuning_(tuning), outlook_(outlook), board_(root.board) {
        ownership_.resize(static_cast<std::size_t>(root.board.points()));
        restart();
    }
    ~GoSimulator() {
        const std::lock_guard hold(outlook_.lock);
        outlook_.ownership.resize(ownership_.size());
        for (std::size_t n = 0; n < ownership_.size(); ++n) outlook_.ownership[n] += ownership_[n];
        outlook_.score += score_;
        outlook_.playouts += playouts_;
    }

    void restart() {
        board_ = root_.board;
        mover_ = root_.mover;
        last_ = root_.last;
        passes_ = root_.passes;
        played_ = root_.played;
        path_.clear();
    }
    int side() const { return side_of(mover_); }
    bool over() const { return passes_ >= 2 || fallen(); }
    bool at_chance() const { return false; }
    Point draw(Random&) const { return pass_move; }
    std::uint32_t code(Point point) const { return point == pass_move ? mcts::no_code : point; }
    std::uint32_t codes() const { return static_cast<std::uint32_t>(cells_of(board_.size())); }

    void play(Point point) {
        if (root_.rules.ko != Ko::simple) path_.push_back(forbidden_key(mover_));
        if (point == pass_move) {
            board_.pass();
            ++passes_;
        } else {
            board_.play(point, mover_);
            played_ += mover_ == black ? 1 : -1;
            passes_ = 0;
        }
        last_ = point;
        mover_ = other(mover_);
    }

    bool legal(Point point) const {
        if (board_.at(point) != empty) return false;
        if (root_.rules.ko == Ko::simple && point == board_.ko()) return false;
        if (board_.would_be_suicide(point, mover_))
            return root_.rules.suicide && suicide_legal(point);
        return root_.rules.ko == Ko::simple || !repeats(point);
    }

    void candidates(std::vector<mcts::Candidate<Point>>& out);

    float playout(Random& random, mcts::Trail& trail) {
        if (root_.target) return stands(random, trail);
        int area;
        if (passes_ >= 2 && root_.rules.ends_at_passes) {
            area = exact_area(board_);
        } else {
            Playout<W> game(board_, random, tuning_.playout);
            int played = 0;
            game.run(mover_, last_, [&](Point point, Colour colour) {
                trail.note(point, side_of(colour));
                played += colour == black ? 1 : -1;
            });
            played_ += played;
            area = quick_area(board_, [&](int cell, int sign) {
                ownership_[static_cast<std::size_t>(cell)] += static_cast<float>(sign);
            });
            ++playouts_;
        }
        const Counting& counting = root_.rules.counting;
        const int margin = 2 * (counting.territory ? area - played_ : area) - counting.komi;
        score_ += margin;
        const float win = margin > 0 ? 1.0f : margin < 0 ? 0.0f : 0.5f;
        const float most = 2.0f * static_cast<float>(board_.points());
        const float share =
            0.5f + 0.5f * std::clamp(static_cast<float>(margin) / most, -1.0f, 1.0f);
        return win + tuning_.score_share * (share - win);
    }

   private:
    bool fallen() const {
        return root_.target && board_.at(root_.target) != root_.board.at(root_.target);
    }
    // A playout about one stone: 1 for Black's stone that stands or White's that falls.
    float stands(Random& random, mcts::Trail& trail) {
        Playout<W> game(board_, random, tuning_.playout, &root_.within);
        game.run(
            mover_, last_, [&](Point point, Colour colour) { trail.note(point, side_of(colour)); },
            [&] { return fallen(); });
        ++playouts_;
        return fallen() == (root_.board.at(root_.target) == black) ? 0.0f : 1.0f;
    }
    std::uint64_t forbidden_key(Colour to_move) const {
        return root_.rules.ko == Ko::situational ? situation_key(board_.key(), to_move)
                                                 : board_.key();
    }
    // Suicide is rare enough to be tried on a copy.
    bool suicide_legal(Point point) const {
        Board<W> copy = board_;
        copy.play(point, mover_);
        return root_.rules.ko == Ko::simple || !known(copy.key());
    }
    bool repeats(Point point) const {
        std::uint64_t key = board_.key() ^ keys.of[mover_][point];
        const Colour theirs = other(mover_);
        Point heads[4];
        int count = 0;
        for (int way = 0; way < 4; ++way) {
            const Point beside = board_.step(point, way);
            if (board_.at(beside) != theirs || board_.liberties(beside) != 1) continue;
            const Point head = board_.head(beside);
            if (std::find(heads, heads + count, head) != heads + count) continue;
            heads[count++] = head;
            Point stone = beside;
            do {
                key ^= keys.of[theirs][stone];
                stone = board_.next(stone);
            } while (stone != beside);
        }
        return known(key);
    }
    bool known(std::uint64_t board) const {
        const std::uint64_t key =
            root_.rules.ko == Ko::situational ? situation_key(board, other(mover_)) : board;
        return std::find(path_.begin(), path_.end(), key) != path_.end() ||
               root_.history.contains(key);
    }

    const Root<W>& root_;
    const SimulatorTuning& tuning_;
    Outlook& outlook_;
    Board<W> board_;
    Colour mover_ = black;
    Point last_ = pass_move;
    int passes_ = 0, played_ = 0;
    std::vector<std::uint64_t> path_;
    std::vector<float> ownership_;
    double score_ = 0;
    std::uint64_t playouts_ = 0;
};

}  // namespace kikashi::go
