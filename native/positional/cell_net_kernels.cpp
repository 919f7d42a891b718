#include "positional/cell_net_kernels.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__)
#define KIKASHI_X86 1
#include <immintrin.h>
#endif

// The bodies are written once and become part of a function for each kind of processor.
#define KIKASHI_BODY [[gnu::always_inline]] inline

namespace kikashi::positional {

namespace {

constexpr std::size_t group = CellKernels::outputs, rows_at_once = CellKernels::rows;

// Vectors of the compiler: plain arithmetic on them becomes whatever the processor has.
template <std::size_t Bytes>
struct Vectors {
    typedef std::int16_t Shorts __attribute__((vector_size(Bytes)));
    typedef std::int32_t Words __attribute__((vector_size(Bytes)));
    typedef std::uint32_t Sums __attribute__((vector_size(Bytes)));  // they may wrap
    typedef std::int16_t Narrow __attribute__((vector_size(Bytes / 2)));
};

template <class Vector, class Number>
KIKASHI_BODY void load(Vector& into, const Number* from) {
    std::memcpy(&into, from, sizeof into);
}

// F(2 x 2, 3 x 3) of Winograd: 16 products a tile instead of 36. The sums stay within 16 bits, as
// four activations do.
template <std::size_t Bytes>
KIKASHI_BODY void spread_body(const std::int16_t* cells, std::size_t row_step, std::size_t channels,
                              std::span<const std::int32_t> corners, std::int16_t* spread,
                              std::size_t step) {
    using Shorts = typename Vectors<Bytes>::Shorts;
    for (std::size_t tile = 0; tile < corners.size(); ++tile)
        for (std::size_t c = 0; c < channels; c += Bytes / 2) {
            const std::int16_t* const from = cells + corners[tile] + c;
            std::int16_t* const to = spread + tile * channels + c;
            Shorts rows[4][4];
            for (std::size_t x = 0; x < 4; ++x) {
                Shorts d0, d1, d2, d3;
                load(d0, from + x * channels);
                load(d1, from + x * channels + row_step);
                load(d2, from + x * channels + 2 * row_step);
                load(d3, from + x * channels + 3 * row_step);
                rows[0][x] = d0 - d2;
                rows[1][x] = d1 + d2;
                rows[2][x] = d2 - d1;
                rows[3][x] = d1 - d3;
            }
            for (std::size_t y = 0; y < 4; ++y) {
                const Shorts made[4] = {rows[y][0] - rows[y][2], rows[y][1] + rows[y][2],
                                        rows[y][2] - rows[y][1], rows[y][1] - rows[y][3]};
                for (std::size_t x = 0; x < 4; ++x)
                    std::memcpy(to + (4 * y + x) * step, &made[x], Bytes);
            }
        }
}

template <std::size_t Bytes>
KIKASHI_BODY void rescaled(typename Vectors<Bytes>::Words& number,
                           const typename Vectors<Bytes>::Sums& sums, const CellRescale& rescale,
                           std::size_t channel) {
    using Words = typename Vectors<Bytes>::Words;
    using Sums = typename Vectors<Bytes>::Sums;
    Sums bias;
    Words high, factor;
    load(bias, rescale.bias + channel);
    load(high, rescale.high + channel);
    load(factor, rescale.factor + channel);
    const Words low = ~high;
    number = reinterpret_cast<Words>(sums + bias);
    number = number < high ? number : high;
    number = number > low ? number : low;
    number = number * factor >> CellRescale::common_shift;
}

// Stores numbers of which each fits; the clamp to activations comes before it.
template <std::size_t Bytes>
KIKASHI_BODY void store(std::int16_t* to, typename Vectors<Bytes>::Words& number) {
    using Words = typename Vectors<Bytes>::Words;
    const Words none = {}, top = none + CellKernels::top;
    number = number > none ? number : none;
    number = number < top ? number : top;
#if defined(KIKASHI_X86)
    __m128i low, high;
    std::memcpy(&low, &number, sizeof low);
    if constexpr (Bytes == 32) {
        std::memcpy(&high, reinterpret_cast<const char*>(&number) + 16, sizeof high);
        low = _mm_packs_epi32(low, high);
    } else {
        low = _mm_packs_epi32(low, low);
    }
    std::memcpy(to, &low, Bytes / 2);
#else
    const auto narrow = __builtin_convertvector(number, typename Vectors<Bytes>::Narrow);
    std::memcpy(to, &narrow, Bytes / 2);
#endif
}

template <std::size_t Bytes>
KIKASHI_BODY void gather_body(const std::int32_t* all, std::size_t step, std::size_t channels,
                              const CellRescale& rescale, bool residual,
                              std::int16_t* const cells[4]) {
    using Words = typename Vectors<Bytes>::Words;
    using Sums = typename Vectors<Bytes>::Sums;
    for (std::size_t c = 0; c < channels; c += Bytes / 4) {
        Sums rows[2][4];
        for (std::size_t x = 0; x < 4; ++x) {
            Sums m0, m1, m2, m3;
            load(m0, all + x * step + c);
            load(m1, all + (4 + x) * step + c);
            load(m2, all + (8 + x) * step + c);
            load(m3, all + (12 + x) * step + c);
            rows[0][x] = m0 + m1 + m2;
            rows[1][x] = m1 - m2 - m3;
        }
        for (std::size_t y = 0; y < 2; ++y)
            for (std::size_t x = 0; x < 2; ++x) {
                const Sums sums = x == 0 ? rows[y][0] + rows[y][1] + rows[y][2]
                                         : rows[y][1] - rows[y][2] - rows[y][3];
                std::int16_t* const cell = cells[2 * y + x] + c;
                Words number;
                rescaled<Bytes>(number, sums, rescale, c);
                if (residual) {
                    typename Vectors<Bytes>::Narrow before;
                    load(before, cell);
                    number += __builtin_convertvector(before, Words);
                }
                store<Bytes>(cell, number);
            }
    }
}

template <std::size_t Bytes>
KIKASHI_BODY void settle_body(const std::int32_t* sums, std::size_t row_count, std::size_t channels,
                              const CellRescale& rescale, std::int16_t* activations) {
    for (std::size_t row = 0; row < row_count; ++row)
        for (std::size_t c = 0; c < channels; c += Bytes / 4) {
            typename Vectors<Bytes>::Sums from;
            typename Vectors<Bytes>::Words number;
            load(from, sums + row * channels + c);
            rescaled<Bytes>(number, from, rescale, c);
            store<Bytes>(activations + row * channels + c, number);
        }
}

// --- any processor -----------------------------------------------------------------------------

void multiply_plain(const std::int16_t* inputs, const std::int16_t* weights, std::size_t row_count,
                    std::size_t input_count, std::size_t output_count, std::int32_t* sums) {
    for (std::size_t first = 0; first < output_count; first += group)
        for (std::size_t row = 0; row < row_count; ++row) {
            const std::int16_t* const in = inputs + row * input_count;
            const std::int16_t* const w = weights + first * input_count;
            std::uint32_t made[group] = {};
            for (std::size_t i = 0; i < input_count; i += 2)
                for (std::size_t o = 0; o < group; ++o)
                    made[o] += static_cast<std::uint32_t>(in[i] * w[i * group + 2 * o]) +
                               static_cast<std::uint32_t>(in[i + 1] * w[i * group + 2 * o + 1]);
            std::memcpy(sums + row * output_count + first, made, sizeof made);
        }
}

void spread_plain(const std::int16_t* cells, std::size_t row_step, std::size_t channels,
                  std::span<const std::int32_t> corners, std::int16_t* spread, std::size_t step) {
    spread_body<16>(cells, row_step, channels, corners, spread, step);
}

void gather_plain(const std::int32_t* sums, std::size_t step, std::size_t channels,
                  const CellRescale& rescale, bool residual, std::int16_t* const cells[4]) {
    gather_body<16>(sums, step, channels, rescale, residual, cells);
}

void settle_plain(const std::int32_t* sums, std::size_t row_count, std::size_t channels,
                  const CellRescale& rescale, std::int16_t* activations) {
    settle_body<16>(sums, row_count, channels, rescale, activations);
}

constexpr CellKernels plain{"plain", multiply_plain, spread_plain, gather_plain, settle_plain};

#if defined(KIKASHI_X86)

// Two inputs of a row, side by side in every lane.
KIKASHI_BODY std::int32_t pair_at(const std::int16_t* inputs) {
    std::int32_t pair;
    std::memcpy(&pair, inputs, sizeof pair);
    return pair;
}

// Does nothing; a compiler that sees it does not move all products before all sums, for which there
// are not enough registers.
#define KIKASHI_KEEP(a, b) asm("" : "+x"(a), "+x"(b))

// --- SSE: six rows by eight outputs in the sixteen registers -----------------------------------

void multiply_sse(const std::int16_t* inputs, const std::int16_t* weights, std::size_t row_count,
                  std::size_t input_count, std::size_t output_count, std::int32_t* sums) {
    constexpr std::size_t wide = 8;
    for (std::size_t first = 0; first < output_count; first += wide)
        for (std::size_t row = 0; row < row_count; row += rows_at_once) {
            const std::int16_t* const in = inputs + row * input_count;
            const std::int16_t* w =
                weights + first / group * group * input_count + 2 * (first % group);
            __m128i made[rows_at_once][2] = {};
            for (std::size_t i = 0; i < input_count; i += 2, w += 2 * group) {
                const auto* const at = reinterpret_cast<const __m128i*>(w);
                const __m128i w0 = _mm_loadu_si128(at), w1 = _mm_loadu_si128(at + 1);
#pragma GCC unroll 6
                for (std::size_t r = 0; r < rows_at_once; ++r) {
                    const __m128i pair = _mm_set1_epi32(pair_at(in + r * input_count + i));
                    made[r][0] = _mm_add_epi32(made[r][0], _mm_madd_epi16(pair, w0));
                    made[r][1] = _mm_add_epi32(made[r][1], _mm_madd_epi16(pair, w1));
                    KIKASHI_KEEP(made[r][0], made[r][1]);
                }
            }
#pragma GCC unroll 6
            for (std::size_t r = 0; r < rows_at_once; ++r)
                for (std::size_t v = 0; v < 2; ++v)
                    _mm_storeu_si128(reinterpret_cast<__m128i*>(sums + (row + r) * output_count +
                                                                first + wide / 2 * v),
                                     made[r][v]);
        }
}

constexpr CellKernels sse{"sse", multiply_sse, spread_plain, gather_plain, settle_plain};

// --- AVX2: six rows by sixteen outputs ---------------------------------------------------------

#define KIKASHI_AVX2 __attribute__((target("avx2")))

KIKASHI_AVX2 void multiply_avx2(const std::int16_t* inputs, const std::int16_t* weights,
                                std::size_t row_count, std::size_t input_count,
                                std::size_t output_count, std::int32_t* sums) {
    for (std::size_t first = 0; first < output_count; first += group)
        for (std::size_t row = 0; row < row_count; row += rows_at_once) {
            const std::int16_t* const in = inputs + row * input_count;
            const std::int16_t* w = weights + first * input_count;
            __m256i made[rows_at_once][2] = {};
            for (std::size_t i = 0; i < input_count; i += 2, w += 2 * group) {
                const auto* const at = reinterpret_cast<const __m256i*>(w);
                const __m256i w0 = _mm256_loadu_si256(at), w1 = _mm256_loadu_si256(at + 1);
#pragma GCC unroll 6
                for (std::size_t r = 0; r < rows_at_once; ++r) {
                    const __m256i pair = _mm256_set1_epi32(pair_at(in + r * input_count + i));
                    made[r][0] = _mm256_add_epi32(made[r][0], _mm256_madd_epi16(pair, w0));
                    made[r][1] = _mm256_add_epi32(made[r][1], _mm256_madd_epi16(pair, w1));
                    KIKASHI_KEEP(made[r][0], made[r][1]);
                }
            }
#pragma GCC unroll 6
            for (std::size_t r = 0; r < rows_at_once; ++r)
                for (std::size_t v = 0; v < 2; ++v)
                    _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + (row + r) * output_count +
                                                                   first + group / 2 * v),
                                        made[r][v]);
        }
}

