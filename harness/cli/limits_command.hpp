// sphlab limits: what the device can do at most.
#pragma once

#include <filesystem>
#include <string>

#include "harness/cli/laboratory.hpp"
#include "harness/cli/progress.hpp"
#include "harness/records/recording_setup.hpp"

namespace sphlab {

struct LimitsOptions {
  std::string runtime;           ///< "": the first of cuda, hip and host that has a device
  int device = 0;                ///< of the runtime
  std::filesystem::path output;  ///< "": results/<device>/limits.json
};

/// Name of the document beside the records of a device.
inline constexpr const char* limits_file = "limits.json";

/// results/<device>/limits.json
std::filesystem::path default_limits_file(const Runtime& runtime);

/// Setup with which this process measures limits.
RecordingSetup present_setup_of_limits(const Runtime& runtime);

/// Measures every limit of a device, writes their document, and returns a table of them. Throws
/// Error: output where the file cannot be written; verification where a kernel did not do its work;
/// Interrupted, DeviceError, OutOfMemory.
std::string record_limits(Runtime& runtime, const std::filesystem::path& file, Progress& progress,
                          const Style& style);

/// Measures every limit of kernels/abi/limit.hpp, prints them, and writes their document.
/// Throws Error: output where the file is there already or cannot be written; not_available;
/// verification where a kernel did not do its work; interrupted; DeviceError, OutOfMemory.
void run_limits(const Laboratory& laboratory, const LimitsOptions& options, const Style& style);

}  // namespace sphlab
