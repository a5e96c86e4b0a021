#include "harness/scenarios/derived_numbers.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "harness/error.hpp"
#include "harness/scenarios/influence.hpp"
#include "harness/scenarios/lattice.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/scenarios/quantity.hpp"
#include "harness/scenarios/run_length.hpp"
#include "harness/scenarios/scenario.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// A number that kernels derive, and the key of "physics" that it depends on most.
struct DerivedNumber {
  std::string key;
  const char* what;
  double value;
  bool may_vanish = false;  ///< and nothing is lost by it
};
using DerivedNumbers = std::vector<DerivedNumber>;

void add_sound(const FluidConstants& fluid, double length, const std::string& key,
               DerivedNumbers& numbers) {
  if (!(fluid.sound_speed > 0)) return;
  const double squared = fluid.sound_speed * fluid.sound_speed;
  numbers.push_back({key, "the square of the speed of sound", squared});
  numbers.push_back({key, "the pressure of a fluid twice as dense", squared * fluid.rest_density});
  numbers.push_back({key, "the square of the speed of sound over the density",
                     squared / (7 * fluid.rest_density)});
  numbers.push_back({key, "the square of the acceleration that pressures bring about",
                     std::pow(squared / length, 2), true});
}

void add_fluid(const FluidConstants& fluid, const WcsphConstants& c, const std::string& within,
               DerivedNumbers& numbers) {
  const double h = c.smoothing_length;
  const double density = fluid.rest_density;
  const double viscosity = fluid.artificial_viscosity * h * fluid.sound_speed;
  const double diffusion = c.density_diffusion * h * fluid.sound_speed;
  numbers.push_back({within + "rest_density", "the square of the density", density * density});
  numbers.push_back(
      {within + "rest_density", "the inverse square of the density", 1 / (density * density)});
  numbers.push_back(
      {within + "artificial_viscosity", "the viscosity over the density", viscosity / density});
  numbers.push_back(
      {within + "artificial_viscosity", "the viscosity times the density", viscosity * density});
  numbers.push_back({"density_diffusion", "the diffusivity of the density", diffusion});
}

/// Gradients of smoothing kernels, of paper E's where the smoothing length is the radius itself.
void add_kernels(const WcsphConstants& c, const char* radius, DerivedNumbers& numbers) {
  const double h = c.smoothing_length;
  const double mass = c.particle_mass;
  const double density = c.rest_density;
  numbers.push_back({radius, "the square of the influence radius",
                     std::pow(static_cast<double>(c.influence_radius), 2)});
  if (c.smoothing_length < c.influence_radius) {
    const double gradient = 105 / (16 * std::numbers::pi * std::pow(h, 5));
    numbers.push_back({radius, "the gradient of the smoothing kernel", mass * gradient});
    numbers.push_back({radius, "that gradient over the density", mass / density * gradient});
    return;
  }
  const double poly6 = 315 / (64 * std::numbers::pi * std::pow(h, 9));
  const double spiky = 45 / (std::numbers::pi * std::pow(h, 6));
  numbers.push_back({radius, "the gradient of kernel poly6", 6 * mass / density * poly6});
  numbers.push_back({radius, "the gradient of kernel spiky", mass * spiky});
  numbers.push_back({radius, "that gradient over the density", mass / density * spiky});
  numbers.push_back(
      {"surface_tension", "the curvature that it acts by",
       static_cast<double>(c.surface.tension) * mass * 24 * poly6 / std::pow(density, 3)});
}

void add_others(const WcsphConstants& c, DerivedNumbers& numbers) {
  const double density = c.rest_density;
  const double reach = c.wall_distance;
  const double gravity = std::hypot(c.gravity.x, c.gravity.y, c.gravity.z);
  numbers.push_back({"gravity", "its square", gravity * gravity, true});
  numbers.push_back({"dynamic_viscosity", "the viscosity over the square of the density",
                     10 * static_cast<double>(c.dynamic_viscosity) / (density * density)});
  numbers.push_back({"drift.mobility", "the mobility times the square of the density",
                     static_cast<double>(c.drift.mobility) * density * density});
  numbers.push_back({"plane_stiffness", "the square of the acceleration one radius behind a plane",
                     std::pow(static_cast<double>(c.planes.stiffness) * c.influence_radius, 2),
                     true});
  if (reach == 0) return;
  numbers.push_back({"wall_distance_ratio", "the square of the walls' reach", reach * reach});
  const double coefficient = c.wall_coefficient;
  numbers.push_back({"wall_coefficient", "the coefficient over the square of the walls' reach",
                     coefficient / (reach * reach)});
  numbers.push_back({"wall_coefficient", "the square of the acceleration at half the walls' reach",
                     std::pow(std::pow(2, 13) * coefficient / reach, 2), true});
}

/// The key that says how stiff the fluid is.
std::string sound_key(const PhysicsKind& kind, const json& physics) {
  if (kind.questions.sound_speed != nullptr) return kind.own_constants[0].key;
  return physics.contains("stiffness") ? "stiffness" : "sound_speed";
}

/// Adds the numbers that a formulation derives from constants of its own.
void add_own(const PhysicsKind& kind, const void* constants, DerivedNumbers& numbers) {
  if (kind.questions.derived == nullptr) return;
  kind.questions.derived(
      constants,
      [](void* teller, const char* key, const char* what, double value) {
        static_cast<DerivedNumbers*>(teller)->push_back({key, what, value});
      },
      &numbers);
}

