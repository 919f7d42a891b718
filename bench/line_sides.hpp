// Who plays a game of lines: what was asked for on the command line, a table, one search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "line_kinds.hpp"

namespace kikashi::bench {

// A game as it stands.
struct Table {
    explicit Table(const std::shared_ptr<Geometry>& geometry, const Kind& kind)
        : board(geometry), stones(2), left(kind.first), each(kind.stones) {}
    void put(Cell cell) {
        stones[static_cast<std::size_t>(mover)].push_back(cell);
        board.place(cell, mover);
        if (--left == 0) {
            mover = 1 - mover;
            left = each;
        }
    }
    Board<2> board;
    std::vector<std::vector<Cell>> stones;
    int mover = 0, left, each;
};

struct Limit {
    std::uint64_t nodes = 0;
    double seconds = 0;
};

inline Thought think(const std::shared_ptr<Geometry>& geometry, const Weights& weights, const Style& style,
              const Limit& limit, const Table& table, std::uint64_t seed, int noise) {
    Control control({.nodes = 0, .seconds = limit.seconds});
    Budget budget;
    budget.nodes = limit.nodes;
    budget.seconds = limit.seconds;
    budget.seed = seed;
    budget.noise = noise;
    Player player(geometry, weights, style, budget, table.stones, table.mover, table.left, control);
    return player.think();
}

// 0, 1: this side has won by proof; -1: not yet.
inline int winner_by(const Thought& thought, int mover) {
    if (thought.reason == Reason::fills || thought.reason == Reason::forced_win) return mover;
    if (thought.reason == Reason::lost) return 1 - mover;
    return -1;
}

struct Asked {
    double minutes = 0, seconds = 0;
    std::uint64_t games = UINT64_MAX, nodes = 0, seed = 1, first = 0;
    std::uint64_t judge = 3000;  // nodes by which an opening of a match is seen to be balanced
    int threads = 2, pairs = 50;
    std::string out, ours, theirs, other;  // other: a program built from another checkout
};

struct Side {
    Weights weights;
    Style style;
    Limit limit;
};

inline std::shared_ptr<const LineNet> net_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    return std::make_shared<LineNet>(bytes);
}

inline std::shared_ptr<const CellNet> cells_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    return std::make_shared<CellNet>(bytes);
}

inline Side side_of(const Kind& kind, const Asked& asked, const std::string& words) {
    Side side{sets_of(kind), kind.style, {asked.nodes, asked.seconds}};
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(',', at), words.size());
        const std::string word = words.substr(at, end - at);
        at = end + 1;
        const std::size_t is = word.find('=');
        const std::string name = word.substr(0, is), value = word.substr(is + 1);
        if (name == "width") side.style.width = std::atoi(value.c_str());
        if (name == "root_width") side.style.root_width = std::atoi(value.c_str());
        if (name == "glance") side.style.glance = std::strtoull(value.c_str(), nullptr, 10);
        if (name == "first_stones") side.style.first_stones = std::atoi(value.c_str());
        if (name == "partial") side.style.partial = std::atof(value.c_str());
        if (name == "wary") side.style.wary = std::atof(value.c_str());
        if (name == "net") side.weights.net = net_of(value);
        if (name == "cells") side.weights.cells = cells_of(value);
        if (name == "selective") side.style.selective = value == "1";
        if (name == "order") side.style.net_orders = value == "net";
        if (name == "fours") side.style.extend_fours = value == "1";
        search::PruningOptions& by = side.style.search.pruning;
        const double number = std::atof(value.c_str());
        if (name == "rfd") by.reverse_futility_depth = static_cast<int>(number);
        if (name == "rfm") by.reverse_futility_margin = static_cast<int>(number);
        if (name == "nmd") by.null_move_depth = static_cast<int>(number);
        if (name == "nmr") by.null_move_reduction = static_cast<int>(number);
        if (name == "lmr") by.lmr_divisor = number;
        if (name == "lmrd") side.style.search.lmr_depth = static_cast<int>(number);
        if (name == "lmp") by.lmp_base = static_cast<int>(number);
        if (name == "fd") by.futility_depth = static_cast<int>(number);
        if (name == "fb") by.futility_base = static_cast<int>(number);
        if (name == "fm") by.futility_margin = static_cast<int>(number);
        if (name == "hpd") by.history_pruning_depth = static_cast<int>(number);
        if (name == "iir") by.iir_depth = static_cast<int>(number);
        if (name == "sing") by.singular_depth = static_cast<int>(number);
        if (name == "asp") side.style.search.aspiration_delta = static_cast<int>(number);
        if (name == "rootlmr") by.lmr_at_root = number > 0;
        if (name == "cut") by.lmr_cut_node = static_cast<int>(number);
        if (name == "cont") by.continuation_pruning_depth = static_cast<int>(number);
        if (name == "keep") by.keep_table_move_on_fail_low = number > 0;
        if (name == "grand") by.clear_grandchild_killers = number > 0;
        if (name == "prior") by.prior_quiet_bonus = number > 0;
        if (name == "multicut") by.multicut = number > 0;
        if (name == "nodouble") by.no_double_extension = number > 0;
        if (name == "lhd") by.lmr_history_divisor = static_cast<int>(number);
        if (name == "mover" || name == "waiting" || name == "gain") {  // mover=60:40:24, by lack
            Weights& weights = side.weights;
            auto& row = name == "mover"     ? weights.mover
                        : name == "waiting" ? weights.waiting
                                            : weights.gain;
            std::size_t from = 0;
            for (std::size_t lack = 1; lack <= max_set_size && from < value.size(); ++lack) {
                row[lack] = std::atoi(value.c_str() + from);
                from = std::min(value.find(':', from), value.size() - 1) + 1;
            }
        }
        if (name == "unit") side.style.order_unit = static_cast<int>(number);
        if (name == "own") side.weights.own_share = static_cast<int>(number);
        if (name == "their") side.weights.their_share = static_cast<int>(number);
        if (name == "tempo") side.weights.tempo = static_cast<int>(number);
        if (name == "nodes") side.limit.nodes = std::strtoull(value.c_str(), nullptr, 10);
    }
    return side;
}

}  // namespace kikashi::bench
