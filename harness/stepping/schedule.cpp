#include "harness/stepping/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "harness/error.hpp"

namespace sphlab {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_called(const ScheduleItem& item, const std::string& stage) {
  return item.name == stage || item.timed_as == stage;
}

/// The first item from number `first` on that makes `what`; the number of items where none does.
std::size_t maker_of(const std::string& what, const std::vector<ScheduleItem>& items,
                     std::size_t first) {
  const auto found =
      std::find_if(items.begin() + static_cast<std::ptrdiff_t>(first), items.end(),
                   [&](const ScheduleItem& item) { return contains(item.makes, what); });
  return static_cast<std::size_t>(found - items.begin());
}

/// Whether an item needs, by whatever way, what another makes.
bool depends_on(std::size_t item, std::size_t other, const std::vector<ScheduleItem>& items,
                std::set<std::size_t>& seen) {
  if (!seen.insert(item).second) return false;
  for (const std::string& need : items[item].needs) {
    if (contains(items[other].makes, need)) return true;
    const std::size_t maker = maker_of(need, items, 0);
    if (maker < items.size() && depends_on(maker, other, items, seen)) return true;
  }
  return false;
}

[[noreturn]] void refuse(const std::string& of, std::size_t number, const std::string& need,
                         const std::vector<ScheduleItem>& items) {
  const std::string& name = items[number].name;
  const std::size_t maker = maker_of(need, items, number);
  std::string why = "which nothing makes; leave it out, or add what does";
  if (maker == number) {
    why = "which it makes itself: a cycle; let something before it begin";
  } else if (maker < items.size()) {
    std::set<std::size_t> seen;
    why = depends_on(maker, number, items, seen)
              ? fmt::format(
                    "which '{}' makes behind it and out of what it makes: a cycle; take "
                    "one of the two needs away",
                    items[maker].name)
              : fmt::format("which '{}' makes behind it; exchange the two", items[maker].name);
  }
  throw Error(ExitCode::not_available,
              fmt::format("the schedule of {}: '{}' needs '{}', {}", of, name, need, why));
}

void require_order(const std::string& of, const std::vector<ScheduleItem>& items,
                   std::set<std::string> made) {
  for (std::size_t number = 0; number < items.size(); ++number) {
    for (const std::string& need : items[number].needs) {
      if (!made.contains(need)) refuse(of, number, need, items);
    }
    made.insert(items[number].makes.begin(), items[number].makes.end());
  }
}

}  // namespace

Schedule::Schedule(const std::string& of, std::vector<ScheduleItem> items,
                   const std::set<std::string>& given)
    : items_(std::move(items)) {
  require_order(of, items_, given);
}

void Schedule::run(Phase phase, const StageMarker& mark) const {
  for (const ScheduleItem& item : items_) {
    if (item.phase == phase) run(item, mark);
  }
}

void Schedule::run(const ScheduleItem& item, const StageMarker& mark) {
  if (item.is_due && !item.is_due()) return;
  mark(item.timed_as.c_str());
  item.enqueue(item.on->stream());
  if (item.is_awaited) item.on->synchronize();
}

void Schedule::run_alone(const std::string& stage) const {
  std::vector<const ScheduleItem*> called;
  for (const ScheduleItem* item : distinct()) {
    if (item->enqueue_alone && is_called(*item, stage)) called.push_back(item);
  }
  if (called.empty()) throw std::invalid_argument("this variant has no stage " + stage);
  if (called.back()->phase != Phase::rebuild) called.erase(called.begin(), called.end() - 1);
  for (const ScheduleItem* item : called) {
    item->enqueue_alone(item->on->stream());
    if (item->is_awaited) item->on->synchronize();
  }
}

std::vector<KernelLaunch> Schedule::kernels(const std::string& stage) const {
  std::vector<KernelLaunch> all;
  for (const ScheduleItem* item : distinct()) {
    if (!item->kernels || !is_called(*item, stage)) continue;
    const std::vector<KernelLaunch> kernels = item->kernels();
    all.insert(all.end(), kernels.begin(), kernels.end());
  }
  return all;
}

std::vector<std::pair<std::string, int>> Schedule::counts() const {
  std::vector<std::pair<std::string, int>> counts;
  for (const ScheduleItem& item : items_) {
    if (item.times == 0) continue;
    const auto found = std::find_if(counts.begin(), counts.end(), [&](const auto& count) {
      return count.first == item.timed_as;
    });
    if (found == counts.end()) {
      counts.emplace_back(item.timed_as, item.times);
    } else {
      found->second += item.times;
    }
  }
  return counts;
}

std::vector<std::pair<std::string, std::string>> Schedule::choices() const {
  std::vector<std::pair<std::string, std::string>> choices;
  for (const ScheduleItem* item : distinct())
    choices.insert(choices.end(), item->choices.begin(), item->choices.end());
  return choices;
}

bool Schedule::is_on_demand() const {
  return std::any_of(items_.begin(), items_.end(),
                     [](const ScheduleItem& item) { return item.phase == Phase::check; });
}

bool Schedule::runs_on_demand(const std::string& timed_as) const {
  bool is_there = false;
  for (const ScheduleItem& item : items_) {
    if (item.timed_as != timed_as) continue;
    if (item.phase != Phase::rebuild) return false;
    is_there = true;
  }
  return is_there && is_on_demand();
}

bool Schedule::is_split() const {
  return std::any_of(items_.begin(), items_.end(),
                     [&](const ScheduleItem& item) { return item.on != items_.front().on; });
}

int Schedule::parts(const std::string& timed_as) const {
  std::set<std::string> names;
  for (const ScheduleItem& item : items_) {
    if (item.timed_as == timed_as) names.insert(item.name);
  }
  return std::max(1, static_cast<int>(names.size()));
}

std::vector<const ScheduleItem*> Schedule::distinct() const {
  std::vector<const ScheduleItem*> found;
  std::set<std::string> in_steps;
  for (const ScheduleItem& item : items_) {
    if (item.phase == Phase::rebuild || in_steps.insert(item.name).second) found.push_back(&item);
  }
  return found;
}

}  // namespace sphlab
