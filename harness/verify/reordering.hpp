// Particles that were judged before, in another order: what was computed of them holds for both.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "harness/verify/checks_state.hpp"
#include "harness/verify/gathered.hpp"
#include "harness/verify/judged_particles.hpp"

namespace sphlab {

/// Where each particle of a state stands in an earlier one. Both are sound: each identity is there
/// once.
class Reordering {
 public:
  /// nullopt unless both have the same particles in the same places, to the last bit, and as many
  /// lost ones. @param live of both states.
  static std::optional<Reordering> between(const SortedState& earlier, std::size_t earlier_live,
                                           const SortedState& state, std::size_t live);

  /// Whether velocities, densities, fields and stored pressure terms are the same, too: summed
  /// densities differ by the rounding of each variant.
  bool same_matter() const { return same_matter_; }
  /// Whether each particle lies in the same cell of the same grid.
  bool same_cells() const { return same_cells_; }

  /// @param values one of each particle of the earlier state, or none at all. Returns them in the
  /// order of this one.
  template <class T>
  std::vector<T> operator()(const std::vector<T>& values) const {
    return gathered(values, from_);
  }

  /// The same particles in this order.
  JudgedParticles operator()(const JudgedParticles& judged) const;

 private:
  std::vector<std::uint32_t> from_;  ///< place in the earlier state
  bool same_matter_ = false, same_cells_ = false;
};

}  // namespace sphlab
