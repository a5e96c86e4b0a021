#include "harness/counters/count_stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/error.hpp"
#include "harness/runtimes/host_allocations.hpp"

namespace sphlab {
namespace {

/// The pack counts as long as this lives.
class Counting {
 public:
  explicit Counting(const CountingTable& table) : table_(table) {
    const std::vector<MemoryRange> arrays = host_allocations();
    table_.begin(arrays.data(), static_cast<std::uint32_t>(arrays.size()));
  }
  ~Counting() {
    std::uint32_t count = 0;
    if (!ended_) table_.end(&count);
  }
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;

  std::vector<CountedLaunch> end() {
    ended_ = true;
    std::uint32_t count = 0;
    const KernelCounts* counts = table_.end(&count);
    std::vector<CountedLaunch> launches;
    for (std::uint32_t k = 0; k < count; ++k) {
      launches.push_back(
          {counts[k],
           {counts[k].instructions, counts[k].instructions + counts[k].instruction_count}});
      launches.back().counts.instructions = nullptr;
    }
    return launches;
  }

 private:
  const CountingTable& table_;
  bool ended_ = false;
};

PairCounts verified_pairs(Simulation& simulation, const Scenario& scenario) {
  std::vector<Check> checks;
  const PairCounts pairs = verify_state(simulation, scenario, "counted", checks);
  const auto failed =
      std::find_if(checks.begin(), checks.end(), [](const Check& check) { return !check.passed; });
  if (failed != checks.end()) {
    throw Error(ExitCode::verification, fmt::format("{} of {} is wrong and is not counted: {}: {}",
                                                    simulation.variant().name(), scenario.name,
                                                    failed->name, failed->detail));
  }
  return pairs;
}

std::vector<CountedLaunch> count_stage(Simulation& simulation, const CountingTable& table,
                                       const std::string& stage) {
  Counting counting(table);
  simulation.run_stage_isolated(stage);
  return counting.end();
}

}  // namespace

CountedVariant count_stages(Simulation& simulation, const CountingTable& table,
                            const Scenario& scenario) {
  static const std::set<std::string> not_counted{"sort", "list-format"};
  CountedVariant counted{verified_pairs(simulation, scenario), {}};
  std::map<std::string, std::map<std::string, std::uint32_t>> tuning = simulation.tuning();
  for (const auto& [stage, strategy] : simulation.strategies()) {
    if (not_counted.contains(stage)) continue;
    counted.stages.push_back(
        {stage, strategy, tuning[stage], count_stage(simulation, table, stage)});
  }
  return counted;
}

}  // namespace sphlab
