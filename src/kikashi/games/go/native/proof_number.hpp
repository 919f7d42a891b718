// Depth-first proof-number search of a local question. The attacker proves: a position that comes
// again on one line counts for the defender, whose target still stands, unless the defender spent
// ko threats on the way: of those it has finitely many.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/control.hpp"
#include "local_board.hpp"

namespace kikashi::go {

inline constexpr std::uint32_t infinite = 1u << 30;
inline constexpr int most_candidates = 96;
inline constexpr int deepest_line = 240;
inline constexpr std::uint32_t likely = 6;  // the number against what an earlier search settled

struct Numbers {
    std::uint32_t proof = 1, disproof = 1;
    bool proved() const { return proof == 0; }
    bool disproved() const { return disproof == 0; }
    bool settled() const { return proved() || disproved(); }
};
inline constexpr Numbers attack_works{0, infinite}, attack_fails{infinite, 0};

struct Entry {
    std::uint64_t key = 0;
    std::uint64_t line = 0;  // not 0: settled by a repetition, after these positions only
    Numbers numbers{};
    std::uint32_t work = 0;
    Point best = 0;
    std::uint16_t age = 0;
    std::uint8_t span = 0;  // how many they are: from the earliest one that is repeated
};

// The positions on the way to the one that is looked at, any last few of them as one number.
class Trail {
   public:
    void clear() { sums_.assign(1, 0); }
    void add(std::uint64_t key) { sums_.push_back(sums_.back() + mix(key)); }
    void drop() { sums_.pop_back(); }
    std::uint64_t last(int count) const {
        const int length = static_cast<int>(sums_.size()) - 1;
        if (count > length) return 0;
        return sums_.back() - sums_[static_cast<std::size_t>(length - count)];
    }

   private:
    std::vector<std::uint64_t> sums_{0};
};

// Forgotten by age, not by clearing: most questions are small.
class Memory {
   public:
    explicit Memory(int bits = 16)
        : entries_(std::size_t{1} << bits), tags_(entries_.size()), mask_(entries_.size() - 1) {}
    void forget() {
        if (++age_ == 0) {
            std::fill(entries_.begin(), entries_.end(), Entry{});
            std::fill(tags_.begin(), tags_.end(), 0);
            age_ = 1;
        }
    }
    // What holds however the position was reached, or on this way; what is settled first.
    const Entry* find(std::uint64_t key, const Trail* trail = nullptr) const {
        const std::size_t at = key & mask_;
        const Entry* found = nullptr;
        const std::uint32_t wanted = tag(key);
        for (std::size_t n = 0; n < bucket; ++n) {
            if (tags_[(at + n) & mask_] != wanted) continue;
            const Entry& entry = entries_[(at + n) & mask_];
            if (entry.age != age_ || entry.key != key) continue;
            if (entry.line && !(trail && entry.line == trail->last(entry.span))) continue;
            if (entry.numbers.settled()) return &entry;
            found = &entry;
        }
        return found;
    }
    void store(std::uint64_t key, std::uint64_t line, int span, Numbers numbers, Point best,
               std::uint32_t work) {
        const std::size_t at = key & mask_;
        Entry* worst = nullptr;
        for (std::size_t n = 0; n < bucket; ++n) {
            Entry& entry = entries_[(at + n) & mask_];
            if (entry.age != age_) {
                if (!worst || worst->age == age_) worst = &entry;
                continue;
            }
            if (entry.key == key && entry.line == line) {
                entry.numbers = numbers;
                entry.best = best;
                entry.work = std::max(entry.work, work);
                return;
            }
            if (!worst || (worst->age == age_ && entry.work < worst->work)) worst = &entry;
        }
        *worst = {key, line, numbers, work, best, age_, static_cast<std::uint8_t>(span)};
        tags_[static_cast<std::size_t>(worst - entries_.data())] = tag(key);
    }

   private:
    // Most lookups find nothing: four tags lie in one line of the cache, four entries in three.
    std::uint32_t tag(std::uint64_t key) const {
        return static_cast<std::uint32_t>(key >> 32) + (std::uint32_t{age_} << 16);
    }
    static constexpr std::size_t bucket = 4;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> tags_;  // of the entries' keys and ages
    std::size_t mask_;
    std::uint16_t age_ = 1;
};

struct Candidates {
    std::array<Point, most_candidates> points{};
    std::array<std::uint8_t, most_candidates> costs{};  // added to a first estimate
    int count = 0;
    bool has(Point point) const {
        return std::find(points.begin(), points.begin() + count, point) != points.begin() + count;
    }
    void add(Point point, int cost = 0) {
        if (!has(point)) append(point, cost);
    }
    // A point that is not there yet.
    void append(Point point, int cost) {
        if (count == most_candidates) return;
        points[static_cast<std::size_t>(count)] = point;
        costs[static_cast<std::size_t>(count++)] = static_cast<std::uint8_t>(cost);
    }
};

// `Goal` says what is worth a try and what a position is at a glance:
//   Numbers candidates(LocalBoard<W>&, Candidates&);   a closer look: settled, or an estimate
//   Numbers glance(LocalBoard<W>&);   settled, or a first estimate; the mover has not moved yet
//   bool foresees(LocalBoard<W>&, Point, Numbers&);   if it has it: what a glance after this stone,
//       which takes nothing, would say, where that is told without playing it; asked about tries of
//       the position that `candidates` was last asked about
//   static constexpr int lasting_cost;   if there is one: so many of a move's costs count for one
//   where the next move is chosen, even after it was visited
template <int W, class Goal>
class ProofNumberSearch {
   public:
    ProofNumberSearch(LocalBoard<W>& local, Goal& goal, Memory& memory, Control& control)
        : local_(local), goal_(goal), memory_(memory), control_(control) {}

