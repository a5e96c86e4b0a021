// The oracles of passes that compute more than densities and accelerations: one function for each
// pass of a formulation, in double precision.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/verify/oracle_formulas.hpp"

namespace sphlab {

/// One array or field, or the rate of one, in the order of the state.
struct OracleQuantity {
  std::vector<double> values;  ///< the components of a particle together; lost particles are zero
  /// By how much rounding may decide on a component of a particle, beside what all float sums lose,
  /// in the unit of the values; one number a particle. Empty where nothing cancels.
  std::vector<double> uncertainty;
};

/// What one pass writes, each by its name; all that it declares must be there.
struct OracleQuantities {
  std::map<std::string, OracleQuantity> arrays;
  std::map<std::string, OracleQuantity> rates;   ///< of fields
  std::map<std::string, OracleQuantity> fields;  ///< that it writes itself
  double largest_error = 0;      ///< of a pass by which repetitions end, as the device takes it
  double error_uncertainty = 0;  ///< by how much rounding may decide on it, in its unit
};

/// What a pass makes of what it reads: the file of a formulation registers it by the name of the
/// equations and that of the stage, see oracle_pass_name(). Forces that write arrays or rates of
/// fields have one beside the oracle of their accelerations.
///
/// @param state before the pass; among its fields, by their names, the formulation's arrays.
/// @param live particles [0, live) take part, the others are lost.
/// @param threads OpenMP threads, >= 1.
using PassOracle = OracleQuantities (*)(const ParticleState& state, std::size_t live,
                                        const WcsphConstants& constants, int threads,
                                        const OracleKernel& kernel);

/// "elastic/strain": the name by which the oracle of a pass is registered.
std::string oracle_pass_name(const std::string& equations, const std::string& stage);

/// Whether a pass of a physics has an oracle of its own.
bool has_oracle_of_pass(const std::string& physics, const std::string& stage);

/// The quantities of a pass by its physics and its stage. Throws Error(verification) for one that
/// has no such oracle.
OracleQuantities oracle_pass_of(const std::string& physics, const std::string& stage,
                                const ParticleState& state, std::size_t live,
                                const WcsphConstants& constants, int threads);

}  // namespace sphlab
