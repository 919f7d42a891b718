#include "tables.hpp"

#include <algorithm>

#include "core/keys.hpp"

namespace kikashi::banqi {

namespace {

constexpr int kept_from = 5;              // pieces: smaller tables are made faster than read
constexpr std::size_t most_prepared = 6;  // pieces on the board from which tables are made in play

constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }

}  // namespace

EndgameTables& EndgameTables::of(const Geometry& geometry) {
    static std::mutex guard;
    static std::map<const Geometry*, std::unique_ptr<EndgameTables>> made;
    const std::lock_guard lock(guard);
    auto& found = made[&geometry];
    if (!found) found = std::make_unique<EndgameTables>(geometry);
    return *found;
}

std::uint64_t EndgameTables::code(const Counts& counts) {
    std::uint64_t made = 0;
    for (const auto& side : counts)
        for (const int count : side) made = made << 3 | at(count);
    return made;
}

EndgameTables::Counts EndgameTables::counts_of(const Position& position) {
    Counts counts{};
    for (Piece piece = 0; piece < pieces; ++piece)
        counts[at(colour_of(piece))][at(kind_of(piece))] = std::popcount(position.of(piece));
    return counts;
}

std::size_t EndgameTables::total(const std::array<int, kinds>& side) {
    std::size_t sum = 0;
    for (const int count : side) sum += at(count);
    return sum;
}

bool EndgameTables::small(const Counts& counts) {
    for (const auto& side : counts)
        if (total(side) < 1 || total(side) > at(most_table_side)) return false;
    return true;
}

std::uint8_t EndgameTables::look(const Counts& counts, int colour,
                                 const std::array<Bits, pieces>& where) const {
    const auto found = places_.find(code(counts));
    if (found == places_.end()) return 0;
    const auto& [table, is_turned] = found->second;
    std::array<Cell, most_table_pieces> cells{};
    std::size_t count = 0;
    for (int which = 0; which < 2; ++which) {
        const int side = is_turned ? 1 - which : which;
        for (Kind kind = general; kind <= soldier; ++kind)
            for (Bits bits = where[piece_of(side, kind)]; bits;) cells[count++] = take_cell(bits);
    }
    return table->byte(is_turned ? 1 - colour : colour, table->index(cells.data()));
}

TableValue EndgameTables::probe(const Position& position) const {
    if (position.left(red) > most_table_side || position.left(black) > most_table_side) return {};
    if (position.down() || position.colour() == open) return {};
    const Counts counts = counts_of(position);
    if (!small(counts)) return {};
    std::array<Bits, pieces> where{};
    for (Piece piece = 0; piece < pieces; ++piece) where[piece] = position.of(piece);
    const std::lock_guard lock(guard_);
    if (!places_.contains(code(counts))) return {};
    const std::uint8_t value = look(counts, position.colour(), where);
    if (value == 0) return {true, false, false, 0};
    const int plies = value - 1;
    return {true, plies % 2 == 1, plies % 2 == 0, plies};
}

// Every material that one capture leads to, with somebody left on both sides.
template <class Do>
bool EndgameTables::below(const Counts& counts, Do visit) {
    for (int side : {red, black})
        for (Kind kind = general; kind <= soldier; ++kind) {
            if (counts[at(side)][at(kind)] == 0) continue;
            Counts after = counts;
            --after[at(side)][at(kind)];
            if (small(after) && !visit(after)) return false;
        }
    return true;
}

auto EndgameTables::reached_from(const Counts& counts) const -> std::map<std::uint64_t, Counts> {
    std::map<std::uint64_t, Counts> reached{{code(counts), counts}};
    std::vector<Counts> waiting{counts};
    while (!waiting.empty()) {
        const Counts next = waiting.back();
        waiting.pop_back();
        for (int side : {red, black})
            for (Kind kind = general; kind <= soldier; ++kind) {
                Counts after = next;
                if (--after[at(side)][at(kind)] < 0 || total(after[at(side)]) == 0) continue;
                if (reached.emplace(code(after), after).second) waiting.push_back(after);
            }
    }
    return reached;
}

std::size_t EndgameTables::missing(const Counts& counts) const {
    std::size_t sum = 0;
    const std::lock_guard lock(guard_);
    for (const auto& [name, one] : reached_from(counts))
        if (!places_.contains(name))
            sum += 2 * EndgameTable::states(*geometry_, total(one[0]) + total(one[1]));
    return sum;
}

std::size_t EndgameTables::missing(const Position& position) const {
    const Counts counts = counts_of(position);
    return small(counts) && !position.down() ? missing(counts) : 0;
}

bool EndgameTables::prepare(const Position& position, std::size_t most_states, Control& control) {
    const Counts counts = counts_of(position);
    if (!small(counts) || position.down()) return false;
    const std::lock_guard lock(building_);
    return missing(counts) <= most_states && make(counts, control);
}

