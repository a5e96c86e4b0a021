// sphlab why: what a recorded variant waits for, and why it is faster than another.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"

namespace sphlab {

struct WhyOptions {
  std::string variant;   ///< or a traversal of which one variant alone is recorded
  std::string against;   ///< likewise; "": no comparison
  std::string scenario;  ///< name; "": any
  std::map<std::string, double> overrides;      ///< that the scenario's parameters must have
  std::string toolchain;                        ///< a pattern; "": any
  std::string state;                            ///< label; "": any
  std::vector<std::filesystem::path> records;   ///< files, or folders; empty: those of results/
  std::filesystem::path limits;                 ///< "": limits.json beside the records
  std::vector<std::filesystem::path> profiles;  ///< beside those of the record files
  std::vector<std::filesystem::path> counts;    ///< of 'sphlab count --output'
  std::map<std::string, double> count;  ///< parameters of the scenario to count now; empty: do not
  std::filesystem::path json;           ///< "-": standard output; "": none
  bool list = false;                    ///< show what matches, and explain nothing
};

/// Explains a variant from what is recorded of it: prints a table of its stages and a paragraph, or
/// the document of docs/why.md. Of several rows that match it takes the largest number of
/// particles, then the latest state, then the fastest.
///
/// Throws Error(usage) that lists the choices where rows of several variants, scenarios or devices
/// match; Error(not_available) where none does, or nothing here can count; Error(verification)
/// where all are invalid; InputError for a file that is wrong; Error(output).
void run_why(const CommonOptions& common, const WhyOptions& options, const Style& style);

}  // namespace sphlab
