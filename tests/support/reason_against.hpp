// What is said of a variant that a pack cannot run on a scenario.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "harness/error.hpp"
#include "harness/stepping/simulation.hpp"
#include "tests/support/packs.hpp"

namespace sphlab::test {

/// The message of the refusal, which is to be that of what is not available; "" where there is
/// none.
inline std::string reason_against(const RunnablePack& pack, const Scenario& scenario,
                                  const Variant& variant) {
  try {
    Simulation(*pack.runtime, *pack.pack, scenario, variant);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    return error.what();
  }
  return "";
}

}  // namespace sphlab::test
