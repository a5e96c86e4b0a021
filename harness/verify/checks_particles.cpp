#include "harness/verify/checks_particles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <utility>

#include "harness/scenarios/periodic_box.hpp"
#include "harness/verify/parallel_ranges.hpp"
#include "harness/verify/particle_places.hpp"

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

constexpr std::uint32_t no_identity = ~0u;  // its id is of no particle: there are fewer

/// Whether all identities have ids below table.size(), and enter(of_id, identity) is true of each,
/// where of_id stands at its id in the table. Several threads enter.
template <class Enter>
bool enter_identities(const std::vector<std::uint32_t>& identities,
                      std::vector<std::uint32_t>& table, Enter&& enter) {
  return true_of_ranges(identities.size(), [&](const HostRange& range) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const std::uint32_t id = id_of(identities[i]);
      if (id >= table.size()) return false;
      if (!enter(std::atomic_ref(table[id]), identities[i])) return false;
    }
    return true;
  });
}

/// Whether both hold the same identities, told in one pass over each by a table of ids, which are
/// numbers from zero. False also where ids are not, or two particles have the same: each place that
/// is filled is emptied once, and as many are filled as there are different ids.
bool same_identities(const std::vector<std::uint32_t>& found,
                     const std::vector<std::uint32_t>& expected) {
  using Place = std::atomic_ref<std::uint32_t>;
  if (found.size() != expected.size()) return false;
  std::vector<std::uint32_t> of_id(expected.size(), no_identity);
  const auto fill = [](Place place, std::uint32_t identity) {
    place.store(identity, std::memory_order_relaxed);
    return true;
  };
  const auto empty = [](Place place, std::uint32_t identity) {
    return place.exchange(no_identity, std::memory_order_relaxed) == identity;
  };
  return enter_identities(expected, of_id, fill) && enter_identities(found, of_id, empty);
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

Check particles_carried(const ParticleState& before, const ParticleState& after) {
  constexpr const char* name = "particles carried";
  Check conserved_ones = particles_conserved(after, before.identity);
  if (!conserved_ones.passed) return conserved_ones;
  const std::vector<std::uint32_t> from = places(after.identity, before.identity);
  const auto same = [](const auto& a, std::size_t i, const auto& b, std::size_t k,
                       std::size_t components) {
    return std::memcmp(&a[i * components], &b[k * components], components * sizeof(a[0])) == 0;
  };
  const FaultyParticles faulty = faulty_particles(after.size(), [&](std::size_t i) {
    const std::size_t k = from[i];
    const float4 carried = in_box(before.position[k], before.period);
    if (std::memcmp(&after.position[i], &carried, sizeof carried) != 0) return true;
    if (!same(after.velocity, i, before.velocity, k, 1)) return true;
    return std::any_of(before.fields.begin(), before.fields.end(), [&](const auto& field) {
      const std::size_t components = field.second.size() / before.size();
      return !same(after.fields.at(field.first), i, field.second, k, components);
    });
  });
  if (faulty.count == 0) return none_check(name, 0, "");
  return none_check(name, faulty.count,
                    particle_label(after, faulty.first) +
                        " has not the position, velocity, density or fields that it had");
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
  const FaultyParticles faulty = faulty_particles(state.size(), [&](std::size_t i) {
    return !finite(state.position[i]) || !finite(state.velocity[i]);
  });
  if (faulty.count == 0) return none_check("state finite", 0, "");
  return none_check(
      "state finite", faulty.count,
      particle_label(state, faulty.first) + " has a position or velocity that is not finite");
}

}  // namespace sphlab