KIKASHI_AVX2 void spread_avx2(const std::int16_t* cells, std::size_t row_step, std::size_t channels,
                              std::span<const std::int32_t> corners, std::int16_t* spread,
                              std::size_t step) {
    spread_body<32>(cells, row_step, channels, corners, spread, step);
}

KIKASHI_AVX2 void gather_avx2(const std::int32_t* sums, std::size_t step, std::size_t channels,
                              const CellRescale& rescale, bool residual,
                              std::int16_t* const cells[4]) {
    gather_body<32>(sums, step, channels, rescale, residual, cells);
}

KIKASHI_AVX2 void settle_avx2(const std::int32_t* sums, std::size_t row_count, std::size_t channels,
                              const CellRescale& rescale, std::int16_t* activations) {
    settle_body<32>(sums, row_count, channels, rescale, activations);
}

constexpr CellKernels avx2{"avx2", multiply_avx2, spread_avx2, gather_avx2, settle_avx2};

// --- AVX-512 with products that add: six rows by up to forty-eight outputs ---------------------

#define KIKASHI_AVX512 __attribute__((target("avx512f,avx512bw,avx512vnni")))

template <std::size_t Groups>
KIKASHI_AVX512 void multiply_groups(const std::int16_t* inputs, const std::int16_t* weights,
                                    std::size_t row_count, std::size_t input_count,
                                    std::size_t output_count, std::int32_t* sums) {
    for (std::size_t row = 0; row < row_count; row += rows_at_once) {
        const std::int16_t* const in = inputs + row * input_count;
        __m512i made[rows_at_once][Groups] = {};
        for (std::size_t i = 0; i < input_count; i += 2) {
            __m512i w[Groups];
#pragma GCC unroll 3
            for (std::size_t g = 0; g < Groups; ++g)
                w[g] = _mm512_loadu_si512(weights + (g * input_count + i) * group);
#pragma GCC unroll 6
            for (std::size_t r = 0; r < rows_at_once; ++r) {
                const __m512i pair = _mm512_set1_epi32(pair_at(in + r * input_count + i));
#pragma GCC unroll 3
                for (std::size_t g = 0; g < Groups; ++g)
                    made[r][g] = _mm512_dpwssd_epi32(made[r][g], pair, w[g]);
            }
        }
#pragma GCC unroll 6
        for (std::size_t r = 0; r < rows_at_once; ++r)
#pragma GCC unroll 3
            for (std::size_t g = 0; g < Groups; ++g)
                _mm512_storeu_si512(sums + (row + r) * output_count + g * group, made[r][g]);
    }
}

