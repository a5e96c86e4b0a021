#include "harness/cli/profile_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <set>

#include "harness/campaigns/replica.hpp"
#include "harness/cli/interrupt.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/record_choice.hpp"
#include "harness/cli/streams.hpp"
#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/measure/crash_report.hpp"
#include "harness/measure/profiled.hpp"
#include "harness/records/environment.hpp"
#include "harness/records/record_file.hpp"
#include "harness/suites/suite.hpp"

namespace sphlab {
namespace {

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

bool is_chosen_stage(const std::vector<std::string>& stages, const std::string& stage) {
  return is_among(stages, stage) || is_among(stages, "all");
}

bool is_chosen_variant(const std::vector<std::string>& names, const std::string& variant) {
  return names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
           return is_variant_or_traversal(variant, name);
         });
}

/// Whether a record is of a stage alone right after itself, as a profiler runs it.
bool is_alone_and_warm(const Record& record) {
  return record.scope == "kernel" && record.cache == "warm";
}

/// Whether a record is of steps whose cycles run the same kernels, all on the device.
bool is_step_of_equal_cycles(const Record& record) {
  return record.scope == "step" && !record.host_toolchain &&
         (!record.list_life || record.list_life->trigger == trigger_name(RebuildTrigger::interval));
}

bool is_chosen(const Record& record, const ProfileOptions& options) {
  if (options.loop) return is_step_of_equal_cycles(record);
  return is_alone_and_warm(record) && is_chosen_stage(options.stages, record.stage);
}

[[noreturn]] void throw_no_record(const ProfileOptions& options) {
  const std::string file = options.records.string();
  constexpr const char* where = "'python -m analysis table' shows what there is";
  if (options.loop) {
    throw InputError(
        fmt::format("{}: no valid record of a step, with all of it on the device and "
                    "rebuilds of its list at a fixed interval, is what the options ask for; {}",
                    file, where));
  }
  throw InputError(
      fmt::format("{}: no valid record of stage {} alone with a warm cache is what the options ask "
                  "for; {}, and "
                  "a suite records it where its policy has isolated_samples and the cache \"warm\"",
                  file, fmt::join(options.stages, ", "), where));
}

std::vector<Record> chosen_records(const ProfileOptions& options) {
  std::vector<Record> records = read_records(options.records);
  std::erase_if(records, [&](const Record& record) {
    return record.validity.status != "ok" || !is_chosen(record, options) ||
           !is_among(options.scenarios, record.scenario.name) ||
           !has_parameters(record, options.overrides) ||
           !toolchain_selected(options.toolchains, record.toolchain.name) ||
           !is_chosen_variant(options.variants, record.variant);
  });
  if (records.empty()) throw_no_record(options);
  return records;
}

/// Refuses another device: its counters say nothing of the recorded times.
void require_device_of(const std::vector<Record>& records, const Runtime& runtime,
                       const ProfileOptions& options) {
  const std::string here = runtime.properties().name;
  for (const Record& record : records) {
    if (record.device.name == here && record.runtime.name == runtime.name()) continue;
    throw Error(ExitCode::not_available,
                fmt::format("{} holds records of {} on the {} runtime, and this is {} on {}: "
                            "profile on the device that was measured",
                            options.records.string(), record.device.name, record.runtime.name, here,
                            runtime.name()));
  }
}

/// Notes records of another build, whose kernels may differ from those that are profiled.
void note_other_revisions(const std::vector<Record>& records, Progress& progress) {
  const std::string here = built_code().revision.value_or("unknown");
  std::set<std::string> others;
  for (const Record& record : records) {
    const std::string recorded = record.code.revision.value_or("unknown");
    if (recorded != here) others.insert(recorded);
  }
  if (others.empty()) return;
  progress.note(
      fmt::format("the records are of revision {}, and this build is of revision {}: where "
                  "their kernels differ, the counters are not of what was timed",
                  fmt::join(others, ", "), here));
}

}  // namespace

void run_profile(const Laboratory& laboratory, const ProfileOptions& options) {
  const std::vector<Record> records = chosen_records(options);
  const auto runtime = laboratory.open_device(records.front().runtime.name, options.device);
  require_device_of(records, *runtime, options);
  Progress progress;
  note_other_revisions(records, progress);
  require_ranges(*runtime);
  ReplicaMaker replicas(*runtime, laboratory.scenario_folders());
  constexpr const char* kept = "what the profiler has seen is its own to keep";
  report_crashes(kept);
  const auto show = [&](std::size_t k) {
    const Record& record = records[k];
    progress.update(static_cast<double>(k) / static_cast<double>(records.size()),
                    fmt::format("{} ({} particles), {}, {}: {}", record.scenario.name,
                                record.scenario.particles, record.toolchain.name, record.variant,
                                record.stage));
    const LoadedPack& pack = *laboratory.usable_packs({record.toolchain.name}).front();
    const WorkingFor working(fmt::format("{}, {}", record.variant, record.toolchain.name));
    Simulation& replica = replicas.make(record, pack);
    const std::string range = "record-" + record.id;
    if (options.loop) {
      profile_loop(*runtime, replica, record.policy.warmup, record.policy.samples_per_block, range);
    } else {
      profile_stage(*runtime, replica, record.stage, range);
    }
  };
  until_interrupted(kept, [&] {
    for (std::size_t k = 0; k < records.size(); ++k) {
      stop_if_requested();
      show(k);
    }
  });
  print_result(fmt::format("{} {} were run for a profiler\n", records.size(),
                           options.loop ? "loops" : "stages"));
}

}  // namespace sphlab
