// Names what a suite asks for and a campaign does not measure.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/campaigns/contender.hpp"

namespace sphlab {

/// Variants, stages and physics that there are to measure.
struct FoundBySuite {
  std::set<std::string> physics;                ///< of the scenarios
  std::set<const SuiteVariant*> variants;       ///< that a scenario and a pack have
  std::set<std::string> stages;                 ///< of all of them
  bool knows_all_stages = true;                 ///< no variant failed before it told its own
  std::set<std::string> timed_names;            ///< that a variant of the packs could have
  std::map<std::string, std::size_t> unserved;  ///< scenarios that no variant is for, by physics
};

/// Throws InputError where one pack would measure a variant twice in a scenario.
void require_named_once(const Suite& suite, const std::vector<Contender>& contenders);

/// Throws InputError where nothing is measured, or a policy names a stage that no variant has, or
/// to be measured alone a copy. Of stages that are not known, one that a variant could have passes.
void require_something(const Suite& suite, const FoundBySuite& found);

/// Toolchains of `patterns` that no pack has, or "".
std::string toolchains_left_out(const std::vector<std::string>& patterns,
                                const std::vector<LoadedPack>& packs);

/// Variants and scenarios that are not measured on the runtime, with the reason; "" for none.
std::string variants_left_out(const Suite& suite, const std::string& runtime,
                              const FoundBySuite& found);

}  // namespace sphlab
