#include "harness/scenarios/particle_creation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "harness/runtimes/runtime.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/scenarios/random_points.hpp"

namespace sphlab {
namespace {

using Point = std::array<std::int64_t, 3>;

/// The two thermodynamic numbers that a particle carries (see ParticleView).
struct FluidState {
  double centred_density = 0;                ///< rho/rho0 - 1 [1]
  double pressure_over_density_squared = 0;  ///< P/rho^2 [m^5/(kg s^2)]
};

/// State at `depth` [m] below a free surface, such that Cole's equation of state (paper A, 2.1)
/// gives exactly the pressure rho0 g depth of the water above, its compression neglected.
/// @param gravity magnitude of g [m/s^2]. @param rest_density rho0 [kg/m^3].
/// @param sound_speed c0 [m/s]. @param exponent gamma [1].
FluidState hydrostatic_state(double depth, double gravity, double rest_density, double sound_speed,
                             double exponent) {
  // P = rho0 c0^2 / gamma ((rho/rho0)^gamma - 1), solved for rho/rho0 - 1 without cancellation.
  const double compression = exponent * gravity * depth / (sound_speed * sound_speed);
  const double centred_density = std::expm1(std::log1p(compression) / exponent);
  const double density = rest_density * (1 + centred_density);
  return {centred_density, rest_density * gravity * depth / (density * density)};
}

void reserve(ParticleState& state, std::size_t particles) {
  state.position.reserve(particles);
  state.velocity.reserve(particles);
  state.identity.reserve(particles);
}

void add(ParticleState& state, ParticleType type, float3 position, const FluidState& fluid) {
  const auto id = static_cast<std::uint32_t>(state.size());
  state.position.push_back({position.x, position.y, position.z,
                            static_cast<float>(fluid.pressure_over_density_squared)});
  state.velocity.push_back({0, 0, 0, static_cast<float>(fluid.centred_density)});
  state.identity.push_back(make_identity(type, id));
}

float3 position_of(const Lattice& lattice, const Point& point) {
  return {static_cast<float>(lattice.coordinate(0, point[0])),
          static_cast<float>(lattice.coordinate(1, point[1])),
          static_cast<float>(lattice.coordinate(2, point[2]))};
}

/// Calls visit(point) for every point of a box, x fastest.
template <class Visit>
void visit_points(const LatticeBox& box, Visit&& visit) {
  Point point{};
  for (point[2] = box.begin[2]; point[2] < box.end[2]; ++point[2]) {
    for (point[1] = box.begin[1]; point[1] < box.end[1]; ++point[1]) {
      for (point[0] = box.begin[0]; point[0] < box.end[0]; ++point[0]) visit(point);
    }
  }
}

/// The state of one fluid in balance with the columns above it.
class HydrostaticStates {
 public:
  HydrostaticStates(const WcsphConstants& constants, ParticleType type)
      : gravity_(-constants.gravity.z),
        exponent_(constants.polytropic_exponent),
        own_(fluid_constants(constants, type)),
        first_density_(constants.rest_density),
        second_density_(constants.second_fluid.rest_density) {}

  FluidState under(const FluidColumn& column) {
    if (column == last_column_) return last_;
    last_column_ = column;
    // the depth in the particle's own fluid that weighs as much
    const double depth = column.first * (first_density_ / own_.rest_density) +
                         column.second * (second_density_ / own_.rest_density);
    last_ = hydrostatic_state(depth, gravity_, own_.rest_density, own_.sound_speed, exponent_);
    return last_;
  }

