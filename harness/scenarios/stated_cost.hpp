// Pairs of a stated cost (kernels/physics/stated_cost.cuh), as the harness knows them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "harness/scenarios/physics.hpp"
#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// Physics of a stated cost, by the bytes that a pair reads of a source: first its position alone.
/// The first constant of each is the operations that a pair takes, with their limits.
std::map<std::uint32_t, const PhysicsKind*> stated_costs();

/// Operations that a pair of the scenario takes, to which the stated number was rounded; nothing
/// where its physics is another.
std::optional<double> flops_of_stated_pair(const Scenario& scenario);

/// Fills the fields of such a physics with numbers from 1/2 to 3/2, which depend on a particle's id
/// and on their place; the fields of another are left to who gives them.
void fill_stated_fields(const PhysicsKind& kind, ParticleState& state);

}  // namespace sphlab
