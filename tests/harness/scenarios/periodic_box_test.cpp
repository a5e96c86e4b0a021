#include "harness/scenarios/periodic_box.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "harness/scenarios/cell_grid.hpp"
#include "harness/scenarios/particle_creation.hpp"
#include "tests/harness/scenarios/edited_file.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

constexpr float3 along_x_and_z = {2, 0, 3};

TEST(PeriodicBox, HasItsExtentAlongPeriodicAxes) {
  const float3 period = periods("xz", {2, 5, 3}, "file");
  EXPECT_EQ(period.x, 2);
  EXPECT_EQ(period.y, 0);
  EXPECT_EQ(period.z, 3);
}

TEST(PeriodicBox, HoldsAnImageOfEachPosition) {
  const float4 r = in_box({-0.5f, -0.5f, 3.25f, 7}, along_x_and_z);
  EXPECT_EQ(r.x, 1.5f);
  EXPECT_EQ(r.y, -0.5f);
  EXPECT_EQ(r.z, 0.25f);
  EXPECT_EQ(r.w, 7);
  EXPECT_EQ(in_box({2, 0, 0, 0}, along_x_and_z).x, 0);
  EXPECT_EQ(in_box({-1e-9f, 0, 0, 0}, along_x_and_z).x, 0) << "which rounds to the period";
}

TEST(PeriodicBox, HasImagesWithinReachOfItsFaces) {
  ParticleState state;
  state.period = along_x_and_z;
  test::add_particle(state, ParticleType::fluid, 0.1f, 0.1f, 2.9f);
  test::add_particle(state, ParticleType::fluid, 1, 0.1f, 1.5f);
  const std::vector<float4> all = with_images(state, 0.25);
  ASSERT_EQ(all.size(), 5u) << "one across each face, one across the edge";
  const auto has = [&](float x, float z) {
    return std::any_of(all.begin(), all.end(), [&](const float4& r) {
      return std::abs(r.x - x) < 1e-6f && std::abs(r.z - z) < 1e-6f;
    });
  };
  EXPECT_TRUE(has(2.1f, 2.9f) && has(0.1f, -0.1f) && has(2.1f, -0.1f));
}

TEST(PeriodicBox, IsDividedIntoWholeCells) {
  const Grid open = covering_grid({0, 0, 0}, {2, 5, 3.5}, 0.3, 0.01, "file");
  const Grid grid = fitted_to_box(open, {2, 0, 3.5f}, 0.3, "file");
  EXPECT_EQ(grid.cells.x, 6u) << "the last one takes what is left";
  EXPECT_EQ(grid.cells.y, open.cells.y);
  EXPECT_EQ(grid.cells.z, 11u);
  EXPECT_EQ(grid.count, grid.cells.x * grid.cells.y * grid.cells.z);
  EXPECT_EQ(grid.origin.x, 0);
  EXPECT_EQ(grid.origin.y, open.origin.y);
  EXPECT_EQ(grid.origin.z, 0);
  EXPECT_EQ(fitted_to_box(cubic_grid(3, 0.25, "file"), {0.75f, 0, 0}, 0.25, "file").cells.x, 3u)
      << "cells of a power of two are exact";
}

TEST(PeriodicBox, HoldsThreeCellsOrIsRefused) {
  const auto fit = [](double radius) {
    fitted_to_box(covering_grid({0, 0, 0}, {4, 4, 4}, radius, 0, "file"), {0, 4, 0}, radius,
                  "file");
  };
  EXPECT_NO_THROW(fit(1.3));
  EXPECT_TRUE(mentions(input_error([&] { fit(1.35); }),
                       {"file: ", "period of 4 along y", "radius of 1.35", "--radius", "a third"}));
}

Scenario box(const std::function<void(json&)>& edit) {
  const TemporaryFile file(edited("random-box.json", edit));
  return load_scenario(file.path(), {{"cells_per_side", 4}});
}

json periodic(const char* axes) {
  json geometry = shipped("random-box.json")["geometry"];
  geometry["periodic"] = axes;
  return geometry;
}

TEST(PeriodicBox, OfRandomParticlesSaysItsAxes) {
  const Scenario scenario = box([](json& d) {
    d["geometry"] = periodic("xy");
    d["physics"]["name"] = "lj-potential-periodic";
    d["physics"]["cutoff"]["value"] = 0.3;
  });
  const auto side = static_cast<float>(4 * 0.3);
  EXPECT_EQ(scenario.period.x, side);
  EXPECT_EQ(scenario.period.z, 0);
  EXPECT_EQ(scenario.initial.period.y, side);
  EXPECT_EQ(scenario.lj_potential.period.x, side);
  EXPECT_EQ(scenario.grid.cells.x, 3u) << "0.3 is no power of two: cells are a little wider";
  for (const float4& r : scenario.initial.position) ASSERT_TRUE(r.x < side && r.y < side);
}

