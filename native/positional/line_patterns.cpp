#include "positional/line_patterns.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>

namespace kikashi::positional {

namespace {

enum Digit : std::uint32_t { empty = 0, black = 1, white = 2, outside = 3 };

constexpr int least_k = 3, most_k = 6;

// 0: no set through the cell is open; 1: open ones are empty; 2, 3: the fullest has one stone, and
// there are one or two such, or more; then three classes for each further stone.
std::uint8_t class_for(int stones, int sets) {
    if (sets == 0) return 0;
    if (stones == 0) return 1;
    if (stones == 1) return sets <= 2 ? 2 : 3;
    return static_cast<std::uint8_t>(4 + 3 * (stones - 2) + std::min(sets, 3) - 1);
}

std::vector<std::uint16_t> make_codes() {
    std::vector<std::uint16_t> codes(1u << 16, 0);
    std::map<std::uint32_t, std::uint16_t> known;
    for (std::uint32_t packed = 0; packed < codes.size(); ++packed) {
        std::array<std::uint32_t, line_directions> classes{};
        for (std::size_t d = 0; d < classes.size(); ++d) classes[d] = packed >> (4 * d) & 15;
        std::sort(classes.begin(), classes.end());
        std::uint32_t sorted = 0;
        for (std::size_t d = 0; d < classes.size(); ++d) sorted |= classes[d] << (4 * d);
        const auto next = static_cast<std::uint16_t>(known.size());
        codes[packed] = known.try_emplace(sorted, next).first->second;
    }
    return codes;
}

// The cells of a set, in ascending order whatever order they came in.
std::vector<int> ascending(const Geometry& geometry, int set) {
    const auto cells = geometry.cells_of(static_cast<SetId>(set));
    std::vector<int> made(cells.begin(), cells.end());
    std::sort(made.begin(), made.end());
    return made;
}

// The steps between neighbours on a line, at most four; none where the sets are no lines.
std::optional<std::vector<int>> steps_of(const Geometry& geometry) {
    const int k = geometry.uniform_size();
    if (k < least_k || k > most_k || geometry.players() != 2) return std::nullopt;
    std::set<int> steps;
    for (int s = 0; s < geometry.sets(); ++s) {
        const std::vector<int> cells = ascending(geometry, s);
        const int step = cells[1] - cells[0];
        for (std::size_t i = 1; i < cells.size(); ++i)
            if (cells[i] - cells[i - 1] != step) return std::nullopt;
        steps.insert(step);
    }
    if (steps.empty() || steps.size() > line_directions) return std::nullopt;
    return std::vector<int>(steps.begin(), steps.end());
}

}  // namespace

bool LineWeights::complete() const {
    return std::ranges::all_of(std::array{&mover, &waiting, &order_own, &order_their},
                               [](const auto* row) { return row->size() == line_codes; });
}

std::uint16_t LineClasses::code(std::uint32_t four_classes) {
    static const std::vector<std::uint16_t> codes = make_codes();
    return codes[four_classes];
}

LineClasses::LineClasses(int k) {
    const int reach = k - 1;
    const std::uint32_t count = 1u << (4 * reach);
    for (std::uint32_t side = 0; side < 2; ++side) {
        auto& classes = classes_[side];
        classes.resize(count);
        const std::uint32_t own = side == 0 ? black : white;
        for (std::uint32_t window = 0; window < count; ++window) {
            int most = 0, sets = 0;
            for (int first = 0; first < k; ++first) {  // the set's first cell, of the 2k - 1
                int stones = 0;
                bool open = true;
                for (int at = first; at < first + k && open; ++at) {
                    if (at == reach) continue;  // the middle
                    const std::uint32_t digit = window >> (2 * (at < reach ? at : at - 1)) & 3;
                    open = digit == empty || digit == own;
                    stones += digit == own;
                }
                if (!open) continue;
                if (stones > most) sets = 0;
                if (stones >= most) ++sets;
                most = std::max(most, stones);
            }
            classes[window] = class_for(most, sets);
        }
    }
}

const LineClasses& LineClasses::of(int k) {
    if (k < least_k || k > most_k) throw std::invalid_argument("lines have 3 to 6 cells here");
    static std::array<std::unique_ptr<const LineClasses>, most_k + 1> made;
    static std::array<std::once_flag, most_k + 1> once;
    const auto at = static_cast<std::size_t>(k);
    std::call_once(once[at], [&] { made[at].reset(new LineClasses(k)); });
    return *made[at];
}

bool LineEvaluation::fits(const Geometry& geometry) { return steps_of(geometry).has_value(); }

LineEvaluation::LineEvaluation(const Geometry& geometry, std::shared_ptr<const LineWeights> weights)
    : classes_(LineClasses::of(geometry.uniform_size())), weights_(std::move(weights)) {
    const auto steps = steps_of(geometry);
    if (!steps) throw std::invalid_argument("the winning sets of this game are no lines");
    if (!weights_ || !weights_->complete())
        throw std::invalid_argument("weights of lines have a number for each code in four rows");
    const int k = geometry.uniform_size(), reach = k - 1, cells = geometry.cells();
    // Neighbours on a line are those that some set holds side by side.
    std::vector<std::array<bool, line_directions>> joined(static_cast<std::size_t>(cells));
    for (int s = 0; s < geometry.sets(); ++s) {
        const std::vector<int> of = ascending(geometry, s);
        const auto d = static_cast<std::size_t>(
            std::find(steps->begin(), steps->end(), of[1] - of[0]) - steps->begin());
        for (std::size_t i = 0; i + 1 < of.size(); ++i)
            joined[static_cast<std::size_t>(of[i])][d] = true;
    }
    const auto size = static_cast<std::size_t>(cells);
    windows_.assign(size, {});
    packed_.assign(size, {});
    codes_.assign(size, {});
    empty_.assign(size, true);
    std::vector<std::vector<Near>> near(size);
    for (int c = 0; c < cells; ++c)
        for (std::size_t d = 0; d < line_directions; ++d) {
            std::uint32_t& window = windows_[static_cast<std::size_t>(c)][d];
            window = (1u << (4 * reach)) - 1;  // all outside
            if (d >= steps->size()) continue;
            const int step = (*steps)[d];
            for (const int sign : {-1, 1})
                for (int i = 1, at = c; i <= reach; ++i) {
                    const int from = sign > 0 ? at : at - step;
                    if (from < 0 || !joined[static_cast<std::size_t>(from)][d]) break;
                    at += sign * step;
                    const int place = sign < 0 ? reach - i : reach + i - 1;
                    window &= ~(3u << (2 * place));
                    near[static_cast<std::size_t>(at)].push_back(
                        {static_cast<Cell>(c), static_cast<std::uint8_t>(d),
                         static_cast<std::uint8_t>(2 * place)});
                }
        }
    for (const auto& of : near) {
        near_begin_.push_back(static_cast<std::uint32_t>(near_.size()));
        near_.insert(near_.end(), of.begin(), of.end());
    }
    near_begin_.push_back(static_cast<std::uint32_t>(near_.size()));
    for (int c = 0; c < cells; ++c) {
        for (int d = 0; d < line_directions; ++d) refresh(static_cast<Cell>(c), d);
        count<1>(static_cast<Cell>(c));
    }
}

template <int Sign>
void LineEvaluation::count(Cell cell) {
    for (std::size_t side = 0; side < 2; ++side) {
        const std::uint16_t code = codes_[cell][side];
        sums_[side].mover += Sign * weights_->mover[code];
        sums_[side].waiting += Sign * weights_->waiting[code];
    }
}

void LineEvaluation::refresh(Cell cell, int direction) {
    const auto d = static_cast<std::size_t>(direction);
    for (std::size_t side = 0; side < 2; ++side) {
        std::uint32_t& packed = packed_[cell][side];
        const std::uint32_t found = classes_.class_of(windows_[cell][d], static_cast<int>(side));
        packed = (packed & ~(15u << (4 * d))) | found << (4 * d);
        codes_[cell][side] = LineClasses::code(packed);
    }
}

void LineEvaluation::change(Cell cell, std::uint32_t digit) {
    for (std::uint32_t i = near_begin_[cell]; i < near_begin_[cell + 1]; ++i) {
        const Near& near = near_[i];
        const bool counts = empty_[near.cell];
        if (counts) count<-1>(near.cell);
        windows_[near.cell][near.direction] ^= digit << near.shift;
        refresh(near.cell, near.direction);
        if (counts) count<1>(near.cell);
    }
}

void LineEvaluation::place(Cell cell, int player) {
    count<-1>(cell);
    empty_[cell] = false;
    change(cell, player == 0 ? black : white);
}

void LineEvaluation::remove(Cell cell, int player) {
    change(cell, player == 0 ? black : white);
    empty_[cell] = true;
    count<1>(cell);
}

}  // namespace kikashi::positional
