// Keeps the samples of a scenario in a state until its records are written, so that a run that is
// cut short goes on behind its last block.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/campaigns/contender.hpp"
#include "harness/suites/suite.hpp"

namespace sphlab {

/// Samples of one contender, and the tuning that they were taken with.
struct KeptContender {
  std::string status;  ///< "ok", or why nothing of it can be believed
  KeptTuning tuning;
  ContenderSamples samples;
};

/// Samples of a scenario in a state, so far: whole blocks of all contenders, each measured in one
/// session, so that comparisons within a block are.
struct KeptSection {
  std::string state;             ///< label
  std::string state_hash;        ///< as in its records
  std::uint64_t next_order = 0;  ///< of the first sample to come
  RoundsDone rounds;
  std::map<std::string, KeptContender> contenders;  ///< by contender_key()
};

/// A hash of scenario with its parameters and configuration, variant with the tuning that the suite
/// fixes, toolchain, and of the policy what a block consists of, but not how many there are.
std::string contender_key(const Contender& contender, const Scenario& scenario,
                          const MeasuringPolicy& policy);

nlohmann::json to_json(const KeptSection& section);
/// The inverse. Throws nlohmann::json::exception.
KeptSection kept_section_from_json(const nlohmann::json& kept);

}  // namespace sphlab
