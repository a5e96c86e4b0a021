// What two particles of one fluid do to each other, and how it limits the time step: paper D,
// equations A.4, A.5 and A.8.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/physics/fluid_pair.cuh"
#include "kernels/physics/no_tension.cuh"
#include "kernels/physics/tensile_correction.cuh"

namespace sphlab {

/// The terms of a pair that limits the step. The rate is the same for both.
template <class T>
struct LimitingTerms : FluidTerms<T> {
  T approach_rate;  ///< |u_ij . x_ij| / (r^2 + 0.01 h^2) [1/s]; 0 for padding
};

/// A FluidPair with a tensile correction, and the rate at which its particles approach or leave
/// each other. Of the viscosity's own terms that rate costs a multiplication, and no pass of its
/// own.
///
/// Equation A.8 prints r_cb for r_ab, and r^2 without the 0.01 h^2 that keeps coinciding particles
/// from stopping the run. Its magnitude is taken as printed, of particles that leave each other,
/// too; the paper's code takes the sign, by which it sees those alone.
/// @tparam Viscosity with an approach_rate(), see artificial_viscosity.cuh.
template <class Kernel, class Viscosity, class Diffusion, class Tension>
struct LimitingPair : FluidPair<Kernel, Viscosity, Diffusion> {
  using Base = FluidPair<Kernel, Viscosity, Diffusion>;
  static constexpr double flops = Base::flops + Tension::flops + 4;

  Tension tension;

  static LimitingPair prepare(const WcsphConstants& c) {
    return {Base::prepare(c), Tension::prepare(c)};
  }

  template <class Particle, class T>
  __device__ __forceinline__ LimitingTerms<T> terms(const Particle& i, const Particle& j,
                                                    const Pair<T>& pair) const {
    const T tensile = tension.term(Base::kernel, i, j, Math<T>::square_root(pair.r2));
    const FluidTerms<T> terms = Base::terms(i, j, pair, tensile);
    // beyond the radius, where a list with a skin has pairs, the gradient is 0 and no limit is due
    const T rate = Base::viscosity.approach_rate(i, j, pair, terms.approach);
    // one by one: terms that are copied as a whole, GCC 12 writes to memory first
    return {{terms.gradient, terms.momentum, terms.approach, terms.diffusion_to_target,
             terms.diffusion_to_source},
            Math<T>::select(terms.gradient < T(0.0f), Math<T>::magnitude(rate), T(0.0f))};
  }
};

template <class Kernel, class Viscosity, class Diffusion>
using UncorrectedPair = LimitingPair<Kernel, Viscosity, Diffusion, NoTension>;

template <class Kernel, class Viscosity, class Diffusion>
using CorrectedPair = LimitingPair<Kernel, Viscosity, Diffusion, TensileCorrection<Kernel>>;

}  // namespace sphlab
