// Watches how busy the machine is while something runs on it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>

#include "harness/records/record.hpp"
#include "harness/stepping/system.hpp"

namespace sphlab {

/// Watches from its construction on: how long each thread of this process was ready to run and had
/// no processor, and how long each processor that it may use was taken away by what the machine is
/// a guest of. Linux counts both, the latter in hundredths of a second; what it does not tell stays
/// unknown.
class LoadWatch {
 public:
  LoadWatch();
  /// Adds what was seen so far to the arrays of `load`, as that of a block: see Record::Load.
  /// Shares are rounded to 0.0001.
  void end(std::uint64_t block, Record::Load& load) const;

 private:
  /// By number of a thread or a processor.
  using Seconds = std::map<long, double>;
  static Seconds waits_of_threads();
  static Seconds stolen_from_processors();

  Seconds waits_;
  Seconds stolen_;
  std::chrono::steady_clock::time_point begin_;
};

/// Calls measure(), and adds how busy the machine was meanwhile to `load`, as that of a block,
/// where the host runs the system or a part of it.
void with_load(const Runtime& runtime, const System& system, std::uint64_t block,
               Record::Load& load, const std::function<void()>& measure);

}  // namespace sphlab
