// The oracles of passes that compute more than densities and accelerations: one function for each
// pass of a formulation, in double precision.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/interrupt.hpp"
#include "harness/verify/oracle_formulas.hpp"

namespace sphlab {

/// An array or field, or the rate of one, in the order of the state.
struct OracleQuantity {
  std::vector<double> values;  ///< the components of a particle together; lost particles are zero
  /// How far rounding may put a component of a particle off, beside what all float sums lose, in
  /// the unit of the values; one number a particle. Empty where nothing cancels.
  std::vector<double> uncertainty;
};

/// Quantities that a pass writes, by their names; all that it declares must be there.
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
/// @param judged those whose quantities are formed; particles from live() on are lost. An error by
/// which repetitions end is the largest of those judged.
/// @param threads OpenMP threads, >= 1.
using PassOracle = OracleQuantities (*)(const ParticleState& state, const JudgedParticles& judged,
                                        const WcsphConstants& constants, int threads,
                                        const OracleKernel& kernel);

/// "elastic/strain": the name by which the oracle of a pass is registered.
std::string oracle_pass_name(const std::string& equations, const std::string& stage);

/// Whether a pass of a physics has an oracle of its own.
bool has_oracle_of_pass(const std::string& physics, const std::string& stage);

/// The quantities of a pass by its physics and its stage. Throws Error(verification) for one that
/// has no such oracle.
OracleQuantities oracle_pass_of(const std::string& physics, const std::string& stage,
                                const ParticleState& state, const JudgedParticles& judged,
                                const WcsphConstants& constants, int threads);

/// Calls of_target(i, around) for each judged particle of the first fluid, which may call
/// around(add) to have add(j, x_i - x_j, r2) called for each of that fluid with r < radius.
/// @param threads OpenMP threads, >= 1: of_target is called by all of them.
template <class OfTarget>
void over_judged_fluid(const ParticleState& state, const JudgedParticles& judged, double radius,
                       int threads, OfTarget&& of_target) {
  const CellSearch search(state, judged, radius);
#pragma omp parallel for num_threads(threads) schedule(dynamic, targets_at_a_time)
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    if (!is_fluid(state.identity[i])) continue;
    of_target(i, [&](auto&& add) {
      search.visit(i, [&](std::uint32_t j, double dx, double dy, double dz, double r2) {
        if (is_fluid(state.identity[j]) && r2 < radius * radius)
          add(j, DoubleVector{dx, dy, dz}, r2);
      });
    });
  }
  stop_if_requested();
}

}  // namespace sphlab