TEST(PeriodicBox, IsRefusedWithAnotherPhysicsAndAxesThatThereAreNot) {
  const auto load = [](const char* axes, const char* physics, double cells) {
    const TemporaryFile file(edited("random-box.json", [&](json& d) {
      d["geometry"] = periodic(axes);
      d["physics"]["name"] = physics;
    }));
    load_scenario(file.path(), {{"cells_per_side", cells}});
  };
  const auto error = [&](const char* axes, const char* physics, double cells) {
    return input_error([&] { load(axes, physics, cells); });
  };
  EXPECT_NO_THROW(load("xyz", "lj-potential-periodic", 3));
  EXPECT_TRUE(mentions(error("xyz", "lj-potential", 4),
                       {"physics.name", "periodic along xyz", "\"lj-potential-periodic\""}));
  EXPECT_TRUE(mentions(error("xw", "lj-potential-periodic", 4),
                       {"geometry.periodic", "\"xw\"", "Known: x, y, z, xy, xz, yz, xyz"}));
  EXPECT_TRUE(
      mentions(error("xyz", "lj-potential-periodic", 2), {"period of 2 along x", "a third"}));
}

Scenario fluid(const std::function<void(json&)>& edit, double per_side = 10) {
  const TemporaryFile file(edited("taylor-green.json", edit));
  return load_scenario(file.path(), {{"particles_per_side", per_side}});
}

TEST(PeriodicBox, OfFluidIsItsDomain) {
  const Scenario scenario = fluid([](json& d) { d["geometry"]["periodic"] = "xz"; });
  EXPECT_EQ(scenario.period.x, 1);
  EXPECT_EQ(scenario.period.y, 0);
  EXPECT_EQ(scenario.wcsph.period.z, 1);
  EXPECT_EQ(scenario.initial.period.z, 1);
  EXPECT_EQ(scenario.grid.origin.x, 0);
  EXPECT_LT(scenario.grid.origin.y, 0) << "half a cell to spare where it is open";
}

TEST(PeriodicBox, OfFluidIsRefusedWhereItsFacesDoNotMeet) {
  const auto error = [](const std::function<void(json&)>& edit, double per_side = 10) {
    return input_error([&] { fluid(edit, per_side); });
  };
  const auto with = [&](const char* key, const json& value) {
    return error([&](json& d) { d["geometry"][key] = value; });
  };
  EXPECT_NO_THROW(fluid([](json&) {}));
  EXPECT_TRUE(mentions(error([](json& d) { d["physics"]["smoothing_ratio"]["value"] = 1.7; }),
                       {"period of 1 along x", "no three cells", "a third", "enlarge the box"}));
  EXPECT_TRUE(mentions(with("points", "corners"), {"geometry.points", "Leave the key out"}));
  EXPECT_TRUE(mentions(error([](json& d) {
                         d["geometry"]["domain"]["lower"]["value"] = {0, -0.1, 0};
                       }),
                       {"geometry.domain.lower", "begins at 0", "-0.1 along y"}));
  EXPECT_TRUE(mentions(error([](json& d) {
                         d["geometry"]["domain"]["size"]["value"] = {1, 1, 1.03};
                       }),
                       {"geometry.domain.size", "1.03 m along z", "10.3 spacings", "whole ones"}));
  EXPECT_TRUE(mentions(error([](json& d) {
                         d["geometry"]["walls"] = {"z-"};
                         d["physics"] = shipped("dam-break-lj.json")["physics"];
                       }),
                       {"geometry.walls", "face along z", "Leave out \"z-\""}));
  EXPECT_TRUE(
      mentions(error([](json& d) { d["physics"] = shipped("dam-break-lj.json")["physics"]; }),
               {"physics.name", "periodic along xyz", "\"wcsph-periodic\""}));
  EXPECT_TRUE(
      mentions(error([](json& d) { d["geometry"]["fluid"][0]["vortex"]["speed"]["value"] = 11; }),
               {"geometry.fluid[0].vortex.speed", "11 m/s", "10 m/s"}));
}

}  // namespace
}  // namespace sphlab
