#include "harness/scenarios/wcsph_reader.hpp"

#include <fmt/format.h>

#include <cmath>

#include "harness/error.hpp"
#include "harness/scenarios/mixture_reader.hpp"
#include "harness/scenarios/quantity.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// The numbers of one object of the document.
class Numbers {
 public:
  Numbers(const json& object, std::string place) : object_(object), place_(std::move(place)) {}

  float operator[](const char* key) const { return (*this)(scalar(object_, key), key); }
  /// A value derived from the one of `key`.
  float operator()(double value, const char* key) const {
    return to_float(value, fmt::format("{}.{}", place_, key));
  }
  const json& object() const { return object_; }
  const std::string& place() const { return place_; }

 private:
  const json& object_;
  std::string place_;
};

/// @param first what holds for both fluids where it is not said of the second one.
SecondFluidConstants read_second_fluid(const Numbers& numbers, double volume,
                                       const WcsphConstants& first) {
  const auto given = [&](const char* key, float otherwise) {
    return numbers.object().contains(key) ? numbers[key] : otherwise;
  };
  return {numbers(scalar(numbers.object(), "rest_density") * volume, "rest_density"),
          numbers["rest_density"], given("sound_speed", first.sound_speed),
          given("artificial_viscosity", first.artificial_viscosity), 0};
}

/// Speed of sound at rest of p = B ((rho/rho0)^gamma - 1) [m/s].
double sound_speed_of(const json& physics, double exponent) {
  return std::sqrt(exponent * scalar(physics, "stiffness") / scalar(physics, "rest_density"));
}

/// Paper E's kernels are told by their radius h, whatever keeps the fluid from being compressed.
void read_radius(const json& physics, const Numbers& number, double spacing,
                 WcsphConstants& constants) {
  constants.influence_radius = number(influence_ratio(physics) * spacing, "influence_ratio");
  constants.smoothing_length = constants.influence_radius;
  constants.polytropic_exponent = 7;
}

/// And its weakly compressible fluid by the stiffness B.
void read_summed(const json& physics, const Numbers& number, double spacing,
                 WcsphConstants& constants) {
  constexpr double exponent = 7;
  read_radius(physics, number, spacing, constants);
  constants.sound_speed = number(sound_speed_of(physics, exponent), "stiffness");
}

void read_smoothing(const json& physics, const Numbers& number, double spacing,
                    WcsphConstants& constants) {
  const double smoothing_length = scalar(physics, "smoothing_ratio") * spacing;
  constants.smoothing_length = number(smoothing_length, "smoothing_ratio");
  constants.influence_radius = number(kernel_radius * smoothing_length, "smoothing_ratio");
  constants.polytropic_exponent = 1;
}

void read_cole(const json& physics, const Numbers& number, double spacing,
               WcsphConstants& constants) {
  read_smoothing(physics, number, spacing, constants);
  constants.sound_speed = number["sound_speed"];
  constants.polytropic_exponent =
      physics.contains("polytropic_exponent") ? number["polytropic_exponent"] : 7;
}

/// What reads how the fluid is smoothed, and what its equation of state has.
auto reader_of(const json& physics) {
  if (physics.contains("stiffness")) return read_summed;
  if (physics.contains("influence_ratio")) return read_radius;
  return physics.contains("sound_speed") ? read_cole : read_smoothing;
}

RepetitionLimits read_repetition(const Numbers& numbers) {
  const auto times = [&](const char* key) { return numbers.object().at(key).get<std::uint32_t>(); };
  const RepetitionLimits limits{numbers["error"], times("least"), times("most")};
  if (limits.least <= limits.most) return limits;
  throw InputError(
      fmt::format("{}.least: {} times are more than the {} of \"most\". Lower it, or "
                  "raise \"most\".",
                  numbers.place(), limits.least, limits.most));
}

}  // namespace

double influence_ratio(const json& physics) {
  if (physics.contains("influence_ratio")) return scalar(physics, "influence_ratio");
  return kernel_radius * scalar(physics, "smoothing_ratio");
}

OwnConstants read_own_constants(const PhysicsKind& kind, const json& physics,
                                const std::string& place) {
  const Numbers number(physics, place);
  OwnConstants own{};
  for (std::uint32_t k = 0; k < kind.own_constant_count; ++k) {
    const ConstantDescription& constant = kind.own_constants[k];
    own.values[k] = physics.contains(constant.key) ? number[constant.key]
                                                   : number(constant.usual, constant.key);
  }
  return own;
}

WcsphConstants read_wcsph(const PhysicsKind& kind, const json& physics, double spacing,
                          const std::string& source) {
  const Numbers number(physics, source + ": physics");
  const double volume = spacing * spacing * spacing;
  WcsphConstants constants{};
  reader_of(physics)(physics, number, spacing, constants);
  constants.particle_mass =
      to_float(scalar(physics, "rest_density") * volume, source + ": mass of a particle");
  constants.rest_density = number["rest_density"];
  constants.own = read_own_constants(kind, physics, number.place());
  if (kind.questions.sound_speed != nullptr) {
    constants.sound_speed =
        number(kind.questions.sound_speed(&constants), kind.own_constants[0].key);
  }
  const auto where_given = [&](const char* key) {
    return physics.contains(key) ? number[key] : 0.0f;
  };
  constants.artificial_viscosity = where_given("artificial_viscosity");
  constants.dynamic_viscosity = where_given("dynamic_viscosity");
  constants.density_diffusion = where_given("density_diffusion");
  constants.gravity = to_float3(vector(physics, "gravity"), number.place() + ".gravity");
  if (physics.contains("wall_coefficient")) {
    constants.wall_coefficient = number["wall_coefficient"];
    constants.wall_distance =
        number(scalar(physics, "wall_distance_ratio") * spacing, "wall_distance_ratio");
  }
  if (physics.contains("tensile_correction")) {
    const Numbers shares(physics.at("tensile_correction"), number.place() + ".tensile_correction");
    constants.tensile = {shares["pressure_share"], shares["tension_share"]};
  }
  constants.holds_wall_density = physics.value("wall_density", "free") == "held" ? 1 : 0;
  if (physics.contains("surface_tension"))
    constants.surface = {number["surface_tension"], number["surface_threshold"]};
  if (physics.contains("drift")) {
    read_mixture(physics, volume, number.place(), constants);
  } else if (physics.contains("second_fluid")) {
    constants.second_fluid = read_second_fluid(
        Numbers(physics.at("second_fluid"), number.place() + ".second_fluid"), volume, constants);
  }
  if (physics.contains("repetition")) {
    constants.repetition =
        read_repetition(Numbers(physics.at("repetition"), number.place() + ".repetition"));
  }
  return constants;
}

}  // namespace sphlab
