// The suite that `sphlab run` is asked for, by name, by file, or made of a single scenario.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"
#include "harness/suites/suite.hpp"

namespace sphlab {

/// What is to be measured, in the words of the command line.
struct SuiteRequest {
  std::string target;                       ///< a suite or a scenario: a name or a file
  std::map<std::string, double> overrides;  ///< parameters of every scenario of the suite
  std::vector<std::string> toolchains;      ///< patterns, for a scenario; empty: those for speed
  /// Names, see leave_variants(), or files of one, which take the place of the suite's of that
  /// name; empty: all.
  std::vector<std::string> variants;
  std::vector<RebuildPolicy> policies;  ///< in place of those of the variants; empty: theirs
};

/// A suite of that name or file; else the suite of variants of that scenario, measured in its
/// initial state: of those that are named, in whatever format of the list, or of variants_of(). So
/// it is where a suite and a scenario have the name, and the suite does not run here, which a line
/// of `notes` tells.
/// Throws InputError that names the nearest suite or scenario when there is neither, and
/// Error(not_available) that names the nearest for a variant that is not in the suite, or that no
/// pack has.
Suite choose_suite(const Laboratory& laboratory, const SuiteRequest& request,
                   std::vector<std::string>& notes);

/// Whether a pack that matches one of `toolchains` (none: any) has a device here and a part in the
/// suite.
bool runs_here(const Laboratory& laboratory, const Suite& suite,
               const std::vector<std::string>& toolchains);

/// The runtime to measure on: the suite's; where it takes any, the preferred one that has a pack
/// and a variant for the suite. Throws Error(not_available) where there is none here.
std::string choose_runtime(const Laboratory& laboratory, const Suite& suite,
                           const std::vector<std::string>& toolchains);

/// Leaves the variants that `names` ask for, all where there are none. A name is as figures and
/// tables print it: a full name asks for the variants of that name, with "forces block 128" behind
/// a comma for the one of that tuning, the beginning of one, such as a traversal, for all that
/// continue it. Throws Error(not_available) that names the nearest for one that is not in the
/// suite.
void leave_variants(const std::vector<std::string>& names, Suite& suite);

}  // namespace sphlab