    Numbers run() {
        const Numbers now = goal_.glance(local_);
        // A defence that is seen at a glance still has to be found.
        if (now.proved() || (now.disproved() && local_.attacking())) return now;
        path_.clear();
        marks_ = {};
        trail_.clear();
        return search(infinite, infinite, 0).numbers;
    }
    // Whether repetition counts for the attacker instead: never; where moves on the board alone go
    // round, without a pass or a threat of either side (what falls then, and stands otherwise, is
    // nobody's); or always (of a defender who must make a shape that lasts).
    enum class Falls : std::uint8_t { never, by_cycle, always };
    Falls repeated = Falls::never;

    // Counts of threats under which the same question was searched before, in the same memory.
    void remember(Threats earlier) { earlier_.push_back(earlier); }

    // What is known of the position on the board.
    const Entry* known() const { return memory_.find(local_.key(), &trail_); }

   private:
    struct Found {
        Numbers numbers;
        int shallowest = deepest_line;  // the depth of the earliest position that it repeats
    };
    struct Before {
        std::uint64_t key;
        int spent, outside;
    };
    struct Child {
        Point point = 0;
        Numbers numbers{};
        int shallowest = deepest_line;
        std::uint8_t cost = 0;
    };

    int on_path(std::uint64_t key) const {
        if (!marks_[key % marks_.size()]) return -1;
        for (int n = static_cast<int>(path_.size()); n-- > 0;)
            if (path_[static_cast<std::size_t>(n)].key == key) return n;
        return -1;
    }

    Found search(std::uint32_t proof_limit, std::uint32_t disproof_limit, int depth) {
        if (!control_.tick()) return {{1, 1}};
        const std::uint64_t key = local_.key();
        if (depth >= deepest_line) return {attack_fails, 0};
        const std::uint64_t begun = control_.nodes();
        Candidates tries;
        const Numbers seen = goal_.candidates(local_, tries);
        if (seen.settled() || seen.proof >= proof_limit || seen.disproof >= disproof_limit) {
            const bool named = seen.settled() && tries.count > 0;
            memory_.store(key, 0, 0, seen, named ? tries.points[0] : pass_move, 1);
            return {seen};
        }
        std::vector<Child> children;
        children.reserve(static_cast<std::size_t>(tries.count));
        const bool attacking = local_.attacking();
        path_.push_back({key, local_.spent, local_.outside});
        ++marks_[key % marks_.size()];
        trail_.add(key);
        for (int n = 0; n < tries.count; ++n) {
            Child child{.point = tries.points[n], .cost = tries.costs[n]};
            look(child);
            children.push_back(child);
            if (attacking ? child.numbers.proved() : child.numbers.disproved()) break;
        }
        Found found;
        Point best_point = 0;
        while (true) {
            found = sum(children, attacking, best_point);
            const Numbers& now = found.numbers;
            if (now.settled() || now.proof >= proof_limit || now.disproof >= disproof_limit ||
                !control_.running())
                break;
            // The child to go into, and how far.
            Child* best = nullptr;
            std::uint32_t first = infinite, second = infinite;
            int open = 0;
            for (Child& child : children) {
                std::uint32_t number = attacking ? child.numbers.proof : child.numbers.disproof;
                if (!child.numbers.settled()) ++open;
                if (number >= infinite) continue;
                number += lasting(child);
                if (!best || number < first) {
                    if (best) second = std::min(second, first);
                    best = &child;
                    first = number;
                } else {
                    second = std::min(second, number);
                }
            }
            const auto others = static_cast<std::uint32_t>(std::max(open - 1, 0));
            const std::uint32_t reach =
                second >= infinite ? infinite : second + 1 + second / 4 - lasting(*best);
            const std::uint32_t here = attacking ? proof_limit : disproof_limit;
            const std::uint32_t there = attacking ? disproof_limit : proof_limit;
            const std::uint32_t one = std::min(here, reach);
            const std::uint32_t all =
                there >= infinite ? infinite : there - std::min(there - 1, others);
            LocalUndo<W> undo;
            local_.play(best->point, undo);
            const Found below =
                attacking ? search(one, all, depth + 1) : search(all, one, depth + 1);
            local_.undo(undo);
            best->numbers = below.numbers;
            best->shallowest = below.shallowest;
        }
        path_.pop_back();
        --marks_[key % marks_.size()];
        trail_.drop();
        if (control_.running() || found.numbers.settled() || depth == 0) {
            const bool by_repetition = found.numbers.settled() && found.shallowest < depth;
            const int span = by_repetition ? depth - found.shallowest : 0;
            memory_.store(key, trail_.last(span), span, found.numbers, best_point,
                          static_cast<std::uint32_t>(control_.nodes() - begun));
        }
        if (found.shallowest >= depth) found.shallowest = deepest_line;
        return found;
    }

