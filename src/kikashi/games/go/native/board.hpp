// The board that is played on: strings with their liberties, codes of the eight points around each
// point, the empty points as a list, a key; all kept up to date by `play` and taken back by `undo`.
#pragma once

#include <array>
#include <cstring>
#include <type_traits>
#include <vector>

#include "bits.hpp"
#include "core/keys.hpp"
#include "point.hpp"

namespace kikashi::go {

inline std::uint64_t stone_key(Point at, Colour colour) {
    return mix((std::uint64_t{at} << 2 | colour) + 0x60'0000);
}
struct Keys {
    std::array<std::array<std::uint64_t, 704>, 4> of{};
    Keys() {
        for (Point at = 0; at < 704; ++at)
            for (const Colour colour : {black, white}) of[colour][at] = stone_key(at, colour);
    }
};
inline const Keys keys;

template <int W>
struct String {
    Bits<W> free;
    std::uint16_t count = 0, size = 0;  // liberties and stones
};

// What `undo` needs to take a stone back.
template <int W>
struct Undo {
    Point point = 0, ko = 0;
    // What the point last held: the rings and counts of strings that went outlive their stones.
    Point head = 0, next = 0;
    String<W> string{};
    std::uint16_t place = 0;
    Colour colour = empty;
    std::uint8_t joined = 0, taken = 0;    // strings
    bool lost = false;                     // the stone's own string went
    std::array<Point, 4> joined_heads{};   // strings that the stone joined to its own
    std::array<Point, 4> joined_points{};  // where their rings were cut
    std::array<Point, 4> taken_points{};   // a stone of each string that went
    std::uint64_t key = 0;
};

template <int W>
class Board {
   public:
    static constexpr int capacity = 64 * W;
    static constexpr int words = W;

    explicit Board(int size) : size_(static_cast<std::uint16_t>(size)), by_(size) {
        for (int at = 0; at < capacity; ++at) colours_[at] = border;
        for (int cell = 0; cell < size * size; ++cell) {
            const Point at = point_of(size, cell);
            colours_[at] = empty;
            place_[at] = empties_;
            list_[empties_++] = at;
        }
        for (int cell = 0; cell < size * size; ++cell) {
            const Point at = point_of(size, cell);
            std::uint16_t code = 0;
            for (int way = 0; way < 8; ++way)
                code |= static_cast<std::uint16_t>(colours_[at + by_.by[way]] << (2 * way));
            around_[at] = code;
        }
    }

    int size() const { return size_; }
    int points() const { return size_ * size_; }
    Colour at(Point point) const { return static_cast<Colour>(colours_[point]); }
    Point ko() const { return ko_; }
    void set_ko(Point point) { ko_ = point; }
    std::uint64_t key() const { return key_; }
    std::uint16_t around(Point point) const { return around_[point]; }
    Point head(Point stone) const { return heads_[stone]; }
    Point next(Point stone) const { return next_[stone]; }
    int liberties(Point stone) const { return strings_[heads_[stone]].count; }
    int stones(Point stone) const { return strings_[heads_[stone]].size; }
    const Bits<W>& liberty_set(Point stone) const { return strings_[heads_[stone]].free; }
    Point only_liberty(Point stone) const { return strings_[heads_[stone]].free.first(); }
    int empties() const { return empties_; }
    Point empty_at(int index) const { return list_[index]; }
    int prisoners(Colour of) const { return prisoners_[of]; }  // stones of this colour taken
    int by(int way) const { return by_.by[way]; }
    Point step(Point from, int way) const { return static_cast<Point>(from + by_.by[way]); }

    bool would_be_suicide(Point point, Colour colour) const {
        for (int way = 0; way < 4; ++way) {
            const Point beside = step(point, way);
            const Colour there = at(beside);
            if (there == empty) return false;
            if (there == border) continue;
            if (there == colour ? liberties(beside) > 1 : liberties(beside) == 1) return false;
        }
        return true;
    }
    // An empty point, by the rules without superko and suicide.
    bool playable(Point point, Colour colour) const {
        return point != ko_ && !would_be_suicide(point, colour);
    }

    // Puts a stone on an empty point. Strings without liberties go, the opponent's first.
    void play(Point point, Colour colour) { put<false>(point, colour, nullptr); }
    void play(Point point, Colour colour, Undo<W>& undo) { put<true>(point, colour, &undo); }

    // Only the last stone that was put with an `Undo`, and before anything else is played.
    void undo(const Undo<W>& record) {
        const Point point = record.point;
        const Colour colour = record.colour, theirs = other(colour);
        ko_ = record.ko;
        key_ = record.key;
        if (record.lost) bring_back(point, colour);
        for (int n = record.taken; n-- > 0;) {
            const Point stone = record.taken_points[n];
            bring_back(stone, theirs);
            strings_[heads_[stone]].free = {};
            strings_[heads_[stone]].count = 0;  // its last liberty comes back with the rest below
        }
        // What was joined comes apart; `strings_` still holds each as it was, less this liberty.
        for (int n = record.joined; n-- > 0;) {
            const Point cut = record.joined_points[n];
            std::swap(next_[point], next_[cut]);
            Point stone = cut;
            do {
                heads_[stone] = record.joined_heads[n];
                stone = next_[stone];
            } while (stone != cut);
        }
        heads_[point] = record.head;
        next_[point] = record.next;
        strings_[point] = record.string;
        colours_[point] = empty;
        change_around(point, colour);
        // The reverse of `occupy`.
        const std::uint16_t place = record.place;
        place_[point] = place;
        if (place < empties_) {
            const Point moved = list_[place];
            list_[empties_] = moved;
            place_[moved] = empties_;
        }
        list_[place] = point;
        ++empties_;
        for (int way = 0; way < 4; ++way) {
            const Point beside = step(point, way);
            if (at(beside) == theirs || at(beside) == colour) give_liberty(beside, point);
        }
    }

    void pass() { ko_ = 0; }

   private:
    void give_liberty(Point stone, Point liberty) {
        String<W>& string = strings_[heads_[stone]];
        if (!string.free.test(liberty)) {
            string.free.set(liberty);
            ++string.count;
        }
    }
    void take_liberty(Point stone, Point liberty) {
        String<W>& string = strings_[heads_[stone]];
        if (string.free.test(liberty)) {
            string.free.reset(liberty);
            --string.count;
        }
    }
    void change_around(Point point, Colour colour) {
        for (int way = 0; way < 8; ++way)
            around_[point + by_.by[way]] ^=
                static_cast<std::uint16_t>(colour << (2 * back_of[way]));
    }
    void occupy(Point point) {
        const std::uint16_t place = place_[point];
        const Point last = list_[--empties_];
        list_[place] = last;
        place_[last] = place;
    }
    void vacate(Point point) {
        place_[point] = empties_;
        list_[empties_++] = point;
    }

    template <bool log>
    void put(Point point, Colour colour, [[maybe_unused]] Undo<W>* undo) {
        const Colour theirs = other(colour);
        if constexpr (log) {
            undo->joined = undo->taken = 0;
            undo->lost = false;
            undo->point = point;
            undo->colour = colour;
            undo->ko = ko_;
            undo->key = key_;
            undo->head = heads_[point];
            undo->next = next_[point];
            undo->string = strings_[point];
            undo->place = place_[point];
        }
        colours_[point] = colour;
        change_around(point, colour);
        occupy(point);
        key_ ^= keys.of[colour][point];
        heads_[point] = point;
        next_[point] = point;
        strings_[point].free = {};
        strings_[point].size = 1;
        bool takes = false;
        for (int way = 0; way < 4; ++way) {
            const Point beside = step(point, way);
            const Colour there = at(beside);
            if (there == empty) {
                strings_[heads_[point]].free.set(beside);
            } else if (there == colour) {
                if (heads_[beside] == heads_[point]) continue;
                take_liberty(beside, point);
                join<log>(point, beside, undo);
            } else if (there == theirs) {
                take_liberty(beside, point);
                takes |= strings_[heads_[beside]].count == 0;
            }
        }
        String<W>& made = strings_[heads_[point]];
        made.count = static_cast<std::uint16_t>(made.free.count());
        ko_ = 0;
        if (takes) {
            int taken = 0;
            Point taken_at = 0;
            for (int way = 0; way < 4; ++way) {
                const Point beside = step(point, way);
                if (at(beside) != theirs || strings_[heads_[beside]].count != 0) continue;
                if constexpr (log) undo->taken_points[undo->taken++] = beside;
                taken += take_off(beside, theirs);
                taken_at = beside;
            }
            if (taken == 1 && made.size == 1 && made.count == 1) ko_ = taken_at;
        } else if (made.count == 0) {
            if constexpr (log) undo->lost = true;
            take_off(point, colour);
        }
    }

    template <bool log>
    void join(Point point, Point beside, [[maybe_unused]] Undo<W>* undo) {
        Point keep = heads_[point], go = heads_[beside];
        // Undo tears off what was joined, so that with a log the stone's own string stays.
        if (!log && strings_[keep].size < strings_[go].size) std::swap(keep, go);
        if constexpr (log) {
            undo->joined_heads[undo->joined] = go;
            undo->joined_points[undo->joined++] = beside;
        }
        String<W>&into = strings_[keep], &from = strings_[go];
        Point stone = go;
        do {
            heads_[stone] = keep;
            stone = next_[stone];
        } while (stone != go);
        std::swap(next_[point], next_[beside]);
        into.free |= from.free;
        into.size = static_cast<std::uint16_t>(into.size + from.size);
    }

    int take_off(Point first, Colour colour) {
        const Colour theirs = other(colour);
        int count = 0;
        Point stone = first;
        do {
            colours_[stone] = empty;
            change_around(stone, colour);
            key_ ^= keys.of[colour][stone];
            vacate(stone);
            ++count;
            stone = next_[stone];
        } while (stone != first);
        do {
            for (int way = 0; way < 4; ++way) {
                const Point beside = step(stone, way);
                if (at(beside) == theirs) give_liberty(beside, stone);
            }
            stone = next_[stone];
        } while (stone != first);
        prisoners_[colour] = static_cast<std::uint16_t>(prisoners_[colour] + count);
        return count;
    }

    // The stones of a string that was taken off: its ring and heads still stand.
    void bring_back(Point first, Colour colour) {
        const Colour theirs = other(colour);
        int count = 0;
        Point stone = first;
        do {
            ++count;
            colours_[stone] = colour;
            change_around(stone, colour);
            stone = next_[stone];
        } while (stone != first);
        empties_ = static_cast<std::uint16_t>(empties_ - count);  // they end the list
        prisoners_[colour] = static_cast<std::uint16_t>(prisoners_[colour] - count);
        do {
            for (int way = 0; way < 4; ++way) {
                const Point beside = step(stone, way);
                if (at(beside) == theirs) take_liberty(beside, stone);
            }
            stone = next_[stone];
        } while (stone != first);
    }

    std::uint16_t size_;
    std::uint16_t empties_ = 0;
    Point ko_ = 0;
    std::array<std::uint16_t, 4> prisoners_{};
    std::uint64_t key_ = 0;
    Offsets by_;
    std::array<std::uint8_t, capacity> colours_{};
    std::array<Point, capacity> heads_{}, next_{}, list_{}, place_{};
    std::array<std::uint16_t, capacity> around_{};
    std::array<String<W>, capacity> strings_{};
};

}  // namespace kikashi::go
