// What the traversals share that take one thread a particle through its list, several neighbours in
// flight (catalogue T1; paper A, section 4): how they are launched, tuned and registered.
//
// A list traversal is a type that derives from ListTraversal<itself> and has
//   name                        its name on a figure
//   serves<Format, Physics>()   whether it is offered for a format of the list and a pair physics
//   kernels<Format, Physics, width>()    a std::array of the kernels it launches, in order, with
//                               `width` neighbours in flight; the one that does most comes first
#pragma once

#include <array>
#include <iterator>
#include <utility>

#include "kernels/neighbours/compiled_formats.hpp"
#include "kernels/neighbours/iterator_core.cuh"
#include "kernels/particles/passes.hpp"
#include "kernels/physics/pair_physics.cuh"
#include "kernels/physics/support.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

template <class Physics>
using PairKernel = void (*)(StageArguments, typename Physics::Coefficients);

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

  template <class Format, class Physics>
  static DeclaredWork work() {
    return {Physics::flops_per_pair, 0, Format::format().entry_bytes + Physics::bytes_per_source, 0,
            Physics::bytes_per_target};
  }

  /// Calls use(kernels) with the kernels for a width, or returns -1.
  template <class Format, class Physics, class Use>
  static int with_kernels(std::uint32_t width, Use&& use) {
    constexpr std::uint32_t narrowest = BatchTuning<Format>::narrowest;
    if constexpr (narrowest <= 1)
      if (width == 1) return use(Traversal::template kernels<Format, Physics, 1>());
    if constexpr (narrowest <= 2)
      if (width == 2) return use(Traversal::template kernels<Format, Physics, 2>());
    if constexpr (narrowest <= 4)
      if (width == 4) return use(Traversal::template kernels<Format, Physics, 4>());
    return width == 8 ? use(Traversal::template kernels<Format, Physics, 8>()) : -1;
  }

  template <class Format, class Physics>
  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    return reading_list<Physics>(*a, [&](auto physics, const auto& coefficients) {
      return with_kernels<Format, decltype(physics)>(tuning[1], [&](const auto& kernels) {
        for (const auto kernel : kernels) {
          const int code =
              gpu::launch(gpu::Cooperation::none, kernel, blocks_for(a->particles, tuning[0]),
                          tuning[0], 0, stream, *a, coefficients);
          if (code != 0) return code;
        }
        return 0;
      });
    });
  }

  template <class Format, class Physics>
  static int attributes(const StageArguments* a, const std::uint32_t* tuning,
                        KernelAttributes* out) {
    return reading_list<Physics>(*a, [&](auto physics, const auto&) {
      return with_kernels<Format, decltype(physics)>(tuning[1], [&](const auto& kernels) {
        return gpu::attributes(kernels.front(), tuning[0], 0, out);
      });
    });
  }
};

namespace detail {

template <class Traversal, class Physics, std::size_t index>
bool register_for_format() {
  constexpr NamedListFormat named = list_formats[index];
  using Format = InFormat<named.format, list_types<Physics>>;
  if constexpr (reads_list_format<Physics>(named.format) &&
                Traversal::template serves<Format, Physics>()) {
    using Tuning = typename Traversal::template Tuning<Format>;
    return register_strategy(
        {.stage = stage_of<Physics>,
         .name = Traversal::name,
         .physics = Physics::name,
         .list_format = named.name,
         .types = Format::types,
         .parameters = Tuning::parameters,
         .parameter_count = static_cast<std::uint32_t>(std::size(Tuning::parameters)),
         .work = Traversal::template work<Format, Physics>(),
         .launch = &Traversal::template launch<Format, Physics>,
         .attributes = &Traversal::template attributes<Format, Physics>});
  } else {
    return true;
  }
}

template <class Traversal, class Physics, std::size_t... formats>
bool register_for_formats(std::index_sequence<formats...>) {
  return (register_for_format<Traversal, Physics, formats>() && ...);
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
