#include "exact.hpp"

#include <algorithm>
#include <numeric>

namespace kikashi::banqi {

namespace {

using Counts = std::array<std::uint8_t, pieces>;
using Board = std::uint64_t;  // four bits a cell

constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }
constexpr int down_code = 14, empty_code = 15;
constexpr int cell_of(Board board, Cell cell) { return static_cast<int>(board >> (4 * cell) & 15); }
constexpr Board with(Board board, Cell cell, int code) {
    return (board & ~(Board{15} << (4 * cell))) | static_cast<Board>(code) << (4 * cell);
}

int total(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), 0); }

// All positions with the same pieces face down and the same pieces left: moves stay inside, flips
// and captures lead to layers with fewer.
struct Layer {
    std::unordered_map<Board, std::uint32_t> index;
    std::vector<Board> boards;
    std::vector<std::int64_t> value;  // two for each board: red, then black to move
};

class Solver {
   public:
    Solver(const Geometry& geometry, std::int64_t denominator, Control& control)
        : geometry_(geometry), unit_(denominator), control_(control) {
        const int ways = geometry.files == geometry.ranks ? 8 : 4;
        for (int way = 0; way < ways; ++way) {
            std::vector<Cell> to(at(geometry.cells));
            for (Cell cell = 0; cell < geometry.cells; ++cell) {
                int x = cell % geometry.files, y = cell / geometry.files;
                if (way & 1) x = geometry.files - 1 - x;
                if (way & 2) y = geometry.ranks - 1 - y;
                if (way & 4) std::swap(x, y);
                to[at(cell)] = geometry.files * y + x;
            }
            turns_.push_back(to);
        }
    }

    bool running() const { return running_; }
    std::uint64_t states() const { return states_; }

    // For `colour` to move.
    std::int64_t value(Board board, const Counts& hidden, const Counts& left, int colour) {
        for (int side : {red, black})
            if (bare(left, side)) return side == colour ? -unit_ : unit_;
        const Layer* layer = solve(hidden, left);
        if (!layer) return 0;
        return layer->value[2 * layer->index.at(normal(board)) + at(colour)];
    }

    // The mean over what a flip may show, for `colour`, who flips.
    std::int64_t flip(Board board, Cell cell, const Counts& hidden, const Counts& left,
                      int colour) {
        std::int64_t sum = 0;
        for (Piece piece = 0; piece < pieces; ++piece) {
            if (hidden[piece] == 0) continue;
            Counts after = hidden;
            --after[piece];
            const int side = colour == open ? colour_of(piece) : colour;
            sum -= hidden[piece] * value(with(board, cell, piece), after, left, 1 - side);
        }
        return sum / total(hidden);  // exact: see exact.hpp
    }

    template <class Visit>  // visit(from, to, piece taken or empty)
    void moves(Board board, int colour, Visit visit) const {
        Bits occupied = 0;
        for (Cell cell = 0; cell < geometry_.cells; ++cell)
            if (cell_of(board, cell) != empty_code) occupied |= bit(cell);
        for (Cell from = 0; from < geometry_.cells; ++from) {
            const int code = cell_of(board, from);
            if (code >= down_code || colour_of(static_cast<Piece>(code)) != colour) continue;
            const Kind kind = kind_of(static_cast<Piece>(code));
            for (Bits to = geometry_.step[at(from)]; to;) {
                const Cell cell = take_cell(to);
                const int there = cell_of(board, cell);
                if (there == empty_code ||
                    (there < down_code && colour_of(static_cast<Piece>(there)) != colour &&
                     beats(kind, kind_of(static_cast<Piece>(there)))))
                    visit(from, cell, there);
            }
            if (kind != cannon) continue;
            for (Bits to = geometry_.jumps_by_rays(from, occupied & ~bit(from)); to;) {
                const Cell cell = take_cell(to);
                const int there = cell_of(board, cell);
                if (there < down_code && colour_of(static_cast<Piece>(there)) != colour)
                    visit(from, cell, there);
            }
        }
    }

   private:
    static bool bare(const Counts& left, int side) {
        for (Kind kind = general; kind <= soldier; ++kind)
            if (left[piece_of(side, kind)]) return false;
        return true;
    }

