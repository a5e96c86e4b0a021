// Pairs of a stated cost (kernels/physics/stated_cost.cuh), as the harness knows them.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/scenarios/physics.hpp"
#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// What a pair reads at the least of a source: its position.
inline constexpr std::uint32_t position_bytes = 16;

/// Operations that a pair may take at most.
inline constexpr double most_flops_per_pair = 10000;

/// The physics of a pair that reads so many bytes of a source, or nullptr where there is none.
const PhysicsKind* stated_cost_of(std::uint32_t bytes_per_source);

/// Operations that a pair of the scenario takes, to which the stated number was rounded; nothing
/// where its physics is another.
std::optional<double> flops_of_stated_pair(const Scenario& scenario);

/// Fills the fields of such a physics with numbers from 1/2 to 3/2, which depend on a particle's id
/// and on their place; the fields of another are left to who gives them.
void fill_stated_fields(const PhysicsKind& kind, ParticleState& state);

}  // namespace sphlab
