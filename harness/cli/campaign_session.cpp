#include "harness/cli/campaign_session.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>
#include <utility>

#include "harness/cli/interrupt.hpp"
#include "harness/cli/load_warning.hpp"
#include "harness/cli/streams.hpp"
#include "harness/cli/terminal_width.hpp"
#include "harness/error.hpp"
#include "harness/measure/crash_report.hpp"
#include "harness/records/environment.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

CampaignCallbacks callbacks(RecordFiles* files, LoadWarning* load,
                            const SharedByCampaigns& shared) {
  Progress* progress = &shared.progress;
  CampaignCallbacks callbacks{
      .on_record =
          [files, load, steps = shared.steps](const Record& record) {
            files->append(record);
            load->add(record);
            if (steps != nullptr) steps->add(record);
          },
      .is_done = [files](const Record& record) { return files->contains(record); },
      .on_progress =
          [progress, share = shared.share](double fraction, const std::string& what) {
            progress->update(share.before + fraction * share.own, what);
          },
      .on_message = [progress](const std::string& message) { progress->note(message); },
      .on_duel = [files](std::size_t number) { files->begin_duel(number); },
  };
  if (UnfinishedFile* unfinished = shared.unfinished; unfinished != nullptr) {
    callbacks.on_block = [unfinished](KeptSection kept) { unfinished->keep(std::move(kept)); };
    callbacks.on_section_end = [unfinished] { unfinished->remove(); };
    callbacks.kept = [unfinished] { return unfinished->kept(); };
  }
  return callbacks;
}

RecordFiles open_files(const Session& session, std::size_t duels, const RecordingSetup& setup) {
  return duels == 0 ? RecordFiles(session.output, session.existing, setup)
                    : RecordFiles(session.output, duels);
}

/// "3 finished records in a.jsonl, finished blocks in b"; "" where there are none.
std::string finished_text(std::size_t records, const std::string& file,
                          const std::string& unfinished) {
  std::vector<std::string> finished;
  if (records > 0) finished.push_back(fmt::format("{} finished records in {}", records, file));
  if (!unfinished.empty()) finished.push_back("finished blocks in " + unfinished);
  return fmt::format("{}", fmt::join(finished, ", "));
}

std::string over_budget_text(const CampaignOutcome& outcome, std::size_t records,
                             const std::string& file, const std::string& unfinished) {
  std::string text =
      fmt::format("the budget has no time for: {}", fmt::join(outcome.out_of_budget, "; "));
  if (const std::string finished = finished_text(records, file, unfinished); !finished.empty())
    text += fmt::format(". There are {}; --resume goes on behind them", finished);
  if (outcome.seconds_left > 0)
    text += fmt::format(". What is left takes about {} without a budget",
                        duration_text(std::ceil(outcome.seconds_left)));
  return text + ": give a larger --budget, or fewer variants";
}

void report(const CampaignOutcome& outcome, const RecordFiles& files, const std::string& unfinished,
            const std::string& completion) {
  if (outcome.interrupted) {
    throw Error(ExitCode::interrupted,
                interruption_text(files.count(), files.place().string(), unfinished, completion));
  }
  if (!outcome.out_of_budget.empty()) {
    throw Error(ExitCode::usage,
                over_budget_text(outcome, files.count(), files.place().string(), unfinished));
  }
  print_result(fmt::format("{} records written to {}, which holds {}\n", outcome.records,
                           files.place().string(), files.count()));
  require_valid(outcome.invalid_records + outcome.refused_records);
}

}  // namespace

std::string interruption_text(std::size_t records, const std::string& file,
                              const std::string& unfinished, const std::string& completion) {
  const std::string finished = finished_text(records, file, unfinished);
  if (finished.empty()) return "interrupted before anything was finished: nothing was written";
  return fmt::format("interrupted; there are {}: {}", finished, completion);
}

void require_valid(std::uint64_t invalid_records) {
  if (invalid_records == 0) return;
  throw Error(
      ExitCode::verification,
      fmt::format("{} records are invalid: their validity.status tells why", invalid_records));
}

fs::path default_record_file(const Runtime& runtime, const std::string& name) {
  const DeviceProperties device = runtime.properties();
  return fs::path("results") / device_slug(runtime.name(), device.name, device.architecture) /
         (name + ".jsonl");
}

CampaignOutcome measure_into(RecordFiles& files, const Laboratory& laboratory, const Suite& suite,
                             Runtime& runtime, const CampaignSelection& selection,
                             const SharedByCampaigns& shared) {
  if (!files.notice().empty()) shared.progress.note(files.notice());
  LoadWarning load;
  CampaignOutcome outcome =
      run_campaign(suite, runtime, laboratory.packs(), laboratory.scenario_folders(), selection,
                   callbacks(&files, &load, shared), shared.later_states);
  if (const std::string warning = load.text(); !warning.empty()) shared.progress.note(warning);
  return outcome;
}

void run_session(const Laboratory& laboratory, const Suite& suite, Runtime& runtime,
                 const CampaignSelection& selection, const Session& session, const Style& style) {
  const RecordingSetup setup = setup_of_campaign(suite, runtime, laboratory.packs(), selection);
  RecordFiles files = open_files(session, selection.duels.size(), setup);
  StepTable steps;
  LaterStates later_states;
  CampaignOutcome outcome;
  std::string unfinished_name;
  {
    const InterruptWatch watch;
    report_crashes("finished records are kept");
    Progress progress;
    std::optional<UnfinishedFile> unfinished;
    if (session.keeps_blocks)
      unfinished.emplace(session.output, session.existing, setup,
                         [&](const std::string& text) { progress.note(text); });
    for (const std::string& note : session.notes) progress.note(note);
    outcome =
        measure_into(files, laboratory, suite, runtime, selection,
                     {progress, later_states, {}, &steps, unfinished ? &*unfinished : nullptr});
    if (unfinished) unfinished_name = unfinished->name_if_there();
  }
  print_result(steps.text(style, terminal_width(result_descriptor())));
  report(outcome, files, unfinished_name, session.completion);
}

}  // namespace sphlab
