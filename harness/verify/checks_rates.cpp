#include "harness/verify/checks_rates.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sphlab {

namespace {

// A check that cannot be made because the device's array is too short.
Check too_short(const std::string& name, std::size_t size, std::size_t live) {
  Check check;
  check.name = name;
  check.norm = norms::oracle;
  check.detail = fmt::format("the device's array has {} entries for {} particles", size, live);
  return check;
}

// Keeps what is not a number, where std::max would drop it.
double larger(double a, double b) {
  return a > b || std::isnan(a) ? a : b;
}

bool is_of(TypeMask types, const ParticleState& state, std::size_t i) {
  return (mask_of(type_of(state.identity[i])) & types) != 0;
}

}  // namespace

Check accelerations_agree(const ParticleState& state, std::size_t live,
                          const std::vector<float4>& rate, const OracleRates& oracle) {
  const char* name = "accelerations";
  if (rate.size() < live) return too_short(name, rate.size(), live);
  LargestDeviation deviation;
  double scale = 0;
  for (std::size_t i = 0; i < live; ++i) {
    const DoubleVector& a = oracle.acceleration[i];
    scale = larger(scale, magnitude(a));
    deviation.take(i, magnitude({rate[i].x - a[0], rate[i].y - a[1], rate[i].z - a[2]}));
  }
  return relative_check(name, deviation, scale, rate_tolerance, state);
}

Check density_rates_agree(const ParticleState& state, std::size_t live,
                          const std::vector<float4>& rate, const OracleRates& oracle) {
  const char* name = "density rates";
  if (rate.size() < live) return too_short(name, rate.size(), live);
  LargestDeviation deviation;
  double scale = 0;
  for (std::size_t i = 0; i < live; ++i) {
    scale = larger(scale, std::abs(oracle.density_rate[i]));
    deviation.take(i, std::abs(rate[i].w - oracle.density_rate[i]));
  }
  return relative_check(name, deviation, scale, rate_tolerance, state);
}

Check boundary_rates_zero(const ParticleState& state, std::size_t live,
                          const std::vector<float4>& rate, TypeMask targets) {
  const char* name = "boundary rates";
  if (rate.size() < live) return too_short(name, rate.size(), live);
  std::size_t faulty = 0;
  std::string first;
  for (std::size_t i = 0; i < live; ++i) {
    const float4& r = rate[i];
    if (is_any_fluid(state.identity[i])) continue;
    const bool still = r.x == 0 && r.y == 0 && r.z == 0;
    if (still && (r.w == 0 || is_of(targets, state, i))) continue;
    if (faulty++ == 0) {
      first = fmt::format("{} has the rates {:g}, {:g}, {:g}, {:g} where zeros belong",
                          particle_label(state, i), r.x, r.y, r.z, r.w);
    }
  }
  return none_check(name, faulty, first);
}

Check pressure_terms_agree(const ParticleState& state, std::size_t live,
                           const WcsphConstants& constants, TypeMask targets) {
  LargestDeviation deviation;
  double scale = 0;
  for (std::size_t i = 0; i < live; ++i) {
    if (!is_of(targets, state, i)) continue;
    const double expected =
        oracle_pressure_term(state.velocity[i].w, constants, type_of(state.identity[i]));
    scale = larger(scale, std::abs(expected));
    deviation.take(i, std::abs(state.position[i].w - expected));
  }
  return relative_check("pressure terms", deviation, scale, pressure_tolerance, state);
}

Check potentials_agree(const ParticleState& state, std::size_t live,
                       const std::vector<float>& potential, const OraclePotential& oracle) {
  const char* name = "potentials";
  if (potential.size() < live) return too_short(name, potential.size(), live);
  LargestDeviation deviation;
  double scale = 0;
  for (std::size_t i = 0; i < live; ++i) {
    scale = larger(scale, std::abs(oracle.value[i]));
    const double excess =
        std::abs(potential[i] - oracle.value[i]) - oracle.borderline[i] - oracle.rounding[i];
    deviation.take(i, larger(excess, 0));
  }
  return relative_check(name, deviation, scale, rate_tolerance, state);
}

}  // namespace sphlab
