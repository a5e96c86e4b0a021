// The three passes of elastic bodies, after Yan et al. (2016), each by itself.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "harness/verify/oracle_density.hpp"
#include "harness/verify/oracle_pass.hpp"
#include "harness/verify/oracle_planes.hpp"
#include "harness/verify/oracle_rates.hpp"

namespace sphlab {
namespace {

constexpr TypeMask bodies = mask_of(ParticleType::fluid);

using Matrix = std::array<std::array<double, 3>, 3>;

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t column = 0; column < 3; ++column) c[row][column] += a[row][k] * b[k][column];
    }
  }
  return c;
}

Matrix transposed(const Matrix& a) {
  Matrix b{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) b[column][row] = a[row][column];
  }
  return b;
}

double trace(const Matrix& a) {
  return a[0][0] + a[1][1] + a[2][2];
}

double norm(const Matrix& a) {
  return std::sqrt(trace(product(a, transposed(a))));
}

// p a + q b.
Matrix combined(double p, const Matrix& a, double q, const Matrix& b) {
  Matrix c{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column)
      c[row][column] = p * a[row][column] + q * b[row][column];
  }
  return c;
}

Matrix unit() {
  return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

// Inverts by Cramer's rule; the unit matrix where the determinant is too small to divide by.
Matrix inverse_or_unit(const Matrix& m) {
  Matrix cofactors{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      const std::size_t r = (row + 1) % 3, s = (row + 2) % 3;
      const std::size_t c = (column + 1) % 3, d = (column + 2) % 3;
      cofactors[row][column] = m[r][c] * m[s][d] - m[r][d] * m[s][c];
    }
  }
  double determinant = 0;
  for (std::size_t k = 0; k < 3; ++k) determinant += m[0][k] * cofactors[0][k];
  if (determinant < 1e-3) return unit();
  return combined(1 / determinant, transposed(cofactors), 0, unit());
}

// G = E / (2 (1 + nu)) [Pa]
double shear_modulus(const WcsphConstants& constants) {
  static const PhysicsKind& kind = physics_kind("elastic");
  return kind.own("youngs_modulus", constants) / (2 * (1 + kind.own("poisson_ratio", constants)));
}

// The fields that targets read: looked up by name once, and not for each of their pairs.
class BodyFields {
 public:
  explicit BodyFields(const ParticleState& state)
      : four_(state.fields.at("deviatoric-stress")),
        yz_(state.fields.at("deviatoric-stress-yz")),
        body_(state.fields.at("body")),
        rest_sum_(state.fields.at("rest-sum")) {}

  // The stress of a particle from the fields that carry it [Pa].
  Matrix stress_of(std::size_t i) const {
    const double xx = four_[4 * i], xy = four_[4 * i + 1], xz = four_[4 * i + 2];
    const double yy = four_[4 * i + 3], yz = yz_[i];
    return {{{xx, xy, xz}, {xy, yy, yz}, {xz, yz, -xx - yy}}};
  }
  bool of_one_body(std::size_t i, std::size_t j) const { return body_[i] == body_[j]; }
  // What the sum of W was at the beginning [1/m^3]; 0: not known yet.
  double rest_sum(std::size_t i) const { return rest_sum_[i]; }

 private:
  const std::vector<float>&four_, &yz_, &body_, &rest_sum_;
};

// Sums of W [1/m^3] over a judged particle and its neighbours, for those of the bodies.
std::vector<double> kernel_sums(const ParticleState& state, const JudgedParticles& judged,
                                const WcsphConstants& constants, int threads,
                                const OracleKernel& kernel, std::vector<std::uint64_t>& terms) {
  std::vector<double> sums(state.size());
  terms.assign(state.size(), 0);
  const double h = constants.smoothing_length;
  const double radius = constants.influence_radius;
  const CellSearch search(state, judged, radius);
#pragma omp parallel for num_threads(threads) schedule(dynamic, targets_at_a_time)
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    if (!is_fluid(state.identity[i])) continue;
    sums[i] = oracle_kernel_value(kernel, 0, h);
    terms[i] = 1;
    search.visit(i, [&](std::uint32_t j, double, double, double, double r2) {
      if (!is_fluid(state.identity[j]) || r2 >= radius * radius) return;
      sums[i] += oracle_kernel_value(kernel, std::sqrt(r2), h);
      ++terms[i];
    });
  }
  stop_if_requested();
  return sums;
}

