// The passes of a formulation, and what each of them declares of itself where it is not the only
// one.
//
// A formulation is what a scenario names as its physics and what an integrator registers for. Most
// are a single pair physics, which is then its own only pass. One of several passes is a type with
//   name, Constants, Matter, has_body    as of a pair physics, see kernels/physics/pair.cuh
//   Passes                               TypeList of pair physics, in the order in which they run
//   integrates_density                   false where a pass computes the density anew; else true
// and, where it has them,
//   fields        an array of FieldDescription: what it carries from step to step beside position,
//                 velocity and density
//   arrays        likewise what its passes compute for those behind them; lost with a rebuild
// and each of its passes has, besides what a pair physics has and the name of the formulation,
//   pass          its name, in variants and records; "forces" where it declares none, as the last
//   pass_kind     PassKind::density where it sums up densities; else quantities, and of the last
//   forces list_types    types that the list keeps apart which all passes read; source_types where
//   it
//                 declares none
//   Formulation   of the last one, that type
//   reads_arrays  bit k where it reads the formulation's k-th array, which a pass before it writes:
//                 it is handed no other
//   writes_arrays, writes_rates, writes_fields    bit k where it writes the formulation's k-th
//                 array, the rate of its k-th field, or that field itself, see QuantityArguments
//   repeated      true where it runs, with all that are behind it, until the error that one of them
//                 raises is small enough, see kernels/physics/repetition.cuh
// Every live particle's entry must be written, by store() or by store_nothing(). A pass may read
// what the passes before it have written. Within a pass no order of the targets is defined: it must
// not read of a source what it writes to a target.
#pragma once

#include "kernels/abi/list_format.hpp"
#include "kernels/particles/type_list.hpp"

namespace sphlab {

namespace detail {

template <class Formulation>
constexpr auto passes_of() {
  if constexpr (requires { typename Formulation::Passes; }) {
    return typename Formulation::Passes{};
  } else {
    return TypeList<Formulation>{};
  }
}

template <class... Lists>
struct JoinAll {
  using type = TypeList<>;
};
template <class First, class... Rest>
struct JoinAll<First, Rest...> {
  using type = Joined<First, typename JoinAll<Rest...>::type>;
};

template <class... Formulations>
typename JoinAll<decltype(passes_of<Formulations>())...>::type passes_of_all(
    TypeList<Formulations...>);

}  // namespace detail

/// TypeList of the passes of a formulation, in the order in which they run.
template <class Formulation>
using PassesOf = decltype(detail::passes_of<Formulation>());

/// TypeList of the passes of all formulations of a TypeList.
template <class Formulations>
using PassesOfAll = decltype(detail::passes_of_all(Formulations{}));

/// Types that the list keeps apart which a pass reads.
template <class Pass>
inline constexpr TypeMask list_types = [] {
  if constexpr (requires { Pass::list_types; }) return Pass::list_types;
  return source_types<Pass>;
}();

/// Types of the list that it reads: the smallest set holding them that lists are built for.
template <class Pass>
inline constexpr TypeMask built_list_types = [] {
  for (const TypeMask set : list_type_sets) {
    if ((list_types<Pass> & ~set) == 0) return set;
  }
  return list_types<Pass>;
}();

}  // namespace sphlab
