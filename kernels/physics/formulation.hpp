// What a pack says of a formulation, out of the pair physics that computes its forces.
//
// That physics may have
//   Formulation           the type of which it is the last pass, see kernels/particles/passes.hpp:
//                         where it has none, it is the formulation itself, of one pass
//   limits_step           true where it writes ForceArguments::approach_rate
//   Oracle                its formula in double precision, for the host: a type with
//                         add(Constants, target, source, sum) and finish(Constants, target, sum),
//                         see PairOracle; needed of a physics that the harness does not know
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "kernels/abi/formulation.hpp"
#include "kernels/particles/passes.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/pass.hpp"

namespace sphlab {
namespace detail {

template <class Physics>
struct FormulationOf {
  using type = Physics;
};
template <class Physics>
requires requires {
  typename Physics::Formulation;
}
struct FormulationOf<Physics> {
  using type = typename Physics::Formulation;
};

template <class... Passes>
constexpr std::array<PassDescription, sizeof...(Passes)> describe_passes(TypeList<Passes...>) {
  return {pass_description<Passes>...};
}

/// Static storage of what the passes of a formulation are.
template <class Formulation>
inline constexpr auto passes_described = describe_passes(PassesOf<Formulation>{});

/// Ascending, the forces last, and what is repeated without a gap up to them.
template <std::size_t count>
constexpr bool end_with_forces(const std::array<PassDescription, count>& passes) {
  for (std::size_t k = 1; k < count; ++k) {
    if (passes[k].stage <= passes[k - 1].stage) return false;
    if (passes[k - 1].repeated && !passes[k].repeated) return false;
  }
  return passes[count - 1].stage == Stage::forces;
}

/// The passes write what there is, each field either itself or by its rate.
template <std::size_t count>
constexpr bool write_what_is_declared(const std::array<PassDescription, count>& passes,
                                      std::uint32_t arrays, std::uint32_t fields) {
  std::uint32_t rates = 0;
  std::uint32_t written = 0;
  for (const PassDescription& pass : passes) {
    if ((pass.arrays >> arrays) != 0) return false;
    rates |= pass.rates;
    written |= pass.fields;
  }
  return ((rates | written) >> fields) == 0 && (rates & written) == 0;
}

template <class Formulation>
constexpr std::uint32_t field_total() {
  if constexpr (requires { Formulation::fields; })
    return static_cast<std::uint32_t>(std::size(Formulation::fields));
  return 0;
}

template <class Formulation>
constexpr std::uint32_t array_total() {
  if constexpr (requires { Formulation::arrays; })
    return static_cast<std::uint32_t>(std::size(Formulation::arrays));
  return 0;
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

/// The formulation that a pass which computes forces belongs to.
template <class Physics>
using FormulationOf = typename detail::FormulationOf<Physics>::type;

/// Whether the density is a variable of the state that changes at a rate. Where it is not, an
/// integrator leaves it alone, and the pressure that follows from it.
template <class Formulation>
inline constexpr bool integrates_density = [] {
  if constexpr (requires { Formulation::integrates_density; })
    return Formulation::integrates_density;
  return requires {
    typename Formulation::Matter;
  };
}();

/// Whether the forces tell at which rates pairs approach, for the time step to resolve.
template <class Physics>
inline constexpr bool limits_step = [] {
  if constexpr (requires { Physics::limits_step; }) return Physics::limits_step;
  return false;
}();

/// @tparam Physics of the pass that computes the forces.
template <class Physics>
constexpr FormulationDescription describe_formulation() {
  using Formulation = FormulationOf<Physics>;
  constexpr const auto& passes = detail::passes_described<Formulation>;
  constexpr std::uint32_t fields = detail::field_total<Formulation>();
  constexpr std::uint32_t arrays = detail::array_total<Formulation>();
  static_assert(pass_stage<Physics> == Stage::forces);
  static_assert(detail::end_with_forces(passes));
  static_assert(fields <= most_fields && arrays <= most_arrays);
  static_assert(detail::write_what_is_declared(passes, arrays, fields),
                "a pass writes an array or a field that the formulation does not declare, or a "
                "field that a scheme advances");
  FormulationDescription formulation{};
  formulation.name = Physics::name;
  formulation.constants = Physics::Constants::kind;
  formulation.sources = source_types<Physics>;
  formulation.targets = Physics::targets;
  formulation.passes = passes.data();
  formulation.pass_count = static_cast<std::uint32_t>(passes.size());
  if constexpr (fields > 0) formulation.fields = std::data(Formulation::fields);
  formulation.field_count = fields;
  if constexpr (arrays > 0) formulation.arrays = std::data(Formulation::arrays);
  formulation.array_count = arrays;
  formulation.limits_step = limits_step<Physics>;
  formulation.integrates_density = integrates_density<Formulation>;
  formulation.oracle = detail::oracle_of<Physics>();
  return formulation;
}

}  // namespace sphlab
