// OpenMP threads that do not share a processor.
#pragma once

#include <sched.h>

#include <vector>

namespace sphlab {

/// Puts each OpenMP thread of the caller on a processor of its own, as far as there are enough
/// that it may use, and back to where it might run before. Threads that the OpenMP runtime has
/// bound itself stay where they are.
class OwnProcessors {
 public:
  OwnProcessors();
  ~OwnProcessors();
  OwnProcessors(const OwnProcessors&) = delete;
  OwnProcessors& operator=(const OwnProcessors&) = delete;

 private:
  std::vector<cpu_set_t> before_;  ///< of each thread; none where they are bound
};

}  // namespace sphlab
