#include "harness/scenarios/wcsph_reader.hpp"

#include <fmt/format.h>

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

SecondFluidConstants read_second_fluid(const Numbers& numbers, double volume) {
  return {numbers(scalar(numbers.object(), "rest_density") * volume, "rest_density"),
          numbers["rest_density"], numbers["sound_speed"], numbers["artificial_viscosity"]};
}

}  // namespace

WcsphConstants read_wcsph(const json& physics, double spacing, const std::string& source) {
  const Numbers number(physics, source + ": physics");
  const double smoothing_length = scalar(physics, "smoothing_ratio") * spacing;
  const double volume = spacing * spacing * spacing;
  WcsphConstants constants{};
  constants.smoothing_length = number(smoothing_length, "smoothing_ratio");
  constants.influence_radius = number(kernel_radius * smoothing_length, "smoothing_ratio");
  constants.particle_mass =
      to_float(scalar(physics, "rest_density") * volume, source + ": mass of a particle");
  constants.rest_density = number["rest_density"];
  constants.sound_speed = number["sound_speed"];
  constants.polytropic_exponent = number["polytropic_exponent"];
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
  if (physics.contains("second_fluid")) {
    constants.second_fluid = read_second_fluid(
        Numbers(physics.at("second_fluid"), number.place() + ".second_fluid"), volume);
  }
  return constants;
}

}  // namespace sphlab
