#include "bit_game.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "core/keys.hpp"

namespace kikashi::gomoku {

namespace {

constexpr int side = 8, five = 5;
constexpr std::uint64_t one = 1;

struct Way {
    int shift;
    std::uint64_t starts;  // cells from which five lie on the board this way
};

constexpr std::array<Way, 4> ways = [] {
    std::array<Way, 4> made{};
    constexpr std::array<std::array<int, 2>, 4> steps = {{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};
    for (std::size_t w = 0; w < made.size(); ++w) {
        const auto [dx, dy] = steps[w];
        made[w].shift = dx + side * dy;
        for (int x = 0; x < side; ++x)
            for (int y = 0; y < side; ++y) {
                const int ex = x + dx * (five - 1), ey = y + dy * (five - 1);
                if (ex >= 0 && ex < side && ey < side) made[w].starts |= one << (x + side * y);
            }
    }
    return made;
}();

// Cells from which a whole row of five lies in `board`, one way.
std::uint64_t rows(std::uint64_t board, const Way& way) {
    std::uint64_t found = board & way.starts;
    for (int i = 1; i < five; ++i) found &= board >> (way.shift * i);
    return found;
}

std::uint64_t covered(std::uint64_t board) {
    std::uint64_t cells = 0;
    for (const Way& way : ways) {
        const std::uint64_t starts = rows(board, way);
        for (int i = 0; i < five; ++i) cells |= starts << (way.shift * i);
    }
    return cells;
}

// Each of the four lines apart: the paper has straight lines and diagonals apart, whose magic
// numbers take it long to find. One may send two patterns to one place if they give the same
// answer.
class MagicTables {
   public:
    MagicTables() {
        for (int cell = 0; cell < side * side; ++cell)
            for (int part = 0; part < parts; ++part) build(cell, part);
    }
    bool has_five(std::uint64_t board, int cell) const {
        for (int part = 0; part < parts; ++part) {
            const Line& line = lines_[static_cast<std::size_t>(parts * cell + part)];
            if (line.table[(board & line.mask) * line.magic >> line.shift]) return true;
        }
        return false;
    }

   private:
    static constexpr int parts = 4;

    struct Line {
        std::uint64_t mask = 0, magic = 0;
        int shift = 0;
        std::vector<std::uint8_t> table;
    };

    static std::uint64_t reach(int cell, int part) {
        std::uint64_t mask = 0;
        const Way& way = ways[static_cast<std::size_t>(part)];
        for (int start = 0; start < side * side; ++start) {
            if (!(way.starts >> start & 1)) continue;
            std::uint64_t row = 0;
            for (int i = 0; i < five; ++i) row |= one << (start + way.shift * i);
            if (row >> cell & 1) mask |= row;
        }
        return mask & ~(one << cell);
    }
    static bool through(std::uint64_t board, int cell, int part) {
        const Way& way = ways[static_cast<std::size_t>(part)];
        const std::uint64_t starts = rows(board, way);
        for (int i = 0; i < five; ++i)
            if ((starts << (way.shift * i)) >> cell & 1) return true;
        return false;
    }
    void build(int cell, int part) {
        Line& line = lines_[static_cast<std::size_t>(parts * cell + part)];
        line.mask = reach(cell, part);
        std::vector<std::uint64_t> patterns;
        std::vector<std::uint8_t> answers;
        std::uint64_t pattern = 0;
        do {
            patterns.push_back(pattern);
            answers.push_back(through(pattern | one << cell, cell, part));
            pattern = (pattern - line.mask) & line.mask;
        } while (pattern);
        const int bits = std::max(1, std::popcount(line.mask));
        line.shift = 64 - bits;
        auto seed = static_cast<std::uint64_t>(parts * cell + part) << 32;
        do {
            line.magic = mix(seed + 1) & mix(seed + 2) & mix(seed + 3);  // few bits fit more often
            seed += 3;
        } while (!fits(line, patterns, answers));
    }
    static bool fits(Line& line, const std::vector<std::uint64_t>& patterns,
                     const std::vector<std::uint8_t>& answers) {
        constexpr std::uint8_t nothing = 2;
        line.table.assign(std::size_t{1} << (64 - line.shift), nothing);
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            std::uint8_t& place = line.table[patterns[i] * line.magic >> line.shift];
            if (place != nothing && place != answers[i]) return false;
            place = answers[i];
        }
        for (std::uint8_t& place : line.table) place = place == 1;
        return true;
    }

    std::array<Line, parts * side * side> lines_;
};

// Rings around the middle, the innermost first.
constexpr std::array<std::uint64_t, 4> rings = [] {
    std::array<std::uint64_t, 4> made{};
    for (int x = 0; x < side; ++x)
        for (int y = 0; y < side; ++y) {
            const int dx = x < side / 2 ? side / 2 - 1 - x : x - side / 2;
            const int dy = y < side / 2 ? side / 2 - 1 - y : y - side / 2;
            made[static_cast<std::size_t>(std::max(dx, dy))] |= one << (x + side * y);
        }
    return made;
}();

}  // namespace

bool five_by_loops(std::uint64_t board, int cell) {
    constexpr std::array<std::array<int, 2>, 4> steps = {{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};
    for (const auto& [dx, dy] : steps) {
        int run = 1;
        for (const int way : {1, -1}) {
            int x = cell % side + way * dx, y = cell / side + way * dy;
            while (x >= 0 && x < side && y >= 0 && y < side && (board >> (x + side * y) & 1)) {
                ++run;
                x += way * dx;
                y += way * dy;
            }
        }
        if (run >= five) return true;
    }
    return false;
}

bool five_by_shifts(std::uint64_t board) {
    for (const Way& way : ways)
        if (rows(board, way)) return true;
    return false;
}

bool five_by_magic(std::uint64_t board, int cell) {
    static const auto tables = std::make_unique<const MagicTables>();
    return tables->has_five(board, cell);
}

std::uint64_t dead_points(std::uint64_t black, std::uint64_t white, std::uint64_t outside) {
    const std::uint64_t alive = covered(~(white | outside)) | covered(~(black | outside));
    return ~(black | white | outside | alive);
}

BitGame::BitGame(std::uint64_t black, std::uint64_t white, std::uint64_t outside, int mover,
                 const Steps& steps)
    : boards_{black, white}, outside_(outside), mover_(mover), steps_(steps) {}

Key BitGame::key() const {
    const auto turn = static_cast<std::uint64_t>(mover_);
    return {mix(boards_[0] ^ mix(boards_[1] + turn)), mix(boards_[1] ^ mix(~boards_[0] - turn))};
}

bool BitGame::wins(int cell) const {
    const std::uint64_t board = boards_[static_cast<std::size_t>(mover_)] | one << cell;
    switch (steps_.test) {
        case WinTest::loops:
            return five_by_loops(board, cell);
        case WinTest::shifts:
            return five_by_shifts(board);
        case WinTest::magic:
            return five_by_magic(board, cell);
    }
    return false;
}

void BitGame::list(std::uint64_t cells, Children& children) const {
    for (; cells; cells &= cells - 1) {
        const auto cell = static_cast<Move>(std::countr_zero(cells));
        BitGame next = *this;
        next.play(cell);
        children.push_back({cell, next.key()});
    }
}

search::Verdict BitGame::expand(Children& children, bool) {
    children.clear();
    const std::uint64_t empty = ~(boards_[0] | boards_[1] | outside_);
    for (std::uint64_t left = empty; left; left &= left - 1)
        if (wins(std::countr_zero(left)))
            return mover_ == 0 ? search::Verdict::proved : search::Verdict::disproved;
    std::uint64_t tried = empty;
    if (steps_.dead_points) tried &= ~dead_points(boards_[0], boards_[1], outside_);
    for (int m = 0; m < steps_.masks; ++m) {
        list(tried & rings[static_cast<std::size_t>(m)], children);
        tried &= ~rings[static_cast<std::size_t>(m)];
    }
    list(tried, children);
    // Nobody can make five any more, or the board is full.
    return children.empty() ? search::Verdict::disproved : search::Verdict::open;
}

}  // namespace kikashi::gomoku
