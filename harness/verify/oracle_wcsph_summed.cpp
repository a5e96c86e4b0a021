// The two passes of paper E's weakly compressible SPH, after Mueller, Charypar and Gross (2003),
// each by itself.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/oracle_density.hpp"
#include "harness/verify/oracle_planes.hpp"
#include "harness/verify/oracle_rates.hpp"

namespace sphlab {
namespace {

// (h^2 - r^2)^3 315 / (64 pi h^9) [1/m^3].
double poly6(double r2, double h) {
  return 315 / (64 * std::numbers::pi * std::pow(h, 3)) * cube(1 - r2 / (h * h));
}

// Of a fluid particle and the fluid around it, whatever that comes to.
OracleDensities poly6_densities(const ParticleState& state, std::size_t live,
                                const WcsphConstants& constants, int threads, const OracleKernel&) {
  OracleDensities densities;
  resize_touched(densities.excess, state.size());
  resize_touched(densities.rounding, state.size());
  const double h = constants.influence_radius;
  const double volume = static_cast<double>(constants.particle_mass) / constants.rest_density;
  const CellSearch search(state, live, h);
  std::uint64_t pairs = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 256) reduction(+ : pairs)
  for (std::size_t i = 0; i < live; ++i) {
    if (!is_fluid(state.identity[i])) continue;
    double sum = poly6(0, h);
    std::uint64_t terms = 1;
    search.visit(i, [&](std::uint32_t j, double, double, double, double r2) {
      if (!is_fluid(state.identity[j]) || r2 >= h * h) return;
      ++terms;
      sum += poly6(r2, h);
    });
    densities.excess[i] = volume * sum - 1;
    densities.rounding[i] = static_cast<double>(terms) * 0x1p-24 * volume * sum;
    pairs += terms - 1;
  }
  stop_if_requested();
  densities.accepted_pairs = pairs;
  return densities;
}

// How far the gradient of the colour field may be off by the rounding of its float sum, and by that
// of the densities in it, over the sum of its terms' magnitudes.
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
    add_scaled(force_, volume * pressures * spiky_ * (h_ - r) * (h_ - r) / r, x);
    add_scaled(force_, volume * k_.dynamic_viscosity * spiky_ * (h_ - r), difference(j));
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
    add_scaled(sum, 1, oracle_planes_push(state_, i_, k_.planes));
    return sum;
  }
  double density_rate() const { return 0; }

  // By the surface tension that rounding may turn, or switch on and off, and by planes likewise.
  double uncertainty() const {
    return uncertainty_of_tension() + oracle_planes_uncertainty(state_, i_, k_.planes);
  }

 private:
  static void add_scaled(DoubleVector& sum, double factor, const DoubleVector& along) {
    for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += factor * along[axis];
  }

  // v_j - v_i.
  DoubleVector difference(std::uint32_t j) const {
    const float4 v = state_.velocity[i_];
    const float4 w = state_.velocity[j];
    return {static_cast<double>(w.x) - v.x, static_cast<double>(w.y) - v.y,
            static_cast<double>(w.z) - v.z};
  }

  // Acceleration against the direction of the gradient [m/s^2]: the curvature has a density of its
  // own, and the force on a volume another.
  double tension() const {
    const double density = matter_[i_].density;
    return k_.surface.tension * laplacian_ / (density * density);
  }

  double uncertainty_of_tension() const {
    const double n = magnitude(gradient_);
    const double off = gradient_rounding * gradient_magnitude_;
    const double threshold = k_.surface.least_gradient;
    if (std::abs(n - threshold) <= off) return std::abs(tension());
    return n > threshold ? std::abs(tension()) * off / n : 0;
  }

  const ParticleState& state_;
  const std::vector<OracleMatter>& matter_;
  const WcsphConstants& k_;
  double h_;
  double spiky_;  // 45 / (pi h^6) [1/m^6]
  double slope_;  // 945 / (32 pi h^9) [1/m^9]
  std::size_t i_;
  DoubleVector force_{};     // on a volume [N/m^3]
  DoubleVector gradient_{};  // of the colour field [1/m]
  double gradient_magnitude_ = 0;
  double laplacian_ = 0;  // of the colour field [1/m^2]
};

OracleRates mueller_rates(const ParticleState& state, std::size_t live,
                          const WcsphConstants& constants, int threads, const OracleKernel&) {
  const TypeMask fluid = mask_of(ParticleType::fluid);
  const std::vector<OracleMatter> matter = oracle_matter(state, constants, fluid);
  return oracle_sums(state, live, constants.influence_radius, fluid, threads,
                     [&](std::size_t i) { return SummedTarget(state, matter, constants, i); });
}

const RegisterOracle<DensityOracle> wcsph_summed_density("wcsph-summed", poly6_densities);
const RegisterOracle<RatesOracle> wcsph_summed("wcsph-summed", mueller_rates);

}  // namespace
}  // namespace sphlab
