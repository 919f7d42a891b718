// The loops of the net of cells in which nearly all of its time is spent, for several kinds of
// processors. All of them give the same integers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace kikashi::positional {

// How the sums of a layer become activations, by channel:
// clamp(sum + bias, -high - 1, high) * factor >> common_shift.
// A power of two as factor shifts each channel by its own number, which processors without such a
// shift can do too; `high` is the sum from which on the result would be over the top anyway.
struct CellRescale {
    static constexpr int common_shift = 18;
    const std::int32_t* bias;
    const std::int32_t* high;
    const std::int32_t* factor;
};

struct CellKernels {
    static constexpr int top = 8191;      // the highest activation; the lowest is 0
    static constexpr int rows = 6;        // `multiply` takes multiples of it
    static constexpr int outputs = 16;    // and of this
    static constexpr int positions = 16;  // of a tile once it is spread

    const char* name;

    // sums[row][output] = what inputs[row] and the weights make, modulo 2^32. The weights lie as
    // [group of outputs][pair of inputs][output][2].
    void (*multiply)(const std::int16_t* inputs, const std::int16_t* weights, std::size_t row_count,
                     std::size_t input_count, std::size_t output_count, std::int32_t* sums);

    // Of the tiles of 4 x 4 cells that begin at `corners`, the 16 sums and differences whose
    // products with transformed weights are summed over the channels; those of one kind lie
    // together, `step` numbers behind those of the kind before.
    void (*spread)(const std::int16_t* cells, std::size_t row_step, std::size_t channels,
                   std::span<const std::int32_t> corners, std::int16_t* spread, std::size_t step);

    // The way back: what the 16 sums of a tile say of its inner 2 x 2 cells, rescaled. With
    // `residual` it is added to what these cells hold.
    void (*gather)(const std::int32_t* sums, std::size_t step, std::size_t channels,
                   const CellRescale& rescale, bool residual, std::int16_t* const cells[4]);

    // Rows of sums, rescaled.
    void (*settle)(const std::int32_t* sums, std::size_t row_count, std::size_t channels,
                   const CellRescale& rescale, std::int16_t* activations);
};

// Those that this processor can run, the fastest one last.
std::span<const CellKernels> cell_kernels();
inline const CellKernels& fastest_cell_kernels() { return cell_kernels().back(); }

}  // namespace kikashi::positional
