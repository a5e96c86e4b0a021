// The limits of the host, and a kernel that does not do what it is timed for.
#include "harness/measure/limits.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/error.hpp"

namespace sphlab {
namespace {

constexpr std::size_t some_memory = std::size_t{1} << 20;

TEST(Limits, AreMeasuredOnTheHost) {
  Runtime runtime(host_runtime(), 0);
  for (const NamedLimit& limit : named_limits) {
    SCOPED_TRACE(limit.name);
    const LimitSamples samples = measure_limit(runtime, limit.limit, some_memory);
    EXPECT_GT(samples.work, 0);
    EXPECT_EQ(samples.per_second.size(), samples_of_a_limit);
    EXPECT_EQ(samples.clock_mhz.size(), samples_of_a_limit);
    EXPECT_GT(*std::min_element(samples.per_second.begin(), samples.per_second.end()), 0);
  }
}

TEST(Limits, AreInTheOrderOfTheirNumbers) {
  for (std::size_t k = 0; k < std::size(named_limits); ++k)
    EXPECT_EQ(static_cast<std::size_t>(named_limits[k].limit), k);
}

/// A host whose copy forgets the first word.
int reach_without_the_first_word(OpenDevice* device, Limit limit, void* memory, std::size_t bytes,
                                 LimitCall* call) {
  const int code = host_runtime().reach_limit(device, limit, memory, bytes, call);
  *reinterpret_cast<std::uint32_t*>(static_cast<std::uint8_t*>(memory) + bytes / 2) = 0;
  return code;
}

TEST(Limits, OfAKernelThatDoesNotDoItsWorkAreNone) {
  RuntimeTable table = host_runtime();
  table.reach_limit = reach_without_the_first_word;
  Runtime runtime(table, 0);
  for (const Limit limit : {Limit::copy, Limit::fma, Limit::l1}) {
    try {
      measure_limit(runtime, limit, some_memory);
      ADD_FAILURE() << named_limits[static_cast<std::size_t>(limit)].name;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ExitCode::verification);
    }
  }
}

}  // namespace
}  // namespace sphlab
