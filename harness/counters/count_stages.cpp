#include "harness/counters/count_stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

std::vector<CountedLaunch> count_stage(Simulation& simulation, const CountingTable& table,
                                       const std::string& stage) {
  Counting counting(table);
  simulation.run_stage_isolated(stage);
  return counting.end();
}

}  // namespace

std::vector<StageInUse> stages_in_use(const Simulation& simulation) {
  std::vector<StageInUse> stages;
  std::map<std::string, std::map<std::string, std::uint32_t>> tuning = simulation.tuning();
  for (const auto& [stage, strategy] : simulation.strategies()) {
    if (stage == "list-format" || strategy == runtime_sort) continue;
    stages.push_back({stage, strategy, tuning[stage]});
  }
  return stages;
}

PairCounts verified_pairs(Simulation& simulation, const Scenario& scenario) {
  std::vector<Check> checks;
  PairCounts pairs = verify_state(simulation, scenario, "counted", checks);
  const auto failed =
      std::find_if(checks.begin(), checks.end(), [](const Check& check) { return !check.passed; });
  if (failed != checks.end()) {
    throw Error(ExitCode::verification, fmt::format("{} of {} is wrong and is not counted: {}: {}",
                                                    simulation.variant().name(), scenario.name,
                                                    failed->name, failed->detail));
  }
  return pairs;
}

CountedVariant count_stages(Simulation& simulation, const CountingTable& table,
                            const Scenario& scenario) {
  CountedVariant counted{verified_pairs(simulation, scenario), {}};
  for (StageInUse& used : stages_in_use(simulation)) {
    std::vector<CountedLaunch> launches = count_stage(simulation, table, used.stage);
    const bool is_pass = find_pass(simulation.formulation(), used.stage) != nullptr;
    counted.stages.push_back({std::move(used), is_pass, std::move(launches)});
  }
  return counted;
}

}  // namespace sphlab
