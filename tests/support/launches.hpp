// Asks a strategy what it would launch.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "kernels/abi/strategy.hpp"

namespace sphlab::test {

/// With the default tuning. @param arguments ArgumentsOf the strategy's stage.
inline std::vector<KernelLaunch> launches_of(const Strategy& strategy, const void* arguments) {
  std::vector<std::uint32_t> tuning;
  for (std::uint32_t k = 0; k < strategy.parameter_count; ++k)
    tuning.push_back(strategy.parameters[k].default_value);
  std::vector<KernelLaunch> kernels(most_launches);
  std::uint32_t count = 0;
  EXPECT_EQ(strategy.describe(arguments, tuning.data(), kernels.data(), &count), 0)
      << strategy.name;
  kernels.resize(count);
  return kernels;
}

}  // namespace sphlab::test
