// Rows of one H200, extracts of results/nvidia-h200: the dam break in the loop by three traversals,
// and random boxes that were profiled.
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/error.hpp"
#include "harness/records/record_file.hpp"
#include "harness/why/diagnosis.hpp"

namespace sphlab {

inline std::filesystem::path h200(const std::string& file) {
  return std::filesystem::path(SPHLAB_SOURCE_DIR) / "tests/harness/why/h200" / file;
}

/// All rows of a file, which is read once.
inline const std::vector<RecordedVariant>& rows_of_h200(const std::string& file) {
  static std::map<std::string, std::vector<RecordedVariant>> read;
  if (!read.contains(file)) read[file] = recorded_variants(read_records(h200(file)), h200(file));
  return read.at(file);
}

/// The row of a variant with so many particles.
inline RecordedVariant recorded(const std::string& file, const std::string& variant,
                                std::uint64_t particles) {
  for (const RecordedVariant& row : rows_of_h200(file)) {
    if (row.head().variant == variant && row.head().scenario.particles == particles) return row;
  }
  throw std::out_of_range("no row of " + variant);
}

inline FactSources all_sources() {
  return {rates_of_limits(h200("limits.json")),
          read_profiles(h200("cutoff.profile.jsonl")),
          read_counts(h200("counts.jsonl")),
          {}};
}

inline Diagnosis diagnosed(const std::string& file, const std::string& variant,
                           std::uint64_t particles) {
  return diagnose(facts_of(recorded(file, variant, particles), all_sources()));
}

}  // namespace sphlab
