// Checks on their way into a report, each with the state that it was made on.
#pragma once

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "harness/interrupt.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/judged_particles.hpp"

namespace sphlab {

/// Appends checks with the state that they are of, and remembers whether all have passed.
class LabelledChecks {
 public:
  LabelledChecks(CheckedState state, std::vector<Check>& checks)
      : state_(std::move(state)), checks_(checks) {}

  void add(Check check) {
    stop_if_requested();
    check.name += " (" + state_.label + ")";
    check.state = state_;
    passed_ = passed_ && check.passed;
    checks_.push_back(std::move(check));
  }
  bool passed() const { return passed_; }

 private:
  CheckedState state_;
  std::vector<Check>& checks_;
  bool passed_ = true;
};

/// Tells where a check is one of a sample.
inline Check of_sample(Check check, const JudgedParticles& judged) {
  if (!judged.is_sample()) return check;
  check.name += " of a sample";
  check.detail += fmt::format("{}judged on {} of {} particles", check.detail.empty() ? "" : "; ",
                              judged.count(), judged.live());
  return check;
}

}  // namespace sphlab
