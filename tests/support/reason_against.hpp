// Tells why a pack cannot run a variant on a scenario.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "harness/error.hpp"
#include "harness/stepping/simulation.hpp"
#include "tests/support/packs.hpp"

namespace sphlab::test {

/// Returns the message of the refusal, which is to be that of what is not available; "" where there
/// is none. @param host_pack of what the device leaves to the host, see Simulation
inline std::string reason_against(const RunnablePack& pack, const Scenario& scenario,
                                  const Variant& variant, const LoadedPack* host_pack = nullptr) {
  try {
    Simulation(*pack.runtime, *pack.pack, scenario, variant, host_pack);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    return error.what();
  }
  return "";
}

}  // namespace sphlab::test
