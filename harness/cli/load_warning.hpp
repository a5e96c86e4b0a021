// A warning that the machine was busy while it was measured.
#pragma once

#include <string>

#include "harness/records/lost_time.hpp"
#include "harness/records/record.hpp"

namespace sphlab {

/// One line, "" where no block lost more than what matters on a host: see lost_time_that_matters.
std::string busy_text(const LoadSeen& seen);

/// Looks at the records of whole steps, and tells of those whose blocks lost time to the load of
/// the machine.
class LoadWarning {
 public:
  void add(const Record& record);
  /// busy_text() of them.
  std::string text() const;

 private:
  LoadSeen seen_;
};

}  // namespace sphlab