    Board normal(Board board) const {
        Board best = ~Board{0};
        for (const auto& to : turns_) {
            Board made = 0;
            for (Cell cell = 0; cell < geometry_.cells; ++cell)
                made |= static_cast<Board>(cell_of(board, cell)) << (4 * to[at(cell)]);
            best = std::min(best, made);
        }
        return best;
    }

    const Layer* solve(const Counts& hidden, const Counts& left) {
        const auto name = std::make_pair(hidden, left);
        const auto found = layers_.find(name);
        if (found != layers_.end()) return running_ ? &found->second : nullptr;
        Layer layer;
        Counts shown = left;
        for (Piece piece = 0; piece < pieces; ++piece)
            shown[piece] = static_cast<std::uint8_t>(shown[piece] - hidden[piece]);
        Board board = 0;
        for (Cell cell = 0; cell < geometry_.cells; ++cell) board = with(board, cell, empty_code);
        arrange(board, 0, shown, total(hidden), layer);
        if (!running_) return nullptr;
        states_ += 2 * layer.boards.size();
        if (states_ > most_exact_states) {
            control_.out_of_memory();
            running_ = false;
            return nullptr;
        }
        fill(layer, hidden, left);
        if (!running_) return nullptr;
        return &layers_.emplace(name, std::move(layer)).first->second;
    }

    // Every board with these pieces face up and so many face down, each once up to symmetry.
    void arrange(Board board, Cell cell, Counts& shown, int downs, Layer& layer) {
        if (!running_ || !(running_ = control_.tick())) return;
        if (cell == geometry_.cells) {
            if (downs == 0 && total(shown) == 0 && normal(board) == board) {
                layer.index.emplace(board, static_cast<std::uint32_t>(layer.boards.size()));
                layer.boards.push_back(board);
            }
            return;
        }
        const int rest = geometry_.cells - cell;
        if (rest > downs + total(shown)) arrange(board, cell + 1, shown, downs, layer);
        if (downs) arrange(with(board, cell, down_code), cell + 1, shown, downs - 1, layer);
        for (Piece piece = 0; piece < pieces; ++piece) {
            if (!shown[piece]) continue;
            --shown[piece];
            arrange(with(board, cell, piece), cell + 1, shown, downs, layer);
            ++shown[piece];
        }
    }

