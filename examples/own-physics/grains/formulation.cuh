// Grains that touch: a spring and a dashpot along the line of two, and across it a spring that
// remembers how the contact has slid, up to the friction that the normal force allows.
#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/abi/formulation.hpp"
#include "kernels/particles/passes.hpp"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/quantities.cuh"

namespace sphlab {

/// Pushes a grain i off each j nearer than the diameter d, with n = x_ij / r and u = v_i - v_j:
/// ```
///     N    = max(0, k_n (d - r) - c_n u . n)
///     m dv_i/dt = sum_j (N n - k_t s) + m g
///     s <- s - (s . n) n + dt (u - (u . n) n),  then shortened until k_t |s| <= mu N
/// ```
/// Walls are grains that stand still. A grain has eight places for contacts: fields hold who is
/// in each, as the permanent id plus one, or 0 for nobody, and its s. It takes in two new contacts
/// a step, those of the highest and of the lowest id; a contact without a place has no friction.
/// Ids are exact up to 2^24 particles. Grains do not turn.
struct GrainsPass {
  static constexpr const char* name = "grains";
  static constexpr std::uint32_t places = 8;

  enum Constant : std::uint32_t { stiffness, damping, sliding_stiffness, friction, diameter_share };
  struct Own {
    static constexpr ConstantDescription constants[] = {
        {.key = "normal_stiffness", .unit = "N/m", .meaning = "Stiffness k_n of a contact."},
        {.key = "normal_damping", .unit = "N s/m", .meaning = "Damping c_n of a contact."},
        {.key = "sliding_stiffness", .unit = "N/m", .meaning = "Stiffness k_t across a contact."},
        {.key = "friction_coefficient", .unit = "1", .meaning = "Coulomb's coefficient mu."},
        {.key = "diameter_share",
         .unit = "1",
         .meaning = "Diameter of a grain over the influence radius.",
         .most = 1}};

    /// The speed at which a push travels along a row of grains [m/s].
    static double sound_speed(const WcsphConstants& c) {
      return std::sqrt(c.own[stiffness] / c.particle_mass) *
             std::cbrt(c.particle_mass / c.rest_density);
    }
  };

  /// Who is in each place, and the three components of each s one after the other: four numbers a
  /// field.
  enum Field : std::uint32_t { who, slid = 2 };
  static constexpr FieldDescription fields[] = {{"contact-0", 4}, {"contact-1", 4}, {"slid-0", 4},
                                                {"slid-1", 4},    {"slid-2", 4},    {"slid-3", 4},
                                                {"slid-4", 4},    {"slid-5", 4}};
  static constexpr std::uint32_t bits_of_who = 0x03, bits_of_slid = 0xfc;
  /// Who is in which place in this step: negative who has just come.
  enum Array : std::uint32_t { held };
  static constexpr FieldDescription arrays[] = {{"held-0", 4}, {"held-1", 4}};
  static constexpr std::uint32_t bits_of_held = 0x03;

  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid, ParticleType::boundary>>;
  using Constants = WcsphConstants;
  static constexpr bool has_compact_support = true;

  /// Number k of particle i in the fields or arrays from `first` on.
  __device__ static __forceinline__ float entry(const float* const* all, std::uint32_t first,
                                                std::uint32_t k, std::uint32_t i) {
    return all[first + k / 4][4 * i + k % 4];
  }
  __device__ static __forceinline__ float& entry(float* const* all, std::uint32_t first,
                                                 std::uint32_t k, std::uint32_t i) {
    return all[first + k / 4][4 * i + k % 4];
  }
  __device__ static __forceinline__ float number_of(std::uint32_t identity) {
    return static_cast<float>(id_of(identity) + 1);
  }
  template <class T>
  __device__ static __forceinline__ auto same(T number, T other) {
    return Math<T>::magnitude(number - other) < T(0.5f);
  }

  /// The same in double precision, for oracles: shares nothing with the kernels but the constants.
  struct OracleContact {
    double x[3], r;
    bool touches;

