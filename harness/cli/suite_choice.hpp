// The suite that `sphlab run` is asked for, by name, by file, or made of a single scenario.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"
#include "harness/suites/suite.hpp"

namespace sphlab {

/// A suite of that name or file; else the suite of all variants of that scenario, measured in its
/// initial state by the packs made for speed. `overrides` apply to every scenario of the suite, and
/// `lives`, where there are any, replace those of its variants.
/// Throws InputError that names the nearest suite or scenario when there is neither.
Suite choose_suite(const Laboratory& laboratory, const std::string& target,
                   const std::map<std::string, double>& overrides,
                   const std::vector<std::string>& toolchains, const std::vector<ListLife>& lives);

/// Puts the variants of files that stand among `names` into the suite, each in place of those of
/// its name, and their names in place of the files' in what is returned. Throws InputError for a
/// file.
std::vector<std::string> take_variant_files(Suite& suite, const std::vector<std::string>& names);

/// The runtime to measure on: the suite's; where it takes any, the preferred one that has a pack
/// and a variant for the suite.
std::string choose_runtime(const Laboratory& laboratory, const Suite& suite,
                           const std::vector<std::string>& toolchains);

/// Full names of the suite's variants that `names` ask for: a full name asks for that variant
/// alone, the beginning of one, such as a traversal, for all that continue it. Throws
/// Error(not_available) that names the nearest for one that is not in the suite.
std::vector<std::string> choose_variants(const Suite& suite, const std::vector<std::string>& names);

}  // namespace sphlab
