#include "harness/cli/count_command.hpp"

#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/cli/atomic_file.hpp"
#include "harness/cli/interrupt.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/search_paths.hpp"
#include "harness/cli/streams.hpp"
#include "harness/cli/table.hpp"
#include "harness/cli/variants.hpp"
#include "harness/counters/counts_json.hpp"
#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/measure/advance.hpp"
#include "harness/measure/crash_report.hpp"
#include "harness/measure/profiled.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* counting_folder = "counting";

/// Loads the packs that count. They lie in a folder of their own, where commands that use every
/// pack do not find them: they are slow, and verify what others verify.
std::vector<LoadedPack> load_counting_packs(const CommonOptions& common,
                                            std::vector<std::string>* problems) {
  std::vector<fs::path> folders;
  for (const fs::path& folder : pack_directories(common.pack_directories)) {
    if (fs::is_directory(folder / counting_folder)) folders.push_back(folder / counting_folder);
  }
  std::vector<LoadedPack> packs = load_packs(folders, problems);
  std::erase_if(packs, [](const LoadedPack& pack) { return counting_table(pack) == nullptr; });
  return packs;
}

const LoadedPack& counting_pack(const std::vector<LoadedPack>& packs,
                                const std::vector<std::string>& problems) {
  if (!packs.empty()) return packs.front();
  throw Error(
      ExitCode::not_available,
      fmt::format("there is no pack that counts in the folder {}/ of any folder of packs{}; "
                  "the build makes simt-count-w32 with g++ and without sanitizers",
                  counting_folder, problems.empty() ? "" : ": " + problems.front()));
}

std::string ratio(std::uint64_t numerator, std::uint64_t denominator) {
  if (denominator == 0) return "-";
  return fmt::format("{:.2f}", static_cast<double>(numerator) / static_cast<double>(denominator));
}

Table empty_table() {
  return Table({"variant", "stage", ">loads", ">lanes", ">sectors", ">stores", ">sectors",
                ">shared", ">wavefronts", ">atomics", ">barriers", ">lanes per run", ">divergent"});
}

void add_rows(const Variant& variant, const CountedVariant& counted, Table& table) {
  for (const CountedStage& stage : counted.stages) {
    for (const CountedLaunch& launch : stage.launches) {
      const KernelCounts& counts = launch.counts;
      const auto of = [&](AccessKind kind) {
        return counts.totals[static_cast<std::size_t>(kind)];
      };
      const RequestCounts loads = of(AccessKind::global_load);
      const RequestCounts stores = of(AccessKind::global_store);
      const RequestCounts shared_loads = of(AccessKind::shared_load);
      const RequestCounts shared_stores = of(AccessKind::shared_store);
      const std::uint64_t shared = shared_loads.requests + shared_stores.requests;
      const std::uint64_t atomics =
          of(AccessKind::global_atomic).requests + of(AccessKind::shared_atomic).requests;
      table.add({variant.name(), stage.stage, fmt::format("{}", loads.requests),
                 ratio(loads.lanes, loads.requests), ratio(loads.sectors, loads.requests),
                 fmt::format("{}", stores.requests), ratio(stores.sectors, stores.requests),
                 fmt::format("{}", shared),
                 ratio(shared_loads.wavefronts + shared_stores.wavefronts, shared),
                 fmt::format("{}", atomics), fmt::format("{}", counts.barriers),
                 ratio(counts.run_lanes, counts.runs),
                 ratio(counts.divergent_branches, counts.branches)});
    }
  }
}

/// A simulation in the state to count, and what a line tells of it.
using OneRun = std::function<void(Simulation&, const CountedRun&)>;

/// Calls `each` for every variant of `pack` that the options ask for.
void for_each_variant(const Laboratory& laboratory, const LoadedPack& pack,
                      const CountOptions& options, Runtime& runtime, const OneRun& each) {
  const Scenario scenario = load_scenario(
      find_scenario(options.scenario, laboratory.scenario_folders()), options.overrides);
  require_variants({&pack}, options.variants);
  const std::vector<Variant> variants =
      select_variants(*pack.pack, scenario.physics, options.variants);
  if (variants.empty()) {
    throw Error(ExitCode::not_available,
                fmt::format("nothing to count: no such variant is there for physics '{}'",
                            scenario.physics));
  }
  report_crashes("nothing was written");
  until_interrupted("nothing was written", [&] {
    Progress progress;
    for (std::size_t k = 0; k < variants.size(); ++k) {
      stop_if_requested();
      progress.update(static_cast<double>(k) / static_cast<double>(variants.size()),
                      variants[k].name());
      const WorkingFor working(fmt::format("{}, {}", variants[k].name(), pack.pack->toolchain));
      Simulation simulation(runtime, pack, scenario, variants[k]);
      advance_cycles(runtime, simulation, options.cycles);
      each(simulation, {scenario, pack, variants[k], options.cycles});
    }
  });
}

void count_on_host(const CommonOptions& common, const CountOptions& options, const Style& style) {
  ReservedFile file(options.output, ReservedFile::Existing::replace, "--output");
  std::vector<std::string> problems;
  const Laboratory laboratory(common, load_counting_packs(common, &problems));
  const LoadedPack& pack = counting_pack(laboratory.packs(), problems);
  const CountingTable& counting = *counting_table(pack);
  const auto runtime = laboratory.open_device(pack.pack->runtime, 0);
  Table table = empty_table();
  std::string lines;
  for_each_variant(
      laboratory, pack, options, *runtime, [&](Simulation& simulation, const CountedRun& run) {
        const CountedVariant counted = count_stages(simulation, counting, run.scenario);
        add_rows(run.variant, counted, table);
        for (const auto& line : counts_json(run, counted, options.instructions))
          lines += line.dump() + "\n";
      });
  file.write(lines);
  print_result(table.text(style));
}

/// Runs the same stages of the same variants in the same state for a profiler.
void show_to_profiler(const CommonOptions& common, const CountOptions& options) {
  const Laboratory laboratory(common);
  const LoadedPack& pack = *laboratory.usable_packs({options.profiled}).front();
  const auto runtime = laboratory.open_device(pack.pack->runtime, options.device);
  require_ranges(*runtime);
  std::size_t count = 0;
  for_each_variant(
      laboratory, pack, options, *runtime, [&](Simulation& simulation, const CountedRun& run) {
        verified_pairs(simulation, run.scenario);
        for (const StageInUse& used : stages_in_use(simulation)) {
          profile_stage(*runtime, simulation, used.stage, "counts-" + counts_id(run, used));
          ++count;
        }
      });
  print_result(fmt::format("{} stages were run for a profiler\n", count));
}

}  // namespace

void run_count(const CommonOptions& common, const CountOptions& options, const Style& style) {
  if (!options.profiled.empty()) return show_to_profiler(common, options);
  count_on_host(common, options, style);
}

}  // namespace sphlab
