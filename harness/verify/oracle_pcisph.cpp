// The passes of predictive-corrective SPH after Solenthaler and Pajarola (2009), each by itself.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/oracle_pass.hpp"
#include "harness/verify/oracle_planes.hpp"
#include "harness/verify/oracle_rates.hpp"
#include "harness/verify/oracle_step.hpp"

namespace sphlab::oracle_of_pcisph {
namespace {

constexpr const char* external_acceleration = "external-acceleration";
constexpr const char* displacement = "displacement";
constexpr const char* pressure = "pressure";

// The smoothing kernels of Mueller, Charypar and Gross (2003) for a radius h, where they vanish.
struct MuellerKernels {
  double h;

  // W of densities [1/m^3].
  double poly6(double r2) const {
    return 315 / (64 * std::numbers::pi * cube(h)) * cube(1 - r2 / (h * h));
  }
  // -(1/r) dW/dr of them [1/m^5].
  double poly6_slope(double r2) const {
    const double inside = 1 - r2 / (h * h);
    return 945 / (32 * std::numbers::pi * whole_power(h, 5)) * inside * inside;
  }
  // -dW/dr of pressures [1/m^4].
  double spiky_slope(double r) const {
    const double inside = 1 - r / h;
    return 45 / (std::numbers::pi * whole_power(h, 4)) * inside * inside;
  }
  // Laplacian of velocities [1/m^5].
  double laplacian(double r) const {
    return 45 / (std::numbers::pi * whole_power(h, 5)) * (1 - r / h);
  }
};

// delta, as far as it is used [m^2/s^2], of a point in a lattice, where the gradients add up to
// nothing: an eighth of it, with its faces, counted by their shares.
double correcting_stiffness(const WcsphConstants& c) {
  const MuellerKernels kernels{c.influence_radius};
  const double volume = static_cast<double>(c.particle_mass) / c.rest_density;
  const double spacing = std::cbrt(volume);
  const int reach = static_cast<int>(kernels.h / spacing) + 1;
  double products = 0;
  for (int z = 0; z <= reach; ++z) {
    for (int y = 0; y <= reach; ++y) {
      for (int x = 0; x <= reach; ++x) {
        const double r = spacing * std::sqrt(x * x + y * y + z * z);
        if (r == 0 || r >= kernels.h) continue;
        const double images = (x > 0 ? 2 : 1) * (y > 0 ? 2 : 1) * (z > 0 ? 2 : 1);
        products += images * kernels.poly6_slope(r * r) * r * kernels.spiky_slope(r);
      }
    }
  }
  const double beta = 2 * std::pow(volume * c.prediction.time_step, 2);
  return c.prediction.relaxation / (beta * products);
}

// Three components of a quantity that has four.
DoubleVector vector_of(const std::vector<float>& values, std::size_t i) {
  return {values[4 * i], values[4 * i + 1], values[4 * i + 2]};
}

void set_vector(OracleQuantity& quantity, std::size_t i, const DoubleVector& value) {
  for (std::size_t axis = 0; axis < 3; ++axis) quantity.values[4 * i + axis] = value[axis];
}

OracleQuantity zeros(const ParticleState& state, std::size_t components) {
  OracleQuantity quantity;
  resize_touched(quantity.values, components * state.size());
  resize_touched(quantity.uncertainty, state.size());
  return quantity;
}

// dt (v + dt a) [m].
DoubleVector displacement_by(const DoubleVector& acceleration, const ParticleState& state,
                             std::size_t i, double dt) {
  const DoubleVector v = oracle_vector(state.velocity[i]);
  return {dt * (v[0] + dt * acceleration[0]), dt * (v[1] + dt * acceleration[1]),
          dt * (v[2] + dt * acceleration[2])};
}

OracleQuantities viscosity_pass(const ParticleState& state, const JudgedParticles& judged,
                                const WcsphConstants& c, int threads, const OracleKernel&) {
  const MuellerKernels kernels{c.influence_radius};
  const double density = c.rest_density;
  const double factor = c.dynamic_viscosity / density * c.particle_mass / density;
  const double dt = c.prediction.time_step;
  OracleQuantity acceleration = zeros(state, 4), way = zeros(state, 4);
  over_judged_fluid(state, judged, kernels.h, threads, [&](std::size_t i, auto&& neighbours) {
    const DoubleVector v = oracle_vector(state.velocity[i]);
    const OraclePlanes planes =
        oracle_planes(c.planes, state.time, state.position[i], state.velocity[i]);
    DoubleVector sum = {c.gravity.x, c.gravity.y, c.gravity.z};
    add_scaled(sum, 1, planes.acceleration);
    neighbours([&](std::uint32_t j, const DoubleVector&, double r2) {
      if (r2 == 0) return;
      const DoubleVector w = oracle_vector(state.velocity[j]);
      const double drag = factor * kernels.laplacian(std::sqrt(r2));
      for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += drag * (w[axis] - v[axis]);
    });
    set_vector(acceleration, i, sum);
    set_vector(way, i, displacement_by(sum, state, i, dt));
    acceleration.uncertainty[i] = planes.uncertainty;
    way.uncertainty[i] = dt * dt * planes.uncertainty;
  });
  OracleQuantities made;
  made.arrays[external_acceleration] = std::move(acceleration);
  made.arrays[displacement] = std::move(way);
  made.fields[pressure] = zeros(state, 1);
  return made;
}

// A density at the end of the step, and how far rounding may put it off, over that at rest.
struct PredictedDensity {
  double excess = 0, uncertainty = 0;
};

template <class Neighbours>
PredictedDensity predicted_density(const ParticleState& state, std::size_t i,
                                   const WcsphConstants& c, Neighbours&& neighbours) {
  const MuellerKernels kernels{c.influence_radius};
  const double h2 = kernels.h * kernels.h;
  const double width = borderline_width(c.influence_radius);
  const double volume = static_cast<double>(c.particle_mass) / c.rest_density;
  const std::vector<float>& ways = state.fields.at(displacement);
  const DoubleVector way = vector_of(ways, i);
  double sum = kernels.poly6(0), slopes = 0, of_borderline = 0, terms = 1;
  neighbours([&](std::uint32_t j, const DoubleVector& x, double r2_at_x) {
    const DoubleVector other = vector_of(ways, j);
    double r2 = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      r2 += std::pow(x[axis] + way[axis] - other[axis], 2);
    if (r2 >= h2) return;
    const double value = kernels.poly6(r2);
    if (std::abs(r2_at_x - h2) <= width) of_borderline += value;
    if (r2_at_x >= h2) return;
    ++terms;
    sum += value;
    slopes += kernels.poly6_slope(r2);
  });
  // each term rounds, h^2 - r^2 in it by some bits of h^2, and so does their sum
  const double rounding = 0x1p-24 * (terms * sum + 2 * h2 * slopes);
  return {volume * sum - 1, volume * (rounding + of_borderline)};
}

OracleQuantities prediction_pass(const ParticleState& state, const JudgedParticles& judged,
                                 const WcsphConstants& c, int threads, const OracleKernel&) {
  const double correction = correcting_stiffness(c) * c.rest_density;
  const double reach = borderline_reach(c.influence_radius);
  const std::vector<float>& before = state.fields.at(pressure);
  std::vector<double> excess;
  resize_touched(excess, state.size());
  OracleQuantity after = zeros(state, 1);
  over_judged_fluid(state, judged, reach, threads, [&](std::size_t i, auto&& neighbours) {
    const PredictedDensity density = predicted_density(state, i, c, neighbours);
    excess[i] = density.excess;
    after.values[i] = std::max(0.0, before[i] + correction * density.excess);
    after.uncertainty[i] = correction * density.uncertainty;
  });
  OracleQuantities made;
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    made.largest_error = std::max(made.largest_error, excess[i]);
    made.error_uncertainty = std::max(made.error_uncertainty, after.uncertainty[i] / correction);
  }
  made.fields[pressure] = std::move(after);
  return made;
}

// The acceleration by pressures, and what is external.
class PressedTarget {
 public:
  PressedTarget(const ParticleState& state, const WcsphConstants& c, std::size_t i)
      : state_(state),
        pressures_(state.fields.at(pressure)),
        kernels_{c.influence_radius},
        factor_(c.particle_mass / (static_cast<double>(c.rest_density) * c.rest_density)),
        i_(i),
        sum_(vector_of(state.fields.at(external_acceleration), i)) {}

