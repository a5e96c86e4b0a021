#include "harness/verify/oracle_potential.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/oracle_search.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

namespace {

double lennard_jones(double r2, const LjPotentialConstants& k) {
  const double ratio2 =
      static_cast<double>(k.zero_radius) * k.zero_radius / (r2 + static_cast<double>(k.softening));
  const double ratio6 = ratio2 * ratio2 * ratio2;
  return 4 * static_cast<double>(k.well_depth) * (ratio6 * ratio6 - ratio6);
}

// Where 75 steps of 1/128 towards the depth of the well end, in closed form.
double drawn_to_the_well(double potential, const LjPotentialConstants& k) {
  const double depth = k.well_depth;
  return depth + (potential - depth) * std::pow(127.0 / 128, 75);
}

double term_value(PotentialTerm term, double dx, double dy, double dz, double r2,
                  const LjPotentialConstants& constants) {
  switch (term) {
    case PotentialTerm::position_sum:
      return dx + dy + dz;
    case PotentialTerm::lennard_jones:
      return lennard_jones(r2, constants);
    case PotentialTerm::heavy_lennard_jones:
      return drawn_to_the_well(lennard_jones(r2, constants), constants);
  }
  return std::nan("");
}

// The terms of one particle.
struct TermSum {
  double value = 0;
  double magnitude = 0;
  std::uint64_t count = 0;

  void add(double term) {
    value += term;
    magnitude += std::abs(term);
    ++count;
  }
  double rounding() const { return static_cast<double>(count) * std::ldexp(magnitude, -24); }
};

// Returns the number of its terms.
std::uint64_t put(std::size_t i, const TermSum& sum, OraclePotential& potential) {
  potential.value[i] = sum.value;
  potential.rounding[i] = sum.rounding();
  return sum.count;
}

// Cells along one axis that touch `cell`.
struct Touching {
  Touching(std::uint32_t cell, std::uint32_t cells)
      : first(cell > 0 ? cell - 1 : 0), last(std::min(cell + 1, cells - 1)) {}
  std::uint32_t first, last;
};

// Calls visit(j) for every particle of the cells that touch the cell `key`.
template <class Visit>
void visit_touching(const std::vector<std::uint32_t>& cell_begin, const Grid& grid,
                    std::uint32_t key, Visit&& visit) {
  const Touching x(key % grid.cells.x, grid.cells.x);
  const Touching y(key / grid.cells.x % grid.cells.y, grid.cells.y);
  const Touching z(key / grid.cells.x / grid.cells.y, grid.cells.z);
  for (std::uint32_t layer = z.first; layer <= z.last; ++layer) {
    for (std::uint32_t row = y.first; row <= y.last; ++row) {
      for (std::uint32_t column = x.first; column <= x.last; ++column) {
        const std::uint32_t cell = (layer * grid.cells.y + row) * grid.cells.x + column;
        for (std::uint32_t j = cell_begin[cell]; j < cell_begin[cell + 1]; ++j) visit(j);
      }
    }
  }
}

}  // namespace

std::optional<PotentialPhysics> potential_physics(const std::string& name) {
  static const std::map<std::string, PotentialPhysics> known = {
      {"position-sum", {PotentialTerm::position_sum, true}},
      {"position-sum-uncut", {PotentialTerm::position_sum, false}},
      {"lj-potential", {PotentialTerm::lennard_jones, true}},
      {"lj-potential-periodic", {PotentialTerm::lennard_jones, true}},
      {"lj-potential-uncut", {PotentialTerm::lennard_jones, false}},
      {"lj-potential-168", {PotentialTerm::heavy_lennard_jones, true}},
      {"lj-potential-168-uncut", {PotentialTerm::heavy_lennard_jones, false}},
  };
  const auto found = known.find(name);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

OraclePotential zero_potential(std::size_t particles) {
  OraclePotential potential;
  resize_touched(potential.value, particles);
  resize_touched(potential.borderline, particles);
  resize_touched(potential.rounding, particles);
  return potential;
}

OraclePotential oracle_potential(const ParticleState& state, const JudgedParticles& judged,
                                 const LjPotentialConstants& constants, TypeMask targets,
                                 PotentialTerm term) {
  OraclePotential potential = zero_potential(state.size());
  const CellSearch search(state, judged, borderline_reach(constants.cutoff, state.period));
  const double cutoff2 = static_cast<double>(constants.cutoff) * constants.cutoff;
  const double band = borderline_width(constants.cutoff, state.period);
  std::uint64_t pairs = 0;
#pragma omp parallel for num_threads(all_threads()) schedule(dynamic, targets_at_a_time) \
    reduction(+ : pairs)
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    if ((mask_of(type_of(state.identity[i])) & targets) == 0) continue;
    TermSum sum;
    search.visit(i, [&](std::uint32_t, double dx, double dy, double dz, double r2) {
      const double value = term_value(term, dx, dy, dz, r2, constants);
      if (std::abs(r2 - cutoff2) <= band) potential.borderline[i] += std::abs(value);
      if (r2 < cutoff2) sum.add(value);
    });
    pairs += put(i, sum, potential);
  }
  stop_if_requested();
  potential.accepted_pairs = judged.over_all(pairs);
  return potential;
}

OraclePotential oracle_potential_uncut(const ParticleState& state, const JudgedParticles& judged,
                                       const std::vector<std::uint32_t>& cell_begin,
                                       const Grid& grid, const LjPotentialConstants& constants,
                                       TypeMask targets, PotentialTerm term) {
  OraclePotential potential = zero_potential(state.size());
  const auto cells_end = cell_begin.begin() + grid.count + 1;
  std::uint64_t pairs = 0;
#pragma omp parallel for num_threads(all_threads()) schedule(dynamic, targets_at_a_time) \
    reduction(+ : pairs)
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    if (stop_requested() || (mask_of(type_of(state.identity[i])) & targets) == 0) continue;
    const auto behind = std::upper_bound(cell_begin.begin(), cells_end, i);
    TermSum sum;
    visit_touching(cell_begin, grid, static_cast<std::uint32_t>(behind - cell_begin.begin() - 1),
                   [&](std::uint32_t j) {
                     if (j == i) return;
                     const DoubleVector d = difference(state.position[i], state.position[j]);
                     const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
                     sum.add(term_value(term, d[0], d[1], d[2], r2, constants));
                   });
    pairs += put(i, sum, potential);
  }
  stop_if_requested();
  potential.accepted_pairs = judged.over_all(pairs);
  return potential;
}

}  // namespace sphlab
