// The second C entry point of a pack that counts: what its kernels ask of the memory and how their
// warps diverge, as plain data. Only the host executor's counting pack has it.
//
// The machine that is counted is described in docs/counters.md.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sphlab {

inline constexpr std::uint32_t counting_abi_version = 1;

/// An array in the device's global memory. Only accesses to such arrays and to shared memory are
/// counted: registers, stacks and kernel arguments are not memory here.
struct MemoryRange {
  const void* begin;
  std::size_t bytes;
};

enum class AccessKind : std::uint32_t {
  global_load,
  global_store,
  global_atomic,
  shared_load,
  shared_store,
  shared_atomic,
};
inline constexpr std::uint32_t access_kinds = 6;

/// Requests: instructions of a warp that access memory, each of at most 16 bytes per lane.
struct RequestCounts {
  std::uint64_t requests;
  std::uint64_t lanes;       ///< active ones, summed over the requests
  std::uint64_t bytes;       ///< that the lanes ask for
  std::uint64_t sectors;     ///< pieces of 32 bytes of global memory touched; 0 for shared memory
  std::uint64_t lines;       ///< pieces of 128 bytes of global memory touched
  std::uint64_t wavefronts;  ///< turns that the 32 banks of shared memory take; 0 for global memory
};

/// The requests of one instruction of the host's machine code.
struct InstructionCounts {
  AccessKind kind;
  std::uint64_t address;  ///< in the pack's file, behind the instruction
  RequestCounts counts;
};

/// One launch of a kernel.
struct KernelCounts {
  std::uint64_t entry;  ///< address of the kernel in the pack's file
  std::uint32_t grid, block;
  std::uint32_t dynamic_shared_bytes;
  std::uint64_t warps;
  std::uint64_t runs;                ///< of basic blocks (straight-line code) by warps
  std::uint64_t run_lanes;           ///< active lanes, summed over the runs
  std::uint64_t branches;            ///< runs of a block that has more than one successor
  std::uint64_t divergent_branches;  ///< those whose lanes take more than one way
  std::uint64_t barriers;            ///< __syncthreads, by warps
  std::uint64_t collectives;         ///< shuffles, votes and __syncwarp, by warps
  RequestCounts totals[access_kinds];
  const InstructionCounts* instructions;  ///< by address and kind, owned by the pack
  std::uint32_t instruction_count;
};

/// A pack counts between begin() and end(), the launches of the calling thread alone, which then
/// run on that thread alone. No two threads may count at the same time.
struct CountingTable {
  std::uint32_t abi_version;
  /// Starts to count. `ranges` are copied; they must not overlap.
  void (*begin)(const MemoryRange* ranges, std::uint32_t count);
  /// Stops, and returns the launches since begin() in their order; they live until the next
  /// begin(). A launch that failed is left out.
  const KernelCounts* (*end)(std::uint32_t* count);
};

}  // namespace sphlab

/// The entry point's name and type.
extern "C" const sphlab::CountingTable* sphlab_counting();
