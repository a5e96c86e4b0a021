// The pair physics that packs from outside bring: known from the time that their packs are loaded.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/scenarios/physics.hpp"
#include "kernels/abi/formulation.hpp"

namespace sphlab {

/// Lets scenarios name a formulation of a pack. Where the name is known already, of the
/// laboratory's or another pack's, both descriptions must agree. To be called before scenarios are
/// read, from one thread; the formulation must live until the process ends. Returns why the
/// formulation cannot be used, "" when it can.
std::string add_outside_physics(const FormulationDescription& formulation);

/// Physics that were added, in their order.
std::vector<const PhysicsKind*> outside_physics();

/// Makes a T of all physics that are known, and makes it again where a pack has brought more. To be
/// called from one thread.
template <class T>
class MadeOfPhysics {
 public:
  explicit MadeOfPhysics(T (*make)()) : make_(make) {}

  /// Valid until a pack brings more.
  const T& get() {
    const std::size_t known = outside_physics().size();
    if (!made_ || known_ != known) made_.emplace(make_());
    known_ = known;
    return *made_;
  }

 private:
  T (*make_)();
  std::size_t known_ = 0;
  std::optional<T> made_;
};

}  // namespace sphlab
