#include "positional/line_net.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <stdexcept>

// The same integers either way; a processor with wider registers does it in half the time.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__)
#define KIKASHI_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define KIKASHI_WIDE
#endif

namespace kikashi::positional {

namespace {

enum Digit : std::uint32_t { empty = 0, black = 1, white = 2, outside = 3 };

constexpr std::uint8_t nobody = 2;
constexpr int most_reach = 6;

// Shifts that bring products of weights and features back to their units; bench/fit_net.py has the
// same numbers.
constexpr int sums_shift = 2, first_shift = 10, second_shift = 6, last_shift = 7, linear_shift = 12;
constexpr int order_weight_shift = 7, order_shift = 7;

// Numbers one after the other, the low byte first.
class Reader {
   public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}
    template <class Number>
    Number next() {
        if (bytes_.size() - at_ < sizeof(Number))
            throw std::invalid_argument("the weights of the net end too early");
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < sizeof(Number); ++i)
            number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[at_ + i]))
                      << (8 * i);
        at_ += sizeof(Number);
        return static_cast<Number>(number);
    }
    template <class Numbers>
    void fill(Numbers& numbers) {
        if constexpr (requires { numbers.begin(); })
            for (auto& number : numbers) fill(number);
        else
            numbers = next<Numbers>();
    }
    bool at_end() const { return at_ == bytes_.size(); }

   private:
    std::string_view bytes_;
    std::size_t at_ = 0;
};

template <std::size_t Size>
std::int32_t dot(const std::array<std::int16_t, Size>& a, const std::array<std::int16_t, Size>& b) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < Size; ++i)
        sum += static_cast<std::int32_t>(a[i]) * static_cast<std::int32_t>(b[i]);
    return sum;
}

std::int16_t clipped(std::int32_t number) {
    return static_cast<std::int16_t>(std::clamp(number, 0, LineNet::one));
}

// The cells of a set, in ascending order whatever order they came in.
std::vector<int> ascending(const Geometry& geometry, int set) {
    const auto cells = geometry.cells_of(static_cast<SetId>(set));
    std::vector<int> made(cells.begin(), cells.end());
    std::sort(made.begin(), made.end());
    return made;
}

// The columns of a board whose sets are the lines of all four directions; none for other boards.
std::optional<int> columns_of(const Geometry& geometry) {
    if (geometry.uniform_size() < 2 || geometry.players() != 2) return std::nullopt;
    std::set<int> steps;
    for (int s = 0; s < geometry.sets(); ++s) {
        const std::vector<int> cells = ascending(geometry, s);
        const int step = cells[1] - cells[0];
        for (std::size_t i = 1; i < cells.size(); ++i)
            if (cells[i] - cells[i - 1] != step) return std::nullopt;
        steps.insert(step);
    }
    if (steps.size() != LineNet::directions) return std::nullopt;
    const int columns = *steps.rbegin() - 1;
    if (steps != std::set{1, columns - 1, columns, columns + 1} || geometry.cells() % columns != 0)
        return std::nullopt;
    return columns;
}

}  // namespace

LineNet::LineNet(std::string_view bytes) {
    constexpr std::string_view magic = "KLN1";
    if (bytes.substr(0, magic.size()) != magic)
        throw std::invalid_argument("these bytes are no net of lines");
    Reader reader(bytes.substr(magic.size()));
    k_ = reader.next<std::int16_t>();
    reach_ = reader.next<std::int16_t>();
    if (k_ < 3 || k_ > 6 || reach_ < k_ - 1 || reach_ > most_reach)
        throw std::invalid_argument("the net is for lines of a length that is not known here");
    if (reader.next<std::int16_t>() != channels || reader.next<std::int16_t>() != hidden)
        throw std::invalid_argument("the net has another size than this program expects");
    own_.resize(static_cast<std::size_t>(patterns()));
    other_.resize(own_.size());
    reader.fill(own_);
    reader.fill(other_);
    reader.fill(bias_);
    reader.fill(first_);
    reader.fill(first_bias_);
    reader.fill(second_);
    reader.fill(second_bias_);
    reader.fill(last_);
    reader.fill(last_bias_);
    reader.fill(linear_);
    reader.fill(order_);
    reader.fill(order_bias_);
    if (!reader.at_end()) throw std::invalid_argument("the weights of the net are too long");
}

