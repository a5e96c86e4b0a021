// How a strategy enters its pack: one line at the end of its file.
//
// A strategy of a stage without pairs is a type that has
//   stage, name                  as in Strategy
//   launches(arguments, tuning, run) see launches.hpp; arguments are ArgumentsOf<stage>, or of
//                                its `Arguments` where it names that type
// and, where they differ from what is usual,
//   parameters                   an array of TuningParameter; else the block size alone
//   is_default                   whether it runs where a variant names none; else false
//   orders, reaches              as in Strategy; else the linear order and cells of the radius, or
//                                any where the stage is not told of the grid
//   constants                    the ConstantsKind that its arguments must carry; else none
//   Preparation                  what it does at each rebuild, see ErasedPreparation; else nothing
//   narrows                      as in Strategy; else false
//   serves_periodic              as in Strategy; else whether the stage is not told of the grid
//   ends_steps_of                as in Strategy; else nullptr
//   stated_error                 as in Strategy; else 0
//   rank_cells, tile             as in Strategy
// A strategy that depends on the pair physics is a template on it, see register_stage_for() and
// register_traversal.hpp.
#pragma once

#include <cstdint>
#include <iterator>
#include <vector>

#include "kernels/abi/formulation.hpp"
#include "kernels/abi/step_program.hpp"
#include "kernels/abi/strategy.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/strategy/launches.hpp"

namespace sphlab {

/// What was registered so far, in no particular order. Owned by the pack.
struct Registry {
  std::vector<Strategy> strategies;
  std::vector<SchemeDescription> schemes;
  std::vector<FormulationDescription> formulations;
};
Registry& registry();

/// Registers one strategy. Called by static initialisers; returns true so that they have a value.
bool register_strategy(const Strategy& strategy);

/// Registers an integration scheme. @param scheme of static storage.
bool register_scheme(const SchemeDescription& scheme);

/// Registers a formulation once, however many files name it. @param formulation of static storage.
bool register_formulation(const FormulationDescription& formulation);

/// Why this pack cannot run on this machine, or nullptr. Defined once per kind of pack.
const char* pack_unusable();

/// The block sizes that a strategy with one thread per item is swept over.
inline constexpr std::uint32_t block_sizes[] = {64, 128, 256};
inline constexpr TuningParameter block_parameter[] = {{"block", block_sizes, 3, 128}};

/// Cells of the whole radius, as bit of Strategy::reaches.
inline constexpr std::uint32_t whole_radius_cells = 1u << 1;

/// A strategy that looks at particles alone derives from this: it serves cells of every order and
/// size, and of a periodic box.
struct AnyCells {
  static constexpr std::uint32_t orders = linear_order | ranked_order;
  static constexpr std::uint32_t reaches = 1u << 1 | 1u << 2 | 1u << 3;
  static constexpr bool serves_periodic = true;
};

namespace detail {

template <class S>
struct ArgumentsFor {
  using type = ArgumentsOf<S::stage>;
};
template <class S>
requires requires {
  typename S::Arguments;
}
struct ArgumentsFor<S> {
  using type = typename S::Arguments;
};

template <class S>
int launch(const void* arguments, const std::uint32_t* tuning, void* stream) {
  Enqueue run(stream);
  return S::launches(*static_cast<const typename ArgumentsFor<S>::type*>(arguments), tuning, run);
}

template <class S>
int describe(const void* arguments, const std::uint32_t* tuning, KernelLaunch* kernels,
             std::uint32_t* count) {
  Describe run(kernels, count);
  return S::launches(*static_cast<const typename ArgumentsFor<S>::type*>(arguments), tuning, run);
}

template <class S>
void fill_parameters(Strategy& strategy) {
  if constexpr (requires { S::parameters; }) {
    strategy.parameters = std::data(S::parameters);
    strategy.parameter_count = static_cast<std::uint32_t>(std::size(S::parameters));
  } else {
    strategy.parameters = block_parameter;
    strategy.parameter_count = 1;
  }
}

/// The preparation of P on the arguments of a stage.
template <class P, class Arguments>
struct ErasedPreparation {
  static const Arguments& of(const void* arguments) {
    return *static_cast<const Arguments*>(arguments);
  }
  static int workspace(const void* a, const std::uint32_t* tuning, std::size_t* bytes) {
    return P::workspace(of(a), tuning, bytes);
  }
  static int launch(const void* a, const std::uint32_t* tuning, void* stream) {
    Enqueue run(stream);
    return P::launches(of(a), tuning, run);
  }
  static int describe(const void* a, const std::uint32_t* tuning, KernelLaunch* kernels,
                      std::uint32_t* count) {
    Describe run(kernels, count);
    return P::launches(of(a), tuning, run);
  }
  static int measure(const void* a, const std::uint32_t* tuning, MeasuredCapacity* capacity) {
    return P::measure(of(a), tuning, capacity);
  }
  static int check(const void* a, const std::uint32_t* tuning) { return P::check(of(a), tuning); }
  static int notes(const void* a, const std::uint32_t* tuning, PreparationNote* notes,
                   std::uint32_t* count) {
    return P::notes(of(a), tuning, notes, count);
  }
  static int tasks(const void* a, const std::uint32_t* tuning, const TaskSink& sink) {
    return P::tasks(of(a), tuning, sink);
  }

