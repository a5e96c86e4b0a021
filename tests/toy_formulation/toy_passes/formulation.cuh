// A formulation of several passes without any physics, in which every kind of what passes exchange
// occurs: arrays, a field that changes at a rate, one that a pass writes, and repeated passes.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/particles/passes.hpp"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/quantities.cuh"
#include "kernels/physics/repetition.cuh"

namespace sphlab {

struct ToyPasses;

/// What its passes share. Weights are w = max(0, 1 - (r/R)^2).
struct ToyPass {
  static constexpr const char* name = "toy-passes";
  enum Field : std::uint32_t { tracer, last_acceleration };
  enum Array : std::uint32_t { momentum, level };

  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid, ParticleType::boundary>>;
  using Constants = WcsphConstants;
  static constexpr bool has_compact_support = true;
  static constexpr double flops_per_pair = 10;
  static constexpr double bytes_per_source = 32;
  static constexpr double bytes_per_target = 32;

  struct Coefficients {
    float inverse_radius2;  ///< 1/R^2 [1/m^2]
  };
  static Coefficients prepare(const Constants& c) {
    return {1.0f / (c.influence_radius * c.influence_radius)};
  }

  template <class T>
  __device__ static __forceinline__ T weight(const Coefficients& c, const Pair<T>& pair) {
    const T inside = T(1.0f) - pair.r2 * T(c.inverse_radius2);
    return Math<T>::select(pair.included, Math<T>::maximum(inside, T(0.0f)), T(0.0f));
  }
};

/// momentum = sum w v_j, and behind it sum w; d tracer/dt = sum w (tracer_j - tracer_i); level = 0.
struct ToyStrain : ToyPass {
  static constexpr const char* pass = "strain";
  static constexpr std::uint32_t writes_arrays = bits_of(momentum, level);
  static constexpr std::uint32_t writes_rates = bits_of(tracer);

  template <class T>
  struct Particle {
    T x, y, z, tracer, vx, vy, vz;
  };
  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f}, weights{0.0f}, tracer{0.0f};
  };
  template <class T>
  struct Terms {
    T weight, x, y, z, tracer;
  };

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    const float4 v = view.velocity[i];
    return {position.x, position.y, position.z, view.fields[ToyPass::tracer][i], v.x, v.y, v.z};
  }
  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const T w = weight(c, pair);
    return {w, w * j.vx, w * j.vy, w * j.vz, w * (j.tracer - i.tracer)};
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    sum.x += terms.x;
    sum.y += terms.y;
    sum.z += terms.z;
    sum.weights += terms.weight;
    sum.tracer += terms.tracer;
  }
  __device__ static __forceinline__ void store(const Coefficients&, const QuantityArguments& a,
                                               std::uint32_t i, const Sum<float>& sum) {
    set_entry(a.arrays[momentum], i, make_float4(sum.x, sum.y, sum.z, sum.weights));
    a.arrays[level][i] = 0.0f;
    a.rates[tracer][i] = sum.tracer;
  }
  __device__ static __forceinline__ void store_nothing(const QuantityArguments& a,
                                                       std::uint32_t i) {
    set_entry(a.arrays[momentum], i, make_float4(0.0f, 0.0f, 0.0f, 0.0f));
    a.arrays[level][i] = 0.0f;
    a.rates[tracer][i] = 0.0f;
  }
};

/// Repeated: level <- (level + sum w weights_j) / 2, whose error is the change.
struct ToyPrediction : ToyPass {
  static constexpr const char* pass = "prediction";
  static constexpr std::uint32_t reads_arrays = bits_of(momentum, level);
  static constexpr std::uint32_t writes_arrays = bits_of(level);
  static constexpr bool repeated = true;

  template <class T>
  struct Particle {
    T x, y, z, weights;
  };
  template <class T>
  struct Sum {
    T level{0.0f};
  };
  template <class T>
  struct Terms {
    T level;
  };

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    return {position.x, position.y, position.z, entry_of<float4>(view.arrays[momentum], i).w};
  }
  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>&,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    return {weight(c, pair) * j.weights};
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    sum.level += terms.level;
  }
  __device__ static __forceinline__ void store(const Coefficients&, const QuantityArguments& a,
                                               std::uint32_t i, const Sum<float>& sum) {
    const float before = a.state.arrays[level][i];
    const float now = 0.5f * (before + sum.level);
    a.arrays[level][i] = now;
    raise_error(*a.repetition, now - before);
  }
  __device__ static __forceinline__ void store_nothing(const QuantityArguments& a,
                                                       std::uint32_t i) {
    a.arrays[level][i] = 0.0f;
  }
};

/// dv/dt = sum w ((level_i + level_j) x_ij + momentum_j) + g, which is kept.
struct ToyForces : ToyPass {
  using Formulation = ToyPasses;
  static constexpr std::uint32_t reads_arrays = bits_of(momentum, level);
  static constexpr std::uint32_t writes_fields = bits_of(last_acceleration);
  static constexpr bool repeated = true;

  struct Coefficients : ToyPass::Coefficients {
    float3 gravity;
  };
  static Coefficients prepare(const Constants& c) { return {ToyPass::prepare(c), c.gravity}; }

  template <class T>
  struct Particle {
    T x, y, z, level, px, py, pz;
  };
  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f};
  };
  template <class T>
  struct Terms {
    T push, x, y, z;
  };

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    const float4 p = entry_of<float4>(view.arrays[momentum], i);
    return {position.x, position.y, position.z, view.arrays[ToyPass::level][i], p.x, p.y, p.z};
  }
  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const T w = weight(c, pair);
    return {w * (i.level + j.level), w * j.px, w * j.py, w * j.pz};
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>& pair,
                                                       Sum<T>& sum) {
    add_along(sum, terms.push, pair);
    sum.x += terms.x;
    sum.y += terms.y;
    sum.z += terms.z;
  }
  __device__ static __forceinline__ void store(const Coefficients& c, const ForceArguments& a,
                                               std::uint32_t i, const Sum<float>& sum) {
    const float4 rate =
        make_float4(sum.x + c.gravity.x, sum.y + c.gravity.y, sum.z + c.gravity.z, 0.0f);
    a.rate[i] = rate;
    set_entry(a.fields[last_acceleration], i, rate);
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& a, std::uint32_t i) {
    a.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    set_entry(a.fields[last_acceleration], i, a.rate[i]);
  }
};

struct ToyPasses {
  static constexpr const char* name = ToyPass::name;
  static constexpr FieldDescription fields[] = {{"tracer", 1}, {"last-acceleration", 4}};
  static constexpr FieldDescription arrays[] = {{"momentum", 4}, {"level", 1}};
  using Passes = TypeList<ToyStrain, ToyPrediction, ToyForces>;
  using Constants = WcsphConstants;
  using Matter = OneFluid;
  static constexpr bool has_body = false;
  static constexpr bool integrates_density = false;
};

}  // namespace sphlab
