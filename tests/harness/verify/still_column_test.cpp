// A column that has come to rest, and the pressure in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/verify/fluid_sums.hpp"
#include "harness/verify/oracle_formulas.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::still_column {
namespace {

/// Height, density and pressure of some particles.
struct Profile {
  std::vector<double> height, density, pressure;  // [m], [kg/m^3], [Pa]

  static double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  }
  /// Of the line of least squares through the pressures [Pa/m].
  double slope() const {
    const double z = mean(height);
    const double p = mean(pressure);
    double product = 0, square = 0;
    for (std::size_t k = 0; k < height.size(); ++k) {
      product += (height[k] - z) * (pressure[k] - p);
      square += (height[k] - z) * (height[k] - z);
    }
    return product / square;
  }
};

/// Of the particles further than an influence radius from the planes and from the surface.
Profile profile_inside(const ParticleState& state, const Scenario& scenario) {
  const WcsphConstants& c = scenario.wcsph;
  double top = 0;
  for (const float4& x : state.position) top = std::max(top, static_cast<double>(x.z));
  Profile profile;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const float4& x = state.position[i];
    bool inside = x.z < top - scenario.influence_radius;
    for (std::uint32_t k = 0; k < c.planes.count; ++k) {
      const float4& n = c.planes.plane[k];
      inside = inside && n.x * x.x + n.y * x.y + n.z * x.z - n.w > c.influence_radius;
    }
    if (!inside) continue;
    const double s = state.velocity[i].w;
    const double density = c.rest_density * (1 + s);
    profile.height.push_back(x.z);
    profile.density.push_back(density);
    profile.pressure.push_back(oracle_pressure_term(s, c) * density * density);
  }
  return profile;
}

// The pass takes half the gradient of the pressure, so that it is twice the weight of the fluid
// above.
TEST(StillColumn, CarriesItsWeight) {
  const Scenario column = test::shipped("still-column-summed", {{"particles_per_width", 10}});
  const test::RunnablePack pack = test::pack_of("cpu-gcc");
  Simulation simulation(*pack.runtime, *pack.pack, column, Variant{});
  while (simulation.run_state().steps < 1500) simulation.run_cycles(100);
  simulation.forces();
  const ParticleState state = simulation.download();
  const FluidSums sums = fluid_sums(state, column.wcsph);
  EXPECT_EQ(simulation.run_state().lost, 0u);
  EXPECT_LT(sums.kinetic_energy, 1e-4 * std::abs(sums.potential_energy));
  const Profile profile = profile_inside(state, column);
  ASSERT_GT(profile.height.size(), 100u);
  EXPECT_NEAR(profile.slope() / (-2 * 9.81 * Profile::mean(profile.density)), 1, 0.06);
}

}  // namespace
}  // namespace sphlab::still_column
