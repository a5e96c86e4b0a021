// The passes of two fluids that mix, after Ren et al. (2014), each by itself, with the sums over
// the phases as they have them.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/oracle_pass.hpp"
#include "harness/verify/oracle_planes.hpp"
#include "harness/verify/oracle_poly6.hpp"
#include "harness/verify/oracle_rates.hpp"

namespace sphlab {
namespace {

constexpr const char* phase_volumes = "phase-volumes";
constexpr const char* last_acceleration = "acceleration";
constexpr const char* drift_flux = "drift-flux";
constexpr const char* drift_momentum = "drift-momentum";

// Of a float sum whose terms cancel, over the sum of their magnitudes.
constexpr double cancelling_rounding = 1e-6;

// A product of fractions below this counts as this where the drift carries momentum.
constexpr double least_product = 0.01;

double product(const DoubleVector& a, const DoubleVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Three numbers of a field of several, as a vector.
DoubleVector vector_of(const std::vector<float>& field, std::size_t i) {
  return {field[4 * i], field[4 * i + 1], field[4 * i + 2]};
}

// A mixture: the fractions of its phases, its volume and its pressure.
struct Mixed {
  std::array<double, 2> fraction{};
  double rest_volume = 0;  // [m^3]
  double volume = 0;       // [m^3]
  double pressure = 0;     // [Pa]
};

// Both phases' constants, and all particles as mixtures of them.
class Mixtures {
 public:
  Mixtures(const ParticleState& state, std::size_t live, const WcsphConstants& c)
      : density{c.rest_density, c.second_fluid.rest_density},
        viscosity{c.dynamic_viscosity, c.second_fluid.dynamic_viscosity},
        radius(c.influence_radius),
        particle_volume(static_cast<double>(c.particle_mass) / c.rest_density),
        mixed_(live) {
    const double stiffness =
        density[0] * static_cast<double>(c.sound_speed) * c.sound_speed / c.polytropic_exponent;
    const std::vector<float>& volumes = state.fields.at(phase_volumes);
    for (std::size_t i = 0; i < live; ++i) {
      const double sum = static_cast<double>(volumes[2 * i]) + volumes[2 * i + 1];
      const double s = state.velocity[i].w;
      mixed_[i] = {{volumes[2 * i] / sum, volumes[2 * i + 1] / sum},
                   particle_volume * sum,
                   particle_volume * sum / (1 + s),
                   stiffness * std::expm1(c.polytropic_exponent * std::log1p(s))};
    }
  }

  const Mixed& operator[](std::size_t i) const { return mixed_[i]; }
  // sum_k alpha_k rho_k [kg/m^3].
  double density_of(const Mixed& of) const {
    return of.fraction[0] * density[0] + of.fraction[1] * density[1];
  }
  // sum_k alpha_k mu_k [Pa s].
  double viscosity_of(const Mixed& of) const {
    return of.fraction[0] * viscosity[0] + of.fraction[1] * viscosity[1];
  }
  // grad W_ij of volumes [1/m^4].
  DoubleVector volume_gradient(const DoubleVector& x, double r2) const {
    const double inside = 1 - r2 / (radius * radius);
    const double factor = -945 / (32 * std::numbers::pi * whole_power(radius, 5)) * inside * inside;
    return {factor * x[0], factor * x[1], factor * x[2]};
  }
  // grad W_ij of forces [1/m^4].
  DoubleVector force_gradient(const DoubleVector& x, double r2) const {
    const double r = std::sqrt(r2);
    const double factor =
        -45 / (std::numbers::pi * whole_power(radius, 6)) * (radius - r) * (radius - r) / r;
    return {factor * x[0], factor * x[1], factor * x[2]};
  }
  // nabla^2 W of velocities [1/m^5].
  double laplacian(double r2) const {
    return 45 / (std::numbers::pi * whole_power(radius, 6)) * (radius - std::sqrt(r2));
  }

  std::array<double, 2> density;    // [kg/m^3]
  std::array<double, 2> viscosity;  // [Pa s]
  double radius;                    // h [m]
  double particle_volume;           // V0 [m^3]

 private:
  std::vector<Mixed> mixed_;
};

OracleQuantity quantity_of(std::size_t particles, std::size_t components) {
  OracleQuantity quantity;
  quantity.values.resize(particles * components);
  quantity.uncertainty.resize(particles);
  return quantity;
}

OracleDensities mixture_densities(const ParticleState& state, const JudgedParticles& judged,
                                  const WcsphConstants& constants, int threads,
                                  const OracleKernel& kernel) {
  OracleDensities densities = poly6_densities(state, judged, constants, threads, kernel);
  const std::vector<float>& volumes = state.fields.at(phase_volumes);
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    const double sum = static_cast<double>(volumes[2 * i]) + volumes[2 * i + 1];
    if (!is_fluid(state.identity[i])) continue;
    densities.excess[i] = std::max(sum * (1 + densities.excess[i]) - 1, 0.0);
    densities.rounding[i] *= sum;
  }
  return densities;
}

// The gradients of both fractions and of both partial pressures at a particle.
struct Gradients {
  std::array<DoubleVector, 2> fraction{}, pressure{};
  double fraction_magnitude = 0, pressure_magnitude = 0;
};

template <class Around>
Gradients gradients_at(std::size_t i, const Mixtures& mixtures, Around&& around) {
  Gradients sum;
  const Mixed& here = mixtures[i];
  around([&](std::uint32_t j, const DoubleVector& x, double r2) {
    const Mixed& there = mixtures[j];
    const DoubleVector gradient = mixtures.volume_gradient(x, r2);
    const double size = there.volume * magnitude(gradient);
    for (std::size_t k = 0; k < 2; ++k) {
      const double fractions = there.fraction[k] - here.fraction[k];
      add_scaled(sum.fraction[k], there.volume * fractions, gradient);
      add_scaled(
          sum.pressure[k],
          there.volume * (there.fraction[k] * there.pressure - here.fraction[k] * here.pressure),
          gradient);
    }
    sum.fraction_magnitude += size;
    sum.pressure_magnitude += size * (std::abs(there.pressure) + std::abs(here.pressure));
  });
  return sum;
}

// alpha_1 u_1 of the first phase [m/s], by the sums over the phases. What drives it is that of
// phases that are there; a discrete flux may leave a little less than nothing of one.
DoubleVector first_flux(const Mixtures& mixtures, const Mixed& here, const Gradients& gradients,
                        const DoubleVector& a, const DriftConstants& drift) {
  std::array<double, 2> present{}, mass_fraction{};
  for (std::size_t k = 0; k < 2; ++k) present[k] = std::clamp(here.fraction[k], 0.0, 1.0);
  const double density = present[0] * mixtures.density[0] + present[1] * mixtures.density[1];
  for (std::size_t k = 0; k < 2; ++k) mass_fraction[k] = present[k] * mixtures.density[k] / density;
  DoubleVector flux{};
  const double mean =
      mass_fraction[0] * mixtures.density[0] + mass_fraction[1] * mixtures.density[1];
  add_scaled(flux, drift.mobility * present[0] * (mixtures.density[0] - mean), a);
  add_scaled(flux, -drift.mobility * present[0], gradients.pressure[0]);
  add_scaled(flux, -drift.diffusivity, gradients.fraction[0]);
  for (std::size_t k = 0; k < 2; ++k) {
    add_scaled(flux, drift.mobility * present[0] * mass_fraction[k], gradients.pressure[k]);
    // c_k / alpha_k = rho_k / rho, where a phase is not there, too
    add_scaled(
        flux,
        drift.diffusivity * here.fraction[0] * mixtures.density[k] / mixtures.density_of(here),
        gradients.fraction[k]);
  }
  return flux;
}

OracleQuantities mixture_drift(const ParticleState& state, const JudgedParticles& judged,
                               const WcsphConstants& constants, int threads, const OracleKernel&) {
  const Mixtures mixtures(state, judged.live(), constants);
  const std::vector<float>& before = state.fields.at(last_acceleration);
  OracleQuantity flux = quantity_of(state.size(), 4);
  OracleQuantity momentum = quantity_of(state.size(), 4);
  const DriftConstants& drift = constants.drift;
  over_judged_fluid(state, judged, mixtures.radius, threads, [&](std::size_t i, auto&& around) {
    const Mixed& here = mixtures[i];
    const Gradients gradients = gradients_at(i, mixtures, around);
    DoubleVector a = {constants.gravity.x, constants.gravity.y, constants.gravity.z};
    add_scaled(a, -1, vector_of(before, i));
    const DoubleVector j = first_flux(mixtures, here, gradients, a, drift);
    const double density = mixtures.density_of(here);
    const double carried = std::sqrt(
        mixtures.density[0] * density /
        (mixtures.density[1] * std::max(here.fraction[0] * here.fraction[1], least_product)));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      flux.values[4 * i + axis] = j[axis];
      momentum.values[4 * i + axis] = carried * j[axis];
    }
    flux.values[4 * i + 3] = here.volume / mixtures.particle_volume;
    momentum.values[4 * i + 3] = mixtures.viscosity_of(here);
    flux.uncertainty[i] = cancelling_rounding * (drift.diffusivity * gradients.fraction_magnitude +
                                                 drift.mobility / 4 * gradients.pressure_magnitude);
    momentum.uncertainty[i] = carried * flux.uncertainty[i];
  });
  OracleQuantities made;
  made.arrays[drift_flux] = std::move(flux);
  made.arrays[drift_momentum] = std::move(momentum);
  return made;
}

OracleQuantities mixture_fractions(const ParticleState& state, const JudgedParticles& judged,
                                   const WcsphConstants& constants, int threads,
                                   const OracleKernel&) {
  const Mixtures mixtures(state, judged.live(), constants);
  const std::vector<float>& flux = state.fields.at(drift_flux);
  OracleQuantity rate = quantity_of(state.size(), 2);
  over_judged_fluid(state, judged, mixtures.radius, threads, [&](std::size_t i, auto&& around) {
    double divergence = 0;
    double magnitudes = 0;
    around([&](std::uint32_t j, const DoubleVector& x, double r2) {
      const DoubleVector gradient = mixtures.volume_gradient(x, r2);
      const double of_both =
          product(vector_of(flux, i), gradient) + product(vector_of(flux, j), gradient);
      divergence += mixtures[j].volume * of_both;
      magnitudes += mixtures[j].volume * magnitude(gradient) *
                    (magnitude(vector_of(flux, i)) + magnitude(vector_of(flux, j)));
    });
    const double share = mixtures[i].volume / mixtures.particle_volume;
    const double exchange = mixtures.density[0] / mixtures.density[1];
    rate.values[2 * i] = -share * divergence;
    rate.values[2 * i + 1] = exchange * share * divergence;
    rate.uncertainty[i] = cancelling_rounding * std::max(1.0, exchange) * share * magnitudes;
  });
  OracleQuantities made;
  made.rates[phase_volumes] = std::move(rate);
  return made;
}

// What accelerates one particle.
class MixtureTarget {
 public:
  MixtureTarget(const ParticleState& state, const Mixtures& mixtures, const WcsphConstants& c,
                std::size_t i)
      : state_(state),
        mixtures_(mixtures),
        momentum_(state.fields.at(drift_momentum)),
        constants_(c),
        i_(i) {}

