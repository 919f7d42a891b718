// How a long computation is bounded, stopped and watched.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace kikashi {

struct Limits {
    std::uint64_t nodes = 0;   // 0: no limit
    double seconds = 0;        // 0: no limit
    std::uint64_t memory = 0;  // bytes for tables; 0: the caller's default
};

enum class Ending : std::uint8_t { finished, nodes, seconds, memory, stopped };

// One run. `tick` counts a node and says whether to go on; `poll`, called every few milliseconds on
// the running thread, may show progress and answer false to stop.
class Control {
   public:
    using Clock = std::chrono::steady_clock;

    explicit Control(Limits limits = {}, std::function<bool(const Control&)> poll = {})
        : limits_(limits), poll_(std::move(poll)), begun_(Clock::now()), polled_(begun_) {}

    bool tick() {
        ++nodes_;
        if (ending_ != Ending::finished) return false;
        if (limits_.nodes && nodes_ > limits_.nodes) return end(Ending::nodes);
        if (stop_.load(std::memory_order_relaxed)) return end(Ending::stopped);
        return (nodes_ & clock_mask) ? true : look_at_clock();
    }
    bool running() const { return ending_ == Ending::finished; }
    // Looks at the clock and polls now, for callers whose nodes are few and dear.
    bool consult() {
        if (running() && stop_.load(std::memory_order_relaxed)) end(Ending::stopped);
        return running() && look_at_clock();
    }
    // Begins a new run.
    void restart(Limits limits, std::function<bool(const Control&)> poll) {
        limits_ = limits;
        poll_ = std::move(poll);
        begun_ = polled_ = Clock::now();
        nodes_ = 0;
        stop_.store(false, std::memory_order_relaxed);
        ending_ = Ending::finished;
    }
    // Takes over what another control has counted, for a part of the run that had its own limits.
    void count(std::uint64_t nodes) {
        nodes_ += nodes;
        if (limits_.nodes && nodes_ > limits_.nodes) end(Ending::nodes);
    }
    void out_of_memory() { end(Ending::memory); }
    void request_stop() { stop_.store(true, std::memory_order_relaxed); }

    std::uint64_t nodes() const { return nodes_; }
    Ending ending() const { return ending_; }
    const Limits& limits() const { return limits_; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }

   private:
    static constexpr std::uint64_t clock_mask = 0x1f;  // a node may cost 0.1 ms
    static constexpr auto poll_every = std::chrono::milliseconds(10);

    bool end(Ending why) {
        if (ending_ == Ending::finished) ending_ = why;
        return false;
    }
    bool look_at_clock() {
        const auto now = Clock::now();
        if (limits_.seconds > 0 &&
            std::chrono::duration<double>(now - begun_).count() > limits_.seconds)
            return end(Ending::seconds);
        if (poll_ && now - polled_ >= poll_every) {
            polled_ = now;
            if (!poll_(*this)) return end(Ending::stopped);
        }
        return true;
    }

    Limits limits_;
    std::function<bool(const Control&)> poll_;
    Clock::time_point begun_, polled_;
    std::uint64_t nodes_ = 0;
    std::atomic<bool> stop_{false};
    Ending ending_ = Ending::finished;
};

}  // namespace kikashi
