#include "positional/evaluation_patterns.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <stdexcept>

namespace kikashi::positional {

namespace patterns {

namespace {

constexpr int in_a_row = 6, stones_a_turn = 2;
constexpr std::uint32_t side_values = 1u << (2 * reach);

// Paper 003, table 3.1.
constexpr std::array<Score, 12> scores = {{{0, 0},
                                           {100, 0},
                                           {300, 0},
                                           {400, 0},
                                           {600, 0},
                                           {1000, 0},
                                           {2000, 1},
                                           {2000, 1},
                                           {4000, 2},
                                           {4500, 2},
                                           {4500, 2},
                                           {4500, 2}}};

// For one colour: the stones seen on one side of a cell, and how far one can see.
struct Sides {
    std::vector<std::uint16_t> left, right;
    std::vector<std::uint8_t> left_length, right_length;
};

Sides make_sides(Digit own) {
    Sides sides;
    for (auto* table : {&sides.left, &sides.right}) table->assign(side_values, 0);
    for (auto* table : {&sides.left_length, &sides.right_length}) table->assign(side_values, 0);
    for (std::uint32_t value = 0; value < side_values; ++value) {
        for (const bool is_left : {true, false}) {
            std::uint16_t stones = 0;
            std::uint8_t length = 0;
            for (int n = 0; n < reach; ++n, ++length) {  // from the nearest cell outwards
                const int place = is_left ? n : reach - 1 - n;
                const auto digit = static_cast<Digit>(value >> (2 * place) & 3);
                if (digit != own && digit != empty) break;
                const auto stone = static_cast<std::uint16_t>(digit == own);
                stones = is_left ? static_cast<std::uint16_t>(stones | stone << n)
                                 : static_cast<std::uint16_t>(stones << 1 | stone);
            }
            (is_left ? sides.left : sides.right)[value] = stones;
            (is_left ? sides.left_length : sides.right_length)[value] = length;
        }
    }
    return sides;
}

const Sides& sides_of(int colour) {
    static const std::array<Sides, 2> both = {make_sides(black), make_sides(white)};
    return both[static_cast<std::size_t>(colour)];
}

// The fewest stones that stop every six that `key` lacks at most `most_lack` stones of.
int stops(std::uint32_t key, int length, int most_lack) {
    // A six on a line is an interval: stopping greedily at the last empty cell of the first open
    // one is best.
    int count = 0;
    std::uint32_t stopped = 0;
    for (int first = 0; first + in_a_row <= length; ++first) {
        const std::uint32_t window = ((1u << in_a_row) - 1) << first;
        const std::uint32_t holes = window & ~key;
        if (std::popcount(holes) > most_lack || holes == 0 || (holes & stopped)) continue;
        stopped |= std::bit_floor(holes);
        ++count;
    }
    return count;
}

// Every pattern of every length, made once: a line lacks nothing that one or two more stones of
// its own would not show.
class Catalogue {
   public:
    Catalogue() {
        for (int length = 0; length <= longest; ++length) {
            const std::uint32_t count = 1u << length;
            std::vector<std::uint8_t> now(count), one(count), two(count);
            patterns_[static_cast<std::size_t>(length)].resize(count);
            for (std::uint32_t key = count; key-- > 0;) {
                now[key] = static_cast<std::uint8_t>(stops(key, length, stones_a_turn));
                for (int cell = 0; cell < length; ++cell) {
                    const std::uint32_t more = key | 1u << cell;
                    if (more == key) continue;
                    one[key] = std::max(one[key], now[more]);
                    two[key] = std::max(two[key], one[more]);
                }
                patterns_[static_cast<std::size_t>(length)][key] =
                    classify(key, length, now[key], one[key], two[key]);
            }
        }
    }
    Pattern of(std::uint32_t key, int length) const {
        return patterns_[static_cast<std::size_t>(length)][key];
    }