  void add(std::uint32_t j, const DoubleVector& x, double r2) {
    if (!is_fluid(state_.identity[j]) || r2 == 0) return;
    const double r = std::sqrt(r2);
    const double pressures = static_cast<double>(pressures_[i_]) + pressures_[j];
    const double push = factor_ * pressures * kernels_.spiky_slope(r) / r;
    add_scaled(sum_, push, x);
  }

  DoubleVector acceleration() const { return sum_; }
  double density_rate() const { return 0; }

 private:
  const ParticleState& state_;
  const std::vector<float>& pressures_;  // [Pa]
  MuellerKernels kernels_;
  double factor_;  // m / rho0^2 [m^6/kg]
  std::size_t i_;
  DoubleVector sum_;  // [m/s^2]
};

OracleRates pressed_rates(const ParticleState& state, const JudgedParticles& judged,
                          const WcsphConstants& c, int threads, const OracleKernel&) {
  return oracle_sums(state, judged, c.influence_radius, mask_of(ParticleType::fluid), threads,
                     [&](std::size_t i) { return PressedTarget(state, c, i); });
}

OracleQuantities forces_pass(const ParticleState& state, const JudgedParticles& judged,
                             const WcsphConstants& c, int threads, const OracleKernel& kernel) {
  const OracleRates rates = pressed_rates(state, judged, c, threads, kernel);
  OracleQuantity way = zeros(state, 4);
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    if (!is_fluid(state.identity[i])) continue;
    set_vector(way, i, displacement_by(rates.acceleration[i], state, i, c.prediction.time_step));
  }
  OracleQuantities made;
  made.arrays[displacement] = std::move(way);
  return made;
}

const RegisterOracle<PassOracle> pcisph_viscosity("pcisph/viscosity", viscosity_pass);
const RegisterOracle<PassOracle> pcisph_prediction("pcisph/prediction", prediction_pass);
const RegisterOracle<PassOracle> pcisph_forces("pcisph/forces", forces_pass);
const RegisterOracle<RatesOracle> pcisph("pcisph", pressed_rates);

}  // namespace
}  // namespace sphlab::oracle_of_pcisph
