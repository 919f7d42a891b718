// Self-play for nets of cells: thousands of games at once, each with a tree of its own (PUCT),
// whose leaves wait together for a net that runs elsewhere. `bench/fit_cells.py` loads this as a
// shared library (`cell_games.sh`) and runs the net.
//
// A call of `step` takes the net's answers for the leaves of a part of the games, goes on with each
// of them until it needs the net again, and hands out the next leaves. Games end where a forced win
// is found: what remains to be learned is what the forcing search does not see.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "line_kinds.hpp"
#include "positional/player/stone_game.hpp"
#include "random.hpp"

using namespace kikashi;
using namespace kikashi::bench;
using namespace kikashi::positional;

namespace {

constexpr int shares_given = 40;        // candidates that the net names for a leaf, best first
constexpr std::size_t tree_width = 20;  // of them in a tree; all at the root
constexpr int policy_kept = 24;         // moves of a target
constexpr std::uint64_t leaf_glance = 60, root_glance = 3000;
constexpr std::size_t forcing_bytes = std::size_t{16} << 20;
constexpr int most_stones = 140;  // a game so long is drawn
constexpr double noise_share = 0.25;
constexpr int resting = 1 << 20;  // nodes of a tree that is begun anew

struct Sample {  // as fit_cells.py reads it
    std::uint8_t cells[625];
    std::uint8_t mid_turn, count, padding[1];
    std::uint16_t moves[policy_kept];
    float shares[policy_kept];
    float result, value;  // chances of the mover: how the game ended, what the search thought
    std::int32_t left_to_play;
};

struct Options {
    std::int32_t sims, quick_sims, full_in_100, central_in_100;
    float temperature, late_temperature;
    std::int32_t warm_stones;
};

struct Game {
    explicit Game(std::uint64_t seed) : random(seed) {}
    Random random;
    std::vector<std::vector<Cell>> stones{2};
    int mover = 0, left = 1, lying = 0, own_moves = 0;
    puct::Tree<Cell> tree;
    bool waits = false, over = true, full = false, fresh = true, noisy = false;
    std::uint32_t target = 0;
    std::vector<Sample> samples;
    std::vector<int> sides;
};

struct Worker {
    Worker(std::shared_ptr<Geometry> geometry)
        : play(std::move(geometry), leaf_glance, forcing_bytes) {}
    StoneGame play;
    std::vector<puct::Prior<Cell>> shares, candidates;
    std::uint64_t leaves = 0, settled = 0;
};

double uniform(Random& random) { return (random.below(1 << 24) + 0.5) / (1 << 24); }

double gamma_of(Random& random, double shape) {  // Marsaglia and Tsang, with the boost below 1
    if (shape < 1) return gamma_of(random, shape + 1) * std::pow(uniform(random), 1 / shape);
    const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
        const double radius = std::sqrt(-2 * std::log(uniform(random)));
        const double x = radius * std::cos(6.283185307179586 * uniform(random));
        const double v = std::pow(1 + c * x, 3);
        if (v > 0 && std::log(uniform(random)) < 0.5 * x * x + d - d * v + d * std::log(v))
            return d * v;
    }
}

class Hall {
   public:
    Hall(const std::string& name, int games, int threads, std::uint64_t seed, Options options)
        : kind_(kind_named(name)), geometry_(geometry_of(kind_)), options_(options) {
        for (int n = 0; n < games; ++n)
            games_.push_back(
                std::make_unique<Game>(seed * 1'000'003 + static_cast<std::uint64_t>(n)));
        for (int n = 0; n < threads; ++n) workers_.push_back(std::make_unique<Worker>(geometry_));
        for (int n = 0; n < threads; ++n) crew_.emplace_back([this, n] { work(n); });
    }
    ~Hall() {
        {
            const std::lock_guard lock(mutex_);
            ends_ = true;
        }
        begin_.notify_all();
        for (auto& thread : crew_) thread.join();
    }

    struct Part {
        int from, count;
        const float* values;
        const std::uint16_t* moves;
        const float* shares;
        std::uint8_t* cells;
        std::uint8_t* mid_turn;
    };

