// Weakly compressible SPH of one viscous fluid with Lennard-Jones walls, in the second form of
// paper A: equations 10 and 11 (catalogue P4).
#pragma once

#include "kernels/physics/molteni_colagrossi.cuh"
#include "kernels/physics/morris_viscosity.cuh"
#include "kernels/physics/volume_pair.cuh"
#include "kernels/physics/wcsph_lj/formulation.cuh"
#include "kernels/physics/wendland_c2.cuh"

namespace sphlab {

/// WcsphLjOf with a VolumePair for what fluid particles do to each other.
template <class Kernel, class Viscosity, class Diffusion>
struct WcsphLjVolumesOf : WcsphLjOf<Kernel, Viscosity, Diffusion, VolumePair> {
  using Base = WcsphLjOf<Kernel, Viscosity, Diffusion, VolumePair>;
  template <class T>
  using Sum = typename Base::template Sum<T>;

  using PushedByWalls::add_to_target;
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const VolumeTerms<T>& terms,
                                                       const Pair<T>& pair, Sum<T>& sum) {
    subtract_along(sum, terms.momentum, pair);
    sum.x += terms.friction * terms.ux;
    sum.y += terms.friction * terms.uy;
    sum.z += terms.friction * terms.uz;
    sum.density += terms.gradient * terms.density_of_target;
  }

  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const VolumeTerms<T>& terms,
                                                       const Pair<T>& pair, Sum<T>& sum) {
    add_along(sum, terms.momentum, pair);
    sum.x -= terms.friction * terms.ux;
    sum.y -= terms.friction * terms.uy;
    sum.z -= terms.friction * terms.uz;
    sum.density += terms.gradient * terms.density_of_source;
  }
};

/// Equations 10 and 11.
struct WcsphLjVolumes : WcsphLjVolumesOf<WendlandC2, MorrisViscosity, MolteniColagrossi> {
  static constexpr const char* name = "wcsph-lj-volumes";
};

}  // namespace sphlab