  /// All but `workspace` where P has it.
  static constexpr Preparation table() {
    Preparation table{};
    table.name = P::name;
    if constexpr (requires { P::shared; }) table.shared = P::shared;
    if constexpr (requires { P::written_by_schemes; })
      table.written_by_schemes = P::written_by_schemes;
    table.workspace = &workspace;
    if constexpr (requires(const Arguments& a, Enqueue& run) { P::launches(a, nullptr, run); }) {
      table.launch = &launch;
      table.describe = &ErasedPreparation::describe;
    }
    if constexpr (requires(const Arguments& a, MeasuredCapacity* capacity) {
                    P::measure(a, nullptr, capacity);
                  })
      table.measure = &measure;
    if constexpr (requires(const Arguments& a) { P::check(a, nullptr); }) table.check = &check;
    if constexpr (requires(const Arguments& a, PreparationNote* notes, std::uint32_t* count) {
                    P::notes(a, nullptr, notes, count);
                  })
      table.notes = &ErasedPreparation::notes;
    if constexpr (requires(const Arguments& a, const TaskSink& sink) {
                    P::tasks(a, nullptr, sink);
                  })
      table.tasks = &ErasedPreparation::tasks;
    return table;
  }
};

/// What a strategy is for, beyond its stage.
struct Purpose {
  const char* physics = "";
  const char* list_format = "";
  TypeMask types = 0;
};

/// Whether a stage is told of the grid: one that is not cannot depend on its order and its reach.
template <class Arguments>
inline constexpr bool knows_cells = requires(const Arguments& arguments) {
  arguments.grid;
};

/// The description of S, with the usual where it says nothing.
template <class S>
Strategy strategy_of(const Purpose& purpose) {
  using Arguments = typename ArgumentsFor<S>::type;
  Strategy strategy{};
  strategy.stage = S::stage;
  strategy.pass = "";
  if constexpr (requires { S::pass; }) strategy.pass = S::pass;
  strategy.name = S::name;
  strategy.physics = purpose.physics;
  strategy.list_format = purpose.list_format;
  strategy.types = purpose.types;
  if constexpr (requires { S::is_default; }) strategy.is_default = S::is_default;
  strategy.orders = knows_cells<Arguments> ? linear_order : AnyCells::orders;
  if constexpr (requires { S::orders; }) strategy.orders = S::orders;
  strategy.reaches = knows_cells<Arguments> ? whole_radius_cells : AnyCells::reaches;
  if constexpr (requires { S::reaches; }) strategy.reaches = S::reaches;
  if constexpr (requires { S::narrows; }) strategy.narrows = S::narrows;
  strategy.serves_periodic = !knows_cells<Arguments>;
  if constexpr (requires { S::serves_periodic; }) strategy.serves_periodic = S::serves_periodic;
  if constexpr (requires { S::ends_steps_of; }) strategy.ends_steps_of = S::ends_steps_of;
  if constexpr (requires { S::stated_error; }) strategy.stated_error = S::stated_error;
  strategy.constants = ConstantsKind::none;
  if constexpr (requires { S::constants; }) strategy.constants = S::constants;
  fill_parameters<S>(strategy);
  strategy.launch = &launch<S>;
  strategy.describe = &describe<S>;
  if constexpr (requires { typename S::Preparation; })
    strategy.preparation = ErasedPreparation<typename S::Preparation, Arguments>::table();
  if constexpr (requires { &S::rank_cells; }) strategy.rank_cells = &S::rank_cells;
  if constexpr (requires { &S::tile; }) strategy.tile = &S::tile;
  return strategy;
}

}  // namespace detail

/// Registers a strategy of a stage that knows neither physics nor list.
template <class S>
bool register_stage() {
  return register_strategy(detail::strategy_of<S>({}));
}

/// Registers a strategy of a stage that depends on the pair physics, though it computes no pairs,
/// for each of them. S needs a name of its own in the whole pack, also in an unnamed namespace: for
/// GCC 12 a function with a template as argument is one function wherever that has the same name.
template <template <class> class S, class... Physics>
bool register_stage_for(TypeList<Physics...>) {
  return (register_strategy(detail::strategy_of<S<Physics>>({.physics = Physics::name})) && ...);
}

}  // namespace sphlab
