#include "harness/scenarios/prediction_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "harness/error.hpp"
#include "harness/scenarios/influence.hpp"
#include "harness/scenarios/quantity.hpp"

namespace sphlab {
namespace {

double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// A neighbour of a point, and the gradients there of the kernels of Mueller, Charypar and Gross
/// (2003), over the way to it [1/m^5]: poly6, of which densities are made, and spiky, of which
/// forces are.
struct LatticeNeighbour {
  Vector at;  ///< [m]
  double of_density, of_force;
};

/// Calls use(neighbour) for each point of the lattice within the radius of another.
template <class Use>
void for_each_neighbour(double radius, double spacing, Use&& use) {
  const double poly6 = 945 / (32 * std::numbers::pi * std::pow(radius, 9));
  const double spiky = 45 / (std::numbers::pi * std::pow(radius, 6));
  const int reach = static_cast<int>(std::ceil(radius / spacing));
  for (int z = -reach; z <= reach; ++z) {
    for (int y = -reach; y <= reach; ++y) {
      for (int x = -reach; x <= reach; ++x) {
        const Vector at = {x * spacing, y * spacing, z * spacing};
        const double r = std::sqrt(dot(at, at));
        if (r == 0 || r >= radius) continue;
        use(LatticeNeighbour{at, poly6 * std::pow(radius * radius - r * r, 2),
                             spiky * std::pow(radius - r, 2) / r});
      }
    }
  }
}

/// sum grad W . grad W [1/m^8]; the sum of the gradients themselves is zero.
double products_of_gradients(double radius, double spacing) {
  double sum = 0;
  for_each_neighbour(radius, spacing, [&](const LatticeNeighbour& j) {
    sum += j.of_density * j.of_force * dot(j.at, j.at);
  });
  return sum;
}

/// What a wave of pressure along `wave` [1/m] changes the density by, as products_of_gradients().
double response_to_wave(double radius, double spacing, const Vector& wave) {
  Vector density{}, force{};
  for_each_neighbour(radius, spacing, [&](const LatticeNeighbour& j) {
    const double share = std::sin(dot(j.at, wave));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      density[axis] += j.of_density * share * j.at[axis];
      force[axis] += j.of_force * share * j.at[axis];
    }
  });
  return dot(density, force);
}

/// The particles at rest, as a scenario tells them.
struct Rest {
  double ratio;     ///< influence radius over the spacing
  double spacing;   ///< [m]
  const char* key;  ///< in "physics", that says how wide the radius is

  double radius() const { return ratio * spacing; }
};

void require_corrections_that_shrink(double relaxation, double response, const Rest& rest,
                                     const std::string& source) {
  const double growth = relaxation * response;
  if (growth < 2) return;
  throw InputError(fmt::format(
      "{}: physics.relaxation: {} of delta is {:.3g} times what a wave of pressure "
      "within {} spacings needs, and from 2 on corrections grow from one to the next. "
      "Choose less than {:.2g}, a smaller {}, or in its place \"wave_relaxation\", which fits "
      "every radius.",
      source, relaxation, growth, rest.ratio, 2 / response, rest.key));
}

const char* relaxation_key(const nlohmann::json& physics) {
  return physics.contains("wave_relaxation") ? "wave_relaxation" : "relaxation";
}

/// The part of delta by which pressures are corrected. The schema holds "wave_relaxation" below 2.
double relaxation_of(const nlohmann::json& physics, const Rest& rest, const std::string& source) {
  if (physics.contains("wave_relaxation") && physics.contains("relaxation")) {
    throw InputError(
        fmt::format("{}: physics: takes one of \"relaxation\" and \"wave_relaxation\", found both. "
                    "The first is a part of delta, the second of what a wave of pressure needs: "
                    "leave one out.",
                    source));
  }
  const double response = largest_response(rest.radius(), rest.spacing);
  if (physics.contains("wave_relaxation")) return scalar(physics, "wave_relaxation") / response;
  const double relaxation = physics.contains("relaxation") ? scalar(physics, "relaxation") : 1;
  require_corrections_that_shrink(relaxation, response, rest, source);
  return relaxation;
}

}  // namespace

double correcting_stiffness(double radius, double spacing, double step) {
  const double way = spacing * spacing * spacing * step;  // m dt / rho0
  return 1 / (2 * way * way * products_of_gradients(radius, spacing));
}

double largest_response(double radius, double spacing) {
  constexpr int lengths = 64;
  double largest = 0;
  for (const Vector& along : {Vector{1, 0, 0}, Vector{1, 1, 0}, Vector{1, 1, 1}}) {
    for (int k = 1; k <= lengths; ++k) {
      const double number = std::numbers::pi / spacing * k / lengths;
      const Vector wave = {number * along[0], number * along[1], number * along[2]};
      largest = std::max(largest, response_to_wave(radius, spacing, wave));
    }
  }
  return largest / (2 * products_of_gradients(radius, spacing));
}

PredictionConstants read_prediction(const nlohmann::json& physics, double spacing, double step,
                                    const std::string& source) {
  const Rest rest{scalar(physics, "influence_ratio"), spacing, radius_key(physics)};
  const double delta = correcting_stiffness(rest.radius(), rest.spacing, step);
  const double relaxation = relaxation_of(physics, rest, source);
  return {to_float(step, source + ": time_stepping.dt"),
          to_float(relaxation, fmt::format("{}: physics.{}", source, relaxation_key(physics))),
          to_float(relaxation * delta, fmt::format("{}: physics.{}: delta", source, rest.key))};
}

}  // namespace sphlab