    void look(Child& child) {
        const bool plain = local_.plain(child.point);
        if (plain) {
            // Most children are looked at once: what needs no play is seen without one.
            const auto key_under = [&](Threats counted) {
                return local_.key_after(child.point, counted);
            };
            if (recognized(child, key_under)) return;
            if constexpr (requires { goal_.foresees(local_, child.point, child.numbers); }) {
                if (goal_.foresees(local_, child.point, child.numbers)) {
                    make_dearer(child, !local_.attacking());
                    return;
                }
            }
        }
        LocalUndo<W> undo;
        local_.play(child.point, undo);
        if (local_.captured()) {
            child.numbers = attack_works;
        } else if (plain ||
                   !recognized(child, [&](Threats counted) { return local_.key_with(counted); })) {
            child.numbers = goal_.glance(local_);
            make_dearer(child, local_.attacking());
        }
        local_.undo(undo);
    }
    // The mover's own way out is what a rank makes dearer.
    static void make_dearer(Child& child, bool attacking) {
        if (child.numbers.settled()) return;
        (attacking ? child.numbers.disproof : child.numbers.proof) += child.cost;
    }

    // From the line that leads here, or from what was searched before.
    template <class KeyUnder>
    bool recognized(Child& child, KeyUnder key_under) const {
        const std::uint64_t key = key_under(local_.threats);
        if (const int at = on_path(key); at >= 0) {
            const Before& before = path_[static_cast<std::size_t>(at)];
            const bool by_threats = local_.spent > before.spent,
                       falls = repeated == Falls::always ||
                               (repeated == Falls::by_cycle && local_.outside == before.outside);
            child.numbers = by_threats || falls ? attack_works : attack_fails;
            child.shallowest = at;
            return true;
        }
        if (const Entry* entry = memory_.find(key, &trail_)) {
            child.numbers = entry->numbers;
            if (entry->line) child.shallowest = static_cast<int>(path_.size()) - entry->span;
            return true;
        }
        return recalled(child, key_under);
    }

    static std::uint32_t lasting([[maybe_unused]] const Child& child) {
        if constexpr (requires { Goal::lasting_cost; }) return child.cost / Goal::lasting_cost;
        return 0;
    }

    // From an earlier search. Where its counts favoured the attacker and it failed, or the defender
    // and it fell, that holds here too; else it says where to look first.
    template <class KeyUnder>
    bool recalled(Child& child, KeyUnder key_under) const {
        bool found = false;
        for (const Threats& one : earlier_) {
            const Entry* entry = memory_.find(key_under(one));
            if (!entry || !entry->numbers.settled()) continue;
            const bool falls = entry->numbers.proved();
            const Threats& now = local_.threats;
            const bool harder = falls
                                    ? one.attacker <= now.attacker && one.defender >= now.defender
                                    : one.attacker >= now.attacker && one.defender <= now.defender;
            if (harder) {
                child.numbers = entry->numbers;
                return true;
            }
            child.numbers = falls ? Numbers{1, likely} : Numbers{likely, 1};
            found = true;
        }
        return found;
    }

    static Found sum(const std::vector<Child>& children, bool attacking, Point& best) {
        std::uint32_t least = infinite, first = infinite, most = 0;
        int open = 0;
        Found found;
        for (const Child& child : children) {
            const std::uint32_t own = attacking ? child.numbers.proof : child.numbers.disproof;
            const std::uint32_t other = attacking ? child.numbers.disproof : child.numbers.proof;
            if (own < infinite && (least == infinite || own + lasting(child) < first)) {
                first = own + lasting(child);
                least = own;
                best = child.point;
            }
            if (own == 0) {
                found.shallowest = child.shallowest;
                found.numbers = attacking ? attack_works : attack_fails;
                return found;
            }
            if (other > 0) {
                most = std::max(most, other);
                ++open;
            }
            found.shallowest = std::min(found.shallowest, child.shallowest);
        }
        if (open == 0 || least >= infinite) {
            found.numbers = attacking ? attack_fails : attack_works;
            return found;
        }
        const std::uint32_t all =
            std::min(infinite - 1, most + static_cast<std::uint32_t>(open - 1));
        found.numbers = attacking ? Numbers{least, all} : Numbers{all, least};
        return found;
    }

    LocalBoard<W>& local_;
    Goal& goal_;
    Memory& memory_;
    Control& control_;
    std::vector<Before> path_;
    std::array<std::uint8_t, 1024> marks_{};  // how many on it have such a key
    std::vector<Threats> earlier_;
    Trail trail_;  // the same positions
};

}  // namespace kikashi::go
