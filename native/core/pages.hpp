// Memory for large tables. They are read at random, so that with pages of the usual size nearly
// every look costs a walk through the page tables, and every first touch a fault; the system is
// asked for large pages instead (docs/decisions/large-pages.md has figures).
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>

namespace kikashi {

inline constexpr std::size_t large_page = std::size_t{2} << 20;

inline std::size_t whole_pages(std::size_t bytes) {
    return (bytes + large_page - 1) / large_page * large_page;
}

// Zeroed memory that begins at a multiple of `large_page` and costs nothing until it is touched.
inline void* take_pages(std::size_t bytes) {
    const std::size_t wanted = whole_pages(bytes), taken = wanted + large_page;
    void* memory = mmap(nullptr, taken, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    // What lies before the first multiple and behind the last byte goes back.
    auto* const begin = static_cast<std::byte*>(memory);
    const std::size_t skipped =
        (large_page - reinterpret_cast<std::uintptr_t>(begin) % large_page) % large_page;
    if (skipped > 0) munmap(begin, skipped);
    munmap(begin + skipped + wanted, large_page - skipped);
#ifdef MADV_HUGEPAGE
    madvise(begin + skipped, wanted, MADV_HUGEPAGE);  // refused, the pages are small: no harm
#endif
    return begin + skipped;
}

inline void give_back_pages(void* memory, std::size_t bytes) { munmap(memory, whole_pages(bytes)); }

// For containers that may grow large; small ones live where others do.
template <class T>
struct PageAllocator {
    using value_type = T;
    PageAllocator() = default;
    template <class U>
    PageAllocator(const PageAllocator<U>&) {}
    T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        return static_cast<T*>(bytes < large_page ? ::operator new(bytes, line)
                                                  : take_pages(bytes));
    }
    void deallocate(T* memory, std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < large_page)
            ::operator delete(memory, line);
        else
            give_back_pages(memory, bytes);
    }
    static constexpr std::align_val_t line{64};  // of the caches
    friend bool operator==(const PageAllocator&, const PageAllocator&) { return true; }
};

}  // namespace kikashi
