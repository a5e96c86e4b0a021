#include <link.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels/counting/recorder.hpp"

namespace sphlab::gpu::simt::counting {
namespace {

/// Further apart than any two addresses of an array.
constexpr std::uint64_t array_stride = std::uint64_t{1} << 44;

bool holds(const MemoryRange& range, const void* pointer) {
  const auto begin = reinterpret_cast<std::uintptr_t>(range.begin);
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return address >= begin && address - begin < range.bytes;
}

std::uint64_t offset_in(const MemoryRange& range, const void* pointer) {
  return static_cast<std::uint64_t>(static_cast<const std::byte*>(pointer) -
                                    static_cast<const std::byte*>(range.begin));
}

/// The thread-local data, for the calling thread, of the library or executable that this code is
/// in.
MemoryRange own_thread_local_data() {
  MemoryRange range{nullptr, 0};
  const auto look = [](dl_phdr_info* module, std::size_t, void* out) {
    bool is_own = false;
    std::size_t bytes = 0;
    for (const ElfW(Phdr)* header = module->dlpi_phdr;
         header != module->dlpi_phdr + module->dlpi_phnum; ++header) {
      const MemoryRange segment{reinterpret_cast<const void*>(module->dlpi_addr + header->p_vaddr),
                                header->p_memsz};
      is_own |= header->p_type == PT_LOAD &&
                holds(segment, reinterpret_cast<const void*>(&own_thread_local_data));
      if (header->p_type == PT_TLS) bytes = header->p_memsz;
    }
    if (is_own) *static_cast<MemoryRange*>(out) = {module->dlpi_tls_data, bytes};
    return is_own ? 1 : 0;
  };
  threadIdx.x = 0;  // the loader makes the data when they are first used
  dl_iterate_phdr(look, &range);
  return range;
}

/// What the executor keeps beside the `__shared__` arrays and kernels read.
bool is_identity(const void* pointer) {
  const std::array<MemoryRange, 5> own{{{&threadIdx, sizeof threadIdx},
                                        {&blockIdx, sizeof blockIdx},
                                        {&blockDim, sizeof blockDim},
                                        {&gridDim, sizeof gridDim},
                                        {&dynamic_shared_memory, sizeof dynamic_shared_memory}}};
  return std::any_of(own.begin(), own.end(),
                     [&](const MemoryRange& range) { return holds(range, pointer); });
}

}  // namespace

MemoryMap::MemoryMap(std::vector<MemoryRange> global_arrays)
    : global_arrays_(std::move(global_arrays)), thread_local_data_(own_thread_local_data()) {
  std::sort(global_arrays_.begin(), global_arrays_.end(),
            [](const MemoryRange& a, const MemoryRange& b) { return a.begin < b.begin; });
}

std::optional<MemoryMap::Location> MemoryMap::locate(const void* pointer,
                                                     std::size_t dynamic_shared_bytes) const {
  const auto behind = std::upper_bound(
      global_arrays_.begin(), global_arrays_.end(), pointer,
      [](const void* address, const MemoryRange& range) { return address < range.begin; });
  if (behind != global_arrays_.begin() && holds(*(behind - 1), pointer)) {
    const auto number = static_cast<std::uint64_t>(behind - global_arrays_.begin());
    return Location{true, number * array_stride + offset_in(*(behind - 1), pointer)};
  }
  const MemoryRange dynamic{dynamic_shared_memory, dynamic_shared_bytes};
  if (holds(dynamic, pointer)) return Location{false, array_stride + offset_in(dynamic, pointer)};
  if (holds(thread_local_data_, pointer) && !is_identity(pointer))
    return Location{false, offset_in(thread_local_data_, pointer)};
  return std::nullopt;
}

}  // namespace sphlab::gpu::simt::counting
