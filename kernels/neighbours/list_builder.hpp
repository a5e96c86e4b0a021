// How a list builder enters its pack: once for every format of the list.
//
// A list builder is a type with
//   name, parameters, parameter_count, work    as in Strategy
//   launch<Format>(arguments, tuning, stream), attributes<Format>(arguments, tuning, out)
// where Format is an InFormat: a format and the types that it keeps apart.
#pragma once

#include <utility>

#include "kernels/neighbours/list_region.cuh"
#include "kernels/pack/registry.hpp"

namespace sphlab {

/// What a builder derives from whose only tuning parameter is its block size.
struct BlockTuned {
  static constexpr const TuningParameter* parameters = block_parameter;
  static constexpr std::uint32_t parameter_count = 1;
};

/// Registers a builder for one format, under the name of the format.
template <class Builder, class Format>
bool register_builder_for(const char* format_name) {
  // a unified list is the same whatever its types: any set of them is served
  const TypeMask types = Format::format.contents == ListContents::unified ? 0 : Format::types;
  return register_strategy({.stage = "list",
                            .name = Builder::name,
                            .physics = "",
                            .list_format = format_name,
                            .types = types,
                            .needs_list = false,
                            .parameters = Builder::parameters,
                            .parameter_count = Builder::parameter_count,
                            .work = Builder::work,
                            .launch = &Builder::template launch<Format>,
                            .attributes = &Builder::template attributes<Format>});
}

namespace detail {

/// Unified lists know no types; those of 16-bit entries are offered for two types only.
constexpr bool is_offered(ListFormat format, TypeMask types) {
  const bool any_types = format.contents != ListContents::unified && format.entry_bytes == 4;
  return types == list_type_sets[0] || any_types;
}

template <class Builder, std::size_t format, std::size_t type_set>
bool register_if_offered() {
  constexpr NamedListFormat named = list_formats[format];
  constexpr TypeMask types = list_type_sets[type_set];
  if constexpr (is_offered(named.format, types)) {
    return register_builder_for<Builder, InFormat<named.format, types>>(named.name);
  } else {
    return true;
  }
}

template <class Builder, std::size_t... formats>
bool register_builder(std::index_sequence<formats...>) {
  return ((register_if_offered<Builder, formats, 0>() &&
           register_if_offered<Builder, formats, 1>() &&
           register_if_offered<Builder, formats, 2>()) &&
          ...);
}

}  // namespace detail

/// Registers a builder for every format and every set of types that lists are offered in.
template <class Builder>
bool register_builder() {
  return detail::register_builder<Builder>(std::make_index_sequence<list_format_count>{});
}

}  // namespace sphlab
