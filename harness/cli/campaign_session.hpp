// Runs campaigns at the command line: with record files, progress, Ctrl-C and a table of the steps.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/campaigns/campaign.hpp"
#include "harness/cli/laboratory.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/record_files.hpp"
#include "harness/cli/step_table.hpp"
#include "harness/cli/unfinished_file.hpp"
#include "harness/records/record_writer.hpp"

namespace sphlab {

/// Where the records of a session go, and what the user is told.
struct Session {
  std::filesystem::path output;  ///< a file; of several duels, a folder
  RecordWriter::Existing existing = RecordWriter::Existing::refuse;
  /// Whether finished blocks are kept, so that --resume goes on behind them.
  bool keeps_blocks = false;
  std::string completion;          ///< how to complete it when it is interrupted
  std::vector<std::string> notes;  ///< lines before it begins
};

/// Share of a process's work that was done before a campaign, and the campaign's own.
struct ShareOfProgress {
  double before = 0;
  double own = 1;
};

/// State that the campaigns of one process share.
struct SharedByCampaigns {
  Progress& progress;
  LaterStates& later_states;
  ShareOfProgress share = {};
  StepTable* steps = nullptr;            ///< where the whole steps are told
  UnfinishedFile* unfinished = nullptr;  ///< where finished blocks are kept
};

/// Message of an interrupted session: where `records` finished ones and, unless "", the unfinished
/// ones are. Without finished ones there is no file.
std::string interruption_text(std::size_t records, const std::string& file,
                              const std::string& unfinished, const std::string& completion);

/// Throws Error(verification) where some records are invalid.
void require_valid(std::uint64_t invalid_records);

/// Measures, between an InterruptWatch and a report; throws what run_campaign and RecordWriter do.
CampaignOutcome measure_into(RecordFiles& files, const Laboratory& laboratory, const Suite& suite,
                             Runtime& runtime, const CampaignSelection& selection,
                             const SharedByCampaigns& shared);

/// results/<device>/<name>.jsonl
std::filesystem::path default_record_file(const Runtime& runtime, const std::string& name);

/// Measures and prints what the whole steps took. A file is resumed by the build and on the machine
/// that began it alone. Throws Error(interrupted) after Ctrl-C, Error(verification) when a record
/// is invalid, Error(usage) when the budget had no time for all states, and what run_campaign and
/// RecordWriter throw; finished records are in the file whatever happens.
void run_session(const Laboratory& laboratory, const Suite& suite, Runtime& runtime,
                 const CampaignSelection& selection, const Session& session, const Style& style);

}  // namespace sphlab
