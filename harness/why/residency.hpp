// How many warps of a kernel a multiprocessor holds at once, and what allows no more.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/records/record.hpp"

namespace sphlab {

/// Limits of an architecture for one of its multiprocessors: CUDA C++ programming guide, technical
/// specifications; for an AMD GPU's compute unit LLVM's user guide for its back end. The same table
/// is analysis/kernels/occupancy.py; tests/residency_test.py holds them together.
struct Multiprocessor {
  const char* architecture;
  std::uint32_t warps;
  std::uint32_t blocks;
  std::uint32_t shared_bytes;
  std::uint32_t warp;                   ///< threads
  std::uint32_t registers;              ///< of one of its four schedulers, for one thread each
  std::uint32_t reserved_shared_bytes;  ///< of every block, by the system
};

/// nullptr for an architecture that is not known here.
const Multiprocessor* find_multiprocessor(const std::string& architecture);

/// What a multiprocessor holds of one kernel.
struct Residency {
  std::uint32_t warps = 0;
  std::uint32_t most_warps = 0;         ///< of any kernel
  std::vector<std::string> limited_by;  ///< "registers", "shared memory", "threads", "blocks"
  std::optional<std::uint64_t> roomier_registers;  ///< of a thread: the most with which it would
                                                   ///< hold more, where registers alone limit it

  double occupancy() const { return static_cast<double>(warps) / most_warps; }
};

/// By registers, shared memory and block size. Nothing where one of these is not known, no block of
/// the kernel fits, or another number of warps follows than the device told (Kernel::occupancy):
/// then something limits it that is not known here.
std::optional<Residency> residency_of(const Multiprocessor& limits, const Record::Kernel& kernel);

}  // namespace sphlab
