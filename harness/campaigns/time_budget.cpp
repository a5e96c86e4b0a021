#include "harness/campaigns/time_budget.hpp"

#include <algorithm>
#include <utility>

namespace sphlab {

TimeBudget::TimeBudget(double seconds, std::function<double()> now)
    : seconds_(seconds), now_(std::move(now)), section_end_(seconds) {}

double TimeBudget::left() const {
  return std::max(0.0, seconds_ - now_());
}

bool TimeBudget::has_time_for(double seconds) const {
  return now_() + seconds < seconds_;
}

void TimeBudget::begin_section(double share) {
  section_end_ = now_() + share * left();
  kept_back_ = 0;
  kind_.reset();
}

bool TimeBudget::has_share_for(WorkKind kind, double share, double round_seconds) {
  const double now = now_();
  if (kind_ != kind) {
    kind_ = kind;
    kind_end_ = now + share * std::max(0.0, section_end_ - kept_back_ - now);
  }
  return has_time_for(0) && now + round_seconds <= kind_end_;
}

bool TimeBudget::has_time_for_needed(double round_seconds) const {
  return has_time_for(round_seconds + kept_back_);
}

}  // namespace sphlab
