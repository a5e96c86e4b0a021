// What a layout is given, it gives back.
#define SPHLAB_WARP_WIDTH 1

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "kernels/physics/wcsph_lj/formulation.cuh"
#include "kernels/storage/field_arrays.hpp"
#include "kernels/storage/lane_coordinates.hpp"
#include "kernels/storage/lane_sources.hpp"
#include "kernels/storage/particle_records.hpp"
#include "kernels/storage/source_arrays.cuh"
#include "kernels/storage/source_tile.cuh"
#include "kernels/storage/staged_sources.cuh"

namespace sphlab::test {
namespace {

constexpr std::uint32_t count = 37;  // whole groups of lanes, and some more

using Particle = WcsphParticle<float>;
static_assert(std::is_same_v<WcsphLj::Particle<float>, Particle>);

/// Particles of which no two numbers are alike.
class Particles : public testing::Test {
 protected:
  void SetUp() override {
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto n = static_cast<float>(i);
      position_.push_back({n, n + 0.1f, n + 0.2f, n + 0.3f});
      velocity_.push_back({n + 0.4f, n + 0.5f, n + 0.6f, 1e-3f * n});
      identity_.push_back(
          make_identity(i % 3 == 0 ? ParticleType::boundary : ParticleType::fluid, i));
    }
    arguments_.particles = count;
    arguments_.state = {position_.data(), velocity_.data(), identity_.data(), {}, {}};
  }

  Particle particle(std::uint32_t i) const { return load<WcsphLj>(arguments_, i); }

  static void expect_same(const Particle& a, const Particle& b) {
    EXPECT_EQ(fields_of(a), fields_of(b));
  }
  template <class OfLanes>
  void expect_lanes(const OfLanes& lanes, const std::array<std::uint32_t, lane_count>& numbers) {
    const auto fields = std::bit_cast<std::array<Lanes, field_count<Particle>>>(lanes);
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      const auto expected = fields_of(particle(numbers[lane]));
      for (std::size_t f = 0; f < fields.size(); ++f) {
        std::array<float, lane_count> values;
        std::memcpy(values.data(), &fields[f], sizeof values);
        EXPECT_EQ(values[lane], expected[f]) << "lane " << lane << ", number " << f;
      }
    }
  }

  std::vector<float4> position_, velocity_;
  std::vector<std::uint32_t> identity_;
  PairArguments arguments_{};
};

/// Zeros, at a multiple of 64 bytes.
class Memory {
 public:
  explicit Memory(std::size_t bytes) : storage_(bytes / 64 + 1) {}
  void* data() { return storage_.data(); }

 private:
  struct alignas(64) Line {
    unsigned char bytes[64]{};
  };
  std::vector<Line> storage_;
};

template <class Arrays>
void fill(const Arrays& arrays, const PairArguments& a) {
  for (std::uint32_t i = 0; i < count; ++i) arrays.put({}, a.state, i, count - 1 - i);
}

TEST_F(Particles, InPackedArrays) {
  using Arrays = PackedArrays<WcsphLj>;
  Memory memory(count * Arrays::bytes_each);
  const Arrays arrays(memory.data(), count);
  fill(arrays, arguments_);
  for (std::uint32_t i = 0; i < count; ++i)
    expect_same(arrays.load(count - 1 - i, arrays.position(count - 1 - i)), particle(i));
}

TEST_F(Particles, InStagedSources) {
  Memory memory(StagedSources<WcsphLj>::bytes(count));
  const StagedSources<WcsphLj> staged(static_cast<unsigned char*>(memory.data()), count);
  staged.fill(arguments_.state, {3, count}, 1, 0, 1);
  for (std::uint32_t i = 3; i < count; ++i) {
    expect_same(staged.load(i - 2), particle(i));
    EXPECT_EQ(staged.type(i - 2), mask_of(type_of(identity_[i]))) << i;
  }
}

TEST_F(Particles, InATile) {
  constexpr std::uint32_t capacity = 48;
  using Tile = SourceTile<WcsphLj, Particle, capacity>;
  Memory memory(Tile::bytes());
  const Tile tile(static_cast<unsigned char*>(memory.data()));
  for (std::uint32_t i = 0; i < count; ++i)
    tile.put(i, particle(i), mask_of(type_of(identity_[i])));
  for (std::uint32_t i = 0; i < count; ++i) {
    expect_same(tile.load(tile.place(i)), particle(i));
    EXPECT_EQ(tile.type(tile.place(i)), mask_of(type_of(identity_[i]))) << i;
  }
}

TEST_F(Particles, InFieldArrays) {
  using Arrays = FieldArrays<WcsphLj>;
  Memory memory(Arrays::bytes(count, 1));
  Arrays arrays(memory.data(), count);
  arrays.fill(arguments_, {}, 0, count);
  arrays.fill_types(arguments_, 0, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    expect_same(arrays.load<float>(i), particle(i));
    EXPECT_EQ(arrays.type(i), mask_of(type_of(identity_[i]))) << i;
  }
}

TEST_F(Particles, InRecords) {
  using Records = ParticleRecords<WcsphLj>;
  Memory memory(sizeof(float) * Records::floats(count));
  const Records records(static_cast<float*>(memory.data()));
  records.fill(arguments_, 0, count);
  std::array<std::uint32_t, lane_count> numbers;
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) numbers[lane] = (7 * lane + 3) % count;
  expect_lanes(records.load(numbers.data()), numbers);
  numbers.fill(11);
  expect_lanes(records.broadcast_of(11), numbers);
}

TEST_F(Particles, InLaneSources) {
  LaneSources<WcsphLj::Particle> sources;
  for (std::uint32_t i = 0; i < count; ++i) sources.put(i, particle(i));
  sources.pad();
  const auto all = Lanes(1e6f);
  const auto target = broadcast<WcsphLj::Particle>(particle(5));
  ASSERT_EQ(sources.select(target, 5, all), static_cast<int>(count) - 1) << "but itself";
  std::array<std::uint32_t, lane_count> numbers;
  for (std::uint32_t lane = 0; lane < lane_count; ++lane)
    numbers[lane] = lane < 5 ? lane : lane + 1;
  expect_lanes(sources.load(0), numbers);
}

TEST_F(Particles, InLaneCoordinates) {
  std::vector<float> memory(LaneCoordinates::floats(count));
  const LaneCoordinates coordinates(memory.data(), count);
  coordinates.fill(arguments_, 0, count);
  coordinates.fill_types(arguments_, 0, count);
  for (std::uint32_t first = 0; first + lane_count <= count; ++first) {
    std::array<float, lane_count> y;
    const Lanes loaded = coordinates.coordinate(1, first);
    std::memcpy(y.data(), &loaded, sizeof y);
    EXPECT_EQ(y[lane_count - 1], position_[first + lane_count - 1].y);
  }
  for (std::uint32_t i = 0; i < count; ++i)
    EXPECT_EQ(coordinates.type(i), mask_of(type_of(identity_[i]))) << i;
}

}  // namespace
}  // namespace sphlab::test
