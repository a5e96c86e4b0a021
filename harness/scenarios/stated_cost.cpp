#include "harness/scenarios/stated_cost.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace sphlab {
namespace {

/// From 1/2 to 3/2, of the finaliser of MurmurHash3.
float number_of(std::uint32_t id, std::uint32_t place) {
  std::uint32_t bits = 16 * id + place + 1;
  bits = (bits ^ bits >> 16) * 0x85ebca6bu;
  bits = (bits ^ bits >> 13) * 0xc2b2ae35u;
  return 0.5f + static_cast<float>((bits ^ bits >> 16) >> 8) / static_cast<float>(1 << 24);
}

bool is_stated(const PhysicsKind& kind) {
  return !kind.is_outside && std::string_view(kind.equations) == "stated-cost";
}

}  // namespace

std::map<std::uint32_t, const PhysicsKind*> stated_costs() {
  std::map<std::uint32_t, const PhysicsKind*> all;
  for (const PhysicsKind* kind : all_physics()) {
    if (!is_stated(*kind)) continue;
    std::uint32_t bytes = sizeof(float4);  // a position
    for (const FieldDescription& field : std::span(kind->fields, kind->field_count))
      bytes += field.components * static_cast<std::uint32_t>(sizeof(float));
    all[bytes] = kind;
  }
  return all;
}

std::optional<double> flops_of_stated_pair(const Scenario& scenario) {
  const PhysicsKind& kind = physics_kind(scenario.physics);
  if (!is_stated(kind)) return std::nullopt;
  double flops = 0;
  kind.questions.derived(
      scenario.constants().data,
      [](void* teller, const char*, const char*, double value) {
        *static_cast<double*>(teller) = value;
      },
      &flops);
  return flops;
}

void fill_stated_fields(const PhysicsKind& kind, ParticleState& state) {
  if (!is_stated(kind)) return;
  std::uint32_t first = 0;
  for (const FieldDescription& field : std::span(kind.fields, kind.field_count)) {
    std::vector<float>& values = state.fields[field.name];
    values.resize(state.size() * field.components);
    for (std::size_t k = 0; k < values.size(); ++k) {
      const auto place = static_cast<std::uint32_t>(k % field.components);
      values[k] = number_of(id_of(state.identity[k / field.components]), first + place);
    }
    first += field.components;
  }
}

}  // namespace sphlab
