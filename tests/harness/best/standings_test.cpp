#include "harness/best/standings.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/harness/best/made_up_course.hpp"

namespace sphlab {
namespace {

using test::MadeUpCourse;

TEST(Standings, CompareRoundsByTheLeader) {
  const MadeUpCourse course({});
  Standings standings(course);
  standings.take_in({{0, {1, 1}}, {1, {2, 2}}});
  standings.take_in({{0, {2, 2}}, {2, {3, 3}}});  // all is twice as slow
  EXPECT_DOUBLE_EQ(standings.entry(0).seconds, 1);
  EXPECT_DOUBLE_EQ(standings.entry(2).seconds, 1.5);
  EXPECT_EQ(standings.entry(0).blocks, 4u);
  EXPECT_EQ(standings.tried().size(), 3u);
}

TEST(Standings, WhatFailsLeadsNoMore) {
  const MadeUpCourse course({});
  Standings standings(course);
  EXPECT_EQ(standings.leader(), nullptr);
  standings.take_in({{0, {1}}, {1, {2}}, {2, {3}}});
  standings.entry(0).failed = true;
  EXPECT_EQ(standings.leader()->point, 1u);
  EXPECT_EQ(standings.best_of("traversal-0")->point, 1u);
  EXPECT_EQ(standings.best_of("traversal-1"), nullptr);
  EXPECT_EQ(standings.by_seconds("traversal-0").back()->point, 2u);
}

TEST(Standings, LearnNoiseFromPairsOfBlocks) {
  const MadeUpCourse course({});
  Standings standings(course);
  standings.take_in({{0, {1}}});
  EXPECT_EQ(standings.noise(), 0) << "of one block nothing is learned";
  standings.take_in({{0, {1, std::exp(0.01)}}, {1, {1, std::exp(-0.01)}}});
  EXPECT_NEAR(standings.noise(), 0.01, 0.001);
}

}  // namespace
}  // namespace sphlab
