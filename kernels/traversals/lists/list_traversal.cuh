// What the traversals share that take one thread per particle through its list, several neighbours
// in flight (catalogue T1; paper A, section 4): how they are launched and tuned; and how traversals
// of lists are registered.
//
// A traversal of lists is a type that has what a strategy has (see kernels/strategy/registry.hpp),
// but for
//   launches<Format, Physics>(arguments, tuning, run)    arguments are PassArguments<Physics>
//   serves<Format, Physics>()   whether it is offered for a format of the list and a pair physics
//   Tuning<Format>              has its `parameters`
// and, where it applies,
//   is_default_for<Format, Physics>()    whether it runs where a variant names no traversal
//   serves_periodic             as that of a traversal that reads no list
//   PreparationFor<Physics>     as that of a traversal that reads no list (register_traversal.hpp)
//   ArgumentsFor<Physics>       what launches() takes in place of PassArguments<Physics>
//
// One that derives from ListTraversal<itself> has Tuning and launches(), and defines
//   kernels<Format, Physics, width>()    a std::array of ListKernel: what it launches, in order,
//                               with `width` neighbours in flight
#pragma once

#include <array>
#include <utility>

#include "kernels/neighbours/compiled_formats.hpp"
#include "kernels/neighbours/iterator_core.cuh"
#include "kernels/particles/passes.hpp"
#include "kernels/physics/pair_physics.cuh"
#include "kernels/physics/support.cuh"
#include "kernels/traversals/register_traversal.hpp"

namespace sphlab {

/// @tparam More what it takes behind these, see launches_of_kernels().
template <class Physics, class... More>
using PairKernel = void (*)(PassArguments<Physics>, typename Physics::Coefficients, More...);

/// One launch of a list traversal, with one thread per particle.
template <class Physics, class... More>
struct ListKernel {
  PairKernel<Physics, More...> kernel;
  DeclaredWork work;
  gpu::Cooperation cooperation = gpu::Cooperation::none;
};

/// What a traversal declares that reads every neighbour through the list and knows its type.
template <class Format, class Physics>
constexpr DeclaredWork work_from_list() {
  return {Physics::flops_per_pair, 0,
          list_entry_bytes(Format::format()) + Physics::bytes_per_source, 0,
          Physics::bytes_per_target};
}

/// The same where the type of each neighbour is read with it, as far as the physics asks for it.
template <class Format, class Physics>
constexpr DeclaredWork work_from_list_and_types() {
  DeclaredWork work = work_from_list<Format, Physics>();
  if (asks_for_type<Physics>) work.bytes_per_pair += sizeof(std::uint32_t);
  return work;
}

/// Neighbours in flight that can be chosen. A batch is never smaller than a vector of entries that
/// a format loads at once: a smaller one would load them twice.
inline constexpr std::uint32_t batch_widths[] = {1, 2, 4, 8};

template <class Format>
struct BatchTuning {
  static constexpr std::uint32_t narrowest = list_vector(Format::format());
  static constexpr std::uint32_t skipped = narrowest == 1   ? 0
                                           : narrowest == 2 ? 1
                                           : narrowest == 4 ? 2
                                                            : 3;
  static constexpr TuningParameter parameters[2] = {  // nvcc does not find the size itself
      {"block", block_sizes, 3, 128},
      {"in-flight", batch_widths + skipped, 4 - skipped, narrowest > 4 ? narrowest : 4}};
};

template <class Traversal>
struct ListTraversal {
  template <class Format>
  using Tuning = BatchTuning<Format>;

  template <class Format, class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    return launches_of_kernels<Format, Physics>(a, tuning, run);
  }

 protected:
  /// @param more that the kernels take behind the coefficients.
  template <class Format, class Physics, class Run, class... More>
  static int launches_of_kernels(const PassArguments<Physics>& a, const std::uint32_t* tuning,
                                 Run& run, const More&... more) {
    return reading_list<Physics>(a, [&](auto physics, const auto& coefficients) {
      return with_kernels<Format, decltype(physics)>(tuning[1], [&](const auto& kernels) {
        for (const auto& each : kernels) {
          const Launch launch =
              per_item(a.particles, tuning[0]).with(each.work).with(each.cooperation);
          if (const int error = run.kernel(each.kernel, launch, a, coefficients, more...))
            return error;
        }
        return 0;
      });
    });
  }

