// Lists that say the same are told from those that differ in any entry, in whatever format they
// are.
#include "harness/verify/same_rows.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "harness/verify/oracle.hpp"
#include "tests/harness/verify/states.hpp"

namespace sphlab {
namespace {

constexpr std::size_t changed = 30;  // the particle whose row is changed

/// The rows of `list` in another format, where they need not fill as much.
DownloadedList in_format(const DownloadedList& list, const ListFormat& format,
                         std::size_t particles) {
  DownloadedList other = list;
  other.format = format;
  other.regions.assign(list_regions(format, list.types),
                       UnfilledVector<std::byte>(other.region_entries() * 4, std::byte{0xcd}));
  for (std::uint32_t i = 0; i < particles; ++i) {
    for (std::uint32_t section = 0; section < list_sections(format, list.types); ++section) {
      std::uint32_t entry = 0;
      for (std::uint32_t k = 0; entry != list_end; ++k) {
        entry = list.entry(section, i, k);
        const std::size_t at = other.place_of(section, i, k);
        std::memcpy(&other.regions[other.region_of(section)][at * sizeof entry], &entry,
                    sizeof entry);
      }
    }
  }
  return other;
}

class SameRows : public testing::Test {
 protected:
  static constexpr float radius = 0.2f;
  static constexpr std::uint32_t capacity = 64;
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);

  bool same(const DownloadedList& list) const {
    RowPair rows(known_, list);
    for (std::uint32_t i = 0; i < state_.size(); ++i) {
      const bool target = (mask_of(type_of(state_.identity[i])) & targets) != 0;
      if (target && !rows.entries_if_same(i)) return false;
    }
    return true;
  }
  std::size_t fluid_count() {
    std::size_t count = 0;
    while (test::slot_of(known_, changed, count) != list_end) ++count;
    return count;
  }

  ParticleState state_ = test::random_state(500, 0.8f, 43);
  DownloadedList known_ = test::host_list(state_, 500, radius, capacity, targets);
  DownloadedList list_ = known_;
};

TEST_F(SameRows, WhatStandsBehindTheEndsIsFree) {
  EXPECT_TRUE(same(list_));
  test::slot_of(list_, changed, fluid_count() + 1) = 7;
  EXPECT_TRUE(same(list_));
}

TEST_F(SameRows, AreReadInAnyFormat) {
  for (const std::uint8_t chunk : {2, 4, 8})
    EXPECT_TRUE(same(in_format(known_, {ListContents::split, chunk, ListEntry::index}, 500)));
  EXPECT_TRUE(same(in_format(known_, {ListContents::separate, 1, ListEntry::index}, 500)));
}

TEST_F(SameRows, AnotherOrderIsAnotherRow) {
  std::swap(test::slot_of(list_, changed, 0), test::slot_of(list_, changed, 1));
  EXPECT_FALSE(same(list_));
}

TEST_F(SameRows, ADroppedNeighbourDiffers) {
  test::slot_of(list_, changed, fluid_count() - 1) = list_end;
  EXPECT_FALSE(same(list_));
}

TEST_F(SameRows, ADroppedBoundaryNeighbourDiffers) {
  test::slot_of(list_, changed, capacity - 1) = list_end;
  EXPECT_FALSE(same(list_));
}

TEST_F(SameRows, OneMoreNeighbourDiffers) {
  const std::size_t count = fluid_count();
  test::slot_of(list_, changed, count) = test::slot_of(list_, changed, 0);
  test::slot_of(list_, changed, count + 1) = list_end;
  EXPECT_FALSE(same(list_));
}

TEST_F(SameRows, OtherTypesDiffer) {
  list_.types = all_types;
  EXPECT_FALSE(same(list_));
}

// Both read the same, yet in the second the two sections share an end marker.
TEST(SameRowsOneTooShort, TheSharedMarkerDiffers) {
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  test::add_particle(state, ParticleType::fluid, 0.1f, 0, 0);
  test::add_particle(state, ParticleType::boundary, 0, 0.1f, 0);
  const TypeMask targets = mask_of(ParticleType::fluid);
  const DownloadedList known = test::host_list(state, 3, 0.2f, 4, targets);
  DownloadedList list = test::blank_list(64, 3, std::byte{0xff});
  for (const std::size_t i : {0u, 1u}) {
    test::slot_of(list, i, 0) = static_cast<std::uint32_t>(1 - i);
    test::slot_of(list, i, 2) = 2;
  }
  EXPECT_TRUE(RowPair(known, known).entries_if_same(0));
  EXPECT_FALSE(RowPair(known, list).entries_if_same(0));
}

TEST_F(SameRows, TheOracleJudgesARowThatDiffers) {
  Scenario water = test::adaptive_water();
  water.initial = state_;
  Oracle oracle(water);
  const auto compared = [&](const DownloadedList& list) {
    oracle.judge(test::in_one_cell(state_));
    oracle.list_buffer() = list;
    return oracle.compare_downloaded_list(radius, targets);
  };
  const ListComparison first = compared(known_);
  EXPECT_TRUE(first.check.passed);
  const ListComparison again_the_same = compared(known_);
  EXPECT_EQ(again_the_same.entries, first.entries);
  EXPECT_EQ(again_the_same.judged_rows, 0u);
  std::swap(test::slot_of(list_, changed, 0), test::slot_of(list_, changed, 1));
  const ListComparison reordered = compared(list_);
  EXPECT_TRUE(reordered.check.passed) << "the order of neighbours is free";
  EXPECT_EQ(reordered.judged_rows, 1u) << "the others read as those of the list that has passed";
  EXPECT_EQ(reordered.entries, first.entries);
  test::slot_of(list_, changed, 0) = list_end;
  for (int again = 0; again < 2; ++again) {  // what failed is not what others are held against
    const Check check = compared(list_).check;
    EXPECT_EQ(check.value, 1);
    EXPECT_EQ(check.detail.find("particle 30 (fluid, id 30): "), 0u) << check.detail;
  }
  EXPECT_TRUE(compared(known_).check.passed);
  state_.position[changed].x += 0.3f;
  EXPECT_FALSE(compared(known_).check.passed) << "the list of a particle that has moved";
  EXPECT_FALSE(oracle.compare_downloaded_list(1.1f * radius, targets).check.passed);
}

}  // namespace
}  // namespace sphlab
