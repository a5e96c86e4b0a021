#include "harness/cli/load_warning.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sphlab {

void LoadWarning::add(const Record& record) {
  if (record.scope != "step" || !record.load) return;
  const Record::Load& load = *record.load;
  blocks_ += load.block.size();
  for (std::size_t k = 0; k < load.block.size(); ++k) {
    const double lost = std::min(1.0, load.waited[k].value_or(0) + load.stolen[k].value_or(0));
    if (lost > lost_time_that_matters) ++loaded_;
    largest_ = std::max(largest_, lost);
  }
}

std::string LoadWarning::text() const {
  if (loaded_ == 0) return "";
  return fmt::format(
      "warning: the machine was busy: in {} of {} blocks a thread was without its processor for "
      "more than {:.0f} % of the time ({:.0f} % in the worst); what that can explain is no "
      "difference of code",
      loaded_, blocks_, 100 * lost_time_that_matters, 100 * largest_);
}

}  // namespace sphlab
