// Two fluids that mix (catalogue P8; paper E's third benchmark), after Ren, Li, Yan, Lin, Bonet and
// Hu, Multiple-fluid SPH simulation using a mixture model (2014). A formulation of four passes.
#pragma once

#include "kernels/physics/mixture/density.cuh"
#include "kernels/physics/mixture/drift.cuh"
#include "kernels/physics/mixture/forces.cuh"
#include "kernels/physics/mixture/fractions.cuh"
#include "kernels/physics/thin_fluid.cuh"

namespace sphlab {

/// Every particle is a mixture of both phases, and of type fluid. The fluid moves as a whole, with
/// the mean velocity of its mass; against that its phases drift.
struct Mixture : MixtureQuantities {
  static constexpr const char* name = "mixture";
  /// No list is of fluid alone: that of walls without particles is empty.
  static constexpr TypeMask list_types =
      mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary);

  struct Density : MixtureDensity {
    static constexpr const char* name = Mixture::name;
    static constexpr TypeMask list_types = Mixture::list_types;
  };
  struct Drift : MixtureDrift {
    static constexpr const char* name = Mixture::name;
    static constexpr TypeMask list_types = Mixture::list_types;
  };
  struct Fractions : MixtureFractions {
    static constexpr const char* name = Mixture::name;
    static constexpr TypeMask list_types = Mixture::list_types;
  };
  struct Forces : MixtureForces {
    static constexpr const char* name = Mixture::name;
    static constexpr TypeMask list_types = Mixture::list_types;
    using Formulation = Mixture;
  };

  using Passes = TypeList<Density, Drift, Fractions, Forces>;
  using Constants = WcsphConstants;
  using Matter = ThinFluid;
  static constexpr bool has_body = false;
  static constexpr bool integrates_density = false;
};

}  // namespace sphlab
