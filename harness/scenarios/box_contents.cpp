#include "harness/scenarios/box_contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "harness/scenarios/quantity.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// The particles [first, last) of one box.
struct BoxOfParticles {
  std::size_t first, last;
};

void set_velocity(ParticleState& state, const BoxOfParticles& box, const float3& velocity) {
  for (std::size_t i = box.first; i < box.last; ++i) {
    state.velocity[i].x = velocity.x;
    state.velocity[i].y = velocity.y;
    state.velocity[i].z = velocity.z;
  }
}

/// Adds vortices of Taylor and Green, a wave of them along x and y. @param place of the box [m].
/// @param speed U [m/s].
void add_vortices(ParticleState& state, const BoxOfParticles& box, const Box& place, double speed) {
  const double k = 2 * std::numbers::pi / place.size[0];
  const double l = 2 * std::numbers::pi / place.size[1];
  for (std::size_t i = box.first; i < box.last; ++i) {
    const double x = k * (state.position[i].x - place.lower[0]);
    const double y = l * (state.position[i].y - place.lower[1]);
    state.velocity[i].x += static_cast<float>(speed * std::sin(x) * std::cos(y));
    state.velocity[i].y -= static_cast<float>(speed * k / l * std::cos(x) * std::sin(y));
  }
}

void set_field(ParticleState& state, const BoxOfParticles& box, const std::string& name,
               const std::vector<float>& components, const std::string& where) {
  std::vector<float>& field = state.fields[name];
  if (field.empty()) field.resize(state.size() * components.size());
  if (field.size() != state.size() * components.size()) {
    throw InputError(
        fmt::format("{}: has {} components here and {} in a box before it. Give every "
                    "box as many.",
                    where, components.size(), field.size() / state.size()));
  }
  for (std::size_t i = box.first; i < box.last; ++i)
    std::copy(components.begin(), components.end(),
              field.begin() + static_cast<std::ptrdiff_t>(i * components.size()));
}

void fill_box(ParticleState& state, const BoxOfParticles& box, const json& described,
              const std::string& where) {
  if (described.contains("velocity"))
    set_velocity(state, box, to_float3(vector(described, "velocity"), where + ".velocity"));
  if (described.contains("vortex"))
    add_vortices(state, box, {vector(described, "lower"), vector(described, "size")},
                 scalar(described.at("vortex"), "speed"));
  const json fields = described.value("fields", json::object());
  for (const auto& [name, values] : fields.items()) {
    const std::string place = fmt::format("{}.fields.{}", where, name);
    std::vector<float> components;
    for (const json& value : values) components.push_back(to_float(value.get<double>(), place));
    set_field(state, box, name, components, place);
  }
}

}  // namespace

void fill_boxes(ParticleState& state, std::size_t first, const std::vector<LatticeBox>& boxes,
                const json& described, const std::string& key, const std::string& source) {
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    const BoxOfParticles box{first, first + boxes[k].points()};
    fill_box(state, box, described.at(k), fmt::format("{}: {}[{}]", source, key, k));
    first = box.last;
  }
}

}  // namespace sphlab
