// sphlab verify: compares what variants compute with the oracle.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"
#include "harness/scenarios/rebuild_policy.hpp"

namespace sphlab {

struct VerifyOptions {
  std::vector<std::string> scenarios;       ///< empty: every physics, at a size that takes seconds
  std::map<std::string, double> overrides;  ///< for the scenarios named
  std::vector<std::string> toolchains;      ///< patterns; empty: all that can run
  std::vector<std::string> variants;        ///< empty: all
  bool every_list_format = false;
  std::optional<RebuildPolicy> rebuild;  ///< nothing: the scenario's
  bool front = false;                    ///< also run dam breaks against Martin and Moyce
  std::vector<std::uint64_t> after;      ///< steps after which the state is verified, too
  std::string runtime;                   ///< only packs of this one; "": of all
  std::filesystem::path output;          ///< of the verification's lines; "": none
  int device = 0;
};

/// Prints one row per check, and the fronts where they are asked for, as soon as a variant is
/// verified; writes both into the file that is asked for, whose finished lines stay whatever
/// happens. Throws Error(verification) when a check has failed, after all were made, and what
/// VerificationWriter throws.
void run_verify(const Laboratory& laboratory, const VerifyOptions& options, const Style& style);

}  // namespace sphlab
