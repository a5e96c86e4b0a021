#include "harness/cli/load_warning.hpp"

#include <fmt/format.h>

namespace sphlab {

std::string busy_text(const LoadSeen& seen) {
  if (seen.busy == 0) return "";
  return fmt::format(
      "warning: the machine was busy: in {} of {} blocks a thread was without its processor for "
      "more than {:.0f} % of the time ({:.0f} % in the worst); what that can explain is no "
      "difference of code",
      seen.busy, seen.blocks, 100 * lost_time_that_matters, 100 * seen.largest);
}

void LoadWarning::add(const Record& record) {
  if (record.scope == "step" && record.load) seen_.add(*record.load);
}

std::string LoadWarning::text() const {
  return busy_text(seen_);
}

}  // namespace sphlab
