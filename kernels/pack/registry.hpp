// How a strategy enters its pack: one line at the end of its file.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/pack/abi.hpp"
#include "kernels/physics/type_list.hpp"

namespace sphlab {

/// The strategies registered so far, in no particular order. Owned by the pack.
std::vector<Strategy>& registered_strategies();

/// Registers one strategy. Called by static initialisers; returns true so that they have a value.
bool register_strategy(const Strategy& strategy);

/// Why this pack cannot run on this machine, or nullptr. Defined once a pack kind.
const char* pack_unusable();

/// Blocks of `block` threads that cover `items`.
constexpr unsigned blocks_for(std::uint32_t items, unsigned block) {
  return (items + block - 1) / block;
}

/// The block sizes that a strategy with one thread an item is swept over.
inline constexpr std::uint32_t block_sizes[] = {64, 128, 256};
inline constexpr TuningParameter block_parameter[] = {{"block", block_sizes, 3, 128}};

/// Registers a stage that has neither pairs nor tuning but its block size. `Stage` provides stage,
/// name, work, launch(arguments, tuning, stream) and attributes(tuning, out).
template <class Stage>
bool register_stage() {
  return register_strategy({Stage::stage, Stage::name, "", false, block_parameter, 1, Stage::work,
                            &Stage::launch, &Stage::attributes});
}

namespace detail {
template <class Traversal, class... Physics>
bool register_traversal(TypeList<Physics...>) {
  return (
      register_strategy({"forces", Traversal::name, Physics::name, Traversal::needs_list,
                         Traversal::parameters, Traversal::parameter_count,
                         Traversal::template work<Physics>(), &Traversal::template launch<Physics>,
                         &Traversal::template attributes<Physics>}) &&
      ...);
}
}  // namespace detail

/// Registers a traversal for every pair physics of `PhysicsList`.
template <class Traversal, class PhysicsList>
bool register_traversal() {
  return detail::register_traversal<Traversal>(PhysicsList{});
}

}  // namespace sphlab
