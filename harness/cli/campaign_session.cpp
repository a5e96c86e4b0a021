#include "harness/cli/campaign_session.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "harness/cli/interrupt.hpp"
#include "harness/cli/load_warning.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/record_files.hpp"
#include "harness/cli/table.hpp"
#include "harness/error.hpp"
#include "harness/measure/crash_report.hpp"
#include "harness/records/environment.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// What a reader looks for first: the whole steps.
class StepTable {
 public:
  void add(const Record& record) {
    if (record.scope != "step") return;
    const bool is_valid = record.validity.status == "ok";
    table_.add(
        {record.scenario.name, std::to_string(record.scenario.particles),
         record.scenario.state.label, record.toolchain.name,
         record.side.empty() ? record.variant : fmt::format("{}, {}", record.variant, record.side),
         is_valid ? fmt::format("{:.4f}", 1e3 * record.summary.median_s.value()) : "-",
         record.summary.relative_spread
             ? fmt::format("{:.1f}", 100 * *record.summary.relative_spread)
             : "-",
         record.summary.mipps ? fmt::format("{:.2f}", *record.summary.mipps) : "-",
         record.validity.status});
  }
  std::string text(const Style& style) const { return table_.empty() ? "" : table_.text(style); }

 private:
  Table table_{{"scenario", ">particles", "state", "toolchain", "variant", ">step ms", ">spread %",
                ">MIPPS", "validity"}};
};

CampaignCallbacks callbacks(RecordFiles* files, StepTable* steps, LoadWarning* load,
                            Progress* progress) {
  return {
      .on_record =
          [files, steps, load](const Record& record) {
            files->append(record);
            steps->add(record);
            load->add(record);
          },
      .is_done = [files](const Record& record) { return files->contains(record); },
      .on_progress = [progress](double fraction,
                                const std::string& what) { progress->update(fraction, what); },
      .on_message = [progress](const std::string& message) { progress->note(message); },
      .interrupted = [] { return InterruptWatch::requested(); },
      .on_bout = [files](std::size_t number) { files->begin_bout(number); },
  };
}

RecordFiles open_files(const Session& session, std::size_t bouts) {
  return bouts == 0 ? RecordFiles(session.output, session.existing)
                    : RecordFiles(session.output, bouts);
}

void report(const CampaignOutcome& outcome, const RecordFiles& files,
            const std::string& completion) {
  if (outcome.interrupted) {
    throw Error(ExitCode::interrupted,
                fmt::format("interrupted; {} finished records are in {}: {}", files.count(),
                            files.place().string(), completion));
  }
  fmt::print("{} records written to {}, which holds {}\n", outcome.records, files.place().string(),
             files.count());
  if (outcome.invalid_records > 0) {
    throw Error(ExitCode::verification,
                fmt::format("{} records are invalid: their validity.status tells why",
                            outcome.invalid_records));
  }
}

}  // namespace

fs::path default_record_file(const Runtime& runtime, const std::string& name) {
  const DeviceProperties device = runtime.properties();
  return fs::path("results") / device_slug(runtime.name(), device.name, device.architecture) /
         (name + ".jsonl");
}

void run_session(const Laboratory& laboratory, const Suite& suite, Runtime& runtime,
                 const CampaignSelection& selection, const Session& session, const Style& style) {
  RecordFiles files = open_files(session, selection.bouts.size());
  StepTable steps;
  CampaignOutcome outcome;
  {
    const InterruptWatch watch;
    report_crashes();
    Progress progress;
    for (const std::string& note : session.notes) progress.note(note);
    if (!files.notice().empty()) progress.note(files.notice());
    LoadWarning load;
    outcome = run_campaign(suite, runtime, laboratory.packs(), laboratory.scenario_folders(),
                           selection, callbacks(&files, &steps, &load, &progress));
    if (const std::string warning = load.text(); !warning.empty()) progress.note(warning);
  }
  fmt::print("{}", steps.text(style));
  report(outcome, files, session.completion);
}

}  // namespace sphlab