// What a particle has begun with; what it has now where that is not known yet.
double rest_sum(const BodyFields& fields, std::size_t i, double now) {
  const double known = fields.rest_sum(i);
  return known > 0 ? known : now;
}

OracleDensities elastic_densities(const ParticleState& state, const JudgedParticles& judged,
                                  const WcsphConstants& constants, int threads,
                                  const OracleKernel& kernel) {
  std::vector<std::uint64_t> terms;
  const std::vector<double> now = kernel_sums(state, judged, constants, threads, kernel, terms);
  const BodyFields fields(state);
  std::uint64_t pairs = 0;
  OracleDensities densities;
  densities.excess.resize(state.size());
  densities.rounding.resize(state.size());
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    if (!is_fluid(state.identity[i])) continue;
    const double rest = rest_sum(fields, i, now[i]);
    densities.excess[i] = now[i] / rest - 1;
    densities.rounding[i] = static_cast<double>(terms[i]) * 0x1p-24 * now[i] / rest;
    pairs += terms[i] - 1;
  }
  densities.accepted_pairs = judged.over_all(pairs);
  return densities;
}

OracleQuantities elastic_rest_sums(const ParticleState& state, const JudgedParticles& judged,
                                   const WcsphConstants& constants, int threads,
                                   const OracleKernel& kernel) {
  std::vector<std::uint64_t> terms;
  const std::vector<double> now = kernel_sums(state, judged, constants, threads, kernel, terms);
  const BodyFields fields(state);
  OracleQuantities made;
  std::vector<double>& rest = made.fields["rest-sum"].values;
  rest.resize(state.size());
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    if (is_fluid(state.identity[i])) rest[i] = rest_sum(fields, i, now[i]);
  }
  return made;
}

// The deformation of one particle's surroundings.
class StrainTarget {
 public:
  StrainTarget(const ParticleState& state, const BodyFields& fields,
               const WcsphConstants& constants, const OracleKernel& kernel, std::size_t i)
      : state_(state), fields_(fields), k_(constants), kernel_(kernel), i_(i) {}

  void add(std::uint32_t j, const DoubleVector& x, double r2) {
    if (!fields_.of_one_body(i_, j)) return;
    const double density = static_cast<double>(k_.rest_density) * (1 + state_.velocity[j].w);
    const double weight = k_.particle_mass / density *
                          oracle_gradient_factor(kernel_, std::sqrt(r2), k_.smoothing_length);
    const float4 a = state_.velocity[i_];
    const float4 b = state_.velocity[j];
    const DoubleVector v = {static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y,
                            static_cast<double>(b.z) - a.z};
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < 3; ++column) {
        gradient_[row][column] += weight * v[row] * x[column];
        moment_[row][column] -= weight * x[row] * x[column];
      }
    }
    gradient_magnitude_ += std::abs(weight) * magnitude(v) * magnitude(x);
    moment_magnitude_ += std::abs(weight) * r2;
    ++terms_;
  }

  // Jaumann's rate of the deviatoric stress [Pa/s].
  Matrix rate() const {
    const Matrix l = product(gradient_, inverse_or_unit(moment_));
    const Matrix strain = combined(0.5, l, 0.5, transposed(l));
    const Matrix spin = combined(0.5, l, -0.5, transposed(l));
    const Matrix deviator = combined(1, strain, -trace(strain) / 3, unit());
    const Matrix s = fields_.stress_of(i_);
    const Matrix turned = combined(1, product(spin, s), 1, product(s, transposed(spin)));
    return combined(2 * shear_modulus(k_), deviator, 1, turned);
  }

  // The stress at the end of the step, as it acts on the neighbours, over (rho/rho0)^2 [Pa].
  Matrix acting() const {
    const double ratio = 1 + static_cast<double>(state_.velocity[i_].w);
    return combined(1 / (ratio * ratio), product(end_stress(), inverse_or_unit(moment_)), 0,
                    unit());
  }
  double acting_uncertainty() const {
    const double inverse = norm(inverse_or_unit(moment_));
    const double by_moment = lost() * norm(end_stress()) * inverse * inverse * moment_magnitude_;
    return by_moment + k_.fixed_dt * uncertainty() * inverse;
  }

  // By what the float sums may miss the velocity gradient: their terms cancel, and the inverse of
  // a moment that is far from the unit makes more of it [Pa/s].
  double uncertainty() const {
    const Matrix inverse = inverse_or_unit(moment_);
    const double l = norm(product(gradient_, inverse));
    const double off = lost() * norm(inverse) * (gradient_magnitude_ + l * moment_magnitude_);
    return off * (2 * shear_modulus(k_) + 2 * norm(fields_.stress_of(i_)));
  }

 private:
  Matrix end_stress() const { return combined(1, fields_.stress_of(i_), k_.fixed_dt, rate()); }

  // Rounding of a float sum over so many terms, relative to their magnitudes.
  double lost() const { return 4 * std::sqrt(static_cast<double>(terms_)) * 0x1p-24; }

  const ParticleState& state_;
  const BodyFields& fields_;
  const WcsphConstants& k_;
  const OracleKernel& kernel_;
  std::size_t i_;
  Matrix gradient_{};  // of the velocity, before it is corrected [1/s]
  Matrix moment_{};
  double gradient_magnitude_ = 0, moment_magnitude_ = 0;
  std::uint64_t terms_ = 0;
};

