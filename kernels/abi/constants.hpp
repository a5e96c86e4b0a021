// The constants that each pair physics takes by value: plain data, filled by the harness.
#pragma once

#include <cstdint>

#include "kernels/abi/repetition.hpp"
#include "kernels/abi/vector_types.hpp"

namespace sphlab {

/// The types of constants that there are.
enum class ConstantsKind : std::uint32_t { none, wcsph, lj_potential };

/// What the second of two fluids has of its own; all zero where there is none. SI units.
struct SecondFluidConstants {
  float particle_mass;         ///< [kg]; the same volume at rest as a particle of the first fluid
  float rest_density;          ///< rho0 [kg/m^3]
  float sound_speed;           ///< c0 [m/s]
  float artificial_viscosity;  ///< alpha [1]
  float dynamic_viscosity;     ///< mu [Pa s]
};

/// How the phases of a mixture drift through each other; all zero where there is none. SI units.
struct DriftConstants {
  float mobility;     ///< tau: velocity by a force on a volume of phase [m^3 s/kg]
  float diffusivity;  ///< sigma: by which differences of the fractions level out [m^2/s]
};

/// The prescribed motion of the body, without rotation: at time t it is where it began, moved by
/// velocity t + stroke sin^2(pi frequency t), in whole quanta.
struct BodyMotion {
  float3 velocity;  ///< of a uniform motion [m/s]
  float3 stroke;    ///< reach of an oscillation that starts at rest [m]
  float frequency;  ///< of the oscillation [1/s]
  /// Power of two that every position on the grid, and every initial one of the body, is a multiple
  /// of [m]: displacements are rounded to it, so that adding them is exact and no step deforms the
  /// body.
  float quantum;
};

/// A surface tension that acts where the gradient of the colour field is steep; all zero where
/// there is none. SI units.
struct SurfaceConstants {
  float tension;         ///< sigma, times the curvature a force per volume [N kg/m^4]
  float least_gradient;  ///< of the colour field, where it acts [1/m]
};

/// Planes that a scenario has at most.
inline constexpr std::uint32_t most_planes = 8;

/// Planes that push back what has passed them; `count` is 0 where there are none. SI units. At time
/// t a plane has moved along its normal by stroke sin^2(pi (frequency t + phase)).
struct PenaltyPlanes {
  float4 plane[most_planes];  ///< xyz: unit normal into the fluid; w: its product with a point [m]
  float stroke[most_planes];  ///< how far a plane swings [m]; 0: it stands
  float frequency;            ///< of all that swing [1/s]; 0: none does
  float phase;                ///< of all that swing, in periods [1]
  std::uint32_t count;
  float stiffness;  ///< acceleration by depth [1/s^2]
  float damping;    ///< of the velocity along the normal [1/s]
};

/// By which pressures are found that keep a fluid from being compressed within a step; all zero
/// where they follow from an equation of state. SI units.
struct PredictionConstants {
  float time_step;   ///< dt, of every step [s]
  float relaxation;  ///< part of what a correction could be that it is [1]
  float stiffness;   ///< relaxation times delta, pressure by the density that it undoes [m^2/s^2]
};

/// Shares of the pressure by which a pair is pushed apart against the tensile instability; all zero
/// where it is not.
struct TensileConstants {
  float pressure_share;  ///< of a particle under pressure [1]
  float tension_share;   ///< of one under tension [1]
};

/// Constants that a formulation may have of its own.
inline constexpr std::uint32_t most_own_constants = 16;

/// Their values, by the places that the formulation describes them in (ConstantDescription), each
/// in its own unit.
struct OwnConstants {
  float values[most_own_constants];

  constexpr float operator[](std::uint32_t place) const { return values[place]; }
};

/// Weakly compressible SPH, paper A equations 3 and 8 to 11, with artificial viscosity or that of
/// the fluid, Molteni and Colagrossi's density diffusion, and Lennard-Jones walls; and that of
/// paper E, with summed densities, surface tension, phases that mix, and penalty planes, or with
/// predicted densities. SI units.
struct WcsphConstants {
  static constexpr ConstantsKind kind = ConstantsKind::wcsph;
  float smoothing_length;      ///< h [m]
  float influence_radius;      ///< 2 h for Wendland C2, h for paper E's kernels [m]
  float particle_mass;         ///< fluid particle mass [kg]
  float rest_density;          ///< rho0 [kg/m^3]
  float sound_speed;           ///< c0 [m/s]
  float polytropic_exponent;   ///< gamma of Cole's equation of state [1]; the kernels assume 7
  float artificial_viscosity;  ///< alpha [1]
  float dynamic_viscosity;     ///< mu [Pa s]
  float density_diffusion;     ///< delta of Molteni and Colagrossi [1]
  float3 gravity;              ///< g [m/s^2]
  float wall_coefficient;      ///< D of the Lennard-Jones wall force [m^2/s^2]
  float wall_distance;         ///< r0 of the Lennard-Jones wall force [m]
  float fixed_dt;              ///< length of every step [s]; 0 where it is adaptive or none
  float courant;               ///< factor of the adaptive time step [1]
  SecondFluidConstants second_fluid;
  BodyMotion body;
  SurfaceConstants surface;
  DriftConstants drift;
  PenaltyPlanes planes;
  RepetitionLimits repetition;
  PredictionConstants prediction;
  TensileConstants tensile;
  std::uint32_t holds_wall_density;  ///< 1: dynamic boundaries are never thinner than at rest
  OwnConstants own;                  ///< of the formulation
  float3 period = {};                ///< of the box, as InBox::period [m]
};

/// The softened Lennard-Jones potential of paper C, equation 1 (with r/d, not d/r as printed).
struct LjPotentialConstants {
  static constexpr ConstantsKind kind = ConstantsKind::lj_potential;
  float cutoff;        ///< [m]
  float well_depth;    ///< E0 [J]
  float zero_radius;   ///< distance of zero potential [m]
  float softening;     ///< added to the squared distance [m^2]
  OwnConstants own;    ///< of the formulation
  float3 period = {};  ///< of the box, as InBox::period [m]
};

/// Constants of some kind, in host memory that the harness owns; copied at launch.
struct PhysicsConstants {
  ConstantsKind kind;
  const void* data;

  template <class Constants>
  static constexpr PhysicsConstants of(const Constants& constants) {
    return {Constants::kind, &constants};
  }
};

}  // namespace sphlab
