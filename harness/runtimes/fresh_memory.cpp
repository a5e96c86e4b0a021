#include "harness/runtimes/fresh_memory.hpp"

#include <omp.h>
#include <unistd.h>

namespace sphlab {
namespace {

/// Less is handed out soon enough.
constexpr std::size_t least_bytes = std::size_t{8} << 20;

}  // namespace

void touch_pages(void* memory, std::size_t bytes) {
  if (bytes < least_bytes) return;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  volatile char* const bytes_of_memory = static_cast<char*>(memory);
#pragma omp parallel for num_threads(omp_get_max_threads()) schedule(static)
  for (std::size_t at = 0; at < bytes; at += page) bytes_of_memory[at] = 0;
}

}  // namespace sphlab
