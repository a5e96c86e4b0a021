// How a stage that writes the list enters its pack: once for every format.
//
// Such a stage is a type that derives from ListStage and has what a strategy has (see
// kernels/strategy/registry.hpp), but for
//   launches<Format>(arguments, tuning, run)
//   serves_any_cells<Format>()  whether it serves cells of every order and size in that format,
//                               where that is not the same for all
//   serves_periodic<Format>()   whether it finds neighbours across the faces of a periodic box:
//                               launches() is told of it; else it does not
// where Format is an InFormat: a format and the types that it keeps apart. A list builder is a
// strategy of Stage::list, which ListStage declares.
#pragma once

#include <utility>

#include "kernels/neighbours/compiled_formats.hpp"
#include "kernels/neighbours/list_parts.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

struct ListStage {
  static constexpr Stage stage = Stage::list;

  /// Whether it is compiled for a format.
  template <class Format>
  static constexpr bool serves() {
    return true;
  }
  template <class Format>
  static constexpr bool serves_periodic() {
    return false;
  }
};

/// Whether a builder has a kernel of this format for a periodic box, where it has one of any.
template <class Format>
inline constexpr bool is_built_periodic =
    !has_relative_entries<Format> && builds_periodic_format(Format::format(), Format::types);

/// A format whose lists a kernel builds in a periodic box.
template <class Format>
struct InPeriodicBox : Format {};

namespace detail {
template <class Format>
struct BuilderArguments {
  using type = ListArguments;
};
template <class Format>
struct BuilderArguments<InPeriodicBox<Format>> {
  using type = InBox<ListArguments>;
};
}  // namespace detail

/// What a kernel takes that builds lists in a format, of a periodic box or an open one.
template <class Format>
using BuilderArguments = typename detail::BuilderArguments<Format>::type;

/// What a list in one format costs a builder in bytes, for the work that it declares.
template <class Format>
struct ListBytes {
  static constexpr double per_entry = sizeof(typename Format::Entry);
  /// The identity of a neighbour, which a builder asks for where the format keeps types apart.
  static constexpr double per_type =
      Format::format().contents == ListContents::unified ? 0 : sizeof(std::uint32_t);
  /// Position and identity of the particle, and the end marker of each section of its list.
  static constexpr double per_particle =
      sizeof(float4) + sizeof(std::uint32_t) + Format::sections * per_entry;
};

namespace detail {

template <class S, class Format>
struct CellsOfFormat {};
template <class S, class Format>
requires(S::template serves_any_cells<Format>()) struct CellsOfFormat<S, Format> : AnyCells {
};

/// A stage that writes lists of one format, as strategy_of() takes it.
template <class S, class Format>
struct InOneFormat : S, CellsOfFormat<S, Format> {
  static constexpr bool serves_periodic = S::template serves_periodic<Format>();

  template <class Run>
  static int launches(const InBox<ListArguments>& a, const std::uint32_t* tuning, Run& run) {
    return S::template launches<Format>(a, tuning, run);
  }
};

}  // namespace detail

/// Registers a stage for one format, under the name of the format.
template <class S, class Format>
bool register_list_stage_for(const char* format_name) {
  // a unified list is the same whatever its types: any set of them is served
  const TypeMask types = Format::format().contents == ListContents::unified ? 0 : Format::types;
  return register_strategy(detail::strategy_of<detail::InOneFormat<S, Format>>(
      {.list_format = format_name, .types = types}));
}

namespace detail {

template <class S, std::size_t format, std::size_t type_set>
bool register_if_offered() {
  constexpr NamedListFormat named = list_formats[format];
  constexpr TypeMask types = list_type_sets[type_set];
  using Format = InFormat<named.format, types>;
  if constexpr (builds_list_format(named.format, types) && S::template serves<Format>()) {
    return register_list_stage_for<S, Format>(named.name);
  } else {
    return true;
  }
}

template <class S, std::size_t... formats>
bool register_list_stage(std::index_sequence<formats...>) {
  return ((register_if_offered<S, formats, 0>() && register_if_offered<S, formats, 1>() &&
           register_if_offered<S, formats, 2>()) &&
          ...);
}

}  // namespace detail

/// Registers a stage for every format and every set of types that the pack builds lists in.
template <class S>
bool register_list_stage() {
  return detail::register_list_stage<S>(std::make_index_sequence<list_format_count>{});
}

}  // namespace sphlab