 private:
  double gravity_, exponent_;
  FluidConstants own_;
  double first_density_, second_density_;
  FluidColumn last_column_{-1, -1};  // along a row, columns are alike
  FluidState last_;
};

void add_fluid(ParticleState& state, const Lattice& lattice, const std::vector<LatticeBox>& boxes,
               ParticleType type, const WcsphConstants& constants, bool hydrostatic,
               PlacedPoints& places) {
  HydrostaticStates states(constants, type);
  for (const LatticeBox& box : boxes) {
    visit_points(box, [&](const Point& point) {
      add(state, type, places.next(box, point),
          hydrostatic ? states.under(lattice.column_above(point)) : FluidState{});
    });
  }
}

/// Onto the multiples of the quantum, on which the body then stays.
float3 rounded(const float3& position, float quantum) {
  const auto round = [&](float x) { return std::rint(x / quantum) * quantum; };
  return {round(position.x), round(position.y), round(position.z)};
}

void add_body(ParticleState& state, const Lattice& lattice, const BodyMotion& motion) {
  for (const LatticeBox& box : lattice.body) {
    visit_points(box, [&](const Point& point) {
      add(state, ParticleType::body, rounded(position_of(lattice, point), motion.quantum), {});
      state.velocity.back() = {motion.velocity.x, motion.velocity.y, motion.velocity.z, 0};
    });
  }
}

void add_boundary_point(ParticleState& state, const Lattice& lattice, const Point& point) {
  add(state, ParticleType::boundary, position_of(lattice, point), {});
}

/// Visits only what is on a wall: the interior of a large box has far more points.
void add_walls(ParticleState& state, const Lattice& lattice) {
  const LatticeBox& all = lattice.walled;
  const LatticeBox& interior = lattice.interior;
  Point point{};
  for (point[2] = 0; point[2] < all.end[2]; ++point[2]) {
    for (point[1] = 0; point[1] < all.end[1]; ++point[1]) {
      const bool crosses_interior = interior.contains({interior.begin[0], point[1], point[2]});
      for (point[0] = 0; point[0] < all.end[0]; ++point[0]) {
        if (crosses_interior && point[0] == interior.begin[0]) point[0] = interior.end[0];
        if (point[0] == all.end[0]) break;
        if (lattice.is_wall(point)) add_boundary_point(state, lattice, point);
      }
    }
  }
}

void add_obstacles(ParticleState& state, const Lattice& lattice) {
  for (const Obstacle& obstacle : lattice.obstacles) {
    visit_points(obstacle.outer, [&](const Point& point) {
      if (!obstacle.inner.contains(point)) add_boundary_point(state, lattice, point);
    });
  }
}

}  // namespace

void require_particles(std::uint64_t particles, std::size_t available, const std::string& source) {
  if (particles > max_particles) {
    throw InputError(
        fmt::format("{}: {} particles are more than the {} that can be numbered. Lower "
                    "the resolution.",
                    source, particles, max_particles));
  }
  const std::size_t needed = particles * bytes_per_particle;
  if (needed > available) {
    throw OutOfMemory(
        fmt::format("{}: the initial state of {} particles on the host", source, particles), needed,
        available);
  }
}

ParticleState create_lattice_particles(const Lattice& lattice, const WcsphConstants& constants,
                                       bool hydrostatic, const Placement& placement) {
  ParticleState state;
  PlacedPoints places(placement, lattice);
  reserve(state, points_of(lattice.fluid) + points_of(lattice.second_fluid) +
                     points_of(lattice.body) + lattice.boundary_points());
  add_fluid(state, lattice, lattice.fluid, ParticleType::fluid, constants, hydrostatic, places);
  add_fluid(state, lattice, lattice.second_fluid, ParticleType::second_fluid, constants,
            hydrostatic, places);
  add_body(state, lattice, constants.body);
  add_walls(state, lattice);
  add_obstacles(state, lattice);
  return state;
}

ParticleState create_random_particles(std::size_t particles, std::uint64_t seed, double side) {
  ParticleState state;
  reserve(state, particles);
  RandomPoints points(seed, side);
  for (std::size_t i = 0; i < particles; ++i) add(state, ParticleType::fluid, points.next(), {});
  return state;
}

}  // namespace sphlab
