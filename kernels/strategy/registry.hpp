// How a strategy enters its pack: one line at the end of its file.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/abi/kernel_pack.hpp"
#include "kernels/particles/passes.hpp"
#include "kernels/particles/type_list.hpp"

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
  return register_strategy({.stage = Stage::stage,
                            .name = Stage::name,
                            .physics = "",
                            .list_format = "",
                            .types = 0,
                            .parameters = block_parameter,
                            .parameter_count = 1,
                            .work = Stage::work,
                            .launch = &Stage::launch,
                            .attributes = &Stage::attributes});
}

/// Registers a stage that depends on the pair physics, though it computes no pairs, for each of
/// them. `Stage<Physics>` provides what a stage does.
template <template <class> class Stage, class... Physics>
bool register_stage_for(TypeList<Physics...>) {
  return (register_strategy({.stage = Stage<Physics>::stage,
                             .name = Stage<Physics>::name,
                             .physics = Physics::name,
                             .list_format = "",
                             .types = 0,
                             .parameters = block_parameter,
                             .parameter_count = 1,
                             .work = Stage<Physics>::work,
                             .launch = &Stage<Physics>::launch,
                             .attributes = &Stage<Physics>::attributes}) &&
          ...);
}

namespace detail {
/// A traversal that does not speak of a census needs none.
template <class Traversal>
constexpr bool needs_census() {
  if constexpr (requires { Traversal::needs_census; }) return Traversal::needs_census;
  return false;
}

template <class Traversal, class Physics>
using CensusBox = decltype(&Traversal::template census_box<Physics>);

/// The boxes of cells that a traversal wants listed; nullptr for single cells, which is what one
/// wants that does not speak of them.
template <class Traversal, class Physics>
constexpr auto census_box() -> decltype(Strategy::census_box) {
  if constexpr (requires { typename CensusBox<Traversal, Physics>; })
    return &Traversal::template census_box<Physics>;
  return nullptr;
}

template <class Traversal, class... Physics>
bool register_traversal(TypeList<Physics...>) {
  return (register_strategy({.stage = stage_of<Physics>,
                             .name = Traversal::name,
                             .physics = Physics::name,
                             .list_format = "",
                             .types = list_types<Physics>,
                             .parameters = Traversal::parameters,
                             .parameter_count = Traversal::parameter_count,
                             .work = Traversal::template work<Physics>(),
                             .launch = &Traversal::template launch<Physics>,
                             .attributes = &Traversal::template attributes<Physics>,
                             .needs_census = needs_census<Traversal>(),
                             .census_box = census_box<Traversal, Physics>()}) &&
          ...);
}
}  // namespace detail

/// Registers a traversal that reads no list for every pair physics of `PhysicsList`.
template <class Traversal, class PhysicsList>
bool register_traversal() {
  return detail::register_traversal<Traversal>(PhysicsList{});
}

}  // namespace sphlab
