// All endgame tables of a board: made or read when they are asked for, together with all that their
// positions can turn into, kept in a folder, and given up where memory is needed.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/control.hpp"
#include "endgame_table.hpp"
#include "position.hpp"

namespace kikashi::banqi {

struct TableValue {
    bool known = false;
    bool wins = false;  // the side to move, where `plies` is not 0 or `lost` is false
    bool lost = false;
    int plies = 0;  // to the end; a side that cannot move has lost in 0
};

// All tables of one board that were asked for so far. Several threads may probe; one builds.
class EndgameTables {
   public:
    explicit EndgameTables(const Geometry& geometry) : geometry_(&geometry) {}
    static EndgameTables& of(const Geometry& geometry);  // one for each board, kept

    TableValue probe(const Position& position) const;
    // Makes the tables of this position's material and of all it can turn into, unless that needs
    // more than `most_states` states or the control stops it. Whether they are there.
    bool prepare(const Position& position, std::size_t most_states, Control& control);
    // For a player, who does not wait for others that build: what the position can turn into, the
    // largest first, as far as `most_states` go; larger ones too if they were kept and `may_read`
    // so many bytes.
    void prepare_some(const Position& position, std::size_t most_states, std::size_t may_read,
                      Control& control);
    // While somebody reads tables that were prepared for it, none are given up.
    class Lease {
       public:
        explicit Lease(EndgameTables& tables) : tables_(tables) {
            const std::lock_guard lock(tables_.guard_);
            ++tables_.leases_;
        }
        ~Lease() {
            const std::lock_guard lock(tables_.guard_);
            --tables_.leases_;
        }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;

       private:
        EndgameTables& tables_;
    };
    // Beyond so many bytes in memory a player's next `prepare_some` gives up all that are there:
    // they are read or made again.
    void keep_at_most(std::size_t bytes) {
        const std::lock_guard lock(guard_);
        most_bytes_ = bytes;
    }
    std::size_t bytes() const;
    // How many states have to be worked out for it.
    std::size_t missing(const Position& position) const;
    // Tables are read from there, and kept there from so many pieces on; empty: nowhere.
    void keep_in(const std::string& folder) {
        const std::lock_guard lock(guard_);
        folder_ = folder;
    }
    int longest(const Position& position) const;

   private:
    struct Place {
        const EndgameTable* table = nullptr;
        bool turned = false;  // `mine` is black
    };
    using Counts = std::array<std::array<int, kinds>, 2>;
    static std::uint64_t code(const Counts& counts);
    static Counts counts_of(const Position& position);
    static std::size_t total(const std::array<int, kinds>& side);
    static bool small(const Counts& counts);
    template <class Do>
    static bool below(const Counts& counts, Do visit);
    std::map<std::uint64_t, Counts> reached_from(const Counts& counts) const;  // itself too
    std::size_t missing(const Counts& counts) const;
    bool make(const Counts& counts, Control& control);
    bool read_kept(const Counts& counts, std::size_t& may_read, Control& control);
    std::unique_ptr<EndgameTable> table_of(const Counts& counts) const;
    void add(const Counts& counts, std::unique_ptr<EndgameTable> table);
    std::string file_of(const EndgameTable& table) const;
    void make_room();
    std::uint8_t look(const Counts& counts, int colour, const std::array<Bits, pieces>& at) const;

    const Geometry* geometry_;
    std::string folder_;
    std::size_t most_bytes_ = std::size_t{512} << 20;
    int leases_ = 0;
    mutable std::mutex guard_;  // over what is there
    std::mutex building_;       // held by who makes tables
    std::vector<std::unique_ptr<EndgameTable>> made_;
    std::unordered_map<std::uint64_t, Place> places_;
};

}  // namespace kikashi::banqi
