// Weakly compressible SPH of one viscous fluid in a periodic box: equations 10 and 11 of paper A
// without walls (catalogue G1).
#pragma once

#include "kernels/physics/wcsph_lj_volumes/formulation.cuh"

namespace sphlab {

/// Fluid on all sides, or a free surface along axes that are open.
struct WcsphPeriodic : WcsphLjVolumesOf<WendlandC2, MorrisViscosity, MolteniColagrossi> {
  static constexpr const char* name = "wcsph-periodic";
  static constexpr bool is_periodic = true;
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  /// No list is of fluid alone: that of walls without particles is empty.
  static constexpr TypeMask list_types =
      mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary);
};

}  // namespace sphlab
