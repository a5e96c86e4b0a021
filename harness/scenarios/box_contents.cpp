#include "harness/scenarios/box_contents.hpp"

#include <fmt/format.h>

#include <algorithm>

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
