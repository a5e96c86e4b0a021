#include "harness/best/space.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/error.hpp"
#include "harness/suites/variant_document.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab {
namespace {

using nlohmann::json;
using Names = std::set<std::string>;

const Scenario& water() {
  static const Scenario scenario = test::moving_water();
  return scenario;
}

const LoadedPack* executor() {
  return test::pack_of("simt-w32").pack;
}

Space space_of(const SpaceLimits& limits, const Scenario& scenario = water()) {
  return Space({executor()}, scenario, limits);
}

Names names_of(const Space& space, const std::vector<Point>& points) {
  Names names;
  for (const Point point : points) names.insert(space.at(point).choice.variant.name());
  return names;
}

bool has_start(const Space& space, const std::string& traversal) {
  return std::any_of(space.starts().begin(), space.starts().end(),
                     [&](Point start) { return space.at(start).traversal == traversal; });
}

/// The neighbours of a point along all axes.
Names neighbours(Space& space, Point point) {
  Names names;
  for (const std::vector<Point>& axis : space.axes(point)) names.merge(names_of(space, axis));
  return names;
}

Point start_of(const Space& space, const std::string& traversal) {
  const auto& starts = space.starts();
  return *std::find_if(starts.begin(), starts.end(),
                       [&](Point start) { return space.at(start).traversal == traversal; });
}

void learn(Space& space, Point point) {
  const SpacePoint& at = space.at(point);
  const Simulation simulation(*test::pack_of("simt-w32").runtime, *at.pack, water(),
                              at.choice.variant);
  space.learn_tuning(point, simulation);
}

constexpr const char* rounded = "list-gather-record-16";

TEST(Space, LeavesOutWhatStatesAnErrorUnlessAsked) {
  const Space usual = space_of({});
  EXPECT_FALSE(has_start(usual, rounded));
  ASSERT_EQ(usual.left_out().size(), 1u);
  EXPECT_EQ(usual.left_out().front().traversal, rounded);
  EXPECT_TRUE(mentions(left_out_text(usual.left_out()), {rounded, "0.0003", "--error"}));
  const double stated = usual.left_out().front().stated_error;
  EXPECT_FALSE(has_start(space_of({.error = 0.99 * stated}), rounded));
  const Space asked = space_of({.error = stated});
  EXPECT_TRUE(has_start(asked, rounded));
  EXPECT_TRUE(asked.left_out().empty());
  EXPECT_EQ(left_out_text(asked.left_out()), "");
  EXPECT_EQ(asked.starts().size(), usual.starts().size() + 1);
}

TEST(Space, RefusesToBeginWithNothingButWhatIsLeftOut) {
  try {
    space_of({.traversals = {rounded}});
    FAIL() << "nothing is left to try";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    EXPECT_TRUE(mentions(error.what(), {rounded, "--error"}));
  }
}

TEST(Space, BeginsWithEachTraversalOnce) {
  const Space space = space_of({.error = 1});
  Names traversals;
  for (const Point start : space.starts()) {
    EXPECT_TRUE(traversals.insert(space.at(start).traversal).second) << space.at(start).traversal;
    EXPECT_EQ(space.at(start).choice.toolchains, std::vector<std::string>{"simt-w32"});
  }
  Names known;
  for (const NamedListFormat& format : list_formats) {
    for (const std::string& name :
         strategy_names(*executor()->pack, {Stage::pass, "wcsph-lj", format.name}))
      known.insert(name);
  }
  EXPECT_EQ(traversals, known);
}

TEST(Space, ItsStartsAreServedByTheirPack) {
  const Space space = space_of({});
  for (const Point start : space.starts()) {
    const SpacePoint& at = space.at(start);
    SCOPED_TRACE(at.choice.variant.name());
    EXPECT_NO_THROW(Simulation::bytes_needed(*test::pack_of("simt-w32").runtime, *at.pack, water(),
                                             at.choice.variant));
  }
}

TEST(Space, NeighboursDifferAlongOneAxis) {
  Space space = space_of({.traversals = {"list-gather"}, .axes = {"list-life"}});
  const Point start = start_of(space, "list-gather");
  const std::string name = space.at(start).choice.variant.name();
  Names expected;
  for (const char* rebuild :
       {"every-1", "every-2", "displacement-x1.02", "displacement-x1.04", "displacement-x1.07",
        "displacement-x1.1", "displacement-x1.15", "displacement-x1.2", "every-2-x1.04",
        "every-2-x1.07", "every-5-x1.1", "every-5-x1.15", "every-5-x1.2"})
    expected.insert(name + "+" + rebuild);
  EXPECT_EQ(neighbours(space, start), expected) << "the scenario's own interval is 5";
}

TEST(Space, AListsFormatsAreThoseThatTraversalAndBuilderHave) {
  Space space =
      space_of({.traversals = {"list-gather", "par-part-noloop"}, .axes = {"list-format"}});
  EXPECT_TRUE(neighbours(space, start_of(space, "par-part-noloop")).empty());
  const Names found = neighbours(space, start_of(space, "list-gather"));
  EXPECT_FALSE(found.empty());
  for (const std::string& name : found) EXPECT_TRUE(name.starts_with("list-gather+")) << name;
}

/// The formats of points and those of `point` itself.
Names formats_with(const Space& space, const std::vector<Point>& points, Point point) {
  Names formats{space.at(point).choice.variant.list_format};
  for (const Point other : points) formats.insert(space.at(other).choice.variant.list_format);
  return formats;
}

TEST(Space, NoBuilderKeepsASearchFromTheFormatsThatItLacks) {
  Space space = space_of({.traversals = {"list-gather"}, .axes = {"list", "list-format"}});
  const Point start = start_of(space, "list-gather");
  const auto axes = space.axes(start);
  ASSERT_EQ(axes.size(), 2u);
  const Names all = formats_with(space, axes[0], start);
  std::size_t that_lack_some = 0;
  for (const Point point : axes[1]) {
    const StrategyChoice& builder = space.at(point).choice.variant.stages.at("list");
    const std::vector<Point>& neighbours = space.axes(point).front();
    EXPECT_EQ(formats_with(space, neighbours, point), all) << builder.name;
    if (std::any_of(neighbours.begin(), neighbours.end(), [&](Point neighbour) {
          return space.at(neighbour).choice.variant.stages.at("list").name != builder.name;
        }))
      ++that_lack_some;
  }
  EXPECT_GT(that_lack_some, 0u) << "nothing was tested";
}

TEST(Space, NeighboursInOtherCellsAreServedByTheirPack) {
  Space space = space_of({.traversals = {"list-gather"}});
  std::size_t judged = 0;
  const std::vector<std::vector<Point>> around = space.axes(start_of(space, "list-gather"));
  for (const std::vector<Point>& axis : around) {
    for (const Point there : axis) {
      if (space.at(there).choice.variant.cells_per_radius < 3) continue;
      for (const std::vector<Point>& beyond : space.axes(there)) {
        for (const Point point : beyond) {
          const SpacePoint& at = space.at(point);
          SCOPED_TRACE(at.choice.variant.name());
          EXPECT_NO_THROW(Simulation::stages_of(*test::pack_of("simt-w32").runtime, *at.pack,
                                                water(), at.choice.variant));
          ++judged;
        }
      }
    }
  }
  EXPECT_GT(judged, 20u);
}

TEST(Space, TuningIsAnAxisAParameterOnceItIsLearned) {
  Space space = space_of({.traversals = {"list-gather"}, .axes = {"tuning"}});
  const Point start = start_of(space, "list-gather");
  learn(space, start);
  const auto axes = space.axes(start);
  ASSERT_FALSE(axes.empty());
  for (const std::vector<Point>& axis : axes) {
    std::set<json> changed;
    for (const Point point : axis) {
      const json difference =
          json::diff(variant_json(space.at(start).choice), variant_json(space.at(point).choice));
      EXPECT_EQ(difference.size(), 1u) << difference;
      EXPECT_TRUE(mentions(difference.at(0).at("path").get<std::string>(), {"/tuning/"}));
      changed.insert(difference.at(0).at("path"));
    }
    EXPECT_EQ(changed.size(), 1u) << "one parameter an axis";
  }
}

TEST(Space, AWayThereAndBackIsOnePoint) {
  Space space = space_of({.traversals = {"list-gather"}});
  const Point start = start_of(space, "list-gather");
  learn(space, start);
  const auto axes = space.axes(start);
  for (const std::vector<Point>& axis : axes) {
    if (axis.empty()) continue;
    const Point there = axis.front();
    const auto& back = space.axes(there);
    const bool returns = std::any_of(back.begin(), back.end(), [&](const auto& points) {
      return std::find(points.begin(), points.end(), start) != points.end();
    });
    // tuning of the neighbour is not learned, and its way back with it
    const bool is_tuning =
        variant_json(space.at(there).choice).dump().find("tuning\":{\"") != std::string::npos;
    EXPECT_TRUE(returns || is_tuning) << space.at(there).choice.variant.name();
  }
}

TEST(Space, WhereNothingMovesNoListEnds) {
  std::mt19937 generator(1);
  ParticleState state;
  test::fill_cell(state, 1, 1, 1, 20, generator);
  const Scenario still = test::potential_scenario(std::move(state), 4);
  EXPECT_TRUE(policies_to_try(still).empty());
  EXPECT_GT(policies_to_try(water()).size(), 5u);
  for (const RebuildPolicy& rebuild : policies_to_try(water()))
    EXPECT_TRUE(rebuild.expansion > 1 || rebuild.interval < water().list_interval)
        << rebuild.name() << " misses more pairs than the scenario's own";
}

template <class Make>
Error error_of(const Make& make) {
  try {
    make();
  } catch (const Error& error) {
    return error;
  }
  return {ExitCode::ok, "nothing was thrown"};
}

TEST(Space, WhatIsUnknownIsNamedWithTheNearest) {
  const Error traversal = error_of([] { space_of({.traversals = {"list-gathe"}}); });
  EXPECT_EQ(traversal.code, ExitCode::not_available);
  EXPECT_TRUE(mentions(traversal.what(), {"list-gathe", "\"list-gather\""}));
  const Error axis = error_of([] { space_of({.axes = {"list-formt"}}); });
  EXPECT_EQ(axis.code, ExitCode::usage);
  EXPECT_TRUE(mentions(axis.what(), {"list-formt", "\"list-format\""}));
  Scenario unknown = test::moving_water();
  unknown.physics = "alchemy";
  const Error physics = error_of([&] { space_of({}, unknown); });
  EXPECT_EQ(physics.code, ExitCode::not_available);
  EXPECT_TRUE(mentions(physics.what(), {"alchemy"}));
}

}  // namespace
}  // namespace sphlab
