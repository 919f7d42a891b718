#include "record.hpp"

#include <stdexcept>
#include <unordered_map>

namespace kikashi::go {

namespace {

template <int W>
class SizedRecord final : public Record {
   public:
    SizedRecord(int size, const std::string& text, int mover, int ko,
                const std::vector<std::pair<std::string, int>>& past, Ko rule, bool suicide)
        : size_(size), mover_(colour_of(mover)), rule_(rule), suicide_(suicide), board_(size) {
        set_up(board_, text);
        if (ko >= 0) board_.set_ko(point_of(size, ko));
        for (const auto& [before, moved] : past) {
            Board<W> old(size);
            set_up(old, before);
            ++seen_[key_at(old.key(), colour_of(moved))];
        }
        ++seen_[key_at(board_.key(), mover_)];
    }

    int size() const override { return size_; }
    int mover() const override { return side_of(mover_); }

    std::vector<int> legal_cells() const override {
        std::vector<int> cells;
        for (int cell = 0; cell < size_ * size_; ++cell)
            if (legal(cell)) cells.push_back(cell);
        return cells;
    }

    bool legal(int cell) const override {
        const Point at = point_of(size_, cell);
        if (board_.at(at) != empty) return false;
        if (rule_ == Ko::simple && at == board_.ko()) return false;
        if (board_.would_be_suicide(at, mover_) && !suicide_) return false;
        if (rule_ == Ko::simple) return true;
        Board<W>& board = board_;
        Undo<W> undo;
        board.play(at, mover_, undo);
        const bool fresh = !seen_.contains(key_at(board.key(), other(mover_)));
        board.undo(undo);
        return fresh;
    }

    void play(int cell) override {
        steps_.push_back({{}, mover_, board_.ko(), true, true});
        board_.play(point_of(size_, cell), mover_, steps_.back().undo);
        mover_ = other(mover_);
        ++seen_[key_at(board_.key(), mover_)];
    }
    void place(int cell) override {
        steps_.push_back({{}, mover_, board_.ko(), true, false});
        board_.play(point_of(size_, cell), mover_, steps_.back().undo);
    }
    void pass() override {
        steps_.push_back({{}, mover_, board_.ko(), false, true});
        board_.pass();
        mover_ = other(mover_);
        ++seen_[key_at(board_.key(), mover_)];
    }
    void turn() override {
        steps_.push_back({{}, mover_, board_.ko(), false, false});
        mover_ = other(mover_);
    }
    void undo() override {
        if (steps_.empty()) throw std::invalid_argument("there is no move to take back");
        const Step& step = steps_.back();
        if (step.counted) {
            const auto found = seen_.find(key_at(board_.key(), mover_));
            if (found != seen_.end() && --found->second == 0) seen_.erase(found);
        }
        if (step.stone) board_.undo(step.undo);
        board_.set_ko(step.ko);
        mover_ = step.mover;
        steps_.pop_back();
    }

    std::string board() const override {
        std::string text;
        for (int cell = 0; cell < size_ * size_; ++cell)
            text += ".XO"[board_.at(point_of(size_, cell))];
        return text;
    }
    int liberties(int cell) const override {
        const Point at = point_of(size_, cell);
        return board_.at(at) == empty ? 0 : board_.liberties(at);
    }
    std::uint16_t around(int cell) const override { return board_.around(point_of(size_, cell)); }
    std::uint64_t key() const override { return situation_key(board_.key(), mover_); }
    std::pair<int, int> prisoners() const override {
        return {board_.prisoners(white), board_.prisoners(black)};
    }
    int ko() const override { return board_.ko() == 0 ? -1 : cell_of(size_, board_.ko()); }
    int area() const override { return exact_area(board_); }
    bool ladder(int cell, int budget) override {
        const Point at = point_of(size_, cell);
        if (board_.at(at) == empty || board_.liberties(at) > 2) return false;
        Ladder<W> reading(board_, budget);
        return board_.liberties(at) == 1 ? reading.caught_to_move(at) : reading.can_be_caught(at);
    }

   private:
    struct Step {
        Undo<W> undo;
        Colour mover;
        Point ko;
        bool stone, counted;
    };

    void set_up(Board<W>& board, const std::string& text) const {
        if (text.size() != static_cast<std::size_t>(size_ * size_))
            throw std::invalid_argument("the board text has another size");
        for (int cell = 0; cell < size_ * size_; ++cell) {
            const char stone = text[static_cast<std::size_t>(cell)];
            if (stone == '.') continue;
            if (stone != 'X' && stone != 'O')
                throw std::invalid_argument("a point is '.', 'X' or 'O'");
            Undo<W> undo;
            board.play(point_of(size_, cell), stone == 'X' ? black : white, undo);
            if (undo.taken > 0 || undo.lost)
                throw std::invalid_argument("a string on the board has no liberty");
        }
        board.set_ko(0);
    }
    std::uint64_t key_at(std::uint64_t board, Colour to_move) const {
        return rule_ == Ko::situational ? situation_key(board, to_move) : board;
    }

    int size_;
    Colour mover_;
    Ko rule_;
    bool suicide_;
    mutable Board<W> board_;  // `legal` plays and takes back
    std::unordered_map<std::uint64_t, int> seen_;
    std::vector<Step> steps_;
};

}  // namespace

std::unique_ptr<Record> Record::make(int size, const std::string& board, int mover, int ko,
                                     const std::vector<std::pair<std::string, int>>& past, Ko rule,
                                     bool suicide) {
    if (size < least_size || size > most_size)
        throw std::invalid_argument("a board has 2 to 25 lines");
    if (mover != 0 && mover != 1) throw std::invalid_argument("the side to move is 0 or 1");
    if (ko < -1 || ko >= size * size) throw std::invalid_argument("there is no such point");
    if (size <= 9)
        return std::make_unique<SizedRecord<2>>(size, board, mover, ko, past, rule, suicide);
    if (size <= 13)
        return std::make_unique<SizedRecord<4>>(size, board, mover, ko, past, rule, suicide);
    if (size <= 19)
        return std::make_unique<SizedRecord<7>>(size, board, mover, ko, past, rule, suicide);
    return std::make_unique<SizedRecord<11>>(size, board, mover, ko, past, rule, suicide);
}

// A stone at a time, row by row; a string that can get no liberty any more ends a branch early, and
// `play` itself says so: whatever it would take off had none.
namespace {
std::uint64_t fill(Board<1>& board, int cell) {
    const int size = board.size();
    if (cell == size * size) return 1;
    std::uint64_t count = fill(board, cell + 1);
    for (const Colour colour : {black, white}) {
        Undo<1> undo;
        board.play(point_of(size, cell), colour, undo);
        if (undo.taken == 0 && !undo.lost) count += fill(board, cell + 1);
        board.undo(undo);
    }
    return count;
}
}  // namespace

std::uint64_t count_legal_boards(int size) {
    if (size < least_size || size > 4)
        throw std::invalid_argument("boards are counted up to 4 lines");
    Board<1> board(size);
    return fill(board, 0);
}

}  // namespace kikashi::go
