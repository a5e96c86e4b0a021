// Limits the memory that a test and the processes that it starts may have.
#pragma once

#include <sys/resource.h>

#include <cstddef>
#include <thread>

namespace sphlab::test {

/// As `ulimit -v` does, until its end. What measures the limits of a host then copies less of it.
class WithAddressSpace {
 public:
  explicit WithAddressSpace(std::size_t bytes) {
    getrlimit(RLIMIT_AS, &before_);
    rlimit now = before_;
    now.rlim_cur = bytes;
    setrlimit(RLIMIT_AS, &now);
  }
  ~WithAddressSpace() { setrlimit(RLIMIT_AS, &before_); }
  WithAddressSpace(const WithAddressSpace&) = delete;

  /// Enough for a small recording by all threads, with their stacks and heaps, and for copies of
  /// somewhat less than a gigabyte.
  static std::size_t of_a_small_run() {
    const std::size_t threads = std::thread::hardware_concurrency();
    return (std::size_t{3} << 30) + threads * (std::size_t{128} << 20);
  }

 private:
  rlimit before_{};
};

}  // namespace sphlab::test
