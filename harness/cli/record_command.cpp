#include "harness/cli/record_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "harness/cli/atomic_file.hpp"
#include "harness/cli/campaign_session.hpp"
#include "harness/cli/documents.hpp"
#include "harness/cli/interrupt.hpp"
#include "harness/cli/limits_command.hpp"
#include "harness/cli/openmp_restart.hpp"
#include "harness/cli/pack_choice.hpp"
#include "harness/cli/streams.hpp"
#include "harness/cli/table.hpp"
#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/measure/crash_report.hpp"
#include "harness/records/environment.hpp"
#include "harness/records/limits_file.hpp"
#include "harness/records/recording_setup.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// A suite, those of its toolchains that are here, and those that are not.
struct SuiteToRecord {
  Suite suite;
  std::vector<std::string> toolchains;
  std::vector<std::string> absent;
};

bool is_for(const Suite& suite, const std::string& runtime) {
  return suite.device == runtime || suite.device == "any";
}

std::vector<std::string> toolchains_here(const Laboratory& laboratory, const std::string& runtime) {
  std::vector<std::string> names;
  for (const LoadedPack& pack : laboratory.packs()) {
    if (laboratory.unusable(pack).empty() && pack.pack->runtime == runtime)
      names.emplace_back(pack.pack->toolchain);
  }
  return names;
}

SuiteToRecord with_toolchains(Suite suite, const std::vector<std::string>& here) {
  SuiteToRecord recorded{std::move(suite), {}, {}};
  for (const std::string& toolchain : here) {
    if (toolchain_selected(recorded.suite.toolchains, toolchain))
      recorded.toolchains.push_back(toolchain);
  }
  for (const std::string& pattern : recorded.suite.toolchains) {
    const bool is_here = std::any_of(here.begin(), here.end(), [&](const std::string& toolchain) {
      return toolchain_selected({pattern}, toolchain);
    });
    if (!is_here) recorded.absent.push_back(pattern);
  }
  return recorded;
}

/// Suites that are named, else those with `recorded` set, in the order of their names.
std::vector<Suite> suites_of(const Laboratory& laboratory, const RecordOptions& options) {
  std::vector<Suite> suites;
  for (const std::string& name : options.suites)
    suites.push_back(load_suite(find_suite(name, laboratory.suite_folders())));
  if (!suites.empty()) return suites;
  for (const auto& [name, file] : documents(laboratory.suite_folders())) {
    Suite suite = load_suite(file);
    if (suite.recorded) suites.push_back(std::move(suite));
  }
  return suites;
}

std::string choose_record_runtime(const Laboratory& laboratory, const RecordOptions& options,
                                  const std::vector<Suite>& suites) {
  for (const std::string& runtime : runtimes_by_preference()) {
    if (!options.runtime.empty() && runtime != options.runtime) continue;
    const bool has_suite = std::any_of(suites.begin(), suites.end(),
                                       [&](const Suite& suite) { return is_for(suite, runtime); });
    if (has_suite && !toolchains_here(laboratory, runtime).empty()) return runtime;
  }
  throw Error(ExitCode::not_available,
              fmt::format("there is no suite to record{} for which a device and a pack are here; "
                          "see 'sphlab list packs', and \"recorded\" of a suite",
                          options.runtime.empty() ? "" : " on runtime " + options.runtime));
}

/// "tuning 12 s, verifying 40 s, ..."
std::string phases_text(const CampaignPhases& phases) {
  return fmt::format(
      "tuning {:.0f} s, states {:.0f} s, verifying {:.0f} s, own orders {:.0f} s, "
      "sampling {:.0f} s, verifying again {:.0f} s",
      phases.tuning, phases.advancing, phases.verifying, phases.ordering, phases.sampling,
      phases.verifying_again);
}

/// Summary of the suites for the reader.
class Summary {
 public:
  void add(const SuiteToRecord& recorded, const CampaignOutcome& outcome, double seconds) {
    table_.add({recorded.suite.name, std::to_string(outcome.records),
                std::to_string(outcome.refused_records), std::to_string(outcome.invalid_records),
                duration_text(seconds), phases_text(outcome.phases),
                recorded.absent.empty()
                    ? ""
                    : fmt::format("without {}, which {} not here", fmt::join(recorded.absent, ", "),
                                  recorded.absent.size() == 1 ? "is" : "are")});
    invalid_ += outcome.invalid_records;
  }
  void leave_out(const SuiteToRecord& recorded, const std::string& reason) {
    table_.add({recorded.suite.name, "-", "-", "-", "-", "", "not recorded: " + reason});
  }
  std::string text(const Style& style) const { return table_.text(style); }
  std::uint64_t invalid() const { return invalid_; }

 private:
  Table table_{{"suite", ">records", ">refused", ">invalid", ">time", "of which", "note"}};
  std::uint64_t invalid_ = 0;
};

/// Throws InputError where the limits in a file were not measured with `present`.
void require_limits_of(const fs::path& file, const RecordingSetup& present) {
  constexpr const char* anew = "remove the file, and limits are measured anew";
  std::string difference;
  try {
    difference = setup_difference(setup_of_limits(file), present);
  } catch (const InputError& failure) {
    throw InputError(fmt::format("{}; {}", failure.what(), anew));
  }
  if (difference.empty()) return;
  throw InputError(
      fmt::format("{}: the limits were measured elsewhere: {}. A recording is made by one build on "
                  "one machine: name another folder with --output, or go on with that build on "
                  "that machine; where the records beside them are of this one, {}",
                  file.string(), difference, anew));
}

