// What is recorded of one variant by one toolchain in one state of one scenario: the step and its
// stages.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/records/record.hpp"

namespace sphlab {

/// A variant's records of one session, one series a stage.
struct RecordedVariant {
  std::filesystem::path file;  ///< that they stand in
  std::optional<Record> step;  ///< the whole step; absent where it was not measured
  std::vector<Record> stages;  ///< in the order of execution, each once
  std::map<std::string, std::string> stage_of_id;  ///< the stage, by id of every record of them
  std::set<std::string> alone_and_warm;            ///< stages that a profiler can be shown

  /// The record that tells what ran: the step's, else the first stage's.
  const Record& head() const { return step ? *step : stages.front(); }
  bool is_valid() const { return head().validity.status == "ok"; }
};

/// The variants of a file, in its order. Of a stage that was measured in several ways the series in
/// the loop counts; without it that alone with a warm cache, that of asynchronous calls, and that
/// with the cache flushed, in this order.
///
/// @param records of `file`, as read_records() gives them.
std::vector<RecordedVariant> recorded_variants(const std::vector<Record>& records,
                                               const std::filesystem::path& file);

}  // namespace sphlab
