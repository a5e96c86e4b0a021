// sphlab record: measures every suite that is meant for a device, in one process.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"

namespace sphlab {

struct RecordOptions {
  std::vector<std::string> suites;  ///< names or files; empty: all whose file says "recorded"
  std::filesystem::path folder;     ///< "": results/<device>
  std::string runtime;              ///< "": the first of cuda, hip and host that has work
  bool resume = false;
  int device = 0;
};

/// Measures the limits of the device, then the suites one after the other, each into a file of its
/// own, and all later states of a scenario from the same particles; what a suite asks for and is
/// not here (a toolchain, memory) is left out, and said. Prints what each suite took.
///
/// Throws Error: interrupted; verification when a record is invalid for another reason than that
/// the variant refuses the case; not_available where nothing can be recorded, and what run_campaign
/// and RecordWriter throw of broken input, a lost device or a full disk. Finished records are in
/// their files whatever happens.
void run_record(const Laboratory& laboratory, const RecordOptions& options, const Style& style);

}  // namespace sphlab
