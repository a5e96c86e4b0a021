#include "harness/verify/checks_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "harness/verify/double_vector.hpp"

namespace sphlab {

namespace {

std::map<std::uint32_t, float4> body_positions(const ParticleState& state) {
  std::map<std::uint32_t, float4> positions;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (type_of(state.identity[i]) == ParticleType::body)
      positions[state.identity[i]] = state.position[i];
  }
  return positions;
}

}  // namespace

Check body_rigid(const ParticleState& state, const ParticleState& initial) {
  const std::map<std::uint32_t, float4> began = body_positions(initial);
  std::optional<DoubleVector> moved;
  std::size_t faulty = 0;
  std::string first;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (type_of(state.identity[i]) != ParticleType::body) continue;
    const auto start = began.find(state.identity[i]);
    if (start == began.end()) continue;
    const DoubleVector here = difference(state.position[i], start->second);
    if (!moved) moved = here;
    if (here == *moved) continue;
    if (faulty++ > 0) continue;
    first = fmt::format(
        "{} has moved by ({:.9g}, {:.9g}, {:.9g}) m, the body by ({:.9g}, {:.9g}, {:.9g}) m",
        particle_label(state, i), here[0], here[1], here[2], (*moved)[0], (*moved)[1], (*moved)[2]);
  }
  return none_check("body rigid", faulty, first);
}

}  // namespace sphlab
