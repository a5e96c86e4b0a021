// Groups of SIMD lanes: approximations, masks, and what of memory they touch, as compiled for the
// CPU of the packs.
#define SPHLAB_WARP_WIDTH 1
#include "kernels/numerics/lane_access.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "kernels/numerics/lane_quads.hpp"

namespace sphlab {
namespace {

template <class T>
class LaneAccessOf : public testing::Test {};
using Numbers = testing::Types<float, LaneGroup<4>, LaneGroup<8>, LaneGroup<16>>;
TYPED_TEST_SUITE(LaneAccessOf, Numbers);

template <class T>
std::vector<float> values_of(T x) {
  std::vector<float> values(LaneAccess<T>::count);
  LaneAccess<T>::store(x, values.data());
  return values;
}

/// 1, 2, 3, ...
template <class T>
std::vector<float> counted() {
  std::vector<float> values(LaneAccess<T>::count + 1);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<float>(k + 1);
  return values;
}

TYPED_TEST(LaneAccessOf, RootsAndReciprocalsToTwentyBits) {
  for (double wanted = 1e-30; wanted < 1e30; wanted *= 1.37) {
    const TypeParam x(static_cast<float>(wanted));
    for (const float value : values_of(Math<TypeParam>::reciprocal(x)))
      EXPECT_NEAR(static_cast<double>(value) * wanted, 1, 1e-6);
    for (const float value : values_of(Math<TypeParam>::square_root(x)))
      EXPECT_NEAR(static_cast<double>(value) / std::sqrt(wanted), 1, 1e-6);
  }
}

// Particles may coincide.
TYPED_TEST(LaneAccessOf, TheRootOfZeroIsZero) {
  for (const float value : values_of(Math<TypeParam>::square_root(TypeParam(0.0f))))
    EXPECT_EQ(value, 0);
}

TYPED_TEST(LaneAccessOf, LoadsAndStoresAtAnyAddress) {
  const std::vector<float> from = counted<TypeParam>();
  const std::vector<float> loaded = values_of(LaneAccess<TypeParam>::load(from.data() + 1));
  for (std::size_t k = 0; k < loaded.size(); ++k) EXPECT_EQ(loaded[k], from[k + 1]);
}

TYPED_TEST(LaneAccessOf, ALaneThatIsSetAloneIsTouched) {
  using Access = LaneAccess<TypeParam>;
  const std::vector<float> from = counted<TypeParam>();
  for (std::int32_t lane = 0; lane < Access::count; ++lane) {
    const auto numbers = Access::numbers(0);
    const auto set = (numbers < lane + 1) & (lane - 1 < numbers);
    EXPECT_TRUE(Access::any(set));
    const std::vector<float> loaded = values_of(Access::load_set(set, from.data()));
    std::vector<float> stored(Access::count, -1.0f);
    Access::store_set(set, Access::load(from.data()), stored.data());
    for (std::int32_t k = 0; k < Access::count; ++k) {
      const auto at = static_cast<std::size_t>(k);
      EXPECT_EQ(loaded[at], k == lane ? from[at] : 0.0f);
      EXPECT_EQ(stored[at], k == lane ? from[at] : -1.0f);
    }
  }
  EXPECT_FALSE(Access::any(Access::numbers(0) < 0));
}

TYPED_TEST(LaneAccessOf, TheSumOfAllLanes) {
  constexpr int count = LaneAccess<TypeParam>::count;
  const std::vector<float> from = counted<TypeParam>();
  EXPECT_EQ(sum_of_lanes(LaneAccess<TypeParam>::load(from.data())), count * (count + 1) / 2.0f);
}

TYPED_TEST(LaneAccessOf, TheLargestOfAllLanes) {
  std::vector<float> from = counted<TypeParam>();
  for (int lane = 0; lane < LaneAccess<TypeParam>::count; ++lane) {
    std::vector<float> with = from;
    with[static_cast<std::size_t>(lane)] = 100.0f;
    EXPECT_EQ(largest_of_lanes(LaneAccess<TypeParam>::load(with.data())), 100.0f) << lane;
  }
}

template <class T>
class LaneGroupOf : public testing::Test {};
using Groups = testing::Types<LaneGroup<4>, LaneGroup<8>, LaneGroup<16>>;
TYPED_TEST_SUITE(LaneGroupOf, Groups);

// As a comparison and a selection have it.
TYPED_TEST(LaneGroupOf, TheSecondWhereTheFirstIsNotANumber) {
  const TypeParam nothing(std::numeric_limits<float>::quiet_NaN());
  const TypeParam one(1.0f);
  const TypeParam two(2.0f);
  for (const float value : values_of(Math<TypeParam>::maximum(one, two))) EXPECT_EQ(value, 2.0f);
  for (const float value : values_of(Math<TypeParam>::minimum(one, two))) EXPECT_EQ(value, 1.0f);
  for (const float value : values_of(Math<TypeParam>::maximum(nothing, one)))
    EXPECT_EQ(value, 1.0f);
  for (const float value : values_of(Math<TypeParam>::minimum(one, nothing)))
    EXPECT_TRUE(std::isnan(value));
}

TEST(SetLanes, AreTheOnesBelow) {
  const std::vector<float> from = counted<Lanes>();
  for (int count = 0; count <= lane_count; ++count) {
    const unsigned expected = (1u << count) - 1;
    EXPECT_EQ(lanes_below(Lanes::load(from.data()), Lanes(static_cast<float>(count) + 0.5f)),
              expected);
    EXPECT_EQ(LaneAccess<Lanes>::bits(lanes_before(static_cast<std::uint32_t>(count))), expected);
  }
}

// Every set of eight lanes, and of sixteen some of each size.
TEST(SetLanes, AreStoredNextToEachOther) {
  for (unsigned set = 0; set<1u << lane_count; set += lane_count> 8 ? 37 : 1) {
    std::array<std::int32_t, 2 * lane_count> stored{};
    const int count = store_set_lanes(set, lane_numbers() + 100, stored.data());
    std::vector<std::int32_t> expected;
    for (int lane = 0; lane < lane_count; ++lane)
      if (set >> lane & 1) expected.push_back(100 + lane);
    ASSERT_EQ(count, static_cast<int>(expected.size()));
    for (std::size_t k = 0; k < expected.size(); ++k) ASSERT_EQ(stored[k], expected[k]) << set;
  }
}

template <std::size_t numbers>
void expect_transposed() {
  std::vector<float> records(3 * lane_count * numbers);
  std::iota(records.begin(), records.end(), 0.0f);
  std::array<std::uint32_t, lane_count> at;
  for (std::uint32_t lane = 0; lane < lane_count; ++lane)
    at[lane] = (lane * 29 + 5) % (3 * lane_count);
  std::array<Lanes, numbers> transposed;
  load_transposed<numbers>(records.data(), at.data(), transposed.data());
  for (std::size_t k = 0; k < numbers; ++k) {
    const std::vector<float> lanes = values_of(transposed[k]);
    for (std::size_t lane = 0; lane < lane_count; ++lane)
      EXPECT_EQ(lanes[lane], static_cast<float>(at[lane] * numbers + k)) << k << " of " << lane;
  }
}

TEST(LaneQuads, RecordsAreTransposed) {
  expect_transposed<4>();
  expect_transposed<8>();
  expect_transposed<12>();
}

TEST(WithLanes, CallsForTheCountsThatThereAre) {
  const auto count_of = []<class T>(T) { return LaneAccess<T>::count; };
  for (const int count : {1, 4, 8, 16})
    EXPECT_EQ(with_lanes(static_cast<std::uint32_t>(count), count_of), count);
  EXPECT_EQ(with_wide_lanes(16, count_of), 16);
  for (const std::uint32_t count : {0u, 2u, 32u})
    EXPECT_EQ(with_lanes(count, count_of), tuning_unknown);
  EXPECT_EQ(with_wide_lanes(4, count_of), tuning_unknown);
}

}  // namespace
}  // namespace sphlab
