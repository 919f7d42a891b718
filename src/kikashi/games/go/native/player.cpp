#include "player.hpp"

#include <optional>
#include <stdexcept>

#include "priors.hpp"

namespace kikashi::go {

namespace {

// Fills a board from a text; std::invalid_argument where no game could have led there.
template <int W>
Board<W> board_from(const std::string& text, int size) {
    if (text.size() != static_cast<std::size_t>(size * size))
        throw std::invalid_argument("the board text has another size");
    Board<W> board(size);
    for (int cell = 0; cell < size * size; ++cell) {
        const char stone = text[static_cast<std::size_t>(cell)];
        if (stone == '.') continue;
        if (stone != 'X' && stone != 'O') throw std::invalid_argument("a point is '.', 'X' or 'O'");
        const Point at = point_of(size, cell);
        // Stones are put down one by one; none may take another meanwhile.
        Undo<W> undo;
        board.play(at, stone == 'X' ? black : white, undo);
        if (undo.taken > 0 || undo.lost)
            throw std::invalid_argument("a string on the board has no liberty");
    }
    board.set_ko(0);
    return board;
}

std::uint64_t key_of(const std::string& text, int size) {
    std::uint64_t key = 0;
    for (std::size_t cell = 0; cell < text.size(); ++cell)
        if (text[cell] != '.')
            key ^=
                keys.of[text[cell] == 'X' ? black : white][point_of(size, static_cast<int>(cell))];
    return key;
}

template <int W>
class Sized final : public Player {
   public:
    Sized(int size, std::size_t bytes) : size_(size), search_(bytes / 2, {}) {}

    int size() const override { return size_; }
    void forget() override {
        search_.forget();
        about_.reset();
    }
    void advance(int cell) override {
        if (cell < pass_cell || cell >= size_ * size_)
            throw std::invalid_argument("there is no such point");
        const Point move = cell == pass_cell ? pass_move : point_of(size_, cell);
        if (!about_ || (move != pass_move && about_->board.at(move) != empty)) return forget();
        search_.advance(move);
        if (move == pass_move)
            about_->board.pass();
        else
            about_->board.play(move, about_->mover);
        about_->mover = other(about_->mover);
    }

    Answer think(const Question& question, const Effort& effort, Control& control) override {
        const Root<W> root = rooted(question);
        if (!about_ || !alike(*about_, root)) search_.forget();
        about_.emplace(Tree{root.board, root.mover, root.rules});
        Outlook outlook;
        search_.tuning() = effort.tree;
        search_.tuning().stop_early = effort.stop_early;
        const mcts::Pace pace{effort.seconds, control.limits().nodes};
        const auto found = search_.run(control, pace, effort.seed, effort.threads, [&] {
            return std::make_unique<GoSimulator<W>>(root, effort.simulator, outlook);
        });
        Answer answer;
        answer.simulations = found.simulations;
        answer.visits = found.visits;
        answer.value = found.value;
        answer.nodes = found.nodes;
        answer.full = found.full;
        for (const auto& move : found.moves) {
            MoveAnswer one{cell(move.move), move.visits, move.value, move.prior, {}};
            for (const Point point : move.line) one.line.push_back(cell(point));
            answer.moves.push_back(std::move(one));
        }
        finish(answer, outlook);
        return answer;
    }

    Answer playouts(const Question& question, const Effort& effort, Control& control) override {
        const Root<W> root = rooted(question);
        Outlook outlook;
        Answer answer;
        double won = 0;
        {
            GoSimulator<W> simulator(root, effort.simulator, outlook);
            Random random(effort.seed);
            mcts::Trail trail;
            while (control.tick()) {
                simulator.restart();
                trail.clear();
                won += static_cast<double>(simulator.playout(random, trail));
                ++answer.simulations;
            }
        }
        if (answer.simulations > 0)
            answer.value = static_cast<float>(won / static_cast<double>(answer.simulations));
        finish(answer, outlook);
        return answer;
    }

   private:
    // Where the tree that is kept begins. Its moves are played without a look at the board, so that
    // from any other position (another game, a mover who moves again) they would break it.
    struct Tree {
        Board<W> board;
        Colour mover;
        Rules rules;
    };
    static bool alike(const Tree& tree, const Root<W>& root) {
        return tree.board.key() == root.board.key() && tree.mover == root.mover &&
               tree.rules == root.rules &&
               (root.rules.ko != Ko::simple || tree.board.ko() == root.board.ko());
    }

    int cell(Point point) const { return point == pass_move ? pass_cell : cell_of(size_, point); }

    Root<W> rooted(const Question& question) const {
        if (question.mover != 0 && question.mover != 1)
            throw std::invalid_argument("the side to move is 0 or 1");
        if (question.last < pass_cell || question.last >= size_ * size_ || question.ko < -1 ||
            question.ko >= size_ * size_)
            throw std::invalid_argument("there is no such point");
        Root<W> root{board_from<W>(question.board, size_), question.rules};
        root.mover = colour_of(question.mover);
        root.last = question.last == pass_cell ? pass_move : point_of(size_, question.last);
        root.passes = question.passes;
        root.played = question.played;
        if (question.ko >= 0) root.board.set_ko(point_of(size_, question.ko));
        if (question.rules.ko != Ko::simple)
            for (const auto& [board, mover] : question.past) {
                if (board.size() != question.board.size())
                    throw std::invalid_argument("a board of the past has another size");
                const std::uint64_t key = key_of(board, size_);
                root.history.insert(question.rules.ko == Ko::situational
                                        ? situation_key(key, colour_of(mover))
                                        : key);
            }
        return root;
    }

    void finish(Answer& answer, const Outlook& outlook) const {
        if (outlook.playouts == 0) return;
        const auto all = static_cast<double>(outlook.playouts);
        answer.score = outlook.score / all / 2;
        for (const float owned : outlook.ownership)
            answer.ownership.push_back(owned / static_cast<float>(all));
    }

    int size_;
    mcts::Search<GoSimulator<W>> search_;
    std::optional<Tree> about_;
};

}  // namespace

std::unique_ptr<Player> Player::make(int size, std::size_t bytes) {
    if (size < least_size || size > most_size)
        throw std::invalid_argument("a board has 2 to 25 lines");
    if (size <= 9) return std::make_unique<Sized<2>>(size, bytes);
    if (size <= 13) return std::make_unique<Sized<4>>(size, bytes);
    if (size <= 19) return std::make_unique<Sized<7>>(size, bytes);
    return std::make_unique<Sized<11>>(size, bytes);
}

}  // namespace kikashi::go
