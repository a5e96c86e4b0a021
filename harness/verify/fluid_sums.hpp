// Sums over the fluid: momentum, energy, and the extremes that a run is judged by.
#pragma once

#include "harness/scenarios/scenario.hpp"
#include "harness/verify/double_vector.hpp"

namespace sphlab {

/// Sums over the particles of both fluids, in double precision.
struct FluidSums {
  std::size_t particles = 0;
  double mass = 0;                ///< [kg]
  DoubleVector momentum{};        ///< [kg m/s]
  double kinetic_energy = 0;      ///< [J]
  double potential_energy = 0;    ///< of gravity, zero at the origin [J]
  double compressive_energy = 0;  ///< work of Cole's pressure from rest density [J]
  double least_density = 0;       ///< [kg/m^3]; 0 without fluid
  double greatest_density = 0;    ///< [kg/m^3]; 0 without fluid
  double front = 0;               ///< largest x of a fluid particle [m]; 0 without fluid

  double total_energy() const { return kinetic_energy + potential_energy + compressive_energy; }
};

/// @param state any order. What is not a number in it makes the sums not a number; the extremes are
/// those of the rest.
FluidSums fluid_sums(const ParticleState& state, const WcsphConstants& constants);

}  // namespace sphlab
