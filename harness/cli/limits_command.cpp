#include "harness/cli/limits_command.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "harness/campaigns/openmp_in_use.hpp"
#include "harness/campaigns/record_builder.hpp"
#include "harness/cli/atomic_file.hpp"
#include "harness/cli/campaign_session.hpp"
#include "harness/cli/interrupt.hpp"
#include "harness/cli/openmp_restart.hpp"
#include "harness/cli/pack_choice.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/streams.hpp"
#include "harness/cli/table.hpp"
#include "harness/measure/limits.hpp"
#include "harness/records/create_folder.hpp"
#include "harness/records/limits_file.hpp"
#include "harness/records/statistics.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

std::string runtime_with_device(const Laboratory& laboratory, const std::string& wanted) {
  if (!wanted.empty()) return wanted;
  for (const std::string& name : runtimes_by_preference()) {
    for (const RuntimeTable* runtime : laboratory.runtimes()) {
      if (runtime->name == name && runtime->unusable() == nullptr) return name;
    }
  }
  return "host";
}

/// "4.21 TB/s"
std::string rate_text(double per_second, const std::string& unit) {
  constexpr std::array prefixes{"", "k", "M", "G", "T", "P"};
  std::size_t k = 0;
  for (; per_second >= 1000 && k + 1 < prefixes.size(); ++k) per_second /= 1000;
  return fmt::format("{:.4g} {}{}/s", per_second, prefixes[k], unit);
}

std::vector<LimitRecord> measure_all(Runtime& runtime, Progress& progress) {
  std::vector<LimitRecord> measured;
  for (const NamedLimit& limit : named_limits) {
    progress.update(static_cast<double>(measured.size()) / std::size(named_limits),
                    fmt::format("limit {}", limit.name));
    LimitSamples samples =
        measure_limit(runtime, limit.limit, memory_for_limit(runtime, limit.limit));
    measured.push_back({limit.name, limit.unit, limit.meaning, samples.work,
                        std::move(samples.per_second), std::move(samples.clock_mhz)});
  }
  return measured;
}

std::string table_of(const std::vector<LimitRecord>& measured, const Style& style) {
  Table table({"limit", ">median", ">spread %", "of"});
  for (const LimitRecord& limit : measured) {
    const Record::Summary summary = summarise(limit.per_second);
    table.add({limit.name, rate_text(summary.median_s.value(), limit.unit),
               fmt::format("{:.1f}", 100 * summary.relative_spread.value()), limit.meaning});
  }
  return table.text(style);
}

}  // namespace

fs::path default_limits_file(const Runtime& runtime) {
  return default_record_file(runtime, "").replace_filename(limits_file);
}

RecordingSetup present_setup_of_limits(const Runtime& runtime) {
  RecordingSetup setup = present_setup(runtime, {});
  if (runtime.is_host()) setup.runtime.openmp = openmp_of_harness();
  return setup;
}

std::string record_limits(Runtime& runtime, const fs::path& file, Progress& progress,
                          const Style& style) {
  if (file.has_parent_path()) create_folder(file.parent_path());
  ReservedFile reserved(file, ReservedFile::Existing::refuse, "--output");
  const std::vector<LimitRecord> measured = measure_all(runtime, progress);
  reserved.write(limits_document(present_setup_of_limits(runtime), measured));
  return table_of(measured, style);
}

void run_limits(const Laboratory& laboratory, const LimitsOptions& options, const Style& style) {
  const std::string name = runtime_with_device(laboratory, options.runtime);
  require_openmp_environment(name);
  const auto runtime = laboratory.open_device(name, options.device);
  const fs::path file = options.output.empty() ? default_limits_file(*runtime) : options.output;
  std::string table;
  until_interrupted("nothing was written", [&] {
    Progress progress;
    table = record_limits(*runtime, file, progress, style);
  });
  print_result(table);
  print_result(fmt::format("written to {}\n", file.string()));
}

}  // namespace sphlab
