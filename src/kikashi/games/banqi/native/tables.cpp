#include "tables.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/keys.hpp"

namespace kikashi::banqi {

namespace {

constexpr int most_count = 2 * most_table_side;
constexpr int most_plies = 250;           // a byte holds one more than the plies
constexpr int kept_from = 5;              // pieces: smaller tables are made faster than read
constexpr std::uint8_t escape = 255;      // a way out that is not lost: never counted down
constexpr std::size_t most_prepared = 6;  // pieces on the board from which tables are made in play

constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }

Cell turned(const Geometry& geometry, Cell cell, int way) {
    int x = cell % geometry.files, y = cell / geometry.files;
    if (way & 1) x = geometry.files - 1 - x;
    if (way & 2) y = geometry.ranks - 1 - y;
    return geometry.files * y + x;
}

}  // namespace

EndgameTable::EndgameTable(const Geometry& geometry, Pieces mine, Pieces theirs)
    : geometry_(&geometry),
      mine_(std::move(mine)),
      theirs_(std::move(theirs)),
      count_(static_cast<int>(mine_.size() + theirs_.size())),
      states_(states(geometry, at(count_))),
      quarters_(geometry.usual()) {}

std::size_t EndgameTable::states(const Geometry& geometry, std::size_t count) {
    std::size_t product = geometry.usual() ? 8 : 32;
    for (std::size_t piece = 1; piece < count; ++piece) product *= 32;
    return product;
}

std::size_t EndgameTable::index(const Cell* cells) const {
    int way = 0;
    std::size_t made = 0, shift = 5;
    if (quarters_) {
        way = (cells[0] % 4 >= 2 ? 1 : 0) | (cells[0] >= 16 ? 2 : 0);
        const Cell first = turned(*geometry_, cells[0], way);
        made = at(first / 4 * 2 + first % 4);
        shift = 3;
    } else {
        made = at(cells[0]);
    }
    // On four files and eight ranks a turn is a flip of bits.
    const int flip = quarters_ ? (way & 1 ? 3 : 0) | (way & 2 ? 28 : 0) : 0;
    for (int piece = 1; piece < count_; ++piece, shift += 5)
        made |= at(cells[piece] ^ flip) << shift;
    return made;
}

void EndgameTable::read(std::size_t index, Cell* cells) const {
    std::size_t shift = 5;
    if (quarters_) {
        const int first = static_cast<int>(index & 7);
        cells[0] = first / 2 * 4 + first % 2;
        shift = 3;
    } else {
        cells[0] = static_cast<Cell>(index & 31);
    }
    for (int piece = 1; piece < count_; ++piece, shift += 5)
        cells[piece] = static_cast<Cell>(index >> shift & 31);
}