KIKASHI_WIDE LineNet::Judged LineNet::judge(const std::array<std::uint16_t, channels>& sums,
                                            int phase) const {
    Features pooled;
    for (std::size_t i = 0; i < channels; ++i)
        pooled[i] = static_cast<std::int16_t>(sums[i] >> sums_shift);
    Row first, second;
    for (std::size_t j = 0; j < hidden; ++j)
        first[j] =
            clipped((dot(first_[j], pooled) + first_bias_[static_cast<std::size_t>(phase)][j]) >>
                    first_shift);
    for (std::size_t j = 0; j < hidden; ++j)
        second[j] = clipped((dot(second_[j], first) + second_bias_[j]) >> second_shift);
    Judged judged;
    judged.value =
        ((dot(last_, second) + last_bias_) >> last_shift) + (dot(linear_, pooled) >> linear_shift);
    for (std::size_t i = 0; i < channels; ++i)
        judged.order_weights[i] = static_cast<std::int16_t>(
            std::clamp((dot(order_[i], second) + order_bias_[i]) >> order_weight_shift,
                       std::int32_t{INT16_MIN}, std::int32_t{INT16_MAX}));
    return judged;
}

bool LineNetBoard::fits(const Geometry& geometry, const LineNet& net) {
    return geometry.uniform_size() == net.k() && columns_of(geometry).has_value();
}

