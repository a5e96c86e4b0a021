// Pairs of a stated cost: for whoever looks for the fastest list and traversal of a physics that is
// none of the laboratory's. A scenario says how many operations a pair takes; the formulation, how
// many bytes of a source it reads.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "kernels/abi/formulation.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/pair_share.cuh"
#include "kernels/physics/quantities.cuh"

namespace sphlab {

/// A position, and four numbers for each of `quads` fields.
template <class T, int quads>
struct StatedParticle : StatedParticle<T, quads - 1> {
  T a, b, c, d;
};
template <class T>
struct StatedParticle<T, 0> {
  T x, y, z;  ///< [m]
};

/// V_i = sum_j u v, of two numbers of a pair, each multiplied n times by 1 - 2^-13, with a number
/// added that vanishes beside it:
/// ```
///     u = r^2 / R^2,  v = 1 + sum_k q_ik q_jk
/// ```
/// with what the two particles have in `quads` fields of four numbers. Whatever n is, seven tenths
/// of u and of v are left: the sum shows each number that is read and each step, and stays finite.
/// No compiler can leave a step out, or make one operation of several: n is known at launch alone.
template <int quads>
struct StatedCost : EqualShares {
  static constexpr const char* name = quads == 0   ? "stated-cost-16"
                                      : quads == 1 ? "stated-cost-32"
                                      : quads == 2 ? "stated-cost-48"
                                                   : "stated-cost-64";
  static constexpr const char* equations = "stated-cost";
  static constexpr std::array<FieldDescription, quads> fields = [] {
    constexpr FieldDescription all[] = {{"stated-1", 4}, {"stated-2", 4}, {"stated-3", 4}};
    std::array<FieldDescription, quads> first{};
    std::copy(all, all + quads, first.begin());
    return first;
  }();

  /// Operations of the distance, r^2 / R^2, v, u v and the sum.
  static constexpr double least_flops = 8 + 1 + 8 * quads + 1 + 1;
  static constexpr double flops_per_step = 4;  ///< one of u and one of v
  enum Constant : std::uint32_t { stated_flops };
  struct Own {
    static constexpr ConstantDescription constants[1] = {
        // nvcc does not find the size itself
        {.key = "flops_per_pair",
         .unit = "1",
         .meaning = "Floating-point operations of a pair, its distance and the sum among them.",
         .least = least_flops,
         .most = 10000}};

    template <class Tell>
    static void derived_numbers(const LjPotentialConstants& c, const Tell& tell) {
      tell("flops_per_pair", "what a pair takes of them", flops_of_pair(c));
    }
  };

  static constexpr TypeMask targets =
      mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary);
  using Groups = TypeList<SourceTypes<ParticleType::fluid, ParticleType::boundary>>;
  using Constants = LjPotentialConstants;
  static constexpr bool reciprocal = true;

  /// What traversals decide by when they are compiled; they declare flops_of_pair().
  static constexpr double flops_per_pair = 60;
  static constexpr double bytes_per_source = 16 + 16 * quads;
  static constexpr double bytes_per_target = bytes_per_source + 4 + 4;

  struct Coefficients {
    float inverse_radius2;  ///< 1/R^2 [1/m^2]
    float factor, added;    ///< of a step [1]
    std::uint32_t steps;    ///< n
  };

  static std::uint32_t steps_of(const Constants& c) {
    const double left = c.own[stated_flops] - least_flops;
    return static_cast<std::uint32_t>(std::lround(std::max(left, 0.0) / flops_per_step));
  }

  /// Operations that a pair takes: those stated, to two.
  static double flops_of_pair(const Constants& c) {
    return least_flops + flops_per_step * steps_of(c);
  }

  static Coefficients prepare(const Constants& c) {
    return {1.0f / (c.cutoff * c.cutoff), 1.0f - 0x1p-13f, 1e-30f, steps_of(c)};
  }

  template <class T>
  using Particle = StatedParticle<T, quads>;

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    Particle<float> particle{};
    particle.x = position.x;
    particle.y = position.y;
    particle.z = position.z;
    read<quads>(view, i, particle);
    return particle;
  }

  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    T u = pair.r2 * T(c.inverse_radius2);
    T v = one_and_product<quads>(i, j);
#pragma unroll 4
    for (std::uint32_t step = 0; step < c.steps; ++step) {
      u = u * T(c.factor) + T(c.added);
      v = v * T(c.factor) + T(c.added);
    }
    return {Math<T>::select(pair.included, u * v, T(0.0f))};
  }

  __device__ static __forceinline__ void store(const Coefficients&, const ForceArguments& a,
                                               std::uint32_t i, const Sum<float>& sum) {
    a.potential[i] = sum.value;
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& a, std::uint32_t i) {
    a.potential[i] = 0.0f;
  }

  /// In double precision: shares nothing with the kernels but the constants.
  struct Oracle {
    /// What n steps leave of u v, in closed form.
    static double left(const Constants& k) {
      const double steps = std::floor((k.own[stated_flops] - (11 + 8 * quads)) / 4 + 0.5);
      return std::pow(8191.0 / 8192, 2 * steps);
    }
    static void add(const Constants& k, const OracleParticle& i, const OracleParticle& j,
                    OracleSum& sum) {
      double r2 = 0, v = 1;
      for (int axis = 0; axis < 3; ++axis) r2 += std::pow(i.position[axis] - j.position[axis], 2);
      for (int field = 0; field < quads; ++field) {
        for (int number = 0; number < 4; ++number)
          v += i.fields[field][number] * j.fields[field][number];
      }
      sum.values[0] += left(k) * r2 / std::pow(1.0 * k.cutoff, 2) * v;
    }
    static void finish(const Constants&, const OracleParticle&, OracleSum&) {}
  };

 private:
  template <int count>
  __device__ static __forceinline__ void read(const PassView& view, std::uint32_t i,
                                              StatedParticle<float, count>& particle) {
    if constexpr (count > 0) {
      read<count - 1>(view, i, particle);
      const float4 numbers = entry_of<float4>(view.fields[count - 1], i);
      particle.a = numbers.x;
      particle.b = numbers.y;
      particle.c = numbers.z;
      particle.d = numbers.w;
    }
  }

  template <int count, class T>
  __device__ static __forceinline__ T one_and_product(const StatedParticle<T, count>& i,
                                                      const StatedParticle<T, count>& j) {
    if constexpr (count == 0) {
      return T(1.0f);
    } else {
      return one_and_product<count - 1, T>(i, j) + i.a * j.a + i.b * j.b + i.c * j.c + i.d * j.d;
    }
  }
};

}  // namespace sphlab
