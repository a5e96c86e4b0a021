// What a pack says of a formulation, out of the pair physics that computes its forces.
//
// That physics may have
//   passes                an array of Stage, ascending: else the forces alone
//   Oracle                its formula in double precision, for the host: a type with
//                         add(Constants, target, source, sum) and finish(Constants, target, sum),
//                         see PairOracle; needed of a physics that the harness does not know
//   integrates_density    false where a pass computes the density: else true where particles move
// The physics of the other passes have its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "kernels/abi/formulation.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/pass.hpp"

namespace sphlab {
namespace detail {

inline constexpr Stage forces_alone[] = {Stage::forces};

template <std::size_t count>
constexpr bool end_with_forces(const Stage (&passes)[count]) {
  for (std::size_t k = 0; k < count; ++k) {
    if (describe(passes[k]).time != StageTime::pass) return false;
    if (k > 0 && passes[k] <= passes[k - 1]) return false;
  }
  return passes[count - 1] == Stage::forces;
}

/// Oracle of a physics that takes its own constants.
template <class Physics>
struct ErasedOracle {
  using Constants = typename Physics::Constants;
  static const Constants& of(const void* constants) {
    return *static_cast<const Constants*>(constants);
  }
  static void add(const void* constants, const OracleParticle& target, const OracleParticle& source,
                  OracleSum& sum) {
    Physics::Oracle::add(of(constants), target, source, sum);
  }
  static void finish(const void* constants, const OracleParticle& target, OracleSum& sum) {
    Physics::Oracle::finish(of(constants), target, sum);
  }
};

template <class Physics>
constexpr PairOracle oracle_of() {
  if constexpr (requires { typename Physics::Oracle; })
    return {&ErasedOracle<Physics>::add, &ErasedOracle<Physics>::finish};
  return {nullptr, nullptr};
}

}  // namespace detail

/// Whether the density is a variable of the state that changes at a rate. Where it is not, an
/// integrator leaves it alone, and the pressure that follows from it.
template <class Physics>
inline constexpr bool integrates_density = [] {
  if constexpr (requires { Physics::integrates_density; }) return Physics::integrates_density;
  return requires {
    typename Physics::Matter;
  };
}();

/// @tparam Physics of the pass that computes the forces.
template <class Physics>
constexpr FormulationDescription describe_formulation() {
  static_assert(pass_stage<Physics> == Stage::forces);
  FormulationDescription formulation{};
  formulation.name = Physics::name;
  formulation.constants = Physics::Constants::kind;
  formulation.sources = source_types<Physics>;
  formulation.targets = Physics::targets;
  if constexpr (requires { Physics::passes; }) {
    static_assert(detail::end_with_forces(Physics::passes));
    formulation.passes = std::data(Physics::passes);
    formulation.pass_count = static_cast<std::uint32_t>(std::size(Physics::passes));
  } else {
    formulation.passes = detail::forces_alone;
    formulation.pass_count = 1;
  }
  formulation.integrates_density = integrates_density<Physics>;
  formulation.oracle = detail::oracle_of<Physics>();
  return formulation;
}

}  // namespace sphlab