// `probe(mover, cells, taken)` gives the byte for the other side to move once piece `taken` is
// gone.
template <class Probe>
bool EndgameTable::build(Probe probe, Control& control) {
    values_.assign(2 * states_, 0);
    std::vector<std::uint8_t, PageAllocator<std::uint8_t>> open(2 * states_, 0);
    const int own_count[2] = {static_cast<int>(mine_.size()), static_cast<int>(theirs_.size())};
    const int begin[2] = {0, own_count[0]}, end[2] = {own_count[0], count_};
    std::array<Kind, most_count> kind{};
    for (int piece = 0; piece < count_; ++piece)
        kind[at(piece)] = piece < end[0] ? mine_[at(piece)] : theirs_[at(piece - end[0])];

    const auto good = [&](const Cell* cells, Bits& occupied) {
        occupied = 0;
        for (int piece = 0; piece < count_; ++piece) {
            if (cells[piece] >= geometry_->cells || (occupied >> cells[piece] & 1)) return false;
            occupied |= bit(cells[piece]);
        }
        return true;
    };
    // The captures of a side: the fewest plies to a win, the most to a loss, and ways out.
    struct Captures {
        int win = 0, worst = 0;
        bool escape = false;
    };
    const auto captures = [&](int mover, const Cell* cells, Bits occupied) {
        Captures found;
        for (int piece = begin[mover]; piece < end[mover]; ++piece) {
            const Cell from = cells[piece];
            const bool jumps = kind[at(piece)] == cannon;
            const Bits reach =
                jumps ? geometry_->jumps(from, occupied & ~bit(from)) : geometry_->step[at(from)];
            if (!(reach & occupied)) continue;
            for (int prey = begin[1 - mover]; prey < end[1 - mover]; ++prey) {
                if (!(reach >> cells[prey] & 1)) continue;
                if (!jumps && !beats(kind[at(piece)], kind[at(prey)])) continue;
                int plies;  // of the other side, from there
                if (own_count[1 - mover] == 1) {
                    plies = 0;
                } else {
                    std::array<Cell, most_count> after{};
                    std::copy_n(cells, count_, after.begin());
                    after[at(piece)] = cells[prey];
                    const std::uint8_t value = probe(1 - mover, after.data(), prey);
                    if (value == 0) {
                        found.escape = true;
                        continue;
                    }
                    plies = value - 1;
                }
                if (plies % 2 == 0)
                    found.win = found.win ? std::min(found.win, plies + 1) : plies + 1;
                else
                    found.worst = std::max(found.worst, plies + 1);
            }
        }
        return found;
    };
    const auto steps = [&](int side, const Cell* cells, Bits occupied, auto&& visit) {
        for (int piece = begin[side]; piece < end[side]; ++piece)
            for (Bits to = geometry_->step[at(cells[piece])] & ~occupied; to;)
                visit(piece, take_cell(to));
    };

    int most = 0;  // the largest number of plies that stands in the table so far
    const auto set = [&](std::size_t place, int plies) {
        if (plies > most_plies) return;
        std::uint8_t& value = values_[place];
        if (value != 0 && value <= plies + 1) return;
        value = static_cast<std::uint8_t>(plies + 1);
        most = std::max(most, plies);
    };
    for (int mover = 0; mover < 2; ++mover)
        for (std::size_t index = 0; index < states_; ++index) {
            if ((index & 0xfff) == 0 && !control.consult()) return false;
            std::array<Cell, most_count> cells{};
            Bits occupied;
            read(index, cells.data());
            if (!good(cells.data(), occupied)) continue;
            int quiet = 0;
            steps(mover, cells.data(), occupied, [&](int, Cell) { ++quiet; });
            const Captures found = captures(mover, cells.data(), occupied);
            const std::size_t place = at(mover) * states_ + index;
            open[place] = found.escape || found.win ? escape : static_cast<std::uint8_t>(quiet);
            if (found.win)
                set(place, found.win);
            else if (!found.escape && quiet == 0)
                set(place, found.worst);
        }
    for (int plies = 0; plies <= most; ++plies) {
        const auto wanted = static_cast<std::uint8_t>(plies + 1);
        const std::uint8_t* const first = values_.data();
        const std::uint8_t* const last = first + values_.size();
        for (const std::uint8_t* found = first;
             (found = static_cast<const std::uint8_t*>(
                  std::memchr(found, wanted, static_cast<std::size_t>(last - found))));
             ++found) {
            if (!control.tick()) return false;
            const auto place = static_cast<std::size_t>(found - first);
            const int mover = place >= states_;
            std::array<Cell, most_count> cells{};
            Bits occupied;
            read(place - at(mover) * states_, cells.data());
            if (!good(cells.data(), occupied)) continue;
            longest_ = plies;
            // The side that has just moved may have come from any empty cell beside its pieces.
            const int before = 1 - mover;
            steps(before, cells.data(), occupied, [&](int piece, Cell from) {
                std::array<Cell, most_count> was = cells;
                was[at(piece)] = from;
                const std::size_t earlier = at(before) * states_ + index(was.data());
                if (plies % 2 == 0) {
                    set(earlier, plies + 1);
                    return;
                }
                std::uint8_t& left = open[earlier];
                if (left == escape || left == 0 || --left > 0 || values_[earlier] != 0) return;
                const Bits then = (occupied & ~bit(cells[at(piece)])) | bit(from);
                set(earlier, std::max(plies + 1, captures(before, was.data(), then).worst));
            });
        }
    }
    return true;
}

// Tables of one size are told apart by what they are about: under another's name one is refused.
std::uint64_t EndgameTable::mark() const {
    std::uint64_t made = mix(static_cast<std::uint64_t>(100 * geometry_->files + geometry_->ranks));
    for (const Pieces& side : {mine_, theirs_}) {
        made = mix(made + side.size());
        for (const Kind kind : side) made = mix(made + at(kind));
    }
    return made;
}

bool EndgameTable::save(const std::string& path) const {
    const std::string draft = path + ".new";
    std::FILE* file = std::fopen(draft.c_str(), "wb");
    if (!file) return false;
    std::uint64_t sum = mark();
    for (const std::uint8_t value : values_) sum = sum * 31 + value;
    bool good = std::fwrite(&sum, sizeof sum, 1, file) == 1 &&
                std::fwrite(values_.data(), 1, values_.size(), file) == values_.size();
    good = std::fclose(file) == 0 && good;
    if (good) good = std::rename(draft.c_str(), path.c_str()) == 0;
    if (!good) std::remove(draft.c_str());
    return good;
}

bool EndgameTable::load(const std::string& path) {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) return false;
    values_.resize(2 * states_);
    std::uint64_t said = 0, sum = mark();
    bool good = std::fread(&said, sizeof said, 1, file) == 1 &&
                std::fread(values_.data(), 1, values_.size(), file) == values_.size() &&
                std::fgetc(file) == EOF;
    std::fclose(file);
    longest_ = 0;
    for (const std::uint8_t value : values_) {
        sum = sum * 31 + value;
        longest_ = std::max(longest_, value - 1);
    }
    return good && sum == said;
}

// --- all tables of a board -----------------------------------------------------------------------

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
    std::array<Cell, most_count> cells{};
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
