// Which sources of a tile a lane has marked, a bit each, and how it walks from one to the next.
#pragma once

#include "kernels/traversals/tasks/tile_shares.cuh"

namespace sphlab {

/// The bit of a batch's first source.
inline constexpr std::uint32_t first_bit = 1u << 31;

/// 1 where x is negative, appended to a word. The difference of two numbers is, where it is, also
/// if it is too small for a normal number, which the device takes for -0.
__device__ __forceinline__ std::uint32_t append_sign(std::uint32_t word, float x) {
  return __funnelshift_l(__float_as_uint(x), word, 1);
}

/// The batches of a tile in which a lane has marked sources, in registers. One whose word is 0 is
/// left out: a lane that walks through its marks then never asks twice.
class MarkedBatches {
 public:
  static constexpr std::uint32_t most = tile_sources / batch_size;

  /// Puts a batch in front of those that are there already. @param number of it in the tile.
  __device__ __forceinline__ void push(std::uint32_t word, std::uint32_t number) {
    if (word == 0) return;
#pragma unroll
    for (std::uint32_t k = most - 1; k > 0; --k) words_[k] = words_[k - 1];
    words_[0] = word;
    steps_ = steps_ << bits_of_step | (number_ - number);
    number_ = number;
  }
  /// Drops the first. Returns how many batches lie from it to the next.
  __device__ __forceinline__ std::uint32_t pop() {
#pragma unroll
    for (std::uint32_t k = 0; k + 1 < most; ++k) words_[k] = words_[k + 1];
    words_[most - 1] = 0;
    const std::uint32_t step = steps_ & ((1u << bits_of_step) - 1);
    steps_ >>= bits_of_step;
    return step;
  }
  /// The bits of the first; 0: there is none.
  __device__ __forceinline__ std::uint32_t word() const {
    return words_[0];
  }
  /// Number in the tile of the batch that was put in front last.
  __device__ __forceinline__ std::uint32_t number() const {
    return number_;
  }

 private:
  static constexpr std::uint32_t bits_of_step = 4;
  static_assert(most <= 32 / bits_of_step);

  std::uint32_t words_[most] = {};
  std::uint32_t number_ = most - 1;
  std::uint32_t steps_ = 0;  ///< from each batch to the next, that from the first lowest
};

/// The marks that another pass has left of a tile.
struct FoundMarks {
  std::uint32_t words[MarkedBatches::most];

  /// Reads all at once. @param from where the lane finds its own, a batch's behind team_width
  /// others.
  /// @param count of the tile's sources.
  __device__ __forceinline__ FoundMarks(const std::uint32_t* from, std::uint32_t count) {
#pragma unroll
    for (std::uint32_t number = 0; number < MarkedBatches::most; ++number) {
      const std::uint32_t first = number * batch_size;
      words[number] = first < count ? from[first] : 0;
    }
  }
};

}  // namespace sphlab
