// The viscous terms of equations 9 and 11, and what the form of equations 10 and 11 changes.
#define SPHLAB_WARP_WIDTH 32
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "kernels/physics/pair_physics.cuh"

namespace sphlab::viscous {
namespace {

using Fluid = SourceTypes<ParticleType::fluid>;
using Particle = WcsphParticle<double>;

constexpr double h = 0.125;
constexpr double density = 1000;
constexpr double viscosity = 5000;  // mu [Pa s]

/// Of particles of the lattice spacing h / ratio. Nothing but the viscosity acts on fluid at rest
/// density.
WcsphConstants constants(double ratio) {
  WcsphConstants c{};
  c.smoothing_length = static_cast<float>(h);
  c.influence_radius = static_cast<float>(2 * h);
  c.rest_density = static_cast<float>(density);
  c.particle_mass = static_cast<float>(density * std::pow(h / ratio, 3));
  c.sound_speed = 20;
  c.polytropic_exponent = 7;
  c.dynamic_viscosity = static_cast<float>(viscosity);
  return c;
}

template <class Physics>
auto of_pair(const WcsphConstants& c, const Particle& i, const Particle& j, bool included = true) {
  typename Physics::template Sum<double> sum;
  const auto pair = make_pair_distance<double>(i.x, i.y, i.z, j.x, j.y, j.z, included);
  add_one_sided<Physics, Fluid>(Physics::prepare(c), i, j, pair, sum);
  return sum;
}

double gradient(double r) {
  return -105 / (16 * std::numbers::pi * std::pow(h, 5)) * std::pow(1 - r / (2 * h), 3);
}

// The velocity of a wave along z of the axis `axis`, and its Laplacian over a lattice around the
// target, over that of a smooth flow.
template <class Physics>
double share_of_laplacian(double ratio, int axis) {
  const WcsphConstants c = constants(ratio);
  const auto coefficients = Physics::prepare(c);
  const double spacing = h / ratio;
  const double k = 2 * std::numbers::pi / (24 * h);
  const auto at = [&](double x, double y, double z) {
    Particle particle{x, y, z, 0, 0, 0, 0, 0};
    const double u = std::cos(k * z);
    (axis == 0 ? particle.vx : particle.vz) = u;
    return particle;
  };
  const Particle target = at(0, 0, 0);
  typename Physics::template Sum<double> sum;
  const int reach = static_cast<int>(2 * ratio) + 1;
  for (int z = -reach; z <= reach; ++z) {
    for (int y = -reach; y <= reach; ++y) {
      for (int x = -reach; x <= reach; ++x) {
        if (x == 0 && y == 0 && z == 0) continue;
        const Particle source = at(x * spacing, y * spacing, z * spacing);
        auto pair = make_pair_distance<double>(0, 0, 0, source.x, source.y, source.z, true);
        pair.included = pair.r2 < 4 * h * h;
        add_one_sided<Physics, Fluid>(coefficients, target, source, pair, sum);
      }
    }
  }
  return (axis == 0 ? sum.x : sum.z) / (-viscosity / density * k * k);
}

TEST(Viscous, IsTheLaplacianOfAShearedFlow) {
  EXPECT_NEAR((share_of_laplacian<WcsphLjViscous>(2.6, 0)), 1, 0.02);
  EXPECT_NEAR((share_of_laplacian<WcsphLjVolumes>(2.6, 0)), 1, 0.02);
}

// lap u + 2 grad div u, against lap u.
TEST(MonaghanViscosity, ResistsCompressionThrice) {
  EXPECT_NEAR((share_of_laplacian<WcsphLjViscous>(2.6, 2)), 3, 0.06);
  EXPECT_NEAR((share_of_laplacian<WcsphLjVolumes>(2.6, 2)), 1, 0.02);
}

// As few neighbours as the dam break has: what a user gets of the viscosity that was asked for.
TEST(MonaghanViscosity, IsTooWeakAlongTheAxesOfACoarseLattice) {
  EXPECT_NEAR((share_of_laplacian<WcsphLjViscous>(1.3, 0)), 0.865, 0.01);
  EXPECT_NEAR((share_of_laplacian<WcsphLjVolumes>(1.3, 0)), 0.975, 0.01);
}

// A shear wave u_x(z) in a box that is periodic in all directions, with all of the physics: it
// decays by exp(-nu k^2 t).
template <class Physics>
struct PeriodicBox {
  static constexpr double ratio = 1.3;
  static constexpr double spacing = h / ratio;
  static constexpr std::array<int, 3> points = {6, 6, 24};
  static constexpr double fastest = 0.01;
  const double k = 2 * std::numbers::pi / (points[2] * spacing);