/// A recording: its device, its folder, and state that its suites share.
class Recording {
 public:
  Recording(const Laboratory& laboratory, Runtime& runtime, fs::path folder, bool resume)
      : laboratory_(laboratory),
        runtime_(runtime),
        folder_(std::move(folder)),
        existing_(resume ? RecordWriter::Existing::resume : RecordWriter::Existing::refuse) {}

  void measure(const std::vector<SuiteToRecord>& suites, const Style& style) {
    const InterruptWatch watch;
    report_crashes("finished records are kept");
    measure_limits(style);
    for (const SuiteToRecord& each : suites) sections_ += sections_of(each.suite);
    for (const SuiteToRecord& each : suites) {
      measure(each);
      done_ += sections_of(each.suite);
    }
  }

  const Summary& summary() const { return summary_; }

 private:
  static double sections_of(const Suite& suite) {
    std::size_t sections = 0;
    for (const SuiteScenario& scenario : suite.scenarios) sections += scenario.states.size();
    return static_cast<double>(sections);
  }

  /// Measures the limits; those of a recording that goes on are there, and must be of this device
  /// and build.
  void measure_limits(const Style& style) {
    const fs::path file = folder_ / limits_file;
    std::error_code unknown;  // writing there tells why
    if (fs::exists(file, unknown))
      return require_limits_of(file, present_setup_of_limits(runtime_));
    try {
      progress_.note(record_limits(runtime_, file, progress_, style));
    } catch (const Interrupted&) {
      throw Error(ExitCode::interrupted, "interrupted; nothing was recorded yet");
    }
  }

  void measure(const SuiteToRecord& recorded) {
    const auto begin = std::chrono::steady_clock::now();
    progress_.note(fmt::format("suite {}", recorded.suite.name));
    try {
      if (recorded.toolchains.empty())
        throw Error(ExitCode::not_available,
                    fmt::format("none of its toolchains is here ({})",
                                fmt::join(recorded.suite.toolchains, ", ")));
      const CampaignOutcome outcome = measure_into_file(recorded);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      summary_.add(recorded, outcome, took.count());
      if (outcome.interrupted)
        throw Error(ExitCode::interrupted,
                    fmt::format("interrupted in suite {}; what is finished is in {}: add --resume "
                                "to complete it",
                                recorded.suite.name, folder_.string()));
    } catch (const Error& error) {
      if (error.code != ExitCode::not_available && error.code != ExitCode::out_of_memory) throw;
      progress_.note(fmt::format("suite {} is left out: {}", recorded.suite.name, error.what()));
      summary_.leave_out(recorded, error.what());
    }
  }

  CampaignOutcome measure_into_file(const SuiteToRecord& recorded) {
    const CampaignSelection selection{recorded.toolchains};
    const fs::path file = folder_ / (recorded.suite.name + ".jsonl");
    const RecordingSetup setup =
        setup_of_campaign(recorded.suite, runtime_, laboratory_.packs(), selection);
    RecordFiles files(file, existing_, setup);
    UnfinishedFile unfinished(file, existing_, setup,
                              [this](const std::string& text) { progress_.note(text); });
    return measure_into(files, laboratory_, recorded.suite, runtime_, selection,
                        {progress_,
                         later_states_,
                         {done_ / sections_, sections_of(recorded.suite) / sections_},
                         nullptr,
                         &unfinished});
  }

  const Laboratory& laboratory_;
  Runtime& runtime_;
  fs::path folder_;
  RecordWriter::Existing existing_;
  Progress progress_;
  LaterStates later_states_;
  Summary summary_;
  double sections_ = 0;  ///< scenarios in a state, of all suites
  double done_ = 0;
};

/// Refuses a file that is there already before anything is measured.
void require_no_file(const fs::path& folder, const std::vector<SuiteToRecord>& suites) {
  std::vector<fs::path> files;
  for (const SuiteToRecord& each : suites) {
    files.push_back(folder / (each.suite.name + ".jsonl"));
    files.push_back(unfinished_file_of(files.back()));
  }
  files.push_back(folder / limits_file);
  for (const fs::path& file : files) {
    if (!fs::exists(file)) continue;
    throw Error(ExitCode::output,
                fmt::format("{} exists already; add --resume to complete the recording, or name "
                            "another folder with --output",
                            file.string()));
  }
}

}  // namespace

void run_record(const Laboratory& laboratory, const RecordOptions& options, const Style& style) {
  std::vector<Suite> suites = suites_of(laboratory, options);
  const std::string name = choose_record_runtime(laboratory, options, suites);
  const std::vector<std::string> here = toolchains_here(laboratory, name);
  std::vector<SuiteToRecord> recorded;
  for (Suite& suite : suites) {
    if (is_for(suite, name)) recorded.push_back(with_toolchains(std::move(suite), here));
  }
  const bool works_on_host =
      std::any_of(recorded.begin(), recorded.end(),
                  [](const SuiteToRecord& each) { return each.suite.works_on_host(); });
  require_openmp_environment(works_on_host ? "host" : name);
  const auto runtime = laboratory.open_device(name, options.device);
  const fs::path folder =
      options.folder.empty() ? default_record_file(*runtime, "").parent_path() : options.folder;
  const ReservedFolder reserved(folder, "--output");
  if (!options.resume) require_no_file(folder, recorded);
  Recording recording(laboratory, *runtime, folder, options.resume);
  const auto report = [&] { print_result(recording.summary().text(style)); };
  try {
    recording.measure(recorded, style);
  } catch (const Error&) {
    report();
    throw;
  }
  report();
  print_result(fmt::format("recorded in {}\n", folder.string()));
  require_valid(recording.summary().invalid());
}

}  // namespace sphlab
