#include "harness/cli/run_command.hpp"

#include <functional>

#include "harness/campaigns/time_budget.hpp"
#include "harness/cli/campaign_session.hpp"
#include "harness/cli/energy_counter.hpp"
#include "harness/cli/openmp_restart.hpp"
#include "harness/cli/suite_choice.hpp"

namespace sphlab {

namespace {

void count_energy(Suite& suite, double seconds) {
  suite.policy.energy_seconds = seconds;
  for (SuiteScenario& scenario : suite.scenarios) scenario.policy.energy_seconds = seconds;
}

std::function<double()> seconds_since(std::chrono::steady_clock::time_point begun) {
  return [begun] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  };
}

}  // namespace

void run_run(const Laboratory& laboratory, const RunOptions& options, const Style& style) {
  Session session;
  Suite suite = choose_suite(
      laboratory,
      {options.target, options.overrides, options.toolchains, options.variants, options.policies},
      session.notes);
  std::optional<TimeBudget> budget;
  if (options.budget_s) budget.emplace(*options.budget_s, seconds_since(options.begun));
  const CampaignSelection selection{options.toolchains, {}, budget ? &*budget : nullptr};
  const std::string name = choose_runtime(laboratory, suite, options.toolchains);
  require_openmp_environment(suite.works_on_host() ? "host" : name);
  const auto runtime = laboratory.open_device(name, options.device);
  if (options.energy) {
    require_energy_counter(*runtime);
    count_energy(suite, *options.energy);
  }
  session.output =
      options.output.empty() ? default_record_file(*runtime, suite.name) : options.output;
  session.existing =
      options.resume ? RecordWriter::Existing::resume : RecordWriter::Existing::refuse;
  session.keeps_blocks = true;
  session.completion = "add --resume to complete it";
  run_session(laboratory, suite, *runtime, selection, session, style);
}

}  // namespace sphlab
