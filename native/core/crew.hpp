// Threads that work beside the one that started them, each under a control of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "core/control.hpp"

namespace kikashi {

class Crew {
   public:
    Crew() = default;
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    ~Crew() { stop(); }

    // `work(control)` runs in a thread of its own until it is done or the control is told to stop.
    // What it cannot do for want of memory is left undone: helpers are not needed for an answer.
    template <class Work>
    void start(Limits limits, Work work) {
        controls_.push_back(std::make_unique<Control>(limits));
        threads_.emplace_back([&control = *controls_.back(), work = std::move(work)]() mutable {
            try {
                work(control);
            } catch (const std::bad_alloc&) {
                control.out_of_memory();
            }
        });
    }

    // Both give the nodes that all have counted.
    std::uint64_t stop() {
        for (auto& control : controls_) control->request_stop();
        return wait();
    }
    std::uint64_t wait() {
        std::uint64_t nodes = 0;
        for (auto& thread : threads_) thread.join();
        for (auto& control : controls_) nodes += control->nodes();
        threads_.clear();
        controls_.clear();
        return nodes;
    }

   private:
    std::vector<std::unique_ptr<Control>> controls_;
    std::vector<std::thread> threads_;
};

}  // namespace kikashi
