// Which pass of its formulation a pair physics computes, and what it is given for it.
#pragma once

#include "kernels/abi/formulation.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/abi/stages.hpp"

namespace sphlab {
namespace detail {

template <class Physics>
constexpr const char* name_of_pass() {
  if constexpr (requires { Physics::pass; }) return Physics::pass;
  return forces_pass;
}

template <class Physics>
constexpr PassKind kind_of_pass() {
  if constexpr (requires { Physics::pass_kind; }) return Physics::pass_kind;
  return requires {
    Physics::pass;
  }
  ? PassKind::quantities : PassKind::forces;
}

template <class Physics>
constexpr bool is_periodic() {
  if constexpr (requires { Physics::is_periodic; }) return Physics::is_periodic;
  return false;
}

// A type of its own, so that no expression stands in the mangled names of kernels.
template <class Physics>
struct Pass {
  using type = ArgumentsOfKind<kind_of_pass<Physics>()>;
};
template <class Physics>
requires(is_periodic<Physics>()) struct Pass<Physics> {
  using type = InBox<ArgumentsOfKind<kind_of_pass<Physics>()>>;
};

template <class Physics>
constexpr PassDescription describe_pass() {
  PassDescription pass{};
  pass.name = name_of_pass<Physics>();
  pass.kind = kind_of_pass<Physics>();
  if constexpr (requires { Physics::reads_arrays; }) pass.reads = Physics::reads_arrays;
  if constexpr (requires { Physics::writes_arrays; }) pass.arrays = Physics::writes_arrays;
  if constexpr (requires { Physics::writes_rates; }) pass.rates = Physics::writes_rates;
  if constexpr (requires { Physics::writes_fields; }) pass.fields = Physics::writes_fields;
  if constexpr (requires { Physics::repeated; }) pass.repeated = Physics::repeated;
  return pass;
}

}  // namespace detail

/// What a pair physics declares of its pass: `pass`, its name, and `pass_kind`; forces where it
/// names none, and quantities where it names one and no kind.
template <class Physics>
inline constexpr PassDescription pass_description = detail::describe_pass<Physics>();

/// Whether it is of particles that move, in a state of Matter, or is a formulation of such.
template <class Physics>
inline constexpr bool moves_particles = requires {
  typename Physics::Matter;
};

/// Whether it is the pass by which its formulation ends.
template <class Physics>
inline constexpr bool computes_forces = detail::kind_of_pass<Physics>() == PassKind::forces;

/// Whether its pass is repeated until an error is small enough.
template <class Physics>
inline constexpr bool is_repeated = pass_description<Physics>.repeated;

/// Whether its pairs reach across the faces of a periodic box: kernels are compiled for that, and
/// only those of traversals that declare `serves_periodic`.
template <class Physics>
inline constexpr bool is_periodic_physics = detail::is_periodic<Physics>();

/// What a pass reads and writes: PairArguments, and its results; of a periodic physics InBox.
template <class Physics>
using PassArguments = typename detail::Pass<Physics>::type;

/// What the harness hands to a pass: the box of a periodic physics stands in its constants.
template <class Physics>
using GivenArguments = ArgumentsOfKind<detail::kind_of_pass<Physics>()>;

}  // namespace sphlab
