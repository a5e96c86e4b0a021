#include "harness/why/residency.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sphlab {
namespace {

constexpr std::uint32_t schedulers = 4;      // of a multiprocessor
constexpr std::uint64_t register_group = 8;  // registers are given to a thread in eights

constexpr std::array multiprocessors = {
    Multiprocessor{"sm_80", 64, 32, 164 * 1024, 32, 16384, 1024},
    Multiprocessor{"sm_86", 48, 16, 100 * 1024, 32, 16384, 1024},
    Multiprocessor{"sm_89", 48, 24, 100 * 1024, 32, 16384, 1024},
    Multiprocessor{"sm_90", 64, 32, 228 * 1024, 32, 16384, 1024},
    Multiprocessor{"sm_100", 64, 32, 228 * 1024, 32, 16384, 1024},
    Multiprocessor{"sm_120", 48, 24, 100 * 1024, 32, 16384, 1024},
    Multiprocessor{"gfx90a", 32, 32, 64 * 1024, 64, 32768, 0}};

/// Blocks that one resource alone would allow.
struct Allowance {
  const char* resource;
  std::uint64_t blocks;
};

/// Of a thread as it is given them.
std::uint64_t registers_given(std::uint64_t registers) {
  return std::max<std::uint64_t>(1, (registers + register_group - 1) / register_group) *
         register_group;
}

std::uint64_t blocks_by_registers(const Multiprocessor& limits, std::uint64_t registers,
                                  std::uint64_t warps_of_block) {
  return schedulers * (limits.registers / (registers_given(registers) * limits.warp)) /
         warps_of_block;
}

std::uint64_t blocks_by_shared_memory(const Multiprocessor& limits, std::uint64_t bytes) {
  const std::uint64_t taken = bytes + limits.reserved_shared_bytes;
  return taken == 0 ? limits.blocks : limits.shared_bytes / taken;
}

/// The most registers of a thread, below those it has, with which more blocks are held; nothing
/// where another resource allows no more.
std::optional<std::uint64_t> roomier_registers(const Multiprocessor& limits,
                                               std::uint64_t registers,
                                               std::uint64_t warps_of_block, std::uint64_t blocks) {
  for (std::uint64_t fewer = registers_given(registers); fewer > register_group;) {
    fewer -= register_group;
    if (blocks_by_registers(limits, fewer, warps_of_block) > blocks) return fewer;
  }
  return std::nullopt;
}

bool contradicts(const Residency& residency, const Record::Kernel& kernel) {
  constexpr double rounding = 1e-3;
  return kernel.occupancy && std::abs(*kernel.occupancy - residency.occupancy()) > rounding;
}

}  // namespace

const Multiprocessor* find_multiprocessor(const std::string& architecture) {
  const auto* const found =
      std::find_if(multiprocessors.begin(), multiprocessors.end(),
                   [&](const Multiprocessor& each) { return architecture == each.architecture; });
  return found == multiprocessors.end() ? nullptr : found;
}

std::optional<Residency> residency_of(const Multiprocessor& limits, const Record::Kernel& kernel) {
  if (!kernel.registers || !kernel.shared_bytes || kernel.block_size.value_or(0) == 0)
    return std::nullopt;
  const std::uint64_t warps_of_block = (*kernel.block_size + limits.warp - 1) / limits.warp;
  const std::array allowances = {
      Allowance{"registers", blocks_by_registers(limits, *kernel.registers, warps_of_block)},
      Allowance{"shared memory", blocks_by_shared_memory(limits, *kernel.shared_bytes)},
      Allowance{"threads", limits.warps / warps_of_block}, Allowance{"blocks", limits.blocks}};
  const auto least =
      std::min_element(allowances.begin(), allowances.end(),
                       [](const Allowance& a, const Allowance& b) { return a.blocks < b.blocks; });
  if (least->blocks == 0) return std::nullopt;

  Residency residency;
  residency.warps = static_cast<std::uint32_t>(least->blocks * warps_of_block);
  residency.most_warps = limits.warps;
  for (const Allowance& allowance : allowances) {
    if (allowance.blocks == least->blocks) residency.limited_by.emplace_back(allowance.resource);
  }
  if (contradicts(residency, kernel)) return std::nullopt;
  if (residency.limited_by == std::vector<std::string>{"registers"}) {
    residency.roomier_registers =
        roomier_registers(limits, *kernel.registers, warps_of_block, least->blocks);
  }
  return residency;
}

}  // namespace sphlab
