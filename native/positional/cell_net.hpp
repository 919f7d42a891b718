// A learned judge of stones on a square board: a small convolutional residual net, integers only,
// so that every machine gives the same answers. It sees a position as the mover does and says how
// good it is for him and how promising every cell is. bench/cell_net_file.py makes the weights and
// tells how they are written; cell_net.cpp tells the arithmetic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <vector>

#include "positional/cell_net_kernels.hpp"

namespace kikashi::positional {

// Numbers at the start of a cache line, so that wide registers never load from two.
template <class Number>
struct OnCacheLines {
    using value_type = Number;
    static constexpr std::align_val_t alignment{64};
    Number* allocate(std::size_t count) {
        return static_cast<Number*>(::operator new(count * sizeof(Number), alignment));
    }
    void deallocate(Number* numbers, std::size_t) { ::operator delete(numbers, alignment); }
    bool operator==(const OnCacheLines&) const = default;
};
template <class Number>
using Aligned = std::vector<Number, OnCacheLines<Number>>;

// The weights; nothing in it changes, so threads share it.
class CellNet {
   public:
    static constexpr int largest_size = 25, most_channels = 128, most_blocks = 32;
    static constexpr int most_hidden = 256;

    // Throws std::invalid_argument for bytes that are no such net, or one whose sums could
    // overflow.
    explicit CellNet(std::string_view bytes);

    int size() const { return size_; }  // cells in a row of the board
    int channels() const { return channels_; }
    int blocks() const { return static_cast<int>(convolutions_.size()) / 2; }

   private:
    friend class CellNetRunner;

    struct Layer {
        Aligned<std::int16_t> weights;
        Aligned<std::int32_t> bias, high, factor;  // of CellRescale
        CellRescale rescale() const { return {bias.data(), high.data(), factor.data()}; }
    };
    // A plain dot product for each output; a logit is the sum over two to the power of `shift`.
    struct Sums {
        std::vector<std::int16_t> weights;  // by output
        std::vector<std::int32_t> bias;
        std::vector<std::int16_t> shift;
    };
    // Of the first convolution: what a cell sums up to without stones, by the edges of the board
    // that it touches and by whether the mover is in the middle of a turn, and what a stone adds to
    // the cells around it.
    struct Stem {
        Aligned<std::int32_t> ground;  // [middle of the turn][edges][channel]
        Aligned<std::int32_t> stones;  // [side][offset][channel]
        Layer layer;                   // no weights; the bias is in the ground
    };

    int size_ = 0, channels_ = 0, policy_ = 0, value_ = 0, hidden_ = 0;
    Stem stem_;
    std::vector<Layer> convolutions_;
    Layer heads_;  // the channels of the policy and behind them those of the value
    Sums policy_last_, value_first_, value_last_;
};

// The net at work, with the scratch memory of one thread.
class CellNetRunner {
   public:
    // Every kernel gives the same numbers; another than the fastest is for tests.
    explicit CellNetRunner(std::shared_ptr<const CellNet> net,
                           const CellKernels& kernels = fastest_cell_kernels());

    // `cells` row by row: 0 empty, 1 the mover's, 2 the other side's. `middle`: one stone of the
    // mover's turn lies already and another follows.
    void run(const std::uint8_t* cells, bool middle);
    // Of the position that was run last: the mover's chances as a logit, and a logit of every cell,
    // also of those that are not empty.
    float value() const { return value_logit_; }
    std::span<const float> policy() const { return policy_logits_; }

   private:
    void stem(const std::uint8_t* cells, bool middle);
    void convolve(const CellNet::Layer& layer, const std::int16_t* from, std::int16_t* to,
                  bool residual);
    void heads();
    void judge_value(std::span<const std::int32_t> sums, std::span<const std::int16_t> most);

    std::shared_ptr<const CellNet> net_;
    const CellKernels* kernels_;
    int tiles_across_, width_;  // of the board with its border, in cells
    std::vector<std::int32_t> tile_corners_;
    Aligned<std::int16_t> main_, inner_, spread_, spill_, head_;
    Aligned<std::int32_t> sums_;
    std::vector<float> policy_logits_;
    float value_logit_ = 0;
};

}  // namespace kikashi::positional