LineNetBoard::LineNetBoard(const Geometry& geometry, std::shared_ptr<const LineNet> net)
    : net_(std::move(net)), reach_(net_->reach()), halves_(net_->halves()) {
    const auto columns = columns_of(geometry);
    if (!columns || geometry.uniform_size() != net_->k())
        throw std::invalid_argument("the winning sets of this game are no lines of this net");
    // How one half of a line looks to a side: its length up to the first cell that is not the
    // side's or empty, and the side's stones on it.
    for (std::uint32_t side = 0; side < 2; ++side) {
        half_of_[side].resize(std::size_t{1} << (2 * reach_));
        for (std::uint32_t window = 0; window < half_of_[side].size(); ++window) {
            std::uint32_t length = 0, stones = 0;
            for (; length < static_cast<std::uint32_t>(reach_); ++length) {
                const std::uint32_t digit = window >> (2 * length) & 3;
                if (digit != empty && digit != (side == 0 ? black : white)) break;
                if (digit != empty) stones |= 1u << length;
            }
            half_of_[side][window] = static_cast<std::uint8_t>((1u << length) - 1 + stones);
        }
    }
    const auto size = static_cast<std::size_t>(geometry.cells());
    const int width = *columns, height = geometry.cells() / width;
    constexpr int steps[LineNet::directions][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    lines_.resize(size);
    std::vector<std::vector<Near>> near(size);
    for (std::size_t c = 0; c < size; ++c)
        for (std::size_t d = 0; d < LineNet::directions; ++d)
            for (std::size_t half = 0; half < 2; ++half) {
                std::uint16_t& window = lines_[c].windows[d][half];
                window = static_cast<std::uint16_t>((1u << (2 * reach_)) - 1);  // all outside
                for (int i = 0; i < reach_; ++i) {
                    const int far = half ? i + 1 : -i - 1;
                    const int x = static_cast<int>(c) % width + far * steps[d][0];
                    const int y = static_cast<int>(c) / width + far * steps[d][1];
                    if (x < 0 || y < 0 || x >= width || y >= height) break;
                    window = static_cast<std::uint16_t>(window & ~(3u << (2 * i)));
                    near[static_cast<std::size_t>(y * width + x)].push_back(
                        {static_cast<Cell>(c), static_cast<std::uint8_t>(d),
                         static_cast<std::uint8_t>(half), static_cast<std::uint8_t>(2 * i)});
                }
            }
    for (const auto& of : near) {
        near_begin_.push_back(static_cast<std::uint32_t>(near_.size()));
        near_.insert(near_.end(), of.begin(), of.end());
    }
    near_begin_.push_back(static_cast<std::uint32_t>(near_.size()));
    owner_.assign(size, nobody);
    order_.assign(size, 0);
    cells_.resize(size);
    for (std::size_t c = 0; c < size; ++c) {
        for (std::size_t i = 0; i < both; ++i) cells_[c][i] = net_->bias()[i % LineNet::channels];
        for (std::size_t d = 0; d < LineNet::directions; ++d)
            for (std::size_t side = 0; side < 2; ++side) {
                lines_[c].patterns[d][side] = pattern(static_cast<Cell>(c), d, side);
                add(cells_[c], side, lines_[c].patterns[d][side], 1);
            }
        for (std::size_t i = 0; i < both; ++i)
            sums_[i] = static_cast<std::uint16_t>(sums_[i] + clipped(cells_[c][i]));
    }
}

std::uint16_t LineNetBoard::pattern(Cell cell, std::size_t direction, std::size_t side) const {
    if (owner_[cell] == 1 - side) return 0;
    const auto& windows = lines_[cell].windows[direction];
    const int left = half_of_[side][windows[0]], right = half_of_[side][windows[1]];
    const int centre = owner_[cell] == side ? halves_ * halves_ : 0;
    return static_cast<std::uint16_t>(1 + centre + left * halves_ + right);
}

void LineNetBoard::add(Cells& cells, std::size_t side, std::uint16_t pattern, int sign) const {
    const LineNet::Features& own = net_->own(pattern);
    const LineNet::Features& other = net_->other(pattern);
    const std::size_t mine = side * LineNet::channels, theirs = LineNet::channels - mine;
    for (std::size_t i = 0; i < LineNet::channels; ++i) {
        cells[mine + i] = static_cast<std::int16_t>(cells[mine + i] + sign * own[i]);
        cells[theirs + i] = static_cast<std::int16_t>(cells[theirs + i] + sign * other[i]);
    }
}

// A stone that is taken back before anybody asked need not be looked at; the one that was looked at
// last is taken back by what was written down then.
void LineNetBoard::change(const Change& now) {
    judged_for_ = ordered_for_ = -1;
    if (!now.placed && !pending_.empty() && pending_.back().placed &&
        pending_.back().cell == now.cell)
        pending_.pop_back();
    else if (!now.placed && pending_.empty() && !applied_.empty() &&
             applied_.back().stone.cell == now.cell)
        take_back();
    else
        pending_.push_back(now);
}

void LineNetBoard::catch_up() {
    for (const Change& one : pending_) apply(one);
    pending_.clear();
}

void LineNetBoard::take_back() {
    const Applied& last = applied_.back();
    for (std::size_t i = replaced_.size(); i-- > last.replaced;) {
        const Replaced& old = replaced_[i];
        cells_[old.cell] = old.cells;
        lines_[old.cell].patterns = old.patterns;
    }
    replaced_.erase(replaced_.begin() + static_cast<std::ptrdiff_t>(last.replaced),
                    replaced_.end());
    turn_windows(last.stone);
    owner_[last.stone.cell] = nobody;
    sums_ = last.sums;
    applied_.pop_back();
}

// The stone comes or goes in the windows that see it.
void LineNetBoard::turn_windows(const Change& stone) {
    const std::uint32_t digit = stone.player == 0 ? black : white;
    for (std::uint32_t i = near_begin_[stone.cell]; i < near_begin_[stone.cell + 1]; ++i) {
        const Near& near = near_[i];
        std::uint16_t& window = lines_[near.cell].windows[near.direction][near.half];
        window = static_cast<std::uint16_t>(window ^ digit << near.shift);
    }
}

KIKASHI_WIDE void LineNetBoard::apply(const Change& now) {
    if (now.placed) {
        applied_.push_back({now, replaced_.size(), sums_});
    } else {  // out of turn: what was written down holds no longer
        applied_.clear();
        replaced_.clear();
    }
    turn_windows(now);
    owner_[now.cell] = now.placed ? now.player : nobody;
    std::array<std::uint16_t, both> sums = sums_;
    const auto first = near_begin_[now.cell], end = near_begin_[now.cell + 1];
    for (std::uint32_t n = first; n <= end; ++n) {  // the cell itself comes last, in all directions
        const bool itself = n == end;
        const Cell cell = itself ? now.cell : near_[n].cell;
        Lines& lines = lines_[cell];
        std::size_t d = itself ? 0 : near_[n].direction;
        const std::size_t after = itself ? LineNet::directions : d + 1;
        Cells& cells = cells_[cell];
        const Replaced* before = nullptr;
        for (; d < after; ++d)
            for (std::size_t side = 0; side < 2; ++side) {
                const std::uint16_t known = lines.patterns[d][side];
                const std::uint16_t found = pattern(cell, d, side);
                if (found == known) continue;
                if (!before) before = &replaced_.emplace_back(cells, lines.patterns, cell);
                const std::size_t mine = side * LineNet::channels;
                const std::int16_t* const own_out = net_->own(known).data();
                const std::int16_t* const own_in = net_->own(found).data();
                const std::int16_t* const other_out = net_->other(known).data();
                const std::int16_t* const other_in = net_->other(found).data();
                std::int16_t* const ours = cells.data() + mine;
                std::int16_t* const theirs = cells.data() + LineNet::channels - mine;
                for (std::size_t i = 0; i < LineNet::channels; ++i)
                    ours[i] = static_cast<std::int16_t>(ours[i] + own_in[i] - own_out[i]);
                for (std::size_t i = 0; i < LineNet::channels; ++i)
                    theirs[i] = static_cast<std::int16_t>(theirs[i] + other_in[i] - other_out[i]);
                lines.patterns[d][side] = found;
            }
        if (!before) continue;
        for (std::size_t i = 0; i < both; ++i)
            sums[i] =
                static_cast<std::uint16_t>(sums[i] + std::clamp<std::int16_t>(cells[i], 0, 127) -
                                           std::clamp<std::int16_t>(before->cells[i], 0, 127));
    }
    sums_ = sums;
    if (!now.placed) replaced_.clear();
}

const LineNet::Judged& LineNetBoard::judge(int side, int phase) {
    if (judged_for_ == 2 * side + phase) return judged_;
    catch_up();
    std::array<std::uint16_t, LineNet::channels> sums;
    std::copy_n(sums_.begin() + side * LineNet::channels, LineNet::channels, sums.begin());
    judged_ = net_->judge(sums, phase);
    judged_for_ = 2 * side + phase;
    return judged_;
}

std::int32_t LineNetBoard::value(int side, int phase) { return judge(side, phase).value; }

KIKASHI_WIDE std::span<const std::int32_t> LineNetBoard::order(int side, int phase) {
    if (ordered_for_ == 2 * side + phase) return order_;
    ordered_for_ = 2 * side + phase;
    const LineNet::Features& weights = judge(side, phase).order_weights;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
        if (owner_[c] != nobody) continue;
        const std::int16_t* const cell = cells_[c].data() + side * LineNet::channels;
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < LineNet::channels; ++i)
            sum += static_cast<std::int32_t>(weights[i]) * clipped(cell[i]);
        order_[c] = sum >> order_shift;
    }
    return order_;
}

}  // namespace kikashi::positional