    OracleContact(const Constants& k, const OracleParticle& i, const OracleParticle& j) {
      double r2 = 0;
      for (int axis = 0; axis < 3; ++axis) {
        x[axis] = i.position[axis] - j.position[axis];
        r2 += x[axis] * x[axis];
      }
      r = std::sqrt(r2);
      touches = r < double(k.own[diameter_share]) * k.influence_radius;
    }
  };
};

/// Keeps in their places those that touch still, and takes in who has come.
struct GrainsContacts : GrainsPass {
  static constexpr const char* pass = "contacts";
  static constexpr std::uint32_t writes_arrays = bits_of_held;
  static constexpr double flops_per_pair = 8 + 3 * places;
  static constexpr double bytes_per_source = 16 + 4 + 4 * places;
  static constexpr double bytes_per_target = 16 + 4 + 8 * places;
  /// Numbers are whole, and exact in single precision, below it.
  static constexpr float above_all = 16777216.0f;

  struct Coefficients {
    float diameter2;  ///< d^2 [m^2]
  };
  static Coefficients prepare(const Constants& c) {
    const float d = c.own[diameter_share] * c.influence_radius;
    return {d * d};
  }

  template <class T>
  struct Particle {
    T x, y, z, number;
    T who[places];
  };
  /// `highest` and `lowest` are those of who touches and has no place, the latter from above.
  template <class T>
  struct Sum {
    T touches[places]{};
    T highest{0.0f}, lowest{0.0f};
  };
  static constexpr std::size_t maxima = 2;
  template <class T>
  struct Terms {
    T touches[places];
    T highest, lowest;
  };

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    Particle<float> p{position.x, position.y, position.z, number_of(identity(view, i)), {}};
    for (std::uint32_t k = 0; k < places; ++k) p.who[k] = entry(view.fields, GrainsPass::who, k, i);
    return p;
  }
  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const auto touches = pair.included & (pair.r2 < T(c.diameter2));
    Terms<T> terms;
    T fresh = Math<T>::select(touches, T(1.0f), T(0.0f));
    for (std::uint32_t k = 0; k < places; ++k) {
      terms.touches[k] = Math<T>::select(touches & same(i.who[k], j.number), T(1.0f), T(0.0f));
      fresh = fresh - terms.touches[k];
    }
    terms.highest = fresh * j.number;
    terms.lowest = fresh * (T(above_all) - j.number);
    return terms;
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    for (std::uint32_t k = 0; k < places; ++k) sum.touches[k] += terms.touches[k];
    sum.highest = Math<T>::maximum(sum.highest, terms.highest);
    sum.lowest = Math<T>::maximum(sum.lowest, terms.lowest);
  }
  __device__ static __forceinline__ void store(const Coefficients&, const QuantityArguments& a,
                                               std::uint32_t i, const Sum<float>& sum) {
    float next = sum.highest, last = sum.lowest > 0.0f ? above_all - sum.lowest : 0.0f;
    if (same(next, last)) last = 0.0f;
    for (std::uint32_t k = 0; k < places; ++k) {
      float now = sum.touches[k] > 0.5f ? entry(a.state.fields, GrainsPass::who, k, i) : 0.0f;
      if (now < 0.5f) {
        now = -next;
        next = last;
        last = 0.0f;
      }
      entry(a.arrays, held, k, i) = now;
    }
  }
  __device__ static __forceinline__ void store_nothing(const QuantityArguments& a,
                                                       std::uint32_t i) {
    for (std::uint32_t k = 0; k < places; ++k) entry(a.arrays, held, k, i) = 0.0f;
  }

  struct Oracle {
    static constexpr std::uint32_t highest = places, lowest = places + 1;

    static void add(const Constants& k, const OracleParticle& i, const OracleParticle& j,
                    OracleSum& sum) {
      if (!OracleContact(k, i, j).touches) return;
      const double number = j.id + 1.0;
      for (std::uint32_t place = 0; place < places; ++place) {
        if (i.fields[place / 4][place % 4] == number) {
          sum.values[place] = number;
          return;
        }
      }
      double& least = sum.values[lowest];
      least = least == 0 ? number : std::min(least, number);
      sum.values[highest] = std::max(sum.values[highest], number);
    }
    static void finish(const Constants&, const OracleParticle&, OracleSum& sum) {
      double come[] = {sum.values[highest], sum.values[lowest]};
      if (come[1] == come[0]) come[1] = 0;
      int next = 0;
      for (std::uint32_t place = 0; place < places; ++place)
        if (sum.values[place] == 0 && next < 2) sum.values[place] = -come[next++];
    }
  };
};

struct Grains;