  WcsphConstants c = constants(ratio);
  typename Physics::Coefficients coefficients = Physics::prepare(c);
  Cole cole = Cole::prepare(c.sound_speed, c.rest_density);
  std::vector<Particle> particles;

  PeriodicBox() {
    for (int z = 0; z < points[2]; ++z) {
      for (int y = 0; y < points[1]; ++y) {
        for (int x = 0; x < points[0]; ++x) {
          particles.push_back({x * spacing, y * spacing, z * spacing, 0,
                               fastest * std::sin(k * z * spacing), 0, 0, 0});
        }
      }
    }
  }

  static double wrapped(double distance, int axis) {
    const double length = points[static_cast<std::size_t>(axis)] * spacing;
    return distance - length * std::round(distance / length);
  }

  void step(double dt) {
    std::vector<typename Physics::template Sum<double>> sums(particles.size());
    for (std::size_t i = 0; i < particles.size(); ++i) {
      const Particle& a = particles[i];
      for (const Particle& b : particles) {
        const double z = wrapped(a.z - b.z, 2);
        if (&a == &b || std::abs(z) > 2 * h) continue;
        const double x = wrapped(a.x - b.x, 0);
        const double y = wrapped(a.y - b.y, 1);
        Pair<double> pair{x, y, z, x * x + y * y + z * z, true};
        if (pair.r2 < 4 * h * h) add_one_sided<Physics, Fluid>(coefficients, a, b, pair, sums[i]);
      }
    }
    for (std::size_t i = 0; i < particles.size(); ++i) {
      Particle& a = particles[i];
      a.vx += dt * sums[i].x;
      a.vy += dt * sums[i].y;
      a.vz += dt * sums[i].z;
      a.density_excess += dt * sums[i].density / density;
      a.pressure_term =
          static_cast<double>(cole.pressure_over_density2(static_cast<float>(a.density_excess)));
      a.x += dt * a.vx;
      a.y += dt * a.vy;
      a.z += dt * a.vz;
    }
  }

