// Running a native search from Python: the GIL let go, Ctrl-C heard, progress shown.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "core/control.hpp"

namespace kikashi::bind {

namespace nb = nanobind;

// A count goes down by one call a move, on the caller's stack.
inline int counted_depth(int depth) {
    if (depth < 0 || depth > 64) throw std::invalid_argument("a depth is from 0 to 64");
    return depth;
}

// The place at an object that keeps what it has learned: one thread at a time may be at work there.
// Others wait without the GIL, which the one at work needs to be heard; who asks from inside, out
// of a progress function, would wait for ever and is refused.
class Place {
   public:
    class Taken {
       public:
        explicit Taken(Place& place) : place_(place) {
            if (place.by_ == std::this_thread::get_id())
                throw std::invalid_argument("it is still at work on what it was asked before");
            {
                nb::gil_scoped_release let_go;
                place.lock_.lock();
            }
            place.by_ = std::this_thread::get_id();
        }
        ~Taken() {
            place_.by_ = std::thread::id();
            place_.lock_.unlock();
        }
        Taken(const Taken&) = delete;
        Taken& operator=(const Taken&) = delete;

       private:
        Place& place_;
    };

   private:
    std::mutex lock_;
    std::atomic<std::thread::id> by_;
};

// Called from a thread that holds the GIL. `progress(nodes, seconds)` may be None; answering False
// stops the run, and so does an exception in it, which is raised again once the search has ended.
template <class Work>
auto run(Limits limits, nb::object progress, Work&& work) {
    const bool watched = !progress.is_none();
    bool failed = false;
    nb::python_error* raised = nullptr;
    const auto poll = [&](const Control& control) -> bool {
        nb::gil_scoped_acquire hold;
        if (PyErr_CheckSignals() != 0) {
            failed = true;
            raised = new nb::python_error();
            return false;
        }
        if (!watched) return true;
        try {
            nb::object answer = progress(control.nodes(), control.seconds());
            if (answer.is_none()) return true;
            const int truth = PyObject_IsTrue(answer.ptr());
            if (truth < 0) throw nb::python_error();
            return truth != 0;
        } catch (nb::python_error& error) {
            failed = true;
            raised = new nb::python_error(std::move(error));
            return false;
        }
    };
    Control control(limits, poll);
    auto result = [&] {
        nb::gil_scoped_release let_go;
        return work(control);
    }();
    if (failed) {
        nb::python_error error(std::move(*raised));
        delete raised;
        throw error;
    }
    return result;
}

}  // namespace kikashi::bind