DerivedNumbers numbers_of(const PhysicsKind& kind, const WcsphConstants& c, const json& physics) {
  DerivedNumbers numbers;
  add_kernels(c, radius_key(physics), numbers);
  for (const ParticleType type : {ParticleType::fluid, ParticleType::second_fluid}) {
    const FluidConstants fluid = fluid_constants(c, type);
    if (fluid.rest_density == 0) continue;
    const bool is_second = type == ParticleType::second_fluid;
    const std::string within = is_second ? "second_fluid." : "";
    const std::string key = sound_key(kind, physics);
    add_sound(fluid, c.smoothing_length, key == "sound_speed" ? within + key : key, numbers);
    add_fluid(fluid, c, within, numbers);
  }
  add_others(c, numbers);
  return numbers;
}

DerivedNumbers numbers_of(const LjPotentialConstants& c, const json& physics) {
  const double radius2 = std::pow(static_cast<double>(c.cutoff), 2);
  const double zero2 = std::pow(static_cast<double>(c.zero_radius), 2);
  const double softening = c.softening;
  const double energy = 4 * static_cast<double>(c.well_depth);
  DerivedNumbers numbers = {{"cutoff", "its square", radius2},
                            {"cutoff", "its inverse square", 1 / radius2}};
  if (!physics.contains("well_depth")) return numbers;
  numbers.insert(numbers.end(), {
                                    {"zero_radius", "its square", zero2},
                                    {"zero_radius", "the potential at the cutoff",
                                     energy * std::pow(zero2 / (radius2 + softening), 3)},
                                    {"well_depth", "four of them", energy},
                                });
  if (softening > 0) {
    numbers.push_back({"softening", "the potential of two particles in one place",
                       energy * std::pow(zero2 / softening, 6), true});
  }
  return numbers;
}

void require_potential(const LjPotentialConstants& c, const std::string& place) {
  if (c.zero_radius >= c.cutoff) {
    throw InputError(fmt::format(
        "{}.zero_radius: the potential is cut off at {} m, before it is zero at {} m: it would "
        "attract nothing. Choose less than the cutoff.",
        place, c.cutoff, c.zero_radius));
  }
  const double rounding = std::numeric_limits<float>::epsilon();
  if (std::pow(static_cast<double>(c.cutoff), 2) > rounding * static_cast<double>(c.softening))
    return;
  throw InputError(fmt::format(
      "{}.softening: beside {} m^2, single precision loses all squared distances, of up to {} m^2: "
      "every pair would have one potential. Choose less.",
      place, c.softening, c.cutoff * c.cutoff));
}

/// Places of planes are as precise as those of particles are to be.
void require_precise_planes(const PenaltyPlanes& planes, double spacing,
                            const std::string& source) {
  const double unit = min_steps_per_spacing * std::numeric_limits<float>::epsilon();
  for (std::uint32_t k = 0; k < planes.count; ++k) {
    const double farthest = std::abs(static_cast<double>(planes.plane[k].w)) +
                            std::abs(static_cast<double>(planes.stroke[k]));
    if (unit * farthest <= spacing) continue;
    throw InputError(fmt::format(
        "{}: geometry.planes[{}]: single precision does not resolve a spacing of {:.6g} m at "
        "{:.6g} m from the origin, where the plane is or swings to. Bring it nearer.",
        source, k, spacing, farthest));
  }
  if (unit * std::abs(static_cast<double>(planes.phase)) <= 1) return;
  throw InputError(fmt::format(
      "{}: geometry.planes: motion.phase: of {} periods single precision loses the parts. Choose "
      "from 0 to 1.",
      source, planes.phase));
}

/// What swings more than once in two steps is where it is by chance.
void require_seen_swing(const Scenario& scenario, const std::string& source) {
  const double frequency = scenario.wcsph.planes.frequency;
  const double step = longest_step(scenario);
  if (2 * step * frequency <= 1) return;
  throw InputError(
      fmt::format("{}: geometry.planes: motion.period: {:.3g} s are less than two steps of {:.3g} "
                  "s, which would "
                  "see no swing. Swing more slowly, or take shorter steps.",
                  source, 1 / frequency, step));
}

}  // namespace

void require_derived_numbers(const Scenario& scenario, const json& physics,
                             const std::string& source) {
  const PhysicsKind& kind = physics_kind(scenario.physics);
  const bool is_potential = kind.is_potential();
  const std::string place = source + ": physics";
  DerivedNumbers numbers = is_potential ? numbers_of(scenario.lj_potential, physics)
                                        : numbers_of(kind, scenario.wcsph, physics);
  add_own(kind, scenario.constants().data, numbers);
  for (const DerivedNumber& number : numbers) {
    if (fits_single_precision(number.value)) continue;
    const bool vanishes = std::abs(number.value) < 1;
    if (vanishes && number.may_vanish) continue;
    throw InputError(
        fmt::format("{}.{}: {} comes to {:.3g}, which {} in single precision. Choose a {} value.",
                    place, number.key, number.what, number.value,
                    vanishes ? "vanishes" : "overflows", vanishes ? "larger" : "smaller"));
  }
  if (is_potential) return require_potential(scenario.lj_potential, place);
  require_precise_planes(scenario.wcsph.planes, scenario.spacing, source);
  require_seen_swing(scenario, source);
}

}  // namespace sphlab
