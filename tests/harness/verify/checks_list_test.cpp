// A correct list passes; each way of breaking it is caught, and the particle named.
#include "harness/verify/checks_list.hpp"

#include <gtest/gtest.h>

#include "tests/harness/verify/states.hpp"

namespace sphlab {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

constexpr float radius = 0.2f;
constexpr std::uint32_t capacity = 64;
constexpr TypeMask fluid_targets = mask_of(ParticleType::fluid);

class NeighbourListCheck : public testing::Test {
 protected:
  // Slot k of the target's row.
  std::uint32_t& slot(std::size_t k) { return test::slot_of(list_, target_, k); }

  ListComparison compare() const {
    return compare_list(state_, state_.size(), list_, radius, fluid_targets);
  }

  std::size_t fluid_count() {
    std::size_t count = 0;
    while (slot(count) != list_end) ++count;
    return count;
  }

  // Fails, for this target and none other, and says `what`.
  AssertionResult caught(const std::string& what) const {
    const Check check = compare().check;
    if (check.passed) return AssertionFailure() << "passed";
    if (check.value != 1)
      return AssertionFailure() << check.value << " particles: " << check.detail;
    if (check.detail.find("particle 30 (fluid, id 30): ") != 0)
      return AssertionFailure() << check.detail;
    if (check.detail.find(what) == std::string::npos) return AssertionFailure() << check.detail;
    return AssertionSuccess();
  }