 private:
  /// Calls use(kernels) with the kernels for a width, or returns tuning_unknown.
  template <class Format, class Physics, class Use>
  static int with_kernels(std::uint32_t width, Use&& use) {
    constexpr std::uint32_t narrowest = BatchTuning<Format>::narrowest;
    if constexpr (narrowest <= 1)
      if (width == 1) return use(Traversal::template kernels<Format, Physics, 1>());
    if constexpr (narrowest <= 2)
      if (width == 2) return use(Traversal::template kernels<Format, Physics, 2>());
    if constexpr (narrowest <= 4)
      if (width == 4) return use(Traversal::template kernels<Format, Physics, 4>());
    return width == 8 ? use(Traversal::template kernels<Format, Physics, 8>()) : tuning_unknown;
  }
};

namespace detail {

template <class Traversal, class Format, class Physics>
constexpr bool reads_by_default() {
  if constexpr (requires { Traversal::template is_default_for<Format, Physics>(); })
    return Traversal::template is_default_for<Format, Physics>();
  return false;
}

template <class Traversal, class Physics>
struct ArgumentsOfTraversal {
  using type = GivenArguments<Physics>;
};
template <class Traversal, class Physics>
requires requires {
  typename Traversal::template ArgumentsFor<Physics>;
}
struct ArgumentsOfTraversal<Traversal, Physics> {
  using type = typename Traversal::template ArgumentsFor<Physics>;
};

/// A traversal of lists looks at the cells where entries are relative to them, and nowhere else.
template <class Format>
struct CellsOfEntries : AnyCells {};
template <class Format>
requires has_relative_entries<Format>
struct CellsOfEntries<Format> {
};

/// A traversal that computes one physics through lists of one format, as strategy_of() takes it.
template <class Traversal, class Format, class Physics>
struct ReadingList : Traversal, PreparationOf<Traversal, Physics>, CellsOfEntries<Format> {
  static constexpr Stage stage = Stage::pass;
  static constexpr const char* pass = pass_description<Physics>.name;
  using Arguments = typename ArgumentsOfTraversal<Traversal, Physics>::type;
  static constexpr ConstantsKind constants = Physics::Constants::kind;
  static constexpr bool is_default = reads_by_default<Traversal, Format, Physics>();
  static constexpr bool serves_periodic = is_periodic_physics<Physics>;
  static constexpr const auto& parameters = Traversal::template Tuning<Format>::parameters;

  template <class Run>
  static int launches(const Arguments& a, const std::uint32_t* tuning, Run& run) {
    return declaring_stated<Physics>(a, run, [&](auto& declaring) {
      return Traversal::template launches<Format, Physics>(in_box<Physics>(a), tuning, declaring);
    });
  }
};

/// Whether lists of a format serve a physics: builders find pairs across faces by index alone.
template <class Format, class Physics>
constexpr bool lists_reach_across() {
  return !is_periodic_physics<Physics> || !has_relative_entries<Format>;
}

template <class Traversal, class Physics, std::size_t index>
bool register_for_format() {
  constexpr NamedListFormat named = list_formats[index];
  using Format = InFormat<named.format, built_list_types<Physics>>;
  if constexpr (reads_list_format<Traversal, Physics>(named.name) &&
                repeats_rightly<Traversal, Physics>() && reaches_across<Traversal, Physics>() &&
                lists_reach_across<Format, Physics>() &&
                Traversal::template serves<Format, Physics>()) {
    return register_strategy(strategy_of<ReadingList<Traversal, Format, Physics>>(
        {.physics = Physics::name, .list_format = named.name, .types = Format::types}));
  } else {
    return true;
  }
}

template <class Traversal, class Physics, std::size_t... formats>
bool register_for_formats(std::index_sequence<formats...>) {
  return register_formulation_of<Physics>() &&
         (register_for_format<Traversal, Physics, formats>() && ...);
}

template <class Traversal, class... Physics>
bool register_list_traversal(TypeList<Physics...>) {
  return (register_for_formats<Traversal, Physics>(std::make_index_sequence<list_format_count>{}) &&
          ...);
}

}  // namespace detail

/// Registers a list traversal for every format and every pair physics that it serves.
template <class Traversal>
bool register_list_traversal() {
  return detail::register_list_traversal<Traversal>(PairPhysics{});
}

}  // namespace sphlab
