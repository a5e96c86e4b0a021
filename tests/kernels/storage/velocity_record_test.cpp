// Who writes the words of velocities when, and in which range: run on the host executor.
#define SPHLAB_WARP_WIDTH 1

#include "kernels/storage/velocity_record.cuh"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <limits>
#include <random>

#include "kernels/gpu/gpu.cuh"
#include "kernels/storage/velocity_record.cu"

namespace sphlab::test {
namespace {

__global__ void write_all(PairArguments a, VelocityRecord record) {
  const std::uint32_t i = target_of_thread(a);
  if (i < live(a)) record.write(i, velocity(a, i));
}
__global__ void read_nothing(VelocityRecord record) {
  end_state(record);
}

/// What a reader finds of each state depends on that state alone, whatever range the words were
/// written in.
TEST(VelocityRecord, IsOfTheStateAlone) {
  constexpr std::uint32_t particles = 100;
  std::mt19937 random(2);
  float4 velocities[particles];
  std::uint32_t cell_begin[2] = {0, particles};
  PairArguments a{};
  a.particles = particles;
  a.state.velocity = velocities;
  a.cell_begin = cell_begin;
  a.grid.count = 1;
  const auto mend = [&](const VelocityRecord& record) {
    gpu::launch(gpu::Cooperation::block, velocity_record_mend, 2, 32, 0, nullptr, a, record);
  };
  const auto of_state = [&](const VelocityRecord& record) {
    *record.head = {};
    gpu::launch(gpu::Cooperation::none, velocity_record_measure, 4, 32, 0, nullptr, a, record);
    mend(record);
  };
  const auto write = [&](const VelocityRecord& record) {
    gpu::launch(gpu::Cooperation::none, write_all, 4, 32, 0, nullptr, a, record);
  };
  const auto read = [&](const VelocityRecord& record) {
    gpu::launch(gpu::Cooperation::none, read_nothing, 2, 32, 0, nullptr, record);
  };
  const auto move = [&](float speed) {
    std::uniform_real_distribution<float> component(-speed, speed);
    for (float4& v : velocities) v = {component(random), component(random), component(random), 0};
  };
  alignas(32) std::byte memory[VelocityRecord::bytes(particles)];
  alignas(32) std::byte other[VelocityRecord::bytes(particles)];
  const VelocityRecord kept = VelocityRecord::in(memory);
  const VelocityRecord fresh = VelocityRecord::in(other);
  move(1);
  of_state(kept);
  read(kept);
  int mended = 0;
  for (const float speed : {1.0f, 1.01f, 4.0f, 0.1f, 0.1f, 0.0f, 2.0f}) {
    move(speed);
    write(kept);
    mend(kept);
    mended += kept.head->of_state == kept.head->written ? 0 : 1;
    of_state(fresh);
    EXPECT_TRUE(kept.head->of_state == fresh.head->of_state) << speed;
    EXPECT_EQ(std::memcmp(kept.words, fresh.words, particles * sizeof(VelocityWords)), 0) << speed;
    read(kept);
    mend(kept);  // a pass that is run again
    EXPECT_TRUE(kept.head->of_state == fresh.head->of_state) << speed;
    EXPECT_EQ(std::memcmp(kept.words, fresh.words, particles * sizeof(VelocityWords)), 0) << speed;
    read(kept);
  }
  EXPECT_GT(mended, 3);
  EXPECT_LT(mended, 7);
  EXPECT_EQ(kept.head->left, 0u);
  velocities[7].y = std::numeric_limits<float>::quiet_NaN();
  write(kept);
  EXPECT_NE(kept.head->left, 0u);
}

}  // namespace
}  // namespace sphlab::test
