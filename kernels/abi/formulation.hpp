// A pair physics as the harness knows it: what it needs, and the passes that evaluate it.
#pragma once

#include <cstdint>
#include <string_view>

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
  std::uint32_t id;               ///< permanent, unlike that of any other particle
  double fields[most_fields][4];  ///< of the formulation, by number and component
  double arrays[most_arrays][4];  ///< likewise, as the passes before have left them
};

/// Numbers that a pass may write of a particle: rates, and all fields and arrays.
inline constexpr std::uint32_t most_oracle_values = 4 + 4 * (most_fields + most_arrays);

/// What a target accumulates, and in the end its result: of forces with WcsphConstants dv/dt
/// [m/s^2] and d(rho/rho0)/dt [1/s], with LjPotentialConstants the potential [J] and three that are
/// unused; behind them, and from the first of other passes, the components of the arrays, the rates
/// of fields and the fields that the pass declares to write, in this order and by their numbers.
struct OracleSum {
  double values[most_oracle_values];
};

/// A pass once more, as functions of the host in double precision that share no code with its
/// kernels. The harness finds the pairs by a search of its own. Called from several threads.
/// @param constants of the formulation's ConstantsKind.
struct PairOracle {
  /// Adds what a source within the influence radius contributes to a target.
  void (*add)(const void* constants, const OracleParticle& target, const OracleParticle& source,
              OracleSum& sum);
  /// Turns the sum of a target into its result.
  void (*finish)(const void* constants, const OracleParticle& target, OracleSum& sum);
};

/// One pass of a formulation, and what it reads and writes beside the density or the rates of its
/// kind: bit k stands for the formulation's k-th.
struct PassDescription {
  const char* name;  ///< in variants and records, unlike every stage and other pass: "strain"
  PassKind kind;
  std::uint32_t reads = 0;   ///< arrays that it reads: a pass before it writes them
  std::uint32_t arrays = 0;  ///< that it writes
  std::uint32_t rates = 0;   ///< fields whose rates it writes, by which schemes advance them
  std::uint32_t fields = 0;  ///< fields that it writes itself, which no scheme advances
  bool repeated = false;     ///< until the error is small enough, with all passes behind it
  PairOracle oracle = {};    ///< null pointers: it is one of those that the harness has oracles for
};

/// A constant that a formulation has of its own. A scenario gives it under "physics" as a quantity,
/// {"value": ..., "unit": ...}; kernels take it by its number, see OwnConstants.
struct ConstantDescription {
  const char*
      key;  ///< in "physics", unlike those that all of the arrangement share: "yield_stress"
  const char* unit;     ///< as a scenario must write it: "Pa"
  const char* meaning;  ///< what it is, for whoever writes a scenario: "Stress at which it yields."
  double least = 0;     ///< that it may be
  double most = 1e38;   ///< likewise
  bool excludes_least = false;  ///< `least` itself is not among them
  bool excludes_most = false;   ///< nor is `most`
  bool is_optional = false;     ///< whether a scenario may leave it out
  double usual = 0;             ///< what it is then
};

/// A number that kernels derive from the constants, to be seen to fit into single precision.
/// @param teller of who asks. @param key of "physics" that it depends on most. @param what it is.
using TellDerivedNumber = void (*)(void* teller, const char* key, const char* what, double value);

/// What the harness asks of a formulation's constants, of its ConstantsKind.
struct ConstantsQuestions {
  /// Speed of sound at rest [m/s], where no key of "physics" says it; nullptr: one does.
  double (*sound_speed)(const void* constants);
  /// Tells the numbers that its kernels derive from constants of its own; nullptr: there are none.
  void (*derived)(const void* constants, TellDerivedNumber tell, void* teller);
};

/// A formulation that a pack's strategies compute. Strings and arrays live as long as the pack.
struct FormulationDescription {
  const char* name;         ///< as in a scenario: "wcsph-lj"
  ConstantsKind constants;  ///< of the constants that its passes take
  /// Definition of scenarios/scenario.schema.json that lists the constants which it shares with
  /// others; "": that of formulations from outside.
  const char* equations;
  const char* smoothing_kernel;  ///< as the oracle calls it, where it has one: "wendland-c2"
  const ConstantDescription* own_constants;
  std::uint32_t own_constant_count;
  ConstantsQuestions questions;
  TypeMask sources;               ///< types whose particles contribute to a sum
  TypeMask targets;               ///< types for which sums are formed
  const PassDescription* passes;  ///< in the order in which they run; the last is "forces"
  std::uint32_t pass_count;
  const FieldDescription* fields;  ///< of the state, carried from step to step
  std::uint32_t field_count;
  const FieldDescription* arrays;  ///< that passes write and those behind them read
  std::uint32_t array_count;
  bool limits_step;          ///< by the rates at which its pairs approach, see TimeStepArguments
  bool integrates_density;   ///< false: a pass computes it, and schemes leave it alone
  bool needs_fixed_step;     ///< its passes take the length of the step before it is taken
  bool is_for_verification;  ///< no scenario may name it
  bool is_periodic;          ///< its pairs reach across the faces of a periodic box
};

/// The pass of this name, or nullptr.
constexpr const PassDescription* find_pass(const FormulationDescription& formulation,
                                           std::string_view name) {
  for (std::uint32_t k = 0; k < formulation.pass_count; ++k) {
    if (name == formulation.passes[k].name) return &formulation.passes[k];
  }
  return nullptr;
}

}  // namespace sphlab
