// A pair physics as the harness knows it: what it needs, and the passes that evaluate it.
#pragma once

#include <cstdint>

#include "kernels/abi/constants.hpp"
#include "kernels/abi/field.hpp"
#include "kernels/abi/particle_type.hpp"
#include "kernels/abi/stages.hpp"

namespace sphlab {

/// A particle as an oracle reads it, in double precision. SI units.
struct OracleParticle {
  double position[3];     ///< [m]
  double velocity[3];     ///< [m/s]
  double density_excess;  ///< rho/rho0 - 1 [1]
  ParticleType type;
};

/// What a target accumulates, and in the end its result. With WcsphConstants: dv/dt [m/s^2] and
/// d(rho/rho0)/dt [1/s]; with LjPotentialConstants: the potential [J], the others unused.
struct OracleSum {
  double values[4];
};

/// The formulation once more, as functions of the host in double precision that share no code with
/// its kernels. The harness finds the pairs by a search of its own. Called from several threads.
/// @param constants of the formulation's ConstantsKind.
struct PairOracle {
  /// Adds what a source within the influence radius contributes to a target.
  void (*add)(const void* constants, const OracleParticle& target, const OracleParticle& source,
              OracleSum& sum);
  /// Turns the sum of a target into its result.
  void (*finish)(const void* constants, const OracleParticle& target, OracleSum& sum);
};

/// One pass of a formulation, and what it writes beside the density or the rates of its stage: bit
/// k stands for the formulation's k-th.
struct PassDescription {
  Stage stage;
  std::uint32_t arrays;  ///< that it writes
  std::uint32_t rates;   ///< fields whose rates it writes, by which schemes advance them
  std::uint32_t fields;  ///< fields that it writes itself, which no scheme advances
  bool repeated;         ///< until the error is small enough, with all passes behind it
};

/// A formulation that a pack's strategies compute. Strings and arrays live as long as the pack.
struct FormulationDescription {
  const char* name;               ///< as in a scenario: "wcsph-lj"
  ConstantsKind constants;        ///< of the constants that its passes take
  TypeMask sources;               ///< types whose particles contribute to a sum
  TypeMask targets;               ///< types for which sums are formed
  const PassDescription* passes;  ///< ascending stages; the last is Stage::forces
  std::uint32_t pass_count;
  const FieldDescription* fields;  ///< of the state, carried from step to step
  std::uint32_t field_count;
  const FieldDescription* arrays;  ///< that passes write and those behind them read
  std::uint32_t array_count;
  bool limits_step;         ///< by the rates at which its pairs approach, see TimeStepArguments
  bool integrates_density;  ///< false: a pass computes it, and schemes leave it alone
  PairOracle oracle;        ///< null pointers: it is one of those that the harness has oracles for
};

}  // namespace sphlab
