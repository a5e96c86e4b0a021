#include <cmath>

#include "harness/verify/oracle_rates.hpp"
#include "harness/verify/wall_repulsion.hpp"

namespace sphlab {

namespace {

constexpr TypeMask fluids = mask_of(ParticleType::fluid) | mask_of(ParticleType::second_fluid);

// alpha h c0 rho0 of a particle's own fluid.
double viscous_constant(const FluidConstants& fluid, double h) {
  return fluid.artificial_viscosity * h * fluid.sound_speed * fluid.rest_density;
}

// The rates of one particle, summed over its neighbours by equations 10 and 11.
class TwoFluidTarget {
 public:
  TwoFluidTarget(const ParticleState& state, const std::vector<OracleMatter>& matter,
                 const WcsphConstants& constants, const OracleKernel& kernel, std::size_t i)
      : state_(state),
        matter_(matter),
        k_(constants),
        kernel_(kernel),
        i_(i),
        own_(fluid_constants(constants, type_of(state.identity[i]))) {}

  void add(std::uint32_t j, const DoubleVector& d, double r2) {
    if (is_any_fluid(state_.identity[j])) {
      add_fluid(j, d, r2);
    } else {
      walls_.add(d, r2);
    }
  }

  DoubleVector acceleration() const { return walls_.total(acceleration_); }
  double uncertainty() const { return walls_.uncertainty(); }
  double density_rate() const { return density_rate_ / own_.rest_density; }

 private:
  void add_fluid(std::uint32_t j, const DoubleVector& d, double r2) {
    const ParticleType type = type_of(state_.identity[j]);
    const FluidConstants other = fluid_constants(k_, type);
    const OracleMatter& a = matter_[i_];
    const OracleMatter& b = matter_[j];
    const double h = k_.smoothing_length;
    const double volume = other.particle_mass / b.density;
    const double gradient = oracle_gradient_factor(kernel_, std::sqrt(r2), h);
    const double approach = oracle_approach(state_, i_, j, d);
    double pressures = a.pressure() + b.pressure();
    if (approach < 0) {
      const double mean = (viscous_constant(own_, h) + viscous_constant(other, h)) / 2;
      pressures -= mean * approach / (r2 + 0.01 * h * h);
    }
    add_scaled(acceleration_, -pressures * volume * gradient / a.density, d);
    density_rate_ += a.density * volume * approach * gradient;
    if (type != type_of(state_.identity[i_])) return;
    density_rate_ += 2 * k_.density_diffusion * h * own_.sound_speed * (a.density - b.density) *
                     gradient * volume;
  }

  const ParticleState& state_;
  const std::vector<OracleMatter>& matter_;
  const WcsphConstants& k_;
  const OracleKernel& kernel_;
  std::size_t i_;
  FluidConstants own_;
  WallRepulsion walls_{k_};
  DoubleVector acceleration_{};
  double density_rate_ = 0;  // d(rho)/dt
};

// Paper A equations 10 and 11, sources weighted by their volume m_j / rho_j, with an artificial
// viscosity of the mean of alpha h c0 rho0 of the pair, diffusion within each fluid, and
// Lennard-Jones repulsion by boundary and body particles.
OracleRates two_fluids(const ParticleState& state, const JudgedParticles& judged,
                       const WcsphConstants& constants, int threads, const OracleKernel& kernel) {
  const std::vector<OracleMatter> matter = oracle_matter(state, constants, fluids);
  return oracle_sums(
      state, judged, constants.influence_radius, fluids, threads,
      [&](std::size_t i) { return TwoFluidTarget(state, matter, constants, kernel, i); });
}

const RegisterOracle<RatesOracle> wcsph_two_fluids("wcsph-two-fluids", two_fluids);

}  // namespace
}  // namespace sphlab