  void add(std::uint32_t j, const DoubleVector& x, double r2) {
    if (!is_fluid(state_.identity[j]) || r2 == 0) return;
    const Mixed& here = mixtures_[i_];
    const Mixed& there = mixtures_[j];
    const DoubleVector gradient = mixtures_.force_gradient(x, r2);
    add_scaled(force_, -there.volume * (here.pressure + there.pressure) / 2, gradient);
    for (const std::size_t each : {i_, static_cast<std::size_t>(j)}) {
      const DoubleVector m = vector_of(momentum_, each);
      add_scaled(force_, -there.volume * product(m, gradient), m);
    }
    const double viscosity =
        (momentum_[4 * i_ + 3] + static_cast<double>(momentum_[4 * j + 3])) / 2;
    add_scaled(force_, there.volume * viscosity * mixtures_.laplacian(r2),
               difference(state_.velocity[j], state_.velocity[i_]));
    magnitude_ += there.volume * magnitude(gradient) *
                  (std::abs(here.pressure) + std::abs(there.pressure)) / 2;
  }

  DoubleVector acceleration() const {
    const float3 g = constants_.gravity;
    DoubleVector sum = {g.x, g.y, g.z};
    add_scaled(sum, 1 / density(), force_);
    add_scaled(sum, 1, planes().acceleration);
    return sum;
  }
  double density_rate() const { return 0; }
  double uncertainty() const {
    return planes().uncertainty + cancelling_rounding * magnitude_ / density();
  }