KIKASHI_AVX512 void multiply_avx512(const std::int16_t* inputs, const std::int16_t* weights,
                                    std::size_t row_count, std::size_t input_count,
                                    std::size_t output_count, std::int32_t* sums) {
    for (std::size_t first = 0; first < output_count;) {
        const std::size_t left = (output_count - first) / group;
        const std::size_t now = left == 4 ? 2 : std::min<std::size_t>(left, 3);
        const auto part = now == 3   ? multiply_groups<3>
                          : now == 2 ? multiply_groups<2>
                                     : multiply_groups<1>;
        part(inputs, weights + first * input_count, row_count, input_count, output_count,
             sums + first);
        first += now * group;
    }
}

constexpr CellKernels avx512{"avx512", multiply_avx512, spread_avx2, gather_avx2, settle_avx2};

#endif

std::vector<CellKernels> found() {
    std::vector<CellKernels> kernels{plain};
#if defined(KIKASHI_X86)
    kernels.push_back(sse);
    if (__builtin_cpu_supports("avx2")) kernels.push_back(avx2);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni"))
        kernels.push_back(avx512);
#endif
    return kernels;
}

}  // namespace

std::span<const CellKernels> cell_kernels() {
    static const std::vector<CellKernels> kernels = found();
    return kernels;
}

}  // namespace kikashi::positional
