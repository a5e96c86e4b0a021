#include "harness/verify/reordering.hpp"

#include <algorithm>
#include <cstring>

#include "harness/verify/parallel_ranges.hpp"
#include "harness/verify/particle_places.hpp"
#include "harness/verify/same_bits.hpp"

namespace sphlab {
namespace {

template <class T>
bool same_at(const std::vector<T>& a, std::size_t i, const std::vector<T>& b, std::size_t j,
             std::size_t components = 1) {
  return std::memcmp(&a[i * components], &b[j * components], components * sizeof(T)) == 0;
}

/// Compares particle i of a state with particle j of another one.
struct Pair {
  const SortedState &state, &earlier;

  bool same_place(std::size_t i, std::size_t j) const {
    const ParticleState& a = state.particles;
    const ParticleState& b = earlier.particles;
    return a.identity[i] == b.identity[j] &&
           std::memcmp(&a.position[i], &b.position[j], 3 * sizeof(float)) == 0;
  }
  bool same_matter(std::size_t i, std::size_t j) const {
    const ParticleState& a = state.particles;
    const ParticleState& b = earlier.particles;
    if (!same_at(a.position, i, b.position, j) || !same_at(a.velocity, i, b.velocity, j))
      return false;
    for (auto own = a.fields.begin(), other = b.fields.begin(); own != a.fields.end();
         ++own, ++other) {
      if (!same_at(own->second, i, other->second, j, own->second.size() / a.size())) return false;
    }
    return true;
  }
};

bool same_names(const ParticleFields& a, const ParticleFields& b) {
  const auto same = [](const auto& one, const auto& other) {
    return one.first == other.first && one.second.size() == other.second.size();
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

}  // namespace

std::optional<Reordering> Reordering::between(const SortedState& earlier, std::size_t earlier_live,
                                              const SortedState& state, std::size_t live) {
  const ParticleState& particles = state.particles;
  if (earlier.particles.size() != particles.size() || earlier_live != live) return std::nullopt;
  Reordering found;
  found.from_ = places(particles.identity, earlier.particles.identity);
  const std::vector<std::uint32_t>& from = found.from_;
  const Pair pair{state, earlier};
  const auto all = [&](const auto& holds) {
    return true_of_ranges(particles.size(), [&](const HostRange& range) {
      for (std::size_t i = range.begin; i < range.end; ++i) {
        if (!holds(i, from[i])) return false;
      }
      return true;
    });
  };
  const bool same = all([&](std::size_t i, std::size_t j) {
    return (i < live) == (j < live) && pair.same_place(i, j);
  });
  if (!same) return std::nullopt;
  found.same_matter_ = particles.time == earlier.particles.time &&
                       same_names(particles.fields, earlier.particles.fields) &&
                       all([&](std::size_t i, std::size_t j) { return pair.same_matter(i, j); });
  found.same_cells_ =
      state.order == earlier.order && sphlab::same_cells(state.grid, earlier.grid) &&
      all([&](std::size_t i, std::size_t j) { return state.keys[i] == earlier.keys[j]; });
  return found;
}

JudgedParticles Reordering::operator()(const JudgedParticles& judged) const {
  if (!judged.is_sample()) return judged;
  auto is_judged = touched_vector<char>(from_.size());
  over_items(judged.count(), [&](std::size_t k) { is_judged[judged[k]] = 1; });
  std::vector<std::uint32_t> indices;
  indices.reserve(judged.count());
  for (std::size_t i = 0; i < from_.size(); ++i) {
    if (is_judged[from_[i]]) indices.push_back(static_cast<std::uint32_t>(i));
  }
  return JudgedParticles::of(judged.live(), std::move(indices), judged.all());
}

}  // namespace sphlab
