// sphlab duel: two builds of the same packs against each other, in one process.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"

namespace sphlab {

struct DuelOptions {
  std::filesystem::path base;       ///< folder of its packs
  std::filesystem::path candidate;  ///< likewise
  std::string target;               ///< a suite or a scenario
  std::map<std::string, double> overrides;
  std::filesystem::path output;         ///< "": results/<device>/duel-<suite>.jsonl
  std::vector<std::string> toolchains;  ///< patterns; empty: the suite's
  std::vector<std::string> variants;    ///< empty: the suite's
  std::vector<std::string> pairs;       ///< "BASE=CANDIDATE": toolchains; empty: of equal names
  std::filesystem::path tunings;        ///< "": one duel; else a file of one for each
  int device = 0;
};

/// Measures every variant by both builds in turn, and prints what the whole steps took. Throws
/// Error(not_available) when a pack of either does not load, or has no counterpart in the other,
/// and as run_session().
void run_duel(const CommonOptions& common, const DuelOptions& options, const Style& style);

}  // namespace sphlab