  ParticleState state_ = test::random_state(500, 0.8f, 43);
  DownloadedList list_ = test::host_list(state_, 500, radius, capacity, fluid_targets);
  std::size_t target_ = 30;
};

TEST_F(NeighbourListCheck, ACorrectListPasses) {
  const ListComparison result = compare();
  EXPECT_TRUE(result.check.passed) << result.check.detail;
  EXPECT_EQ(result.check.value, 0);
  EXPECT_GT(result.entries, 5000u);
  EXPECT_GT(fluid_count(), 5u);
}

TEST_F(NeighbourListCheck, TheOrderOfNeighboursIsFree) {
  std::swap(slot(0), slot(fluid_count() - 1));
  EXPECT_TRUE(compare().check.passed);
}

TEST_F(NeighbourListCheck, ADroppedNeighbourIsCaught) {
  const std::size_t last = fluid_count() - 1;
  slot(last) = list_end;
  EXPECT_TRUE(caught("is missing from its neighbours"));
}

TEST_F(NeighbourListCheck, OfASampleTheRowsOfItsParticlesAreCompared) {
  const std::size_t live = state_.size();
  const auto compared = [&](const std::vector<std::uint32_t>& sample) {
    return compare_list(state_, JudgedParticles::of(live, sample, live), list_, radius,
                        fluid_targets);
  };
  slot(fluid_count() - 1) = list_end;
  EXPECT_EQ(compared({29, 30, 31}).check.value, 1);
  const ListComparison others = compared({29, 31, 32, 33});
  EXPECT_TRUE(others.check.passed) << others.check.detail;
  EXPECT_GT(others.judged_rows, 0u);
  EXPECT_LE(others.judged_rows, 4u);
}

TEST_F(NeighbourListCheck, ADroppedBoundaryNeighbourIsCaught) {
  ASSERT_NE(slot(capacity - 1), list_end);
  slot(capacity - 1) = list_end;
  EXPECT_TRUE(caught("is missing from its neighbours"));
}

TEST_F(NeighbourListCheck, ADuplicateIsCaught) {
  const std::size_t count = fluid_count();
  slot(count) = slot(1);
  slot(count + 1) = list_end;
  EXPECT_TRUE(caught("occurs more than once"));
}

TEST_F(NeighbourListCheck, ADuplicateInPlaceOfANeighbourIsCaught) {
  slot(0) = slot(1);
  EXPECT_FALSE(compare().check.passed);
}

TEST_F(NeighbourListCheck, TheParticleItselfIsCaught) {
  const std::size_t count = fluid_count();
  slot(count) = 30;
  slot(count + 1) = list_end;
  EXPECT_TRUE(caught("it is its own neighbour"));
}

TEST_F(NeighbourListCheck, AStrangerIsCaught) {
  std::uint32_t stranger = 0;
  const auto far = [&](std::uint32_t j) {
    const float dx = state_.position[j].x - state_.position[30].x;
    return std::abs(dx) > 2 * radius && type_of(state_.identity[j]) == ParticleType::fluid;
  };
  while (!far(stranger)) ++stranger;
  const std::size_t count = fluid_count();
  slot(count) = stranger;
  slot(count + 1) = list_end;
  EXPECT_TRUE(caught("must not be its neighbour"));
}

TEST_F(NeighbourListCheck, TheWrongSectionIsCaught) {
  std::swap(slot(0), slot(capacity - 1));
  EXPECT_TRUE(caught("stands in its fluid section"));
}

TEST_F(NeighbourListCheck, AMissingEndMarkerIsCaught) {
  slot(fluid_count()) = 0xabababab;
  EXPECT_TRUE(caught("no live particle"));
}

TEST_F(NeighbourListCheck, AMissingBoundaryEndMarkerIsCaught) {
  std::size_t end = capacity - 1;
  while (slot(end) != list_end) --end;
  slot(end) = 0xabababab;
  EXPECT_TRUE(caught("no live particle"));
}

TEST_F(NeighbourListCheck, LostParticlesMustNotBeListed) {
  const std::size_t live = 450;
  const ListComparison result = compare_list(state_, live, list_, radius, fluid_targets);
  EXPECT_FALSE(result.check.passed);
  EXPECT_NE(result.check.detail.find("no live particle"), std::string::npos) << result.check.detail;
  list_ = test::host_list(state_, live, radius, capacity, fluid_targets);
  EXPECT_TRUE(compare_list(state_, live, list_, radius, fluid_targets).check.passed);
}

TEST_F(NeighbourListCheck, AListForFewerTypesIsCaught) {
  EXPECT_FALSE(compare_list(state_, 500, list_, radius, all_types).check.passed);
  list_ = test::host_list(state_, 500, radius, capacity, all_types);
  EXPECT_TRUE(compare_list(state_, 500, list_, radius, all_types).check.passed);
}

TEST_F(NeighbourListCheck, AnotherRadiusIsCaught) {
  EXPECT_FALSE(compare_list(state_, 500, list_, 1.01f * radius, fluid_targets).check.passed);
  EXPECT_FALSE(compare_list(state_, 500, list_, 0.99f * radius, fluid_targets).check.passed);
}

TEST_F(NeighbourListCheck, ATruncatedDownloadIsCaught) {
  list_.regions[0].resize(list_.regions[0].size() - 1);
  EXPECT_FALSE(compare().check.passed);
  list_.stride = 64;
  EXPECT_FALSE(compare().check.passed);
}

TEST_F(NeighbourListCheck, AMissingRegionIsCaught) {
  list_.regions.clear();
  const Check check = compare().check;
  EXPECT_FALSE(check.passed);
  EXPECT_NE(check.detail.find("0 regions instead of 1"), std::string::npos) << check.detail;
}

TEST(NeighbourListOfAPeriodicBox, LacksNoPairAcrossItsFaces) {
  ParticleState state = test::random_state(300, 1, 29);
  const DownloadedList without_images = test::host_list(state, 300, 0.2f, 64, all_types);
  EXPECT_TRUE(compare_list(state, 300, without_images, 0.2f, all_types).check.passed);
  state.period = {0, 0, 1};
  const Check check = compare_list(state, 300, without_images, 0.2f, all_types).check;
  EXPECT_FALSE(check.passed);
  EXPECT_NE(check.detail.find("is missing from its neighbours"), std::string::npos) << check.detail;
  const DownloadedList with_images = test::host_list(state, 300, 0.2f, 64, all_types);
  EXPECT_TRUE(compare_list(state, 300, with_images, 0.2f, all_types).check.passed);
}

TEST(NeighbourListBorderline, MayDifferAndIsCounted) {
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  test::add_particle(state, ParticleType::fluid, 0.5f, 0, 0);
  for (const float radius_of_list : {0.49999997f, 0.50000006f}) {
    const DownloadedList list = test::host_list(state, 2, radius_of_list, 8, all_types);
    const ListComparison result = compare_list(state, 2, list, 0.5f, all_types);
    EXPECT_TRUE(result.check.passed) << result.check.detail;
    EXPECT_EQ(result.borderline_differences, radius_of_list > 0.5f ? 2u : 0u);
    const CellSearch search(state, 2, borderline_reach(0.5f));
    const PassedList passed{list, result.borderline_rows};
    const ListComparison again = compare_list(state, 2, list, search, 0.5f, all_types, &passed);
    EXPECT_EQ(again.judged_rows, 0u);
    EXPECT_EQ(again.borderline_differences, result.borderline_differences);
  }
  const DownloadedList wide = test::host_list(state, 2, 0.5000001f, 8, all_types);
  EXPECT_TRUE(compare_list(state, 2, wide, 0.49999994f, all_types).check.passed);
  EXPECT_FALSE(compare_list(state, 2, wide, 0.4999997f, all_types).check.passed);
}

TEST(NeighbourListOneTooShort, TheSharedMarkerIsCaught) {
  // One fluid and one boundary neighbour need four slots; here the sections share one marker.
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  test::add_particle(state, ParticleType::fluid, 0.1f, 0, 0);
  test::add_particle(state, ParticleType::boundary, 0, 0.1f, 0);
  DownloadedList list = test::blank_list(64, 3, std::byte{0xff});
  test::slot_of(list, 0, 0) = 1;
  test::slot_of(list, 0, 2) = 2;
  test::slot_of(list, 1, 0) = 0;
  test::slot_of(list, 1, 2) = 2;
  const Check check = compare_list(state, 3, list, 0.2f, mask_of(ParticleType::fluid)).check;
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.detail, "particle 0 (fluid, id 0): the sections of its list overlap");
}

TEST(NeighbourListOneTooShort, NoRoomForAMarkerIsCaught) {
  ParticleState state;
  for (const float x : {0.0f, 0.1f, 0.05f}) test::add_particle(state, ParticleType::fluid, x, 0, 0);
  DownloadedList list = test::blank_list(64, 2, std::byte{0});
  const std::uint32_t others[3][2] = {{1, 2}, {0, 2}, {0, 1}};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 2; ++k) test::slot_of(list, i, k) = others[i][k];
  }
  const Check check = compare_list(state, 3, list, 0.2f, all_types).check;
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.value, 3);
  EXPECT_EQ(check.detail, "particle 0 (fluid, id 0): its fluid section has no end marker");
}

}  // namespace
}  // namespace sphlab
