#include "harness/runtimes/own_processors.hpp"

#include <omp.h>

namespace sphlab {
namespace {

/// The processors of a set, in their order.
std::vector<int> processors_of(const cpu_set_t& set) {
  std::vector<int> processors;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &set)) processors.push_back(processor);
  }
  return processors;
}

cpu_set_t set_of(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  return set;
}

}  // namespace

OwnProcessors::OwnProcessors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (omp_get_proc_bind() != omp_proc_bind_false ||
      sched_getaffinity(0, sizeof allowed, &allowed) != 0)
    return;
  const std::vector<int> processors = processors_of(allowed);
  before_.assign(static_cast<std::size_t>(omp_get_max_threads()), allowed);
#pragma omp parallel
  {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    const cpu_set_t own = set_of(processors[thread % processors.size()]);
    sched_getaffinity(0, sizeof before_[thread], &before_[thread]);
    sched_setaffinity(0, sizeof own, &own);
  }
}

OwnProcessors::~OwnProcessors() {
  if (before_.empty()) return;
#pragma omp parallel
  {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    sched_setaffinity(0, sizeof before_[thread], &before_[thread]);
  }
}

}  // namespace sphlab
