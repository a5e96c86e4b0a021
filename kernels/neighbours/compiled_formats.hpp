// The formats of lists that this pack is compiled for.
//
// Every format, set of types, physics, iterator and batch width makes a kernel of its own. Not
// every toolchain's pack takes the time for all of them: SPHLAB_EVERY_LIST_FORMAT of the build
// tells which do. The kernels that two packs both have are the same.
#pragma once

#include "kernels/abi/list_format.hpp"
#include "kernels/particles/passes.hpp"
#include "pack_configuration.hpp"

namespace sphlab {

inline constexpr bool every_list_format = SPHLAB_EVERY_LIST_FORMAT != 0;

constexpr bool has_list_format(ListFormat format, TypeMask types) {
  if (every_list_format || is_common_list_format(format)) return true;
  return types == list_type_sets[0] && is_compared_list_format(format);
}

/// Whether lists of these types are built in a format. Unified lists know no types: they are built
/// for the first set alone.
constexpr bool builds_list_format(ListFormat format, TypeMask types) {
  if (format.contents == ListContents::unified && types != list_type_sets[0]) return false;
  return has_list_format(format, types);
}

/// Whether a pair physics reads lists of a format.
template <class Physics>
constexpr bool reads_list_format(ListFormat format) {
  const bool compared = every_list_format || Physics::compares_list_formats;
  return (compared || is_common_list_format(format)) &&
         has_list_format(format, list_types<Physics>);
}

}  // namespace sphlab