// Places of the numbers of a matrix among arrays and fields.
struct Entry {
  const char* name;
  std::vector<std::array<std::size_t, 2>> places;  // row and column of each component
};

const Entry carried[] = {{"deviatoric-stress", {{0, 0}, {0, 1}, {0, 2}, {1, 1}}},
                         {"deviatoric-stress-yz", {{1, 2}}}};
const Entry acting[] = {{"acting-stress-xx", {{0, 0}, {0, 1}, {0, 2}, {1, 0}}},
                        {"acting-stress-yy", {{1, 1}, {1, 2}, {2, 0}, {2, 1}}},
                        {"acting-stress-zz", {{2, 2}}}};

void allocate(std::map<std::string, OracleQuantity>& quantities, std::span<const Entry> entries,
              std::size_t particles) {
  for (const Entry& entry : entries) {
    quantities[entry.name].values.resize(particles * entry.places.size());
    quantities[entry.name].uncertainty.resize(particles);
  }
}

void put(std::map<std::string, OracleQuantity>& quantities, std::span<const Entry> entries,
         std::size_t i, const Matrix& matrix, double uncertainty) {
  for (const Entry& entry : entries) {
    OracleQuantity& quantity = quantities.at(entry.name);
    const std::size_t components = entry.places.size();
    for (std::size_t k = 0; k < components; ++k)
      quantity.values[components * i + k] = matrix[entry.places[k][0]][entry.places[k][1]];
    quantity.uncertainty[i] = uncertainty;
  }
}

OracleQuantities elastic_strain(const ParticleState& state, const JudgedParticles& judged,
                                const WcsphConstants& constants, int threads,
                                const OracleKernel& kernel) {
  OracleQuantities made;
  allocate(made.rates, carried, state.size());
  allocate(made.arrays, acting, state.size());
  const BodyFields fields(state);
  const double radius = constants.influence_radius;
  over_judged_fluid(state, judged, radius, threads, [&](std::size_t i, auto&& around) {
    StrainTarget target(state, fields, constants, kernel, i);
    around([&](std::uint32_t j, const DoubleVector& x, double r2) { target.add(j, x, r2); });
    put(made.rates, carried, i, target.rate(), target.uncertainty());
    put(made.arrays, acting, i, target.acting(), target.acting_uncertainty());
  });
  return made;
}

// The arrays of the stress that acts, and the matter, of all particles.
class ActingMatter {
 public:
  ActingMatter(const ParticleState& state, const WcsphConstants& constants)
      : k_(constants), fields_(state), matter_(oracle_matter(state, constants, bodies)) {
    for (std::size_t k = 0; k < std::size(acting); ++k)
      stress_[k] = &state.fields.at(acting[k].name);
  }

