// The force of the fluid on the wall, for the balance of momentum.
#pragma once

#include "kernels/pack/abi.hpp"
#include "kernels/physics/constants.hpp"
#include "kernels/physics/lennard_jones_wall.cuh"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/type_list.hpp"

namespace sphlab {

/// On every boundary particle, the sum over fluid particles of the Lennard-Jones wall force's
/// reaction, per fluid particle mass [m/s^2]. Times the mass, it is the force on the wall.
struct WallReaction {
  static constexpr const char* name = "wall-reaction";
  static constexpr TypeMask targets = mask_of(ParticleType::boundary);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  using Constants = WcsphConstants;
  using Coefficients = LennardJonesWall;

  static constexpr double flops_per_pair = 20;
  static constexpr double bytes_per_source = 16;
  static constexpr double bytes_per_target = 16 + 4 + 16;

  static Coefficients prepare(const Constants& constants) {
    return LennardJonesWall::prepare(constants);
  }

  template <class T>
  struct Particle {
    T x, y, z;
  };

  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f};
  };

  __device__ static __forceinline__ Particle<float> load(const ParticleView&, std::uint32_t,
                                                         float4 position) {
    return {position.x, position.y, position.z};
  }

  template <class Group, class T>
  __device__ static __forceinline__ void add(const Coefficients& wall, const Particle<T>&,
                                             const Particle<T>&, const Pair<T>& pair, Sum<T>& sum) {
    const T factor = wall.factor(pair.r2, pair.included);
    sum.x += factor * pair.x;
    sum.y += factor * pair.y;
    sum.z += factor * pair.z;
  }

  __device__ static __forceinline__ void store(const Coefficients&, const StageArguments& arguments,
                                               std::uint32_t i, const Sum<float>& sum) {
    arguments.rate[i] = make_float4(sum.x, sum.y, sum.z, 0.0f);
  }
  __device__ static __forceinline__ void store_nothing(const StageArguments& arguments,
                                                       std::uint32_t i) {
    arguments.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }
};

}  // namespace sphlab
