#include <cmath>

#include "harness/verify/oracle_rates.hpp"
#include "harness/verify/wall_repulsion.hpp"

namespace sphlab {

namespace {

constexpr TypeMask viscous_fluid = mask_of(ParticleType::fluid);

// What two particles of the fluid are to each other.
struct ViscousPair {
  OracleMatter a, b;  // of target and source
  DoubleVector x, u;  // x_ij and u_ij
  double r2;
  double mass_gradient;  // m F_ij

  double approach() const { return u[0] * x[0] + u[1] * x[1] + u[2] * x[2]; }
};

// Contribution of a source to its target: acceleration, and d(rho)/dt.
struct ShareOfPair {
  double along_x, along_u, density;
};
using FormOfPair = ShareOfPair (*)(const ViscousPair&, double dynamic_viscosity);

// Equations 8 and 9 with K = 5 of three dimensions. The viscous term brakes: the minus before the
// sum of equation 9 does not hold for it.
ShareOfPair equations_8_and_9(const ViscousPair& p, double mu) {
  const double pressures = p.a.pressure_term + p.b.pressure_term;
  const double viscous =
      p.r2 > 0 ? 2 * 5 * mu * p.approach() / (p.a.density * p.b.density * p.r2) : 0;
  return {p.mass_gradient * (viscous - pressures), 0, p.mass_gradient * p.approach()};
}

// Equations 10 and 11, the viscous term as Morris, Fox and Zhu (1997) have it.
ShareOfPair equations_10_and_11(const ViscousPair& p, double mu) {
  const double densities = p.a.density * p.b.density;
  return {-p.mass_gradient * (p.a.pressure() + p.b.pressure()) / densities,
          p.mass_gradient * 2 * mu / densities,
          p.mass_gradient * p.a.density / p.b.density * p.approach()};
}

// The rates of one particle, summed over its neighbours.
class ViscousTarget {
 public:
  ViscousTarget(const ParticleState& state, const std::vector<OracleMatter>& matter,
                FormOfPair form, const WcsphConstants& constants, const OracleKernel& kernel,
                std::size_t i)
      : state_(state), matter_(matter), form_(form), k_(constants), kernel_(kernel), i_(i) {}

  void add(std::uint32_t j, const DoubleVector& x, double r2) {
    if (is_fluid(state_.identity[j])) {
      add_fluid(j, x, r2);
    } else {
      walls_.add(x, r2);
    }
  }

  DoubleVector acceleration() const { return walls_.total(acceleration_); }
  double uncertainty() const { return walls_.uncertainty(); }
  double density_rate() const { return density_rate_ / k_.rest_density; }

 private:
  void add_fluid(std::uint32_t j, const DoubleVector& x, double r2) {
    const double h = k_.smoothing_length;
    const DoubleVector u = difference(state_.velocity[i_], state_.velocity[j]);
    const double mass_gradient =
        k_.particle_mass * oracle_gradient_factor(kernel_, std::sqrt(r2), h);
    const OracleMatter& a = matter_[i_];
    const OracleMatter& b = matter_[j];
    const ShareOfPair share = form_({a, b, x, u, r2, mass_gradient}, k_.dynamic_viscosity);
    add_scaled(acceleration_, share.along_x, x);
    add_scaled(acceleration_, share.along_u, u);
    const double diffusion = 2 * k_.density_diffusion * h * k_.sound_speed;
    density_rate_ +=
        share.density + diffusion * mass_gradient * (a.density - b.density) / b.density;
  }

  const ParticleState& state_;
  const std::vector<OracleMatter>& matter_;
  FormOfPair form_;
  const WcsphConstants& k_;
  const OracleKernel& kernel_;
  std::size_t i_;
  WallRepulsion walls_{k_};
  DoubleVector acceleration_{};
  double density_rate_ = 0;  // d(rho)/dt
};

// Fluid with a viscosity of its own, the density diffusion of Molteni and Colagrossi, and
// Lennard-Jones repulsion by the boundary.
template <FormOfPair form>
OracleRates viscous_rates(const ParticleState& state, const JudgedParticles& judged,
                          const WcsphConstants& constants, int threads,
                          const OracleKernel& kernel) {
  const std::vector<OracleMatter> matter = oracle_matter(state, constants, viscous_fluid);
  return oracle_sums(
      state, judged, constants.influence_radius, viscous_fluid, threads,
      [&](std::size_t i) { return ViscousTarget(state, matter, form, constants, kernel, i); });
}

const RegisterOracle<RatesOracle> wcsph_lj_viscous("wcsph-lj-viscous",
                                                   viscous_rates<equations_8_and_9>);
const RegisterOracle<RatesOracle> wcsph_lj_volumes("wcsph-lj-volumes",
                                                   viscous_rates<equations_10_and_11>);
/// The same without walls: distances go to the nearest image of a source, as the state has them.
const RegisterOracle<RatesOracle> wcsph_periodic("wcsph-periodic",
                                                 viscous_rates<equations_10_and_11>);

}  // namespace
}  // namespace sphlab
