// A pair physics as the harness knows it: what it needs, and the passes that evaluate it.
#pragma once

#include <cstdint>

#include "kernels/abi/constants.hpp"
#include "kernels/abi/field.hpp"
#include "kernels/abi/particle_type.hpp"
#include "kernels/abi/stages.hpp"

namespace sphlab {

/// A formulation that a pack's strategies compute. Strings and arrays live as long as the pack.
struct FormulationDescription {
  const char* name;         ///< as in a scenario: "wcsph-lj"
  ConstantsKind constants;  ///< of the constants that its passes take
  TypeMask sources;         ///< types whose particles contribute to a sum
  TypeMask targets;         ///< types for which sums are formed
  const Stage* passes;      ///< ascending; the last is Stage::forces
  std::uint32_t pass_count;
  bool integrates_density;  ///< false: a pass computes it, and schemes leave it alone
};

}  // namespace sphlab