  double amplitude() const {
    double sum = 0;
    for (const Particle& a : particles) sum += a.vx * std::sin(k * a.z);
    return 2 * sum / static_cast<double>(particles.size());
  }
};

/// The rate at which a shear wave decays, over nu k^2.
template <class Physics>
double decay_rate() {
  PeriodicBox<Physics> box;
  const double rate = viscosity / density * box.k * box.k;
  constexpr int steps = 20;
  const double dt = 0.2 / rate / steps;
  EXPECT_LT(dt, h * h * density / viscosity / 8);
  EXPECT_LT(dt, 0.3 * h / static_cast<double>(box.c.sound_speed));
  const double before = box.amplitude();
  for (int n = 0; n < steps; ++n) box.step(dt);
  return std::log(before / box.amplitude()) / (dt * steps) / rate;
}

TEST(ShearWave, DecaysAtTheRateOfItsViscosity) {
  EXPECT_NEAR(decay_rate<WcsphLjViscous>(), 0.865, 0.015);  // as above, on this lattice
  EXPECT_NEAR(decay_rate<WcsphLjVolumes>(), 0.975, 0.015);
}

template <class Physics>
void expect_pairs_slowed() {
  const WcsphConstants c = constants(1.3);
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> sign(-1, 1);
  int parting = 0;
  for (int n = 0; n < 200; ++n) {
    const auto some = [&] {
      return Particle{
          0.1 * sign(generator), 0.1 * sign(generator), 0.1 * sign(generator), 0, sign(generator),
          sign(generator),       sign(generator),       0.02 * sign(generator)};
    };
    const Particle i = some();
    const Particle j = some();
    const auto one = of_pair<Physics>(c, i, j);
    const auto other = of_pair<Physics>(c, j, i);
    const double magnitude = std::abs(one.x) + std::abs(one.y) + std::abs(one.z);
    EXPECT_NEAR(one.x, -other.x, 1e-13 * magnitude);
    EXPECT_NEAR(one.y, -other.y, 1e-13 * magnitude);
    EXPECT_NEAR(one.z, -other.z, 1e-13 * magnitude);
    const double ux = i.vx - j.vx, uy = i.vy - j.vy, uz = i.vz - j.vz;
    EXPECT_LT(one.x * ux + one.y * uy + one.z * uz, 0);
    if (ux * (i.x - j.x) + uy * (i.y - j.y) + uz * (i.z - j.z) > 0) ++parting;
  }
  EXPECT_GT(parting, 50);
}

TEST(Viscous, SlowsEveryPairAndKeepsItsMomentum) {
  expect_pairs_slowed<WcsphLjViscous>();
  expect_pairs_slowed<WcsphLjVolumes>();
}

TEST(MonaghanViscosity, IsItsFormula) {
  const WcsphConstants c = constants(1.3);
  const Particle i{0.1, 0, 0, 0, -1, 3, 0, 0.01};
  const Particle j{0, 0, 0, 0, 1, 0, 0, 0.02};
  const auto sum = of_pair<WcsphLjViscous>(c, i, j);
  const double densities = 1010.0 * 1020.0;
  const double m = static_cast<double>(c.particle_mass);
  const double expected =
      m * 2 * 5 * viscosity / densities * (-2 * 0.1) / 0.01 * 0.1 * gradient(0.1);
  EXPECT_GT(sum.x, 0);
  EXPECT_NEAR(sum.x, expected, 1e-6 * expected);
  EXPECT_EQ(sum.y, 0);
}

TEST(MorrisViscosity, IsItsFormula) {
  const WcsphConstants c = constants(1.3);
  const Particle i{0.1, 0, 0, 0, -1, 3, 0, 0.01};
  const Particle j{0, 0, 0, 0, 1, 0, 0, 0.02};
  const auto sum = of_pair<WcsphLjVolumes>(c, i, j);
  const double m = static_cast<double>(c.particle_mass);
  const double factor = m * 2 * viscosity / (1010.0 * 1020.0) * gradient(0.1);
  EXPECT_NEAR(sum.x, -2 * factor, 1e-6 * std::abs(2 * factor));
  EXPECT_NEAR(sum.y, 3 * factor, 1e-6 * std::abs(3 * factor));
  EXPECT_LT(sum.y, 0);
}

TEST(WcsphLjVolumes, PushesByTheSumOfPressuresAndCompressesByVolume) {
  WcsphConstants c = constants(1.3);
  c.dynamic_viscosity = 0;
  const Particle i{0.1, 0, 0, 0.25, -1, 0, 0, 0.125};
  const Particle j{0, 0, 0, 0.5, 0, 0, 0, 0};
  const auto sum = of_pair<WcsphLjVolumes>(c, i, j);
  const double m_gradient = static_cast<double>(c.particle_mass) * gradient(0.1);
  // P = 0.25 1125^2 and 0.5 1000^2, over 1125 1000
  const double pressures = 0.25 * 1.125 + 0.5 / 1.125;
  EXPECT_NEAR(sum.x, -m_gradient * pressures * 0.1, 1e-6 * std::abs(sum.x));
  EXPECT_NEAR(sum.density, m_gradient * 1.125 * -0.1, 1e-6 * std::abs(sum.density));
  EXPECT_GT(sum.density, 0);
}

template <class Physics>
void expect_nothing_of_padding() {
  const WcsphConstants c = constants(1.3);
  const Particle i{0.1, 0, 0, 0, -1, 3, 0, 0.01};
  EXPECT_EQ((of_pair<Physics>(c, i, i).x), 0);
  Particle j = i;
  j.vx = 7;
  EXPECT_TRUE(std::isfinite(of_pair<Physics>(c, i, j).x));
  const auto padding = of_pair<Physics>(c, i, j, false);
  EXPECT_EQ(padding.x, 0);
  EXPECT_EQ(padding.y, 0);
  EXPECT_EQ(padding.density, 0);
}

TEST(Viscous, IsNothingOfParticlesThatCoincideAndOfPadding) {
  expect_nothing_of_padding<WcsphLjViscous>();
  expect_nothing_of_padding<WcsphLjVolumes>();
}

TEST(WcsphLjVolumes, DeclaresTheWorkOfItsParts) {
  EXPECT_EQ(WcsphLjViscous::flops_per_pair,
            WcsphLj::flops_per_pair - ArtificialViscosity::flops + MonaghanViscosity::flops);
  EXPECT_EQ(WcsphLjVolumes::flops_per_pair, 65);
}

}  // namespace
}  // namespace sphlab::viscous
