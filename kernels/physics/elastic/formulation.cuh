// Elastic bodies, as paper E runs them after Yan et al. (2016), with one phase: density, strain and
// momentum. A formulation of three passes that carries a stress.
//
// The multiphase form that the paper has measured carries fractions of several materials beside it,
// and costs more.
#pragma once

#include "kernels/particles/passes.hpp"
#include "kernels/physics/elastic/density.cuh"
#include "kernels/physics/elastic/forces.cuh"
#include "kernels/physics/elastic/strain.cuh"

namespace sphlab {

struct Elastic {
  static constexpr const char* name = ElasticPass::name;
  static constexpr const auto& fields = ElasticPass::fields;
  static constexpr const auto& arrays = ElasticPass::arrays;

  struct Forces : ElasticForces {
    using Formulation = Elastic;
  };

  using Passes = TypeList<ElasticDensity, ElasticStrain, Forces>;
  using Constants = WcsphConstants;
  using Own = ElasticConstants;
  using Matter = ElasticMatter;
  static constexpr bool has_body = false;
  static constexpr bool integrates_density = false;
  /// The stress that acts is that of the end of the step.
  static constexpr bool needs_fixed_step = true;
};

}  // namespace sphlab
