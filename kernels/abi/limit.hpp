// The limits of a device that times are held against. Each is reached by a kernel that does nothing
// else; what it leaves behind tells whether it did that.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sphlab {

enum class Limit : std::uint8_t {
  copy,   ///< of the device's memory
  fma,    ///< of arithmetic, and of issue: one instruction of a warp is 32 of them
  l1,     ///< of the first cache
  launch  ///< of a chain of kernels
};

struct NamedLimit {
  Limit limit;
  const char* name;
  const char* unit;  ///< of work
  const char* meaning;
};

inline constexpr NamedLimit named_limits[] = {
    {Limit::copy, "copy", "B", "bytes that a copy within the memory reads and writes"},
    {Limit::fma, "fma", "FLOP", "two for each fused multiply-add of single precision"},
    {Limit::l1, "l1", "B", "bytes that are loaded again and again from the first cache"},
    {Limit::launch, "launch", "kernel", "kernels of no work, one after another"}};

/// What one call that reaches a limit does.
struct LimitCall {
  double work;         ///< in the limit's unit
  std::uint32_t left;  ///< the word at the beginning of the second half of its memory, if it did
};

/// What the first half of the memory is filled with, byte by byte; the second with 0.
inline constexpr int limit_fill = 1;
/// Four such bytes.
inline constexpr std::uint32_t limit_word = 0x01010101u;

/// Multiply-adds of a thread: of each value that it holds, so many in a row.
inline constexpr std::uint32_t fma_chain = 8192;
/// x -> x / 2 + 1, whatever it begins with, ends at 2: its bits.
inline constexpr std::uint32_t fma_end = 0x40000000u;

/// Bytes of which all that is loaded comes: a block's share of any first cache holds them.
inline constexpr std::size_t l1_bytes = 16 * 1024;
/// How often a block, or a thread of a CPU, loads them all.
inline constexpr std::uint32_t l1_passes = 1024;
/// The sum of all words of all passes, by so many threads.
constexpr std::uint32_t l1_sum(std::uint32_t threads) {
  return static_cast<std::uint32_t>(l1_bytes / sizeof limit_word * l1_passes / threads) *
         limit_word;
}

}  // namespace sphlab
