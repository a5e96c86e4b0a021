#include "harness/scenarios/particle_creation.hpp"

#include <fmt/format.h>

#include "harness/runtimes/runtime.hpp"
#include "harness/scenarios/hydrostatic.hpp"
#include "harness/scenarios/random_points.hpp"

namespace sphlab {
namespace {

using Point = std::array<std::int64_t, 3>;

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

void add_fluid_box(ParticleState& state, const Lattice& lattice, const LatticeBox& box,
                   const std::vector<FluidState>& by_depth) {
  Point point{};
  for (point[2] = box.begin[2]; point[2] < box.end[2]; ++point[2]) {
    for (point[1] = box.begin[1]; point[1] < box.end[1]; ++point[1]) {
      for (point[0] = box.begin[0]; point[0] < box.end[0]; ++point[0]) {
        const auto layer = static_cast<std::size_t>(lattice.depth(point) / lattice.spacing);
        add(state, ParticleType::fluid, position_of(lattice, point), by_depth[layer]);
      }
    }
  }
}

/// States of the fluid under 1/2, 3/2, ... spacings of water.
std::vector<FluidState> states_by_depth(const Lattice& lattice, const WcsphConstants& constants,
                                        bool hydrostatic) {
  std::vector<FluidState> states(static_cast<std::size_t>(lattice.domain.end[2]));
  if (!hydrostatic) return states;
  for (std::size_t layer = 0; layer < states.size(); ++layer) {
    const double depth = (static_cast<double>(layer) + 0.5) * lattice.spacing;
    states[layer] = hydrostatic_state(depth, -constants.gravity.z, constants.rest_density,
                                      constants.sound_speed, constants.polytropic_exponent);
  }
  return states;
}

/// Visits only what is on a wall: the interior of a large box has far more points.
void add_boundary(ParticleState& state, const Lattice& lattice) {
  const LatticeBox& all = lattice.domain;
  const LatticeBox& interior = lattice.interior;
  Point point{};
  for (point[2] = 0; point[2] < all.end[2]; ++point[2]) {
    for (point[1] = 0; point[1] < all.end[1]; ++point[1]) {
      const bool crosses_interior = interior.contains({interior.begin[0], point[1], point[2]});
      for (point[0] = 0; point[0] < all.end[0]; ++point[0]) {
        if (crosses_interior && point[0] == interior.begin[0]) point[0] = interior.end[0];
        if (point[0] == all.end[0]) break;
        add(state, ParticleType::boundary, position_of(lattice, point), {});
      }
    }
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
                                       bool hydrostatic) {
  ParticleState state;
  reserve(state, lattice.fluid_points() + lattice.boundary_points());
  const std::vector<FluidState> by_depth = states_by_depth(lattice, constants, hydrostatic);
  for (const LatticeBox& box : lattice.fluid) add_fluid_box(state, lattice, box, by_depth);
  add_boundary(state, lattice);
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
