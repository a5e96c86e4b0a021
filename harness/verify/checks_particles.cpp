#include "harness/verify/checks_particles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sphlab {

namespace {

constexpr const char* conserved = "particles conserved";

std::string label(std::uint32_t identity) {
  return fmt::format("{} particle with id {}", type_name(type_of(identity)), id_of(identity));
}

bool finite(const float4& value) {
  return std::isfinite(value.x) && std::isfinite(value.y) && std::isfinite(value.z) &&
         std::isfinite(value.w);
}

/// Whether both hold the same identities, told in one pass over each by a table of ids, which are
/// numbers from zero. False also where ids are not, or two particles have the same.
bool same_identities(const std::vector<std::uint32_t>& found,
                     const std::vector<std::uint32_t>& expected) {
  constexpr std::uint32_t none = ~0u;  // the id of no particle: there are fewer
  if (found.size() != expected.size()) return false;
  std::vector<std::uint32_t> of_id(expected.size(), none);
  for (const std::uint32_t identity : expected) {
    if (id_of(identity) >= of_id.size()) return false;
    of_id[id_of(identity)] = identity;
  }
  for (const std::uint32_t identity : found) {
    if (id_of(identity) >= of_id.size() || of_id[id_of(identity)] != identity) return false;
    of_id[id_of(identity)] = none;
  }
  return true;
}

}  // namespace

Check particles_conserved(const ParticleState& state, const std::vector<std::uint32_t>& expected) {
  if (same_identities(state.identity, expected)) return none_check(conserved, 0, "");
  std::vector<std::uint32_t> found = state.identity;
  std::vector<std::uint32_t> wanted = expected;
  std::sort(found.begin(), found.end());
  std::sort(wanted.begin(), wanted.end());
  std::size_t faulty = 0;
  std::string first;
  const auto report = [&](std::uint32_t identity, const char* what) {
    if (faulty++ == 0) first = fmt::format("the {} {}", label(identity), what);
  };
  auto f = found.begin();
  auto w = wanted.begin();
  while (f != found.end() || w != wanted.end()) {
    if (w == wanted.end() || (f != found.end() && *f < *w)) {
      const bool again = f != found.begin() && *(f - 1) == *f;
      report(*f++, again ? "occurs more than once" : "does not belong to the run");
    } else if (f == found.end() || *w < *f) {
      report(*w++, "is missing");
    } else {
      ++f;
      ++w;
    }
  }
  return none_check(conserved, faulty, first);
}

Check none_lost(const ParticleState& state, std::size_t live) {
  const std::size_t lost = state.size() - std::min(live, state.size());
  if (lost == 0) return none_check("no particle lost", 0, "");
  const float4 p = state.position[live];
  return none_check("no particle lost", lost,
                    fmt::format("{} is outside the grid, at ({:g}, {:g}, {:g})",
                                particle_label(state, live), p.x, p.y, p.z));
}

Check state_finite(const ParticleState& state) {
  std::size_t faulty = 0;
  std::string first;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (finite(state.position[i]) && finite(state.velocity[i])) continue;
    if (faulty++ == 0)
      first = particle_label(state, i) + " has a position or velocity that is not finite";
  }
  return none_check("state finite", faulty, first);
}

}  // namespace sphlab