    void step(const Part& part) {
        std::unique_lock lock(mutex_);
        part_ = part;
        next_ = 0;
        busy_ = static_cast<int>(workers_.size());
        ++round_;
        begin_.notify_all();
        done_.wait(lock, [this] { return busy_ == 0; });
    }

    int drain(Sample* out, int most) {
        const std::lock_guard lock(samples_mutex_);
        const int count = std::min(most, static_cast<int>(samples_.size()));
        std::copy_n(samples_.begin(), count, out);
        samples_.erase(samples_.begin(), samples_.begin() + count);
        return count;
    }
    void statistics(double* out) {
        out[0] = static_cast<double>(finished_);
        out[1] = static_cast<double>(moves_);
        out[2] = 0;
        out[3] = 0;
        for (const auto& worker : workers_) {
            out[2] += static_cast<double>(worker->leaves);
            out[3] += static_cast<double>(worker->settled);
        }
        out[4] = static_cast<double>(first_won_);
        out[5] = static_cast<double>(drawn_);
    }
    int cells() const { return geometry_->cells(); }

   private:
    void work(int number) {
        std::uint64_t seen = 0;
        for (;;) {
            {
                std::unique_lock lock(mutex_);
                begin_.wait(lock, [&] { return ends_ || round_ != seen; });
                if (ends_) return;
                seen = round_;
            }
            for (int n; (n = next_.fetch_add(4)) < part_.count;)
                for (int m = n; m < std::min(n + 4, part_.count); ++m)
                    go_on(*games_[static_cast<std::size_t>(part_.from + m)],
                          *workers_[static_cast<std::size_t>(number)], m);
            const std::lock_guard lock(mutex_);
            if (--busy_ == 0) done_.notify_one();
        }
    }

    void begin(Game& game, Worker& worker) {
        for (;;) {
            game.stones.assign(2, {});
            game.mover = 0;
            game.left = kind_.first;
            game.lying = game.own_moves = 0;
            game.samples.clear();
            game.sides.clear();
            game.tree.clear();
            game.fresh = true;
            game.over = false;
            if (game.random.below(100) < options_.central_in_100) {
                put(game,
                    static_cast<Cell>((kind_.size / 2 + game.random.below(3) - 1) * kind_.size +
                                      kind_.size / 2 + game.random.below(3) - 1));
            } else {
                for (const Cell cell : opening(game.random)) put(game, cell);
            }
            worker.play.set_up(game.stones, game.mover, game.left);
            if (worker.play.settled(root_glance) == puct::Outcome::open) return;
        }
    }

    std::vector<Cell> opening(Random& random) {
        const int count =
            kind_.least_opening + random.below(kind_.most_opening - kind_.least_opening + 1);
        const int reach = 2 + random.below(3);
        const int x0 = kind_.size / 2 + random.below(5) - 2,
                  y0 = kind_.size / 2 + random.below(5) - 2;
        std::vector<Cell> cells;
        while (static_cast<int>(cells.size()) < count) {
            const int x = x0 - reach + random.below(2 * reach + 1);
            const int y = y0 - reach + random.below(2 * reach + 1);
            const auto cell = static_cast<Cell>(y * kind_.size + x);
            if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
        }
        return cells;
    }

    void put(Game& game, Cell cell) {
        game.stones[static_cast<std::size_t>(game.mover)].push_back(cell);
        ++game.lying;
        if (--game.left == 0) {
            game.mover = 1 - game.mover;
            game.left = kind_.stones;
        }
    }

