// The constants of a physics, out of arguments that carry those of some kind.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "kernels/abi/constants.hpp"

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

}  // namespace sphlab
