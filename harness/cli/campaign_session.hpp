// A campaign at the command line: with a record file, progress, Ctrl-C and a table of the steps.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"
#include "harness/measure/campaign.hpp"
#include "harness/records/record_writer.hpp"

namespace sphlab {

/// Where the records of a session go, and what the user is told.
struct Session {
  std::filesystem::path output;  ///< a file; of several bouts, a folder
  RecordWriter::Existing existing = RecordWriter::Existing::refuse;
  std::string completion;          ///< how to complete it when it is interrupted
  std::vector<std::string> notes;  ///< lines before it begins
};

/// results/<device>/<name>.jsonl
std::filesystem::path default_record_file(const Runtime& runtime, const std::string& name);

/// Measures and prints what the whole steps took. A file is resumed by the build and on the machine
/// that began it alone. Throws Error(interrupted) after Ctrl-C, Error(verification) when a record
/// is invalid, and what run_campaign and RecordWriter throw; finished records are in the file
/// whatever happens.
void run_session(const Laboratory& laboratory, const Suite& suite, Runtime& runtime,
                 const CampaignSelection& selection, const Session& session, const Style& style);

}  // namespace sphlab
