#include "harness/campaigns/section_work.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "harness/records/statistics.hpp"

namespace sphlab {
namespace {

/// Fewest runs of an energy's interval.
constexpr std::uint64_t fewest_energy_runs = 2;

/// Rounds of a kind without which the others are of no use.
std::uint64_t fewest_rounds(WorkKind kind) {
  if (kind == WorkKind::blocks) return fewest_blocks;
  return kind == WorkKind::energy ? fewest_energy_runs : 0;
}

/// Rounds that are decided on at once: each contender precedes each other in a pair of blocks.
std::uint64_t rounds_at_once(WorkKind kind) {
  return kind == WorkKind::blocks ? 2 : 1;
}

const char* samples_text(WorkKind kind) {
  switch (kind) {
    case WorkKind::stages_alone:
      return "samples of stages alone";
    case WorkKind::calls_alone:
      return "samples of calls of stages alone";
    case WorkKind::runs:
      return "whole runs";
    case WorkKind::energy:
      return "runs for the energy";
    default:
      return "blocks";
  }
}

double sum(const UnitsByKind& work) {
  return std::accumulate(work.begin(), work.end(), 0.0);
}

}  // namespace

void SectionWork::expect(std::string name, const UnitsByKind& work, std::size_t contenders) {
  sections_.push_back({std::move(name), work});
  measurements_ += contenders;
  estimate_.expect(work);
}

void SectionWork::tell_budget() const {
  if (budget_ == nullptr) return;
  tell_(fmt::format(
      "a budget of {:.4g} s: {:.2g} s for each variant of each toolchain in each state",
      budget_->seconds(),
      budget_->seconds() / static_cast<double>(std::max<std::size_t>(1, measurements_))));
}

bool SectionWork::begin(const MeasuringPolicy& policy, std::size_t together) {
  samples_left_out_.clear();
  if (budget_ != nullptr && !budget_->has_time_for(least_seconds(policy))) {
    for (; together > 0; --together) left_out_.push_back(sections_.at(present_++).name);
    return false;
  }
  if (budget_ != nullptr) budget_->begin_section(share_of_section());
  estimate_.begin_section(sections_.at(present_).work);
  return true;
}

void SectionWork::end() {
  ++present_;
  for (std::size_t kind = 0; kind < kinds_of_work; ++kind)
    estimate_.end(static_cast<WorkKind>(kind));
}

void SectionWork::done(WorkKind kind, double share, std::optional<double> seconds) {
  if (seconds) return estimate_.done(kind, share * units(kind), *seconds);
  estimate_.leave_out(kind, share * units(kind));
}

double SectionWork::fraction() {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
  return estimate_.fraction(elapsed.count(), budget_ == nullptr
                                                 ? std::numeric_limits<double>::infinity()
                                                 : budget_->left());
}

void SectionWork::require_time() const {
  if (budget_ != nullptr && !budget_->has_time_for(0)) throw BudgetUsedUp();
}

void SectionWork::keep_back(double seconds) {
  if (budget_ != nullptr) budget_->keep_back(most_confirmation * seconds);
}

bool SectionWork::has_time(WorkKind kind, std::uint64_t done, std::uint64_t wanted) {
  if (budget_ == nullptr) return true;
  if (kind == WorkKind::blocks && done > 0) tell_estimate();
  const double units_at_once =
      units(kind) * static_cast<double>(rounds_at_once(kind)) / static_cast<double>(wanted);
  const bool has_share =
      budget_->has_share_for(kind, share_of_kind(kind), estimate_.seconds_of(kind, units_at_once));
  if (done < fewest_rounds(kind)) {
    // behind the blocks nothing may keep the section from its records
    if (kind == WorkKind::blocks &&
        !budget_->has_time_for_needed(seconds_if_timed(kind, units_at_once)))
      throw BudgetUsedUp();
    return true;
  }
  if (!has_share)
    samples_left_out_.push_back(fmt::format("{} of {} {}", done, wanted, samples_text(kind)));
  return has_share;
}

bool SectionWork::has_time_for_energy(const MeasuringPolicy& policy, std::size_t contenders) const {
  if (budget_ == nullptr) return true;
  const auto runs = static_cast<double>(1 + fewest_energy_runs * contenders);
  return budget_->has_time_for_needed(runs * policy.energy_seconds);
}

std::string SectionWork::samples_left_out() const {
  return fmt::format("{}", fmt::join(samples_left_out_, ", "));
}

void SectionWork::leave_out_rest() {
  while (present_ < sections_.size()) left_out_.push_back(sections_[present_++].name);
}

double SectionWork::units(WorkKind kind) const {
  return sections_.at(present_).work.at(static_cast<std::size_t>(kind));
}

/// Share of all work that is left.
double SectionWork::share_of_section() const {
  double left = 0;
  for (std::size_t k = present_; k < sections_.size(); ++k) left += sum(sections_[k].work);
  return left > 0 ? sum(sections_.at(present_).work) / left : 1;
}

/// Share of the section's work but what comes before it.
double SectionWork::share_of_kind(WorkKind kind) const {
  const UnitsByKind& work = sections_.at(present_).work;
  const double left =
      std::accumulate(work.begin() + static_cast<std::ptrdiff_t>(kind), work.end(), 0.0);
  return left > 0 ? units(kind) / left : 1;
}

/// Seconds that the next section takes with as few blocks as are recorded.
double SectionWork::least_seconds(const MeasuringPolicy& policy) const {
  const double blocks =
      std::min(1.0, static_cast<double>(fewest_blocks) / std::max(1u, policy.blocks));
  return seconds_if_timed(WorkKind::tuning, units(WorkKind::tuning)) +
         (1 + most_confirmation) *
             seconds_if_timed(WorkKind::verifying, units(WorkKind::verifying)) +
         seconds_if_timed(WorkKind::blocks, blocks * units(WorkKind::blocks));
}

/// 0 before any of the kind was timed: what others took must not refuse it.
double SectionWork::seconds_if_timed(WorkKind kind, double units) const {
  return estimate_.is_timed(kind) ? estimate_.seconds_of(kind, units) : 0;
}

/// Tells once, when blocks were timed, how long all would take that is asked for.
void SectionWork::tell_estimate() {
  if (std::exchange(told_estimate_, true)) return;
  const double all = estimate_.seconds_left() + budget_->seconds() - budget_->left();
  tell_(
      fmt::format("all samples that are asked for would take about {:.0f} s{}", all,
                  all > budget_->seconds() ? ": some are left out" : ", and so within the budget"));
}

}  // namespace sphlab