    // Retrograde over values: the best that leaves the layer is settled first. A side settles for
    // what is worse than going round for ever only if it has nothing else.
    void fill(Layer& layer, const Counts& hidden, const Counts& left) {
        const std::size_t size = 2 * layer.boards.size();
        constexpr std::int64_t unknown = INT64_MIN;
        std::vector<std::int64_t> best_exit(size, unknown);
        std::vector<std::uint8_t> open_moves(size, 0);
        std::vector<std::vector<std::uint32_t>> before(size);
        for (std::size_t number = 0; number < layer.boards.size(); ++number)
            for (int colour : {red, black}) {
                if (!running_ || !(running_ = control_.tick())) return;
                const Board board = layer.boards[number];
                const std::size_t state = 2 * number + at(colour);
                std::int64_t& exit = best_exit[state];
                if (total(hidden))
                    for (Cell cell = 0; cell < geometry_.cells; ++cell)
                        if (cell_of(board, cell) == down_code)
                            exit = std::max(exit, flip(board, cell, hidden, left, colour));
                moves(board, colour, [&](Cell from, Cell to, int taken) {
                    const Board after =
                        with(with(board, to, cell_of(board, from)), from, empty_code);
                    if (taken == empty_code) {
                        const std::size_t next = 2 * layer.index.at(normal(after)) + at(1 - colour);
                        before[next].push_back(static_cast<std::uint32_t>(state));
                        ++open_moves[state];
                        return;
                    }
                    Counts fewer = left;
                    --fewer[at(taken)];
                    exit = std::max(exit, -value(after, hidden, fewer, 1 - colour));
                });
                if (!running_) return;
            }
        // A value v is 'good' for who moves if v > 0. Magnitudes fall; of each sign, who gains
        // chooses at once, who loses only when every way out is known.
        layer.value.assign(size, unknown);
        using Entry = std::pair<std::int64_t, std::uint32_t>;  // magnitude, state
        std::vector<Entry> heap;
        std::vector<std::int64_t> known(size);
        const auto push = [&](std::int64_t value, std::size_t state) {
            known[state] = value;
            heap.emplace_back(std::abs(value), static_cast<std::uint32_t>(state));
            std::push_heap(heap.begin(), heap.end());
        };
        std::vector<std::int64_t> worst = best_exit;  // the best way out found so far
        for (std::size_t state = 0; state < size; ++state) {
            if (worst[state] == unknown && open_moves[state] == 0)
                push(-unit_, state);  // no act: lost
            else if (worst[state] != unknown && worst[state] > 0)
                push(worst[state], state);
            else if (worst[state] != unknown && open_moves[state] == 0 && worst[state] < 0)
                push(worst[state], state);
        }
        while (!heap.empty()) {
            if (!(running_ = control_.tick())) return;
            const auto [magnitude, state] = heap.front();
            std::pop_heap(heap.begin(), heap.end());
            heap.pop_back();
            if (layer.value[state] != unknown || std::abs(known[state]) != magnitude) continue;
            const std::int64_t value = known[state];
            layer.value[state] = value;
            for (const std::uint32_t earlier : before[state]) {
                if (layer.value[earlier] != unknown) continue;
                const std::int64_t gain = -value;
                if (gain > 0) {
                    if (worst[earlier] == unknown || gain > worst[earlier]) {
                        worst[earlier] = gain;
                        push(gain, earlier);
                    }
                    continue;
                }
                if (worst[earlier] == unknown || gain > worst[earlier]) worst[earlier] = gain;
                if (--open_moves[earlier] == 0 && worst[earlier] < 0) push(worst[earlier], earlier);
            }
        }
        for (std::int64_t& value : layer.value)
            if (value == unknown) value = 0;
    }

    const Geometry& geometry_;
    std::int64_t unit_;
    Control& control_;
    bool running_ = true;
    std::uint64_t states_ = 0;
    std::vector<std::vector<Cell>> turns_;
    std::map<std::pair<Counts, Counts>, Layer> layers_;
};

}  // namespace

ExactValue exact_value(const Position& position, Control& control) {
    const Geometry& geometry = position.geometry();
    ExactValue made;
    for (int factor = 2; factor <= position.hidden_total(); ++factor) made.denominator *= factor;
    Board board = 0;
    Counts hidden{}, left{};
    for (Cell cell = 0; cell < geometry.cells; ++cell) {
        const Piece piece = position.at(cell);
        board = with(board, cell,
                     piece == face_down  ? down_code
                     : piece == no_piece ? empty_code
                                         : piece);
        if (piece < pieces) ++left[piece];
    }
    for (Piece piece = 0; piece < pieces; ++piece) {
        hidden[piece] = static_cast<std::uint8_t>(position.hidden(piece));
        left[piece] = static_cast<std::uint8_t>(left[piece] + hidden[piece]);
    }
    Solver solver(geometry, made.denominator, control);
    const int colour = position.colour();
    if (colour != open) made.numerator = solver.value(board, hidden, left, colour);
    for (Cell cell = 0; cell < geometry.cells && solver.running(); ++cell)
        if (cell_of(board, cell) == down_code)
            made.acts.push_back({flip_move(cell), solver.flip(board, cell, hidden, left, colour)});
    if (colour != open)
        solver.moves(board, colour, [&](Cell from, Cell to, int taken) {
            if (!solver.running()) return;
            const Board after = with(with(board, to, cell_of(board, from)), from, empty_code);
            Counts fewer = left;
            if (taken != empty_code) --fewer[at(taken)];
            made.acts.push_back(
                {step_move(from, to), -solver.value(after, hidden, fewer, 1 - colour)});
        });
    if (colour == open)
        for (const auto& act : made.acts)
            made.numerator =
                &act == made.acts.data() ? act.numerator : std::max(made.numerator, act.numerator);
    made.done = solver.running();
    made.states = solver.states();
    return made;
}

}  // namespace kikashi::banqi
