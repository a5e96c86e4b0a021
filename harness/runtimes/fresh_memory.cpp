#include "harness/runtimes/fresh_memory.hpp"

#include <omp.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace sphlab {
namespace {

/// Less is handed out soon enough.
constexpr std::size_t least_bytes = std::size_t{8} << 20;

/// Pages of megabytes are handed out in a fraction of the time. Where the system has none, or gives
/// them unasked, this changes nothing.
void ask_for_huge_pages(void* memory, std::size_t bytes, std::size_t page) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::size_t to_page = (page - begin % page) % page;
  madvise(static_cast<char*>(memory) + to_page, (bytes - to_page) / page * page, MADV_HUGEPAGE);
}

}  // namespace

void touch_pages(void* memory, std::size_t bytes) {
  if (bytes < least_bytes) return;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  ask_for_huge_pages(memory, bytes, page);
  volatile char* const bytes_of_memory = static_cast<char*>(memory);
#pragma omp parallel for num_threads(omp_get_max_threads()) schedule(static)
  for (std::size_t at = 0; at < bytes; at += page) bytes_of_memory[at] = 0;
}

}  // namespace sphlab

template class std::vector<std::byte, sphlab::UnfilledAllocator<std::byte>>;
