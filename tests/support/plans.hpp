// What a strategy plans to launch.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "kernels/abi/strategy.hpp"

namespace sphlab::test {

/// With the default tuning. @param arguments ArgumentsOf the strategy's stage.
inline std::vector<PlannedKernel> plan_of(const Strategy& strategy, const void* arguments) {
  std::vector<std::uint32_t> tuning;
  for (std::uint32_t k = 0; k < strategy.parameter_count; ++k)
    tuning.push_back(strategy.parameters[k].default_value);
  std::vector<PlannedKernel> kernels(most_planned_kernels);
  std::uint32_t count = 0;
  EXPECT_EQ(strategy.describe(arguments, tuning.data(), kernels.data(), &count), 0)
      << strategy.name;
  kernels.resize(count);
  return kernels;
}

}  // namespace sphlab::test
