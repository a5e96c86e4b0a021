#include "harness/verify/excerpt.hpp"

#include <utility>

#include "harness/verify/parallel_ranges.hpp"
#include "harness/verify/search_cells.hpp"

namespace sphlab {
namespace {

/// Whether each cell touches that of a judged particle.
std::vector<char> cells_around(const ParticleState& state, const JudgedParticles& judged,
                               const SearchCells& cells) {
  std::vector<char> near(cells.count());
  for (std::size_t k = 0; k < judged.count(); ++k)
    cells.visit_lines(state.position[judged[k]], [&](std::size_t first, std::size_t last) {
      for (std::size_t cell = first; cell <= last; ++cell) near[cell] = 1;
    });
  return near;
}

/// Indices of the live particles in these cells, which ascend.
std::vector<std::uint32_t> particles_in(const std::vector<char>& near, const ParticleState& state,
                                        std::size_t live, const SearchCells& cells) {
  struct Found {
    std::vector<std::uint32_t> indices;
    void merge(const Found& behind) {
      indices.insert(indices.end(), behind.indices.begin(), behind.indices.end());
    }
  };
  return merged_over_items<Found>(live,
                                  [&](Found& found, std::size_t i) {
                                    if (near[cells.cell_of(state.position[i])])
                                      found.indices.push_back(static_cast<std::uint32_t>(i));
                                  })
      .indices;
}

}  // namespace

ParticleState excerpt_of(const ParticleState& state, const std::vector<std::uint32_t>& places) {
  ParticleState some = gathered(state, places);
  some.excerpted = places;
  return some;
}

Excerpt excerpt_around(const ParticleState& state, const JudgedParticles& judged, double reach) {
  const SearchCells cells(state, judged.live(), reach);
  const std::vector<std::uint32_t> near =
      particles_in(cells_around(state, judged, cells), state, judged.live(), cells);
  Excerpt excerpt{excerpt_of(state, near), 0};
  const ParticleState& particles = excerpt.particles;
  std::vector<std::uint32_t> indices;
  std::size_t next = 0;
  for (std::size_t i = 0; i < particles.size() && next < judged.count(); ++i) {
    if (particles.excerpted[i] != judged[next]) continue;
    indices.push_back(static_cast<std::uint32_t>(i));
    ++next;
  }
  excerpt.judged = JudgedParticles::of(particles.size(), std::move(indices), judged.all());
  return excerpt;
}

}  // namespace sphlab
