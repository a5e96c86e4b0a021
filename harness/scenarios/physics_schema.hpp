// The schema of scenarios with the physics that they may name, and the constants of each.
#pragma once

#include <string_view>

#include "harness/scenarios/json_document.hpp"
#include "harness/scenarios/physics.hpp"

namespace sphlab {

/// scenarios/scenario.schema.json and, of all_physics(), the names and what each adds to the
/// constants of its equations. Made again only where a pack has brought more. From one thread.
const JsonSchema& schema_of_scenarios();

/// Whether a physics shares a key of "physics" with those of the same equations.
bool is_shared_constant(const PhysicsKind& kind, std::string_view key);

}  // namespace sphlab
