// Suites for tests of campaigns on the host.
#pragma once

#include <string>

#include "harness/suites/suite.hpp"

namespace sphlab::test {

/// A suite by warps of 32 lanes of the host executor, whose policy is as short as one with a spread
/// and with stages alone can be. Scenarios and variants are left to the test.
inline Suite host_suite(const std::string& name) {
  Suite suite;
  suite.name = name;
  suite.device = "host";
  suite.toolchains = {"simt-w32"};
  suite.policy.warmup_cycles = 1;
  suite.policy.cycles_per_block = 1;
  suite.policy.blocks = 2;
  suite.policy.isolated_samples = 1;
  return suite;
}

}  // namespace sphlab::test
