// Laminar weakly compressible SPH whose velocities relax towards the mean of their neighbours', and
// its oracle: two passes, and two constants of its own.
#pragma once

#include <algorithm>

#include "../wcsph_laminar/formulation.cuh"
#include "kernels/abi/formulation.hpp"
#include "kernels/particles/passes.hpp"
#include "kernels/physics/quantities.cuh"

namespace sphlab {

/// What both passes know of it.
struct RelaxedPass {
  static constexpr const char* name = "wcsph-relaxed";

  enum Constant : std::uint32_t { relaxation_rate, filter_share };
  struct Own {
    static constexpr ConstantDescription constants[] = {
        {.key = "relaxation_rate",
         .unit = "1/s",
         .meaning = "Rate k at which velocities relax towards the mean around them."},
        {.key = "filter_share",
         .unit = "1",
         .meaning = "Radius of that mean over the influence radius, c.",
         .most = 1,
         .excludes_least = true,
         .is_optional = true,
         .usual = 1}};

    /// The kernels take this over the radius.
    template <class Tell>
    static void derived_numbers(const WcsphConstants& c, Tell&& tell) {
      const double radius = 1.0 * c.own[filter_share] * c.influence_radius;
      tell("filter_share", "the inverse square of the filter's radius", 1 / (radius * radius));
    }
  };

  enum Array : std::uint32_t { mean };
  static constexpr FieldDescription arrays[] = {{"mean-velocity", 4}};
};

/// The mean that velocities relax to, itself included, and the sum of its weights as fourth number:
/// ```
///     m_i = sum_j w_ij v_j / sum_j w_ij,  w = max(0, 1 - (r / (c R))^2),  w_ii = 1
/// ```
struct MeanVelocity : RelaxedPass {
  static constexpr const char* pass = "mean";
  static constexpr std::uint32_t writes_arrays = bits_of(mean);
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  static constexpr TypeMask list_types = targets | mask_of(ParticleType::boundary);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  using Constants = WcsphConstants;
  static constexpr bool has_compact_support = true;
  static constexpr double flops_per_pair = 8 + 3 + 7;
  static constexpr double bytes_per_source = 32;
  static constexpr double bytes_per_target = 32 + 4 + 16;

  struct Coefficients {
    float inverse_radius2;  ///< 1 / (c R)^2 [1/m^2]
  };
  static Coefficients prepare(const Constants& c) {
    const float radius = c.own[filter_share] * c.influence_radius;
    return {1.0f / (radius * radius)};
  }

  template <class T>
  struct Particle {
    T x, y, z, vx, vy, vz;
  };
  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f}, weights{0.0f};
  };
  template <class T>
  struct Terms {
    T x, y, z, weight;
  };

  __device__ static __forceinline__ Particle<float> load(const ParticleView& view, std::uint32_t i,
                                                         float4 position) {
    const float4 v = velocity(view, i);
    return {position.x, position.y, position.z, v.x, v.y, v.z};
  }
  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>&,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const T inside = T(1.0f) - pair.r2 * T(c.inverse_radius2);
    const T w = Math<T>::select(pair.included, Math<T>::maximum(inside, T(0.0f)), T(0.0f));
    return {w * j.vx, w * j.vy, w * j.vz, w};
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    sum.x += terms.x;
    sum.y += terms.y;
    sum.z += terms.z;
    sum.weights += terms.weight;
  }
  __device__ static __forceinline__ void store(const Coefficients&, const QuantityArguments& a,
                                               std::uint32_t i, const Sum<float>& sum) {
    const float4 v = velocity(a.state, i);
    const float weights = 1.0f + sum.weights;
    set_entry(a.arrays[mean], i,
              make_float4((v.x + sum.x) / weights, (v.y + sum.y) / weights, (v.z + sum.z) / weights,
                          weights));
  }
  __device__ static __forceinline__ void store_nothing(const QuantityArguments& a,
                                                       std::uint32_t i) {
    set_entry(a.arrays[mean], i, make_float4(0.0f, 0.0f, 0.0f, 0.0f));
  }

  /// In double precision: shares nothing with the kernels but the constants.
  struct Oracle {
    static void add(const Constants& k, const OracleParticle& i, const OracleParticle& j,
                    OracleSum& sum) {
      if (j.type != ParticleType::fluid) return;
      const double radius = double(k.own[filter_share]) * k.influence_radius;
      double r2 = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const double x = i.position[axis] - j.position[axis];
        r2 += x * x;
      }
      const double w = std::max(0.0, 1 - r2 / (radius * radius));
      for (int axis = 0; axis < 3; ++axis) sum.values[axis] += w * j.velocity[axis];
      sum.values[3] += w;
    }
    static void finish(const Constants&, const OracleParticle& i, OracleSum& sum) {
      sum.values[3] += 1;
      for (int axis = 0; axis < 3; ++axis)
        sum.values[axis] = (sum.values[axis] + i.velocity[axis]) / sum.values[3];
    }
  };
};

struct WcsphRelaxed;

/// dv/dt of the laminar fluid, and k (m - v).
struct RelaxedForces : WcsphLaminar, RelaxedPass {
  using RelaxedPass::name;
  using Formulation = WcsphRelaxed;
  static constexpr std::uint32_t reads_arrays = bits_of(mean);

  struct Coefficients : WcsphLaminar::Coefficients {
    float rate;  ///< k [1/s]
  };
  static Coefficients prepare(const Constants& c) {
    return {WcsphLaminar::prepare(c), c.own[relaxation_rate]};
  }

  __device__ static __forceinline__ void store(const Coefficients& c, const ForceArguments& a,
                                               std::uint32_t i, const Sum<float>& sum) {
    WcsphLaminar::store(c, a, i, sum);
    const float4 m = entry_of<float4>(a.state.arrays[mean], i);
    const float4 v = velocity(a.state, i);
    const float4 rate = a.rate[i];
    a.rate[i] = make_float4(rate.x + c.rate * (m.x - v.x), rate.y + c.rate * (m.y - v.y),
                            rate.z + c.rate * (m.z - v.z), rate.w);
  }

  struct Oracle {
    static void add(const Constants& k, const OracleParticle& i, const OracleParticle& j,
                    OracleSum& sum) {
      LaminarOracle::add(k, i, j, sum);
    }
    static void finish(const Constants& k, const OracleParticle& i, OracleSum& sum) {
      LaminarOracle::finish(k, i, sum);
      for (int axis = 0; axis < 3; ++axis)
        sum.values[axis] += k.own[relaxation_rate] * (i.arrays[mean][axis] - i.velocity[axis]);
    }
  };
};

struct WcsphRelaxed : RelaxedPass {
  using Passes = TypeList<MeanVelocity, RelaxedForces>;
  using Constants = WcsphConstants;
  using Matter = OneFluid;
  static constexpr bool has_body = false;
};

}  // namespace sphlab