 private:
  // Of the particle's mass in its present volume [kg/m^3].
  double density() const {
    const Mixed& here = mixtures_[i_];
    return mixtures_.density_of(here) * here.rest_volume / here.volume;
  }

  OraclePlanes planes() const {
    return oracle_planes(constants_.planes, state_.time, state_.position[i_], state_.velocity[i_]);
  }

  const ParticleState& state_;
  const Mixtures& mixtures_;
  const std::vector<float>& momentum_;
  const WcsphConstants& constants_;
  std::size_t i_;
  DoubleVector force_{};  // on a volume [N/m^3]
  double magnitude_ = 0;  // of the pressures' terms [N/m^3]
};

OracleRates mixture_rates(const ParticleState& state, const JudgedParticles& judged,
                          const WcsphConstants& constants, int threads, const OracleKernel&) {
  const Mixtures mixtures(state, judged.live(), constants);
  return oracle_sums(state, judged, constants.influence_radius, mask_of(ParticleType::fluid),
                     threads,
                     [&](std::size_t i) { return MixtureTarget(state, mixtures, constants, i); });
}

// The acceleration once more, which the drift of the next step reads.
OracleQuantities mixture_forces(const ParticleState& state, const JudgedParticles& judged,
                                const WcsphConstants& constants, int threads,
                                const OracleKernel& kernel) {
  const OracleRates rates = mixture_rates(state, judged, constants, threads, kernel);
  OracleQuantity acceleration = quantity_of(state.size(), 4);
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    for (std::size_t axis = 0; axis < 3; ++axis)
      acceleration.values[4 * i + axis] = rates.acceleration[i][axis];
    acceleration.uncertainty[i] = rates.uncertainty[i];
  }
  OracleQuantities made;
  made.fields[last_acceleration] = std::move(acceleration);
  return made;
}

const RegisterOracle<DensityOracle> mixture_density_oracle("mixture", mixture_densities);
const RegisterOracle<PassOracle> mixture_drift_oracle("mixture/drift", mixture_drift);
const RegisterOracle<PassOracle> mixture_fractions_oracle("mixture/fractions", mixture_fractions);
const RegisterOracle<PassOracle> mixture_forces_oracle("mixture/forces", mixture_forces);
const RegisterOracle<RatesOracle> mixture_rates_oracle("mixture", mixture_rates);

}  // namespace
}  // namespace sphlab
