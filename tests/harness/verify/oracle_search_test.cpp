#include "harness/verify/oracle_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include "tests/harness/verify/states.hpp"
#include "tests/harness/verify/threads.hpp"

namespace sphlab {
namespace {

template <class Search>
std::vector<std::uint32_t> neighbours(const Search& search, std::size_t target) {
  std::vector<std::uint32_t> found;
  search.visit(target,
               [&](std::uint32_t j, double, double, double, double) { found.push_back(j); });
  std::sort(found.begin(), found.end());
  return found;
}

// Returns how many pairs both searches found.
std::size_t expect_agreement(const ParticleState& state, std::size_t live, double reach) {
  const CellSearch cells(state, live, reach);
  const BruteForceSearch all(state, live, reach);
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < live; ++i) {
    const auto expected = neighbours(all, i);
    EXPECT_EQ(neighbours(cells, i), expected) << "particle " << i;
    pairs += expected.size();
  }
  return pairs;
}

TEST(OracleSearch, AgreesOnRandomPositions) {
  for (const double reach : {0.03, 0.1, 0.33, 1.0}) {
    EXPECT_GT(expect_agreement(test::random_state(600, 1, 7), 600, reach), 0u) << reach;
  }
}

ParticleState random_in_box(std::size_t particles, const float3& period, unsigned seed) {
  ParticleState state = test::random_state(particles, 1, seed);
  state.period = period;
  for (float4& r : state.position) {
    if (period.x > 0) r.x *= period.x;
    if (period.y > 0) r.y *= period.y;
    if (period.z > 0) r.z *= period.z;
  }
  return state;
}

TEST(OracleSearch, AgreesAcrossTheFacesOfPeriodicBoxes) {
  for (const float3 period : {float3{1, 1, 1}, {0.5f, 1.3f, 0.9f}, {0, 1, 0}, {1, 0, 0.7f}}) {
    for (const double reach : {0.1, 0.16, 0.24}) {
      const ParticleState state = random_in_box(600, period, 7);
      ParticleState without = state;
      without.period = {};
      const std::size_t pairs = expect_agreement(state, 600, reach);
      EXPECT_GT(pairs, expect_agreement(without, 600, reach)) << reach;
    }
  }
}

TEST(OracleSearch, SeesTheNearestImage) {
  ParticleState state;
  state.period = {1, 2, 0};
  test::add_particle(state, ParticleType::fluid, 0.0625f, 0.125f, 0.5f);
  test::add_particle(state, ParticleType::fluid, 0.9375f, 1.875f, 0.5f);
  std::size_t seen = 0;
  CellSearch(state, 2, 0.3).visit(0, [&](std::uint32_t, double dx, double dy, double dz, double) {
    EXPECT_EQ(dx, 0.125);
    EXPECT_EQ(dy, 0.25);
    EXPECT_EQ(dz, 0);
    ++seen;
  });
  EXPECT_EQ(seen, 1u);
  state.period.y = 0;
  EXPECT_TRUE(neighbours(CellSearch(state, 2, 0.3), 0).empty());
}

TEST(OracleSearch, AgreesOnLatticesWhoseDistancesEqualTheReach) {
  const ParticleState lattice = test::lattice_state(7, 0.25f);
  for (const double reach : {0.25, 0.5, 0.75}) {
    EXPECT_GT(expect_agreement(lattice, lattice.size(), reach), 0u) << reach;
  }
}

TEST(OracleSearch, FindsALatticesNeighboursAtExactlyTheReach) {
  const ParticleState lattice = test::lattice_state(5, 0.25f);
  const std::size_t centre = 2 * 25 + 2 * 5 + 2;
  EXPECT_EQ(neighbours(CellSearch(lattice, lattice.size(), 0.25), centre).size(), 6u);
  EXPECT_EQ(neighbours(CellSearch(lattice, lattice.size(), 0.2499), centre).size(), 0u);
}

TEST(OracleSearch, AgreesWhereAllParticlesShareACell) {
  EXPECT_EQ(expect_agreement(test::random_state(40, 0.1f, 3), 40, 5.0), 40u * 39u);
}

TEST(OracleSearch, AgreesOnAPlaneOnALineAndFarFromTheOrigin) {
  ParticleState state = test::random_state(300, 1, 11);
  for (std::size_t i = 0; i < 300; ++i) {
    state.position[i].z = 0;
    if (i < 100) state.position[i].y = 0;
    state.position[i].x -= 1000;
  }
  EXPECT_GT(expect_agreement(state, 300, 0.1), 0u);
}

TEST(OracleSearch, CoincidingParticlesAreNeighbours) {
  ParticleState state;
  for (int i = 0; i < 3; ++i) test::add_particle(state, ParticleType::fluid, 1, 2, 3);
  EXPECT_EQ(expect_agreement(state, 3, 0.1), 6u);
}

TEST(OracleSearch, AStrayParticleCostsNoMemory) {
  ParticleState state = test::random_state(200, 1, 5);
  state.position[0] = {1e30f, -1e30f, 1e20f, 0};
  EXPECT_GT(expect_agreement(state, 200, 0.1), 0u);
}

TEST(OracleSearch, LostParticlesAreNobodysNeighbours) {
  const ParticleState state = test::random_state(50, 0.1f, 9);
  const CellSearch search(state, 49, 5.0);
  EXPECT_EQ(neighbours(search, 0).size(), 48u);
}

TEST(OracleSearch, AcceptsNoParticlesAndOne) {
  EXPECT_EQ(expect_agreement({}, 0, 1.0), 0u);
  EXPECT_EQ(expect_agreement(test::random_state(1, 1, 1), 1, 1.0), 0u);
}

TEST(OracleSearch, NoLiveParticleHasNoNeighbours) {
  const ParticleState state = test::random_state(2, 1, 1);
  EXPECT_TRUE(neighbours(CellSearch(state, 0, 10.0), 0).empty());
}

TEST(OracleSearch, RefusesPositionsThatAreNotFinite) {
  ParticleState state = test::random_state(5, 1, 1);
  state.position[3].y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(CellSearch(state, 5, 0.1), std::invalid_argument);
  EXPECT_THROW(CellSearch(state, 3, 0), std::invalid_argument);
}

TEST(OracleSearch, TheBorderlineCoversFloatRounding) {
  // Every pair that float and double decide differently must fall inside the band.
  const ParticleState state = test::random_state(20000, 1, 17);
  const float radius = 0.37f;
  const double radius2 = static_cast<double>(radius) * radius;
  std::size_t near = 0;
  for (std::size_t i = 0; i + 1 < state.size(); ++i) {
    for (std::size_t j = i + 1; j < std::min(state.size(), i + 400); ++j) {
      const float4 a = state.position[i];
      const float4 b = state.position[j];
      const float x = a.x - b.x;
      const float y = a.y - b.y;
      const float z = a.z - b.z;
      const float r2 = x * x + y * y + z * z;
      const double dx = static_cast<double>(a.x) - b.x;
      const double dy = static_cast<double>(a.y) - b.y;
      const double dz = static_cast<double>(a.z) - b.z;
      const double exact = dx * dx + dy * dy + dz * dz;
      const bool in_band = std::abs(exact - radius2) <= borderline_width(radius);
      near += in_band;
      EXPECT_TRUE((r2 < radius * radius) == (exact < radius2) || in_band);
    }
  }
  EXPECT_LT(near, 100u);  // out of eight million: the band is narrow
}

TEST(OracleSearch, TheBorderlineCoversFloatRoundingAcrossFaces) {
  const float3 period = {1.1f, 1.1f, 1.1f};
  const ParticleState state = random_in_box(20000, period, 19);
  const float radius = 0.13f;
  const double band = borderline_width(radius, period);
  const auto shifted = [&](float x) { return x < 0.55f ? x + period.x : x; };  // as builders do
  const auto nearest = [&](float x) {                                          // as lists are read
    return x > 0.55f ? x - period.x : x < -0.55f ? x + period.x : x;
  };
  std::size_t near = 0;
  for (std::size_t i = 0; i + 1 < state.size(); ++i) {
    const float4 a = state.position[i];
    if (a.x < period.x - radius) continue;
    for (std::size_t j = 0; j < state.size(); ++j) {
      const float4 b = state.position[j];
      if (b.x > radius) continue;
      const double dx = oracle_nearest(static_cast<double>(a.x) - b.x, period.x);
      const double dy = oracle_nearest(static_cast<double>(a.y) - b.y, period.y);
      const double dz = oracle_nearest(static_cast<double>(a.z) - b.z, period.z);
      const double radius2 = static_cast<double>(radius) * radius;
      const double exact = dx * dx + dy * dy + dz * dz;
      const bool in_band = std::abs(exact - radius2) <= band;
      near += in_band;
      const float y = nearest(a.y - b.y), z = nearest(a.z - b.z);
      for (const float x : {a.x - shifted(b.x), nearest(a.x - b.x)})
        EXPECT_TRUE((x * x + y * y + z * z < radius * radius) == (exact < radius2) || in_band);
    }
  }
  EXPECT_LT(near, 100u);  // out of five million
}

// Cells x fastest, from the least coordinates on; in each the particles as the state has them.
TEST(OracleSearch, VisitsCellByCellInTheOrderOfTheState) {
  ParticleState state = test::random_state(test::many_particles, 1, 83);
  std::sort(state.position.begin(),
            state.position.begin() + 20'000,  // nearly sorted, as states are
            [](const float4& a, const float4& b) { return a.z < b.z; });
  const double side = 0.04 * (1 + 1e-9);
  float4 least = state.position[0];
  for (const float4& p : state.position)
    least = {std::min(least.x, p.x), std::min(least.y, p.y), std::min(least.z, p.z), 0};
  const auto cell = [&](std::uint32_t j) {
    const auto along = [&](float x, float low) {
      return std::floor((static_cast<double>(x) - low) / side);
    };
    const float4& p = state.position[j];
    return std::array{along(p.z, least.z), along(p.y, least.y), along(p.x, least.x), double(j)};
  };
  for (const int threads : {1, 2, 5, 7}) {
    const test::WithThreads with(threads);
    const CellSearch search(state, state.size(), 0.04);
    std::size_t found = 0;
    for (std::size_t i = 0; i < state.size(); i += 97) {
      std::array<double, 4> before{-1, 0, 0, 0};
      search.visit(i, [&](std::uint32_t j, double, double, double, double) {
        EXPECT_LT(before, cell(j));
        before = cell(j);
        ++found;
      });
    }
    EXPECT_GT(found, 3000u);
  }
}

TEST(OracleSearch, AgreesOnManyParticlesOnSeveralThreads) {
  const ParticleState state = test::random_state(test::many_particles, 1, 89);
  const test::WithThreads with(5);
  const CellSearch cells(state, state.size() - 7, 0.05);
  const BruteForceSearch all(state, state.size() - 7, 0.05);
  for (std::size_t i = 0; i < state.size(); i += 501)
    EXPECT_EQ(neighbours(cells, i), neighbours(all, i)) << "particle " << i;
}

TEST(OracleSearch, NamesTheFirstOfManyPositionsThatAreNotFinite) {
  ParticleState state = test::random_state(test::many_particles, 1, 97);
  for (const std::size_t i : {9'000u, 21'000u, 33'000u})
    state.position[i].x = std::numeric_limits<float>::infinity();
  for (const int threads : {1, 5}) {
    const test::WithThreads with(threads);
    try {
      CellSearch(state, state.size(), 0.1);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::invalid_argument& error) {
      EXPECT_STREQ(error.what(), "the position of live particle 9000 is not finite");
    }
  }
}

}  // namespace
}  // namespace sphlab