  bool of_one_body(std::size_t i, std::size_t j) const { return fields_.of_one_body(i, j); }
  // (S - w p) / rho^2 as the passes before have left it [m^5/(kg s^2)].
  Matrix over_density2(std::size_t of) const {
    Matrix acts{};
    for (std::size_t e = 0; e < std::size(acting); ++e) {
      const auto& places = acting[e].places;
      for (std::size_t k = 0; k < places.size(); ++k)
        acts[places[k][0]][places[k][1]] = (*stress_[e])[places.size() * of + k];
    }
    const double density = k_.rest_density;
    return combined(1 / (density * density), acts, -weighted_pressure(of), unit());
  }
  // Returns what of a particle acts on another body: its pressure, pushing alone.
  Matrix push_of(std::size_t of) const {
    return combined(-std::max(weighted_pressure(of), 0.0), unit(), 0, unit());
  }

 private:
  // w p / rho^2.
  double weighted_pressure(std::size_t of) const {
    const double full = static_cast<double>(k_.rest_density) / k_.particle_mass;
    return full / fields_.rest_sum(of) * matter_[of].pressure_term;
  }

  const WcsphConstants& k_;
  BodyFields fields_;
  std::vector<OracleMatter> matter_;
  std::array<const std::vector<float>*, std::size(acting)> stress_;
};

// What the stress does to one particle.
class ElasticTarget {
 public:
  ElasticTarget(const ParticleState& state, const ActingMatter& matter,
                const WcsphConstants& constants, const OracleKernel& kernel, std::size_t i)
      : state_(state), matter_(matter), k_(constants), kernel_(kernel), i_(i) {}

  void add(std::uint32_t j, const DoubleVector& x, double r2) {
    if (!is_fluid(state_.identity[j])) return;
    const double h = k_.smoothing_length;
    const double approach = oracle_approach(state_, i_, j, x);
    const double viscous = -static_cast<double>(k_.artificial_viscosity) * k_.sound_speed * h *
                           std::min(approach, 0.0) / (k_.rest_density * (r2 + 0.01 * h * h));
    const bool inside = matter_.of_one_body(i_, j);
    const Matrix of_target = inside ? matter_.over_density2(i_) : matter_.push_of(i_);
    const Matrix of_source = inside ? matter_.over_density2(j) : matter_.push_of(j);
    const Matrix both = combined(1, of_target, 1, of_source);
    const Matrix all = combined(1, both, -viscous, unit());
    const double factor = k_.particle_mass * oracle_gradient_factor(kernel_, std::sqrt(r2), h);
    for (std::size_t row = 0; row < 3; ++row) {
      double along = 0;
      for (std::size_t column = 0; column < 3; ++column) along += all[row][column] * x[column];
      sum_[row] += factor * along;
    }
    magnitude_ +=
        std::abs(factor) * (norm(of_target) + norm(of_source) + std::abs(viscous)) * std::sqrt(r2);
  }

  DoubleVector acceleration() const {
    const DoubleVector push = planes().acceleration;
    return {sum_[0] + k_.gravity.x + push[0], sum_[1] + k_.gravity.y + push[1],
            sum_[2] + k_.gravity.z + push[2]};
  }
  double density_rate() const { return 0; }
  // Of forces that cancel inside a body, and of planes that rounding may switch on and off.
  double uncertainty() const { return 0x1p-22 * magnitude_ + planes().uncertainty; }

 private:
  OraclePlanes planes() const {
    return oracle_planes(k_.planes, state_.time, state_.position[i_], state_.velocity[i_]);
  }

  const ParticleState& state_;
  const ActingMatter& matter_;
  const WcsphConstants& k_;
  const OracleKernel& kernel_;
  std::size_t i_;
  DoubleVector sum_{};
  double magnitude_ = 0;
};

OracleRates elastic_rates(const ParticleState& state, const JudgedParticles& judged,
                          const WcsphConstants& constants, int threads,
                          const OracleKernel& kernel) {
  const ActingMatter matter(state, constants);
  return oracle_sums(
      state, judged, constants.influence_radius, bodies, threads,
      [&](std::size_t i) { return ElasticTarget(state, matter, constants, kernel, i); });
}

const RegisterOracle<DensityOracle> elastic_density("elastic", elastic_densities);
const RegisterOracle<PassOracle> elastic_density_pass("elastic/density", elastic_rest_sums);
const RegisterOracle<PassOracle> elastic_strain_pass("elastic/strain", elastic_strain);
const RegisterOracle<RatesOracle> elastic_forces("elastic", elastic_rates);

}  // namespace
}  // namespace sphlab
