// How a stage that writes the list enters its pack: once for every format.
//
// Such a stage is a type that derives from ListStage and has
//   name, parameters, parameter_count, work    as in Strategy
//   launch<Format>(arguments, tuning, stream), attributes<Format>(arguments, tuning, out)
// where Format is an InFormat: a format and the types that it keeps apart. A list builder is one of
// stage "list", which is what ListStage says.
#pragma once

#include <utility>

#include "kernels/neighbours/compiled_formats.hpp"
#include "kernels/neighbours/list_region.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

struct ListStage {
  static constexpr const char* stage = "list";

  /// Whether it is compiled for a format.
  template <class Format>
  static constexpr bool serves() {
    return true;
  }
};

/// A list builder whose only tuning parameter is its block size.
struct BlockTuned : ListStage {
  static constexpr const TuningParameter* parameters = block_parameter;
  static constexpr std::uint32_t parameter_count = 1;
};

/// Registers a stage for one format, under the name of the format.
template <class Stage, class Format>
bool register_list_stage_for(const char* format_name) {
  // a unified list is the same whatever its types: any set of them is served
  const TypeMask types = Format::format().contents == ListContents::unified ? 0 : Format::types;
  return register_strategy({.stage = Stage::stage,
                            .name = Stage::name,
                            .physics = "",
                            .list_format = format_name,
                            .types = types,
                            .parameters = Stage::parameters,
                            .parameter_count = Stage::parameter_count,
                            .work = Stage::work,
                            .launch = &Stage::template launch<Format>,
                            .attributes = &Stage::template attributes<Format>});
}

namespace detail {

template <class Stage, std::size_t format, std::size_t type_set>
bool register_if_offered() {
  constexpr NamedListFormat named = list_formats[format];
  constexpr TypeMask types = list_type_sets[type_set];
  using Format = InFormat<named.format, types>;
  if constexpr (builds_list_format(named.format, types) && Stage::template serves<Format>()) {
    return register_list_stage_for<Stage, Format>(named.name);
  } else {
    return true;
  }
}

template <class Stage, std::size_t... formats>
bool register_list_stage(std::index_sequence<formats...>) {
  return ((register_if_offered<Stage, formats, 0>() && register_if_offered<Stage, formats, 1>() &&
           register_if_offered<Stage, formats, 2>()) &&
          ...);
}

}  // namespace detail

/// Registers a stage for every format and every set of types that the pack builds lists in.
template <class Stage>
bool register_list_stage() {
  return detail::register_list_stage<Stage>(std::make_index_sequence<list_format_count>{});
}

}  // namespace sphlab
