// The pair physics that packs from outside bring: known from the time that their packs are loaded.
#pragma once

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

/// Those that were added, in the order in which they were.
std::vector<const PhysicsKind*> outside_physics();

}  // namespace sphlab
