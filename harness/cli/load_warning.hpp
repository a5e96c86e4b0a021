// A warning that the machine was busy while it was measured.
#pragma once

#include <cstdint>
#include <string>

#include "harness/records/record.hpp"

namespace sphlab {

/// Looks at the records of whole steps, and tells of those whose blocks lost time to the load of
/// the machine.
class LoadWarning {
 public:
  void add(const Record& record);
  /// One line, "" where no block lost more than what matters on a host: see lost_time_that_matters.
  std::string text() const;

 private:
  std::uint64_t blocks_ = 0;
  std::uint64_t loaded_ = 0;
  double largest_ = 0;
};

/// Share of a block's time. HOST_CHANGE in analysis/compare/comparison.py: a change that matters
/// between two runs of a host.
inline constexpr double lost_time_that_matters = 0.05;

}  // namespace sphlab
