// What a pack says of a formulation, out of the pair physics that computes its forces.
//
// That physics may have
//   Formulation           the type of which it is the last pass, see kernels/particles/passes.hpp:
//                         where it has none, it is the formulation itself, of one pass
//   limits_step           true where it writes ForceArguments::approach_rate
// Its formulation, and each of the passes an Oracle of its own, may have
//   equations             as in FormulationDescription; else its name is that of its equations
//   smoothing_kernel      likewise; else "wendland-c2"
//   needs_fixed_step      likewise; else false
//   is_for_verification   where no scenario may name it
//   Own                   constants of its own: a type with
//       constants         an array of ConstantDescription; kernels read Constants::own by place
//       sound_speed(Constants), derived_numbers(Constants, tell)    see ConstantsQuestions, where
//                         they apply; tell(key, what, value)
//   Oracle                the formula of a pass in double precision, for the host: a type with
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

template <class Physics>
constexpr PassDescription described_with_oracle() {
  PassDescription pass = pass_description<Physics>;
  pass.oracle = oracle_of<Physics>();
  return pass;
}

template <class... Passes>
constexpr std::array<PassDescription, sizeof...(Passes)> describe_passes(TypeList<Passes...>) {
  return {described_with_oracle<Passes>()...};
}

/// Whether pairs of all passes reach across the faces of a periodic box, or those of none.
template <class... Passes>
constexpr bool alike_at_faces(TypeList<Passes...>) {
  return (is_periodic_physics<Passes> && ...) || !(is_periodic_physics<Passes> || ...);
}

/// Static storage of what the passes of a formulation are.
template <class Formulation>
inline constexpr auto passes_described = describe_passes(PassesOf<Formulation>{});

/// The questions that the harness asks of constants of the type Constants.
template <class Own, class Constants>
constexpr ConstantsQuestions questions_of() {
  ConstantsQuestions questions{};
  if constexpr (requires(const Constants& c) { Own::sound_speed(c); }) {
    questions.sound_speed = [](const void* constants) -> double {
      return Own::sound_speed(*static_cast<const Constants*>(constants));
    };
  }
  if constexpr (requires(const Constants& c, void (*tell)(const char*, const char*, double)) {
                  Own::derived_numbers(c, tell);
                }) {
    questions.derived = [](const void* constants, TellDerivedNumber tell, void* teller) {
      Own::derived_numbers(
          *static_cast<const Constants*>(constants),
          [&](const char* key, const char* what, double value) { tell(teller, key, what, value); });
    };
  }
  return questions;
}

template <class Formulation>
constexpr void describe_constants(FormulationDescription& formulation) {
  using Constants = typename Formulation::Constants;
  formulation.constants = Constants::kind;
  formulation.equations = Formulation::name;
  if constexpr (requires { Formulation::equations; })
    formulation.equations = Formulation::equations;
  formulation.smoothing_kernel = "wendland-c2";
  if constexpr (requires { Formulation::smoothing_kernel; })
    formulation.smoothing_kernel = Formulation::smoothing_kernel;
  if constexpr (requires { typename Formulation::Own; }) {
    using Own = typename Formulation::Own;
    formulation.own_constants = std::data(Own::constants);
    formulation.own_constant_count = static_cast<std::uint32_t>(std::size(Own::constants));
    formulation.questions = questions_of<Own, Constants>();
  }
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
  return moves_particles<Formulation>;
}();

/// Whether the forces tell at which rates pairs approach, for the time step to resolve.
template <class Physics>
inline constexpr bool limits_step = [] {
  if constexpr (requires { Physics::limits_step; }) return Physics::limits_step;
  return false;
}();

/// What a pack says of a formulation. What it may not say is found where the pack is loaded.
/// @tparam Physics of the pass that computes the forces.
template <class Physics>
constexpr FormulationDescription describe_formulation() {
  using Formulation = FormulationOf<Physics>;
  constexpr const auto& passes = detail::passes_described<Formulation>;
  constexpr std::uint32_t fields = detail::field_total<Formulation>();
  constexpr std::uint32_t arrays = detail::array_total<Formulation>();
  static_assert(computes_forces<Physics>);
  static_assert(detail::alike_at_faces(PassesOf<Formulation>{}),
                "is_periodic of one pass: give it to all passes of the formulation, or to none");
  static_assert(fields <= most_fields && arrays <= most_arrays);
  FormulationDescription formulation{};
  formulation.name = Physics::name;
  detail::describe_constants<Formulation>(formulation);
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
  if constexpr (requires { Formulation::needs_fixed_step; })
    formulation.needs_fixed_step = Formulation::needs_fixed_step;
  formulation.is_for_verification = requires {
    Formulation::is_for_verification;
  };
  formulation.is_periodic = is_periodic_physics<Physics>;
  return formulation;
}

}  // namespace sphlab
