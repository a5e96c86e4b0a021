// How a traversal enters its pack: as one strategy for each pair physics that it serves, of the
// pass that the physics computes.
//
// A traversal that reads no list is a type that has what a strategy has (see
// kernels/strategy/registry.hpp), but for
//   launches<Physics>(arguments, tuning, run)    arguments are PassArguments<Physics>
// and, where they apply,
//   is_default_for<Physics>()    whether it runs where a variant names no traversal; else false
//   serves<Physics>()            whether it computes that physics; else it computes every one
//   serves_any_cells<Physics>()  whether it serves cells of every order and size; else those of the
//                                radius, in the linear order
//   ends_repetitions             true where its kernels ask is_over(): it is compiled for passes
//                                that are repeated; else for none of those
//   serves_periodic              true where it finds sources across the faces of a periodic box: it
//                                is compiled for periodic physics; else for none of those
//   PreparationFor<Physics>      see Preparation in kernels/abi/strategy.hpp, and Census
// `pass` and `constants` are those of the physics. For traversals of lists see list_traversal.cuh.
#pragma once

#include <string_view>

#include "kernels/particles/passes.hpp"
#include "kernels/physics/formulation.hpp"
#include "kernels/physics/pass.hpp"
#include "kernels/strategy/constants.hpp"
#include "kernels/strategy/registry.hpp"
#include "kernels/traversals/stated_work.hpp"
#include "pack_matrix.hpp"

namespace sphlab {

namespace detail {

/// The formulation is registered with the physics of its last pass.
template <class Physics>
bool register_formulation_of() {
  if constexpr (computes_forces<Physics>)
    return register_formulation(describe_formulation<Physics>());
  return true;
}

template <class Traversal, class Physics>
struct PreparationOf {};
template <class Traversal, class Physics>
requires requires {
  typename Traversal::template PreparationFor<Physics>;
}
struct PreparationOf<Traversal, Physics> {
  using Preparation = typename Traversal::template PreparationFor<Physics>;
};

template <class Traversal, class Physics>
struct CellsFor {};
template <class Traversal, class Physics>
requires(Traversal::template serves_any_cells<Physics>()) struct CellsFor<Traversal, Physics>
    : AnyCells {
};

template <class Traversal, class Physics>
constexpr bool runs_by_default() {
  if constexpr (requires { Traversal::template is_default_for<Physics>(); })
    return Traversal::template is_default_for<Physics>();
  return false;
}

/// The arguments that a traversal takes, of those that it is handed: a copy for periodic physics.
template <class Physics, class Arguments>
decltype(auto) in_box(const Arguments& a) {
  if constexpr (is_periodic_physics<Physics>) {
    return PassArguments<Physics>{a, constants_of<typename Physics::Constants>(a.constants).period};
  } else {
    return (a);
  }
}

/// A traversal that computes one physics, as strategy_of() takes it.
template <class Traversal, class Physics>
struct ComputingPhysics : Traversal,
                          PreparationOf<Traversal, Physics>,
                          CellsFor<Traversal, Physics> {
  static constexpr Stage stage = Stage::pass;
  static constexpr const char* pass = pass_description<Physics>.name;
  using Arguments = GivenArguments<Physics>;
  static constexpr ConstantsKind constants = Physics::Constants::kind;
  static constexpr bool is_default = runs_by_default<Traversal, Physics>();
  static constexpr bool serves_periodic = is_periodic_physics<Physics>;

  template <class Run>
  static int launches(const Arguments& a, const std::uint32_t* tuning, Run& run) {
    return declaring_stated<Physics>(a, run, [&](auto& declaring) {
      return Traversal::template launches<Physics>(in_box<Physics>(a), tuning, declaring);
    });
  }
};

/// What kernels/matrix.json takes the time for.
constexpr bool is_compiled_in_cells(std::string_view traversal, std::string_view physics) {
  bool is_named = false;
  for (const CompiledCells& cells : compiled_cells) {
    if (physics != cells.physics) continue;
    if (traversal == cells.traversal) return true;
    is_named = true;
  }
  return !is_named;
}

template <class Traversal>
constexpr bool ends_repetitions() {
  if constexpr (requires { Traversal::ends_repetitions; }) return Traversal::ends_repetitions;
  return false;
}

/// One that does not look whether a repeated pass is over would repeat it too often.
template <class Traversal, class Physics>
constexpr bool repeats_rightly() {
  return !is_repeated<Physics> || ends_repetitions<Traversal>();
}

template <class Traversal>
constexpr bool serves_periodic() {
  if constexpr (requires { Traversal::serves_periodic; }) return Traversal::serves_periodic;
  return false;
}

/// One that does not look across faces would miss pairs there.
template <class Traversal, class Physics>
constexpr bool reaches_across() {
  return !is_periodic_physics<Physics> || serves_periodic<Traversal>();
}

template <class Traversal, class Physics>
constexpr bool serves() {
  if constexpr (requires { Traversal::template serves<Physics>(); })
    return Traversal::template serves<Physics>();
  return true;
}

template <class Traversal, class Physics>
bool register_for_physics() {
  if constexpr (serves<Traversal, Physics>() &&
                is_compiled_in_cells(Traversal::name, Physics::name) &&
                repeats_rightly<Traversal, Physics>() && reaches_across<Traversal, Physics>()) {
    return register_formulation_of<Physics>() &&
           register_strategy(strategy_of<ComputingPhysics<Traversal, Physics>>(
               {.physics = Physics::name, .types = list_types<Physics>}));
  } else {
    return true;
  }
}

template <class Traversal, class... Physics>
bool register_traversal(TypeList<Physics...>) {
  return (register_for_physics<Traversal, Physics>() && ...);
}

}  // namespace detail

/// Registers a traversal that reads no list for every pair physics of `PhysicsList`.
template <class Traversal, class PhysicsList>
bool register_traversal() {
  return detail::register_traversal<Traversal>(PhysicsList{});
}

}  // namespace sphlab