   private:
    static Pattern classify(std::uint32_t key, int length, int now, int one, int two) {
        for (int first = 0; first + in_a_row <= length; ++first)
            if ((~key >> first & ((1u << in_a_row) - 1)) == 0) return Pattern::six;
        if (now >= 1) {
            const int fives = stops(key, length, 1);
            if (now == 1) return fives ? Pattern::dead_five : Pattern::dead_four;
            if (fives >= 2) return Pattern::live_five;
            return fives ? Pattern::live_four_dead_five : Pattern::live_four;
        }
        if (one >= 2) return Pattern::live_three;
        if (one == 1) return two >= 2 ? Pattern::live_two_dead_three : Pattern::dead_three;
        if (two >= 2) return Pattern::live_two;
        return two == 1 ? Pattern::dead_two : Pattern::none;
    }
    std::array<std::vector<Pattern>, longest + 1> patterns_;
};

const Catalogue& catalogue() {
    static const Catalogue made;
    return made;
}

}  // namespace

std::pair<std::uint32_t, int> key_of(std::uint32_t left, std::uint32_t right, int colour) {
    if (left >= side_values || right >= side_values)
        throw std::invalid_argument("nine base-4 digits were expected on each side");
    if (colour < 0 || colour > 1) throw std::invalid_argument("there is no such player");
    const Sides& sides = sides_of(colour);
    const int right_length = sides.right_length[right];
    const std::uint32_t key =
        static_cast<std::uint32_t>(sides.left[left]) << (right_length + 1) | sides.right[right];
    return {key, sides.left_length[left] + right_length + 1};
}

Pattern pattern_of(std::uint32_t key, int length) {
    if (length < 0 || length > longest || key >= 1u << length)
        throw std::invalid_argument("a pattern has at most 19 cells, and its key fits into them");
    return catalogue().of(key, length);
}

Score score_of(Pattern pattern) { return scores[static_cast<std::size_t>(pattern)]; }

std::array<int, 3> scores_of(std::uint32_t key, int length) {
    const Pattern pattern = pattern_of(key, length);
    const Score score = score_of(pattern);
    return {static_cast<int>(pattern), score.pattern, score.threats};
}

}  // namespace patterns

namespace {

using patterns::Score;

Score score(std::uint32_t key, int length) {
    return patterns::score_of(patterns::pattern_of(key, length));
}

}  // namespace

PatternBoard::PatternBoard(int columns, int rows) : columns_(columns), rows_(rows) {
    if (columns < 1 || rows < 1 || columns > 25 || rows > 25)
        throw std::invalid_argument("a board for patterns has sides of 1 to 25");
    places_.resize(static_cast<std::size_t>(columns * rows));
    const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    const auto inside = [&](int x, int y) { return x >= 0 && y >= 0 && x < columns && y < rows; };
    for (std::size_t d = 0; d < 4; ++d) {
        const int dx = steps[d][0], dy = steps[d][1];
        for (int y = 0; y < rows; ++y)
            for (int x = 0; x < columns; ++x) {
                if (inside(x - dx, y - dy)) continue;  // not the first cell of its line
                const auto slice = static_cast<std::int16_t>(slices_.size());
                std::uint64_t digits = 0;
                std::uint8_t index = 0;
                for (int a = x, b = y; inside(a, b); a += dx, b += dy, ++index) {
                    places_[static_cast<std::size_t>(b * columns + a)][d] = {slice, index};
                    digits |= std::uint64_t{patterns::empty} << (2 * index);
                }
                slices_.push_back(digits);
            }
    }
}

const std::array<PatternBoard::Place, 4>& PatternBoard::places(int column, int row) const {
    if (column < 0 || row < 0 || column >= columns_ || row >= rows_)
        throw std::invalid_argument("there is no such cell on this board");
    return places_[static_cast<std::size_t>(row * columns_ + column)];
}

patterns::Digit PatternBoard::at(int column, int row) const {
    const Place& place = places(column, row)[0];
    return static_cast<patterns::Digit>(
        slices_[static_cast<std::size_t>(place.slice)] >> (2 * place.index) & 3);
}

void PatternBoard::set(int column, int row, patterns::Digit digit) {
    for (const Place& place : places(column, row)) {
        std::uint64_t& slice = slices_[static_cast<std::size_t>(place.slice)];
        slice = (slice & ~(std::uint64_t{3} << (2 * place.index))) | std::uint64_t{digit}
                                                                         << (2 * place.index);
    }
}

void PatternBoard::place(int column, int row, int player) {
    if (player < 0 || player > 1) throw std::invalid_argument("there is no such player");
    if (at(column, row) != patterns::empty)
        throw std::invalid_argument("two stones lie on one cell");
    set(column, row, player == 0 ? patterns::black : patterns::white);
}

void PatternBoard::remove(int column, int row) {
    if (at(column, row) == patterns::empty)
        throw std::invalid_argument("there is no stone to take away");
    set(column, row, patterns::empty);
}

std::array<int, 8> PatternBoard::changes(int column, int row, int player) const {
    if (player < 0 || player > 1) throw std::invalid_argument("there is no such player");
    if (at(column, row) != patterns::empty)
        throw std::invalid_argument("the changes are those of a stone on an empty cell");
    constexpr std::uint64_t side_mask = (std::uint64_t{1} << (2 * patterns::reach)) - 1;
    std::array<int, 8> sum{};
    for (const Place& place : places(column, row)) {
        const std::uint64_t slice = slices_[static_cast<std::size_t>(place.slice)];
        // The slice's higher digits are the window's left, so that the nearest digit is the lowest.
        const auto left = static_cast<std::uint32_t>(slice >> (2 * place.index + 2) & side_mask);
        const int shift = 2 * place.index - 2 * patterns::reach;
        const auto right =
            static_cast<std::uint32_t>((shift >= 0 ? slice >> shift : slice << -shift) & side_mask);
        for (int colour = 0; colour < 2; ++colour) {
            const auto [key, length] = patterns::key_of(left, right, colour);
            int right_length = 0;  // cells to the right of the middle one
            right_length = patterns::key_of(0, right, colour).second - 1;
            const Score before = score(key, length);
            const Score grown = score(key | 1u << right_length, length);
            const Score lower = score(key & ((1u << right_length) - 1), right_length);
            const Score upper = score(key >> (right_length + 1), length - right_length - 1);
            // My colour: mine grows by my stone (1) and is cut by theirs (4); their colour: 3, 2.
            const std::size_t grows = colour == player ? 0 : 2, cut = colour == player ? 3 : 1;
            sum[grows] += grown.pattern - before.pattern;
            sum[cut] += lower.pattern + upper.pattern - before.pattern;
            sum[grows + 4] += grown.threats - before.threats;
            sum[cut + 4] += lower.threats + upper.threats - before.threats;
        }
    }
    return sum;
}

}  // namespace kikashi::positional