void EndgameTables::prepare_some(const Position& position, std::size_t most_states,
                                 std::size_t may_read, Control& control) {
    const Counts counts = counts_of(position);
    if (position.down() || total(counts[0]) + total(counts[1]) > most_prepared) return;
    const std::unique_lock lock(building_, std::try_to_lock);
    if (!lock) return;
    make_room();
    std::vector<Counts> wanted;
    for (const auto& [name, one] : reached_from(counts))
        if (small(one)) wanted.push_back(one);
    std::stable_sort(wanted.begin(), wanted.end(), [](const Counts& a, const Counts& b) {
        return total(a[0]) + total(a[1]) > total(b[0]) + total(b[1]);
    });
    for (const Counts& one : wanted) {
        if (read_kept(one, may_read, control)) continue;
        const std::size_t needed = missing(one);
        if (needed > most_states) continue;
        if (!make(one, control)) return;
        most_states -= needed;
    }
}

std::size_t EndgameTables::bytes() const {
    const std::lock_guard lock(guard_);
    std::size_t sum = 0;
    for (const auto& table : made_) sum += 2 * table->states();
    return sum;
}

// Called by who holds `building_`: nobody else adds or reads what is given up.
void EndgameTables::make_room() {
    const std::size_t held = bytes();
    const std::lock_guard lock(guard_);
    if (held <= most_bytes_ || leases_ > 0) return;
    places_.clear();
    made_.clear();
}

// Whether the table is there, perhaps since it was read now.
bool EndgameTables::read_kept(const Counts& counts, std::size_t& may_read, Control& control) {
    {
        const std::lock_guard lock(guard_);
        if (places_.contains(code(counts))) return true;
    }
    auto table = table_of(counts);
    const std::string path = file_of(*table);
    if (path.empty() || 2 * table->states() > may_read || !table->load(path)) return false;
    may_read -= 2 * table->states();
    add(counts, std::move(table));
    return control.consult();
}

bool EndgameTables::make(const Counts& counts, Control& control) {
    {
        const std::lock_guard lock(guard_);
        if (places_.contains(code(counts))) return true;
    }
    if (!below(counts, [&](const Counts& after) { return make(after, control); })) return false;
    auto table = table_of(counts);
    const std::string path = file_of(*table);
    if (path.empty() || !table->load(path)) {
        // Which colour is which does not matter inside a table: `mine` is taken for Red.
        const std::array<EndgameTable::Pieces, 2> lists{table->side(0), table->side(1)};
        const int split = static_cast<int>(lists[0].size());
        const auto probe = [&](int mover, const Cell* cells, int taken) {
            Counts after{};
            std::array<Bits, pieces> where{};
            const int count = split + static_cast<int>(lists[1].size());
            for (int piece = 0; piece < count; ++piece) {
                if (piece == taken) continue;
                const int side = piece >= split;
                const Kind kind = side ? lists[1][at(piece - split)] : lists[0][at(piece)];
                ++after[at(side)][at(kind)];
                where[piece_of(side, kind)] |= bit(cells[piece]);
            }
            return look(after, mover, where);
        };
        if (!table->build(probe, control)) return false;
        if (!path.empty()) table->save(path);
    }
    add(counts, std::move(table));
    return true;
}

std::unique_ptr<EndgameTable> EndgameTables::table_of(const Counts& counts) const {
    std::array<EndgameTable::Pieces, 2> lists;
    for (int side : {red, black})
        for (Kind kind = general; kind <= soldier; ++kind)
            lists[at(side)].insert(lists[at(side)].end(), at(counts[at(side)][at(kind)]), kind);
    if (lists[1] < lists[0]) std::swap(lists[0], lists[1]);
    return std::make_unique<EndgameTable>(*geometry_, lists[0], lists[1]);
}

void EndgameTables::add(const Counts& counts, std::unique_ptr<EndgameTable> table) {
    EndgameTable::Pieces reds;
    for (Kind kind = general; kind <= soldier; ++kind)
        reds.insert(reds.end(), at(counts[0][at(kind)]), kind);
    const bool is_turned = table->side(0) != reds;
    const std::lock_guard lock(guard_);
    const EndgameTable* const made = table.get();
    made_.push_back(std::move(table));
    const Counts mirrored{counts[1], counts[0]};
    places_[code(counts)] = {made, is_turned};
    if (code(mirrored) != code(counts)) places_[code(mirrored)] = {made, !is_turned};
}

std::string EndgameTables::file_of(const EndgameTable& table) const {
    const std::size_t count = table.side(0).size() + table.side(1).size();
    const std::lock_guard lock(guard_);
    if (folder_.empty() || count < kept_from) return {};
    std::string name;
    for (const Kind kind : table.side(0)) name += letters[kind];
    name += '-';
    for (const Kind kind : table.side(1)) name += letters[kinds + kind];
    return folder_ + "/" + std::to_string(geometry_->files) + "x" +
           std::to_string(geometry_->ranks) + "-" + name + ".bin";
}

int EndgameTables::longest(const Position& position) const {
    const std::lock_guard lock(guard_);
    const auto found = places_.find(code(counts_of(position)));
    return found == places_.end() ? 0 : found->second.table->longest();
}

}  // namespace kikashi::banqi
