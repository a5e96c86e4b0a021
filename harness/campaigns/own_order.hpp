// Brings the particles of a state into the order in memory that a contender's own rebuilds leave.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/measure/settled_order.hpp"
#include "harness/stepping/saved_state.hpp"
#include "harness/stepping/simulation.hpp"

namespace sphlab {

/// A state with its particles in the order that steps of a variant have left.
struct OwnOrder {
  std::uint64_t steps = 0;  ///< that it took
  bool steady = false;      ///< whether order and time changed no more at the end of them
  SavedState state;         ///< the same particles, on the device where they fit
};

/// Returns the same particles in the order of `identities`. Throws std::invalid_argument where
/// these are not the particles of the state.
ParticleState in_order_of(const ParticleState& state, const std::vector<std::uint32_t>& identities);

/// Brings the particles of a state into the order in which settle_order() leaves them; where not
/// even a group of cycles goes well, leaves them in theirs. Throws as it does, and OutOfMemory.
OwnOrder own_order(Runtime& runtime, Simulation& simulation, const SavedState& state,
                   std::uint64_t most_cycles);

/// Makes the order of a record again, which so many steps in whole cycles leave. Throws as
/// advance_cycles().
SavedState order_after(Runtime& runtime, Simulation& simulation, const SavedState& state,
                       std::uint64_t steps);

/// Keeps the own orders of a state. Simulations whose rebuilds sort alike share one, so that they
/// are compared on the same particles in the same places, and at less cost.
class OwnOrders {
 public:
  /// Returns the own_order() of the first simulation that sorts alike. @param state the same for
  /// all until forget().
  std::shared_ptr<const OwnOrder> of(Runtime& runtime, Simulation& simulation,
                                     const SavedState& state, std::uint64_t most_cycles);
  /// Finds one that is there already; nullptr: there is none.
  std::shared_ptr<const OwnOrder> find(const Simulation& simulation) const;
  void forget() { orders_.clear(); }

 private:
  std::map<std::string, std::shared_ptr<const OwnOrder>> orders_;  ///< by what decides on them
};

}  // namespace sphlab