struct GrainsForces : GrainsPass {
  using Formulation = Grains;
  static constexpr std::uint32_t reads_arrays = bits_of_held;
  static constexpr std::uint32_t writes_fields = bits_of_who;
  static constexpr std::uint32_t writes_rates = bits_of_slid;
  static constexpr double flops_per_pair = 70 + 9 * places;
  static constexpr double bytes_per_source = 32 + 4 + 16 * places;
  static constexpr double bytes_per_target = 32 + 4 + 16 + 32 * places;

  struct Coefficients {
    float diameter;           ///< d [m]
    float spring, dashpot;    ///< k_n / m [1/s^2], c_n / m [1/s]
    float sliding, friction;  ///< k_t / m [1/s^2], mu
    float time_step;          ///< dt [s]
    float3 gravity;           ///< [m/s^2]
  };
  static Coefficients prepare(const Constants& c) {
    const float m = c.particle_mass;
    return {c.own[diameter_share] * c.influence_radius,
            c.own[stiffness] / m,
            c.own[damping] / m,
            c.own[sliding_stiffness] / m,
            c.own[GrainsPass::friction],
            c.fixed_dt,
            c.gravity};
  }

  template <class T>
  struct Particle {
    T x, y, z, vx, vy, vz, number;
    T who[places];
    T s[places][3];  ///< 0 of who has just come [m]
  };
  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f};
    T s[places][3]{};
  };
  template <class T>
  struct Terms {
    T x, y, z;        ///< of the acceleration [m/s^2]
    T s[3];           ///< [m]
    T is_at[places];  ///< 1 in the place of the contact
  };

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    const float4 v = velocity(view, i);
    Particle<float> p{
        position.x, position.y, position.z, v.x, v.y, v.z, number_of(identity(view, i)), {}, {}};
    for (std::uint32_t k = 0; k < places; ++k) {
      const float who = entry(view.arrays, held, k, i);
      const float kept = who > 0.0f ? 1.0f : 0.0f;
      p.who[k] = fabsf(who);
      for (int axis = 0; axis < 3; ++axis)
        p.s[k][axis] = kept * entry(view.fields, slid, 3 * k + axis, i);
    }
    return p;
  }
  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    using M = Math<T>;
    const T d(c.diameter), d2(c.diameter * c.diameter), dt(c.time_step);
    const auto touches = pair.included & (pair.r2 < d2);
    const T r2 = M::select(touches, pair.r2, d2);
    const T r = M::square_root(r2), inverse = M::reciprocal(r);
    const T overlap = (d2 - r2) * M::reciprocal(d + r);  // of d - r, the root's rounding were left
    const T n[] = {pair.x * inverse, pair.y * inverse, pair.z * inverse};
    const T u[] = {i.vx - j.vx, i.vy - j.vy, i.vz - j.vz};
    const T un = u[0] * n[0] + u[1] * n[1] + u[2] * n[2];
    const T push = T(c.spring) * overlap - T(c.dashpot) * un;
    const T normal = M::select(touches, M::maximum(push, T(0.0f)), T(0.0f));

    Terms<T> terms;
    T s[] = {dt * u[0], dt * u[1], dt * u[2]};
    T noted(0.0f);
    for (std::uint32_t k = 0; k < places; ++k) {
      terms.is_at[k] = M::select(touches & same(i.who[k], j.number), T(1.0f), T(0.0f));
      noted += terms.is_at[k];
      for (int axis = 0; axis < 3; ++axis) s[axis] += terms.is_at[k] * i.s[k][axis];
    }
    const T along = s[0] * n[0] + s[1] * n[1] + s[2] * n[2];
    for (int axis = 0; axis < 3; ++axis) s[axis] = s[axis] - along * n[axis];
    const T pull = T(c.sliding) * M::square_root(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
    const T most = T(c.friction) * normal;
    const T share = M::minimum(T(1.0f), most * M::reciprocal(M::maximum(pull, T(1e-30f)))) * noted;
    for (int axis = 0; axis < 3; ++axis) terms.s[axis] = share * s[axis];
    terms.x = normal * n[0] - T(c.sliding) * terms.s[0];
    terms.y = normal * n[1] - T(c.sliding) * terms.s[1];
    terms.z = normal * n[2] - T(c.sliding) * terms.s[2];
    return terms;
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    sum.x += terms.x;
    sum.y += terms.y;
    sum.z += terms.z;
    for (std::uint32_t k = 0; k < places; ++k) {
      for (int axis = 0; axis < 3; ++axis) sum.s[k][axis] += terms.is_at[k] * terms.s[axis];
    }
  }
  __device__ static __forceinline__ void store(const Coefficients& c, const ForceArguments& a,
                                               std::uint32_t i, const Sum<float>& sum) {
    a.rate[i] = make_float4(sum.x + c.gravity.x, sum.y + c.gravity.y, sum.z + c.gravity.z, 0.0f);
    const float per_step = 1.0f / c.time_step;
    for (std::uint32_t k = 0; k < places; ++k) {
      entry(a.fields, GrainsPass::who, k, i) = fabsf(entry(a.state.arrays, held, k, i));
      for (int axis = 0; axis < 3; ++axis) {
        const float before = entry(a.state.fields, slid, 3 * k + axis, i);
        entry(a.rates, slid, 3 * k + axis, i) = per_step * (sum.s[k][axis] - before);
      }
    }
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& a, std::uint32_t i) {
    a.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (std::uint32_t k = 0; k < places; ++k) entry(a.fields, GrainsPass::who, k, i) = 0.0f;
    for (std::uint32_t k = 0; k < 3 * places; ++k) entry(a.rates, slid, k, i) = 0.0f;
  }

  /// dv/dt and d(rho/rho0)/dt, the rates of each s, and who is in which place.
  struct Oracle {
    static constexpr std::uint32_t rates = 4, who_is = rates + 3 * places;

    static double who_at(const OracleParticle& i, std::uint32_t place) {
      return i.arrays[held + place / 4][place % 4];
    }
    static double before(const OracleParticle& i, std::uint32_t k) {
      return i.fields[slid + k / 4][k % 4];
    }

    static void add(const Constants& k, const OracleParticle& i, const OracleParticle& j,
                    OracleSum& sum) {
      const OracleContact contact(k, i, j);
      if (!contact.touches) return;
      double n[3], u[3], un = 0;
      for (int axis = 0; axis < 3; ++axis) {
        n[axis] = contact.x[axis] / contact.r;
        u[axis] = i.velocity[axis] - j.velocity[axis];
        un += u[axis] * n[axis];
      }
      const double d = double(k.own[diameter_share]) * k.influence_radius;
      const double normal = std::max(0.0, k.own[stiffness] * (d - contact.r) - k.own[damping] * un);
      for (int axis = 0; axis < 3; ++axis) sum.values[axis] += normal * n[axis] / k.particle_mass;
      for (std::uint32_t place = 0; place < places; ++place) {
        if (std::abs(std::abs(who_at(i, place)) - (j.id + 1.0)) < 0.5)
          add_sliding(k, i, place, n, u, k.own[GrainsPass::friction] * normal, sum);
      }
    }
    /// @param most of the force across the contact [N].
    static void add_sliding(const Constants& k, const OracleParticle& i, std::uint32_t place,
                            const double* n, const double* u, double most, OracleSum& sum) {
      double s[3], along = 0, square = 0;
      for (std::uint32_t axis = 0; axis < 3; ++axis) {
        s[axis] = who_at(i, place) < 0 ? 0 : before(i, 3 * place + axis);
        s[axis] += k.fixed_dt * u[axis];
        along += s[axis] * n[axis];
      }
      for (std::uint32_t axis = 0; axis < 3; ++axis) {
        s[axis] -= along * n[axis];
        square += s[axis] * s[axis];
      }
      const double pull = k.own[sliding_stiffness] * std::sqrt(square);
      const double share = pull > most ? most / pull : 1;
      for (std::uint32_t axis = 0; axis < 3; ++axis) {
        sum.values[rates + 3 * place + axis] += share * s[axis];
        sum.values[axis] -= k.own[sliding_stiffness] * share * s[axis] / k.particle_mass;
      }
    }
    static void finish(const Constants& k, const OracleParticle& i, OracleSum& sum) {
      sum.values[0] += k.gravity.x;
      sum.values[1] += k.gravity.y;
      sum.values[2] += k.gravity.z;
      for (std::uint32_t number = 0; number < 3 * places; ++number) {
        double& s = sum.values[rates + number];
        s = (s - before(i, number)) / k.fixed_dt;
      }
      for (std::uint32_t place = 0; place < places; ++place)
        sum.values[who_is + place] = std::abs(who_at(i, place));
    }
  };
};

struct Grains : GrainsPass {
  using Passes = TypeList<GrainsContacts, GrainsForces>;
  using Matter = OneFluid;
  static constexpr bool has_body = false;
  static constexpr bool integrates_density = false;
  static constexpr bool needs_fixed_step = true;
};

}  // namespace sphlab
