// The forces of paper E's weakly compressible SPH, after Mueller, Charypar and Gross (2003).
// Its densities are those of oracle_poly6.hpp.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "harness/verify/oracle_planes.hpp"
#include "harness/verify/oracle_poly6.hpp"
#include "harness/verify/oracle_rates.hpp"

namespace sphlab {
namespace {

// How far the gradient of the colour field may be off by the rounding of a float sum of few terms,
// and by that of the densities in it, over the sum of its terms' magnitudes.
constexpr double gradient_rounding = 2e-5;

// Surface tension and pressure of one particle, and the planes that it has passed.
class SummedTarget {
 public:
  SummedTarget(const ParticleState& state, const std::vector<OracleMatter>& matter,
               const WcsphConstants& constants, std::size_t i)
      : state_(state),
        matter_(matter),
        k_(constants),
        h_(constants.influence_radius),
        spiky_(45 / (std::numbers::pi * std::pow(h_, 6))),
        slope_(945 / (32 * std::numbers::pi * std::pow(h_, 9))),
        i_(i) {}

  void add(std::uint32_t j, const DoubleVector& x, double r2) {
    if (!is_fluid(state_.identity[j]) || r2 == 0) return;
    const OracleMatter& a = matter_[i_];
    const OracleMatter& b = matter_[j];
    const double volume = k_.particle_mass / b.density;
    const double r = std::sqrt(r2);
    const double pressures = (a.pressure() + b.pressure()) / 2;
    const double push = volume * pressures * spiky_ * (h_ - r) * (h_ - r);
    const double drag = volume * k_.dynamic_viscosity * spiky_ * (h_ - r);
    const DoubleVector u = difference(state_.velocity[j], state_.velocity[i_]);
    add_scaled(force_, push / r, x);
    add_scaled(force_, drag, u);
    ++terms_;
    force_magnitude_ += std::abs(push) + drag * magnitude(u);
    const double inside = h_ * h_ - r2;
    add_scaled(gradient_, -volume * slope_ * inside * inside, x);
    gradient_magnitude_ += volume * slope_ * inside * inside * r;
    laplacian_ += volume * 4 * slope_ * inside * (r2 - 0.75 * inside);
  }

  DoubleVector acceleration() const {
    DoubleVector sum = {k_.gravity.x, k_.gravity.y, k_.gravity.z};
    add_scaled(sum, 1 / matter_[i_].density, force_);
    const double n = magnitude(gradient_);
    if (n > k_.surface.least_gradient) add_scaled(sum, -tension() / n, gradient_);
    add_scaled(sum, 1, planes().acceleration);
    return sum;
  }
  double density_rate() const { return 0; }

  // By forces of neighbours that cancel, by the surface tension that rounding may turn, or switch
  // on and off, and by planes likewise.
  double uncertainty() const {
    return sum_rounding() * force_magnitude_ / matter_[i_].density + uncertainty_of_tension() +
           planes().uncertainty;
  }

 private:
  // What a float sum of so many terms may lose, over the sum of their magnitudes.
  double sum_rounding() const { return terms_ * 0x1p-24; }

  // Acceleration against the direction of the gradient [m/s^2]: the curvature has a density of its
  // own, and the force on a volume another.
  double tension() const {
    const double density = matter_[i_].density;
    return k_.surface.tension * laplacian_ / (density * density);
  }

  double uncertainty_of_tension() const {
    const double n = magnitude(gradient_);
    const double off = std::max(gradient_rounding, sum_rounding()) * gradient_magnitude_;
    const double threshold = k_.surface.least_gradient;
    if (std::abs(n - threshold) <= off) return std::abs(tension());
    return n > threshold ? std::abs(tension()) * off / n : 0;
  }

  OraclePlanes planes() const {
    return oracle_planes(k_.planes, state_.time, state_.position[i_], state_.velocity[i_]);
  }

  const ParticleState& state_;
  const std::vector<OracleMatter>& matter_;
  const WcsphConstants& k_;
  double h_;
  double spiky_;  // 45 / (pi h^6) [1/m^6]
  double slope_;  // 945 / (32 pi h^9) [1/m^9]
  std::size_t i_;
  double terms_ = 0;      // of each sum
  DoubleVector force_{};  // on a volume [N/m^3]
  double force_magnitude_ = 0;
  DoubleVector gradient_{};  // of the colour field [1/m]
  double gradient_magnitude_ = 0;
  double laplacian_ = 0;  // of the colour field [1/m^2]
};

OracleRates mueller_rates(const ParticleState& state, const JudgedParticles& judged,
                          const WcsphConstants& constants, int threads, const OracleKernel&) {
  const TypeMask fluid = mask_of(ParticleType::fluid);
  const std::vector<OracleMatter> matter = oracle_matter(state, constants, fluid);
  return oracle_sums(state, judged, constants.influence_radius, fluid, threads,
                     [&](std::size_t i) { return SummedTarget(state, matter, constants, i); });
}

const RegisterOracle<DensityOracle> wcsph_summed_density("wcsph-summed", poly6_densities);
const RegisterOracle<RatesOracle> wcsph_summed("wcsph-summed", mueller_rates);

}  // namespace
}  // namespace sphlab
