// The constants of a physics, out of arguments that carry those of some kind.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "kernels/abi/constants.hpp"
#include "kernels/abi/stage_arguments.hpp"

namespace sphlab {

/// Ends the process where the arguments carry another kind: the strategy does not declare the one
/// that it takes, which the harness would have refused. For the host.
template <class Constants>
const Constants& constants_of(const PhysicsConstants& constants) {
  if (constants.kind == Constants::kind) return *static_cast<const Constants*>(constants.data);
  std::fprintf(
      stderr,
      "sphlab: a strategy takes constants of kind %u and was given kind %u; let it declare "
      "`constants`, so that it is refused instead\n",
      static_cast<unsigned>(Constants::kind), static_cast<unsigned>(constants.kind));
  std::abort();
}

/// The constants of the arguments as the kernels of a physics take them.
template <class Physics>
typename Physics::Coefficients coefficients_of(const PairArguments& a) {
  return Physics::prepare(constants_of<typename Physics::Constants>(a.constants));
}

}  // namespace sphlab