    void end(Game& game, puct::Outcome outcome) {
        const int winner = outcome == puct::Outcome::first_wins    ? 0
                           : outcome == puct::Outcome::second_wins ? 1
                                                                   : 2;
        for (std::size_t n = 0; n < game.samples.size(); ++n) {
            Sample& sample = game.samples[n];
            sample.result = winner == 2 ? 0.5f : winner == game.sides[n] ? 1.0f : 0.0f;
            sample.left_to_play = static_cast<std::int32_t>(game.lying) - sample.left_to_play;
        }
        const std::lock_guard lock(samples_mutex_);
        if (samples_.size() < 400'000)
            samples_.insert(samples_.end(), game.samples.begin(), game.samples.end());
        ++finished_;
        moves_ += static_cast<std::uint64_t>(game.own_moves);
        first_won_ += winner == 0;
        drawn_ += winner == 2;
    }

    // Begins the search for a move.
    void prepare(Game& game) {
        game.full = game.random.below(100) < options_.full_in_100;
        game.target = static_cast<std::uint32_t>(game.full ? options_.sims : options_.quick_sims);
        if (game.tree.size() > resting) game.tree.clear();
        game.noisy = false;
        game.fresh = false;
    }

    void add_noise(Game& game) {
        game.noisy = true;
        auto& root = game.tree.root();
        if (root.count < 2) return;
        std::vector<double> drawn(root.count);
        double sum = 0;
        for (double& one : drawn) sum += one = gamma_of(game.random, 8.0 / root.count);
        for (std::uint32_t n = 0; n < root.count; ++n) {
            auto& child = game.tree[root.first + n];
            child.prior =
                static_cast<float>((1 - noise_share) * child.prior + noise_share * drawn[n] / sum);
        }
    }

    // Chooses the move and plays it; true if the game is over.
    bool move(Game& game, Worker& worker) {
        auto& tree = game.tree;
        const auto& root = tree.root();
        const bool lost = root.outcome == puct::won_by(1 - game.mover);
        const bool won = root.outcome == puct::won_by(game.mover);
        std::uint32_t chosen = tree.best(root);
        std::vector<double> weights(root.count);
        if (!won && !lost) {
            const double heat = game.own_moves < options_.warm_stones ? options_.temperature
                                                                      : options_.late_temperature;
            double sum = 0;
            for (std::uint32_t n = 0; n < root.count; ++n) {
                const auto& child = tree[root.first + n];
                if (child.visits < 2 || child.outcome == puct::won_by(1 - game.mover)) continue;
                sum += weights[n] = std::pow(child.visits, 1 / heat);
            }
            double dice = uniform(game.random) * sum;
            for (std::uint32_t n = 0; n < root.count && sum > 0; ++n)
                if (weights[n] > 0 && (dice -= weights[n]) <= 0) {
                    chosen = root.first + n;
                    break;
                }
        }
        if (game.full && !lost) record(game, worker, chosen, won);
        const Cell cell = tree[chosen].move;
        ++game.own_moves;
        put(game, cell);
        tree.advance(cell);
        game.fresh = true;
        worker.play.set_up(game.stones, game.mover, game.left);
        const puct::Outcome after = worker.play.settled(root_glance);
        if (after != puct::Outcome::open || game.lying >= most_stones) {
            end(game, after);
            return true;
        }
        return false;
    }

    void record(Game& game, Worker&, std::uint32_t chosen, bool won) {
        const auto& tree = game.tree;
        const auto& root = tree.root();
        Sample sample{};
        for (int side = 0; side < 2; ++side)
            for (const Cell cell : game.stones[static_cast<std::size_t>(side)])
                sample.cells[cell] = side == game.mover ? 1 : 2;
        sample.mid_turn = game.left < kind_.stones && game.lying > 0;
        std::vector<std::pair<float, Cell>> visits;
        float sum = 0;
        for (std::uint32_t n = 0; n < root.count; ++n) {
            const auto& child = tree[root.first + n];
            const bool loses = child.outcome == puct::won_by(1 - game.mover);
            float share = loses || child.visits < 2 ? 0.0f : static_cast<float>(child.visits);
            if (won) share = root.first + n == chosen ? 1.0f : 0.0f;
            if (share > 0) visits.emplace_back(share, child.move);
        }
        std::sort(visits.begin(), visits.end(), std::greater<>());
        if (visits.size() > policy_kept) visits.resize(policy_kept);
        for (const auto& [share, cell] : visits) sum += share;
        sample.count = static_cast<std::uint8_t>(visits.size());
        for (std::size_t n = 0; n < visits.size(); ++n) {
            sample.moves[n] = visits[n].second;
            sample.shares[n] = visits[n].first / sum;
        }
        sample.value = root.mean(game.mover);
        sample.left_to_play = game.lying;
        if (!visits.empty()) {
            game.samples.push_back(sample);
            game.sides.push_back(game.mover);
        }
    }

    void go_on(Game& game, Worker& worker, int row) {
        StoneGame& play = worker.play;
        auto& tree = game.tree;
        if (game.over) begin(game, worker);
        play.set_up(game.stones, game.mover, game.left);
        const auto back = [&] {
            for (std::size_t n = tree.depth(); n > 0; --n) play.undo();
        };
        if (game.waits) {
            const auto& path = tree.path();
            for (std::size_t n = 1; n < path.size(); ++n) play.play(tree[path[n]].move);
            worker.shares.clear();
            const std::size_t from = static_cast<std::size_t>(row) * shares_given;
            for (std::size_t n = from; n < from + shares_given && part_.shares[n] > 0; ++n)
                worker.shares.push_back({static_cast<Cell>(part_.moves[n]), part_.shares[n]});
            const std::size_t most = tree.depth() == 0 ? shares_given : tree_width;
            play.candidates(worker.shares, most, worker.candidates);
            tree.expand(worker.candidates, part_.values[row]);
            back();
            game.waits = false;
            ++worker.leaves;
        }
        for (;;) {
            if (game.fresh) prepare(game);
            const auto& root = tree.root();
            // A later look may find the win that an earlier one, with more nodes, did not end with.
            if (root.count == 0 && root.outcome != puct::Outcome::open) {
                end(game, root.outcome);
                begin(game, worker);
                play.set_up(game.stones, game.mover, game.left);
                continue;
            }
            if (root.count > 0) {
                if (game.full && !game.noisy) add_noise(game);
                if (root.visits >= game.target || root.outcome != puct::Outcome::open) {
                    if (move(game, worker)) begin(game, worker);
                    play.set_up(game.stones, game.mover, game.left);
                    continue;
                }
            }
            if (tree.descend(play)) {
                std::uint8_t* cells = part_.cells + row * geometry_->cells();
                for (int c = 0; c < geometry_->cells(); ++c) {
                    const int owner = play.board().owner(static_cast<Cell>(c));
                    cells[c] = owner == 2 ? 0 : owner == play.side() ? 1 : 2;
                }
                part_.mid_turn[row] = play.mid_turn();
                back();
                game.waits = true;
                return;
            }
            back();
            ++worker.settled;
        }
    }

    Kind kind_;
    std::shared_ptr<Geometry> geometry_;
    Options options_;
    std::vector<std::unique_ptr<Game>> games_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<std::thread> crew_;
    std::mutex mutex_, samples_mutex_;
    std::condition_variable begin_, done_;
    Part part_{};
    std::atomic<int> next_{0};
    int busy_ = 0;
    std::uint64_t round_ = 0;
    bool ends_ = false;
    std::vector<Sample> samples_;
    std::uint64_t finished_ = 0, moves_ = 0, first_won_ = 0, drawn_ = 0;
};

}  // namespace

extern "C" {

void* hall_open(const char* game, int games, int threads, std::uint64_t seed, Options options) {
    return new Hall(game, games, threads, seed, options);
}
void hall_close(void* hall) { delete static_cast<Hall*>(hall); }
int hall_cells(void* hall) { return static_cast<Hall*>(hall)->cells(); }
int hall_sample_bytes() { return sizeof(Sample); }
void hall_step(void* hall, int from, int count, const float* values, const std::uint16_t* moves,
               const float* shares, std::uint8_t* cells, std::uint8_t* mid_turn) {
    static_cast<Hall*>(hall)->step({from, count, values, moves, shares, cells, mid_turn});
}
int hall_drain(void* hall, void* out, int most) {
    return static_cast<Hall*>(hall)->drain(static_cast<Sample*>(out), most);
}
void hall_statistics(void* hall, double* out) { static_cast<Hall*>(hall)->statistics(out); }
}
