// What a user may choose of a strategy, besides its name.
#pragma once

#include <cstdint>

namespace sphlab {

/// One tuning parameter of a strategy and the values it was compiled for.
struct TuningParameter {
  const char* name;             ///< "block", "in-flight", ...
  const std::uint32_t* values;  ///< ascending
  std::uint32_t value_count;
  std::uint32_t default_value;
};

}  // namespace sphlab
