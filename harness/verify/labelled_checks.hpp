// Checks on their way into a report, each with the state that it was made on.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "harness/interrupt.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/judged_particles.hpp"

namespace sphlab {

/// Appends checks with the state that they are of, and remembers whether all have passed.
class LabelledChecks {
 public:
  /// @param moment behind the names of the checks: " after timing".
  LabelledChecks(CheckedState state, std::vector<Check>& checks, std::string moment = "")
      : state_(std::move(state)), checks_(checks), moment_(std::move(moment)) {}

  void add(Check check) {
    stop_if_requested();
    check.name += moment_ + " (" + state_.label + ")";
    check.state = state_;
    passed_ = passed_ && check.passed;
    checks_.push_back(std::move(check));
  }
  bool passed() const { return passed_; }

 private:
  CheckedState state_;
  std::vector<Check>& checks_;
  std::string moment_;
  bool passed_ = true;
};

/// Tells where a check is one of a sample.
inline Check of_sample(Check check, const JudgedParticles& judged) {
  if (!judged.is_sample()) return check;
  check.name += " of a sample";
  check.detail += fmt::format("{}judged on {} of {} particles", check.detail.empty() ? "" : "; ",
                              judged.count(), judged.all());
  return check;
}

}  // namespace sphlab
