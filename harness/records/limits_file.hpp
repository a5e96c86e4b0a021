// results/<device>/limits.json: what a device reaches of each of its limits.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/records/recording_setup.hpp"

namespace sphlab {

inline constexpr int limits_schema_version = 1;

/// One limit; docs/limits.md tells the keys of its document, limits.schema.json their types.
struct LimitRecord {
  std::string name;                ///< see kernels/abi/limit.hpp, as for unit and meaning
  std::string unit;                ///< of work
  std::string meaning;             ///< what the work is
  double work = 0;                 ///< of one sample
  std::vector<double> per_second;  ///< work over time, sample by sample
  std::vector<std::optional<double>> clock_mhz;  ///< at each
};

/// The document, indented, with a line's end. Throws Error(failure) for a rate that is not finite.
std::string limits_document(const RecordingSetup& setup, const std::vector<LimitRecord>& limits);

/// Limits that a device has reached.
struct LimitRates {
  std::string device;                        ///< name of it
  std::map<std::string, double> per_second;  ///< median, by limit, in its unit; all above zero
};

/// The rates in a file of limits_document(). Throws InputError that names the file, and the key
/// where it is of another version or a rate is none.
LimitRates rates_of_limits(const std::filesystem::path& file);

/// Reads the setup with which the limits of a file were measured. Throws InputError that names the
/// file where it cannot be read or is no such document.
RecordingSetup setup_of_limits(const std::filesystem::path& file);

}  // namespace sphlab
