#include "harness/scenarios/mixture_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/error.hpp"
#include "harness/scenarios/quantity.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// As a file writes them: 0.3 and 0.7 are 1 to the rounding of a double.
constexpr double sum_rounding = 1e-9;

void require_phases(const std::vector<double>& volumes, const std::string& where) {
  if (volumes.size() != 2) {
    throw InputError(fmt::format(
        "{}: has {} numbers. Give two, the volumes of the first and of the second phase.", where,
        volumes.size()));
  }
  if (std::min(volumes[0], volumes[1]) < 0) {
    throw InputError(fmt::format("{}: {} is below 0. Give volumes from 0 to 1.", where,
                                 std::min(volumes[0], volumes[1])));
  }
  if (std::abs(volumes[0] + volumes[1] - 1) > sum_rounding) {
    throw InputError(fmt::format("{}: {} and {} are {} together. Give volumes that are 1 together.",
                                 where, volumes[0], volumes[1], volumes[0] + volumes[1]));
  }
}

}  // namespace

void read_mixture(const json& physics, double volume, const std::string& place,
                  WcsphConstants& constants) {
  const auto number = [&](const json& object, const std::string& within, const char* key) {
    return to_float(scalar(object, key), fmt::format("{}.{}.{}", place, within, key));
  };
  const json& second = physics.at("second_fluid");
  const double density = scalar(second, "rest_density");
  const double sound_speed =
      std::sqrt(constants.polytropic_exponent * scalar(physics, "stiffness") / density);
  constants.second_fluid = {
      to_float(density * volume, place + ".second_fluid.rest_density"),
      number(second, "second_fluid", "rest_density"),
      to_float(sound_speed, place + ".stiffness"),
      0,
      number(second, "second_fluid", "dynamic_viscosity"),
  };
  const json& drift = physics.at("drift");
  constants.drift = {number(drift, "drift", "mobility"), number(drift, "drift", "diffusivity")};
}

void require_phase_volumes(const json& boxes, const std::string& source) {
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    const std::string where = fmt::format("{}: geometry.fluid[{}].fields.phase-volumes", source, k);
    const json fields = boxes.at(k).value("fields", json::object());
    if (!fields.contains("phase-volumes")) {
      throw InputError(fmt::format(
          "{}: missing. Give the volumes of the first and of the second phase over that of a "
          "particle, 1 together.",
          where));
    }
    require_phases(fields.at("phase-volumes").get<std::vector<double>>(), where);
  }
}

double longest_diffusive_step(const WcsphConstants& c) {
  const double first = c.dynamic_viscosity / c.rest_density;
  const double second = c.second_fluid.dynamic_viscosity / c.second_fluid.rest_density;
  const double h = c.smoothing_length;
  const double fastest = std::max({first, second, static_cast<double>(c.drift.diffusivity)});
  return h * h / (8 * fastest);
}

}  // namespace sphlab
