// The CPU's reduction is one loop of OpenMP, with nothing to tune.
#include <gtest/gtest.h>

#include <bit>
#include <stdexcept>
#include <string_view>

#include "tests/support/launches.hpp"
#include "tests/support/packs.hpp"

namespace sphlab::test {
namespace {

const Strategy& omp_reduce() {
  const KernelPack& pack = *pack_of("cpu-gcc").pack->pack;
  for (std::uint32_t k = 0; k < pack.strategy_count; ++k) {
    if (std::string_view(pack.strategies[k].name) == "omp-reduce") return pack.strategies[k];
  }
  throw std::runtime_error("the pack has no omp-reduce");
}

TEST(OmpReduce, HasNoParameters) {
  EXPECT_EQ(omp_reduce().parameter_count, 0u);
}

TEST(OmpReduce, DescribesALoopThatIsNoKernel) {
  const TimeStepArguments a{};
  const std::vector<KernelLaunch> kernels = launches_of(omp_reduce(), &a);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].grid, 0u);
  EXPECT_EQ(kernels[0].attributes.block_size, 0);
  EXPECT_EQ(kernels[0].work.bytes_per_particle, 32);
}

TEST(OmpReduce, RaisesTheMaximaOfLiveParticles) {
  const float4 velocity[3] = {{0, 0, 0, 0}, {0, 0, 0, 0.5f}, {0, 0, 0, 9}};
  const float4 rate[3] = {{3, 4, 0, 0}, {0, 0, 1, 0}, {100, 0, 0, 0}};
  const std::uint32_t live = 2;
  Clock clock{};
  WcsphConstants water{};
  water.sound_speed = 10;
  TimeStepArguments a{3, velocity, rate, nullptr, &live, &clock, PhysicsConstants::of(water)};
  ASSERT_EQ(omp_reduce().launch(&a, nullptr, nullptr), 0);
  EXPECT_EQ(std::bit_cast<float>(clock.max_acceleration2), 25.0f);
  EXPECT_NEAR(std::bit_cast<float>(clock.max_signal_speed), 10 * 1.5f * 1.5f * 1.5f, 1e-4);
}

// Of one particle each: not the fastest sound and the fastest approach of any two.
TEST(OmpReduce, AddsToTheSoundAParticleSApproach) {
  const float4 velocity[3] = {{0, 0, 0, 0}, {0, 0, 0, 0.5f}, {0, 0, 0, 9}};
  const float4 rate[3] = {{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}};
  const float approach_rate[3] = {300, 5, 0};
  const std::uint32_t live = 2;
  Clock clock{};
  WcsphConstants water{};
  water.sound_speed = 10;
  water.smoothing_length = 0.1f;
  TimeStepArguments a{3, velocity, rate, approach_rate, &live, &clock, PhysicsConstants::of(water)};
  ASSERT_EQ(omp_reduce().launch(&a, nullptr, nullptr), 0);
  EXPECT_NEAR(std::bit_cast<float>(clock.max_signal_speed), 10 + 0.1f * 300, 1e-4);
}

}  // namespace
}  // namespace sphlab::test
