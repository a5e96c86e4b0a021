// What the host executor counted of a stage: the lines of `sphlab count --output`
// (docs/counters.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace sphlab {

/// Accesses of one kind to global memory, of all launches of a stage.
struct AccessCounts {
  double requests = 0;
  double bytes = 0;    ///< that lanes asked for
  double sectors = 0;  ///< of 32 bytes, that the requests touched

  /// Share of the bytes in the sectors touched that a lane asked for; above 1 where lanes share
  /// them. Nothing without an access.
  std::optional<double> used() const;
};

/// One stage of one variant, on a scenario of a size that the host can count.
struct StageCounts {
  std::string source;  ///< file, or command
  std::string scenario;
  std::map<std::string, double> parameters;
  double particles = 0;
  std::string variant;
  std::string stage;  ///< "predict" and "correct" apart
  std::optional<double> accepted_pairs;
  AccessCounts loads;
  AccessCounts stores;
  double atomics = 0;            ///< requests
  double shared_wavefronts = 0;  ///< turns of shared memory
  double runs = 0;               ///< passes of a warp through straight-line code
  double run_lanes = 0;          ///< lanes active in them, summed

  std::optional<double> lanes_per_run() const;
  /// Turns of the pipe through which first cache and shared memory hand out 128 bytes, at the
  /// least: one a request, and one for four sectors.
  double pipe_turns() const;
};

/// The stages of JSON lines of schema sphlab-counts/1, launches of a stage added up.
/// Throws InputError for a line of another schema, nlohmann::json::exception for one that lacks a
/// key. @param source names them in what is told.
class StageCountsReader {
 public:
  explicit StageCountsReader(std::string source) : source_(std::move(source)) {}
  void add(const nlohmann::json& line);
  const std::vector<StageCounts>& stages() const { return stages_; }

 private:
  std::string source_;
  std::vector<StageCounts> stages_;
};

/// The stages in a file. Throws InputError that names file and line.
std::vector<StageCounts> read_counts(const std::filesystem::path& file);

}  // namespace sphlab
