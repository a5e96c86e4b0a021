// Arrays of the state beyond position, velocity and identity, as schemes and formulations declare
// them: reordering, saving, restoring and writing carry every field that is declared.
#pragma once

#include <cstdint>

namespace sphlab {

/// Fields that one state may have.
inline constexpr std::uint32_t most_fields = 4;

/// One array of the state. It begins as zero.
struct FieldDescription {
  const char* name;          ///< in saved states and files: "previous-velocity"
  std::uint32_t components;  ///< floats per particle, stored together: 1, 2 or 4
};

/// A field that a reordering moves. Both arrays have particles x components floats.
struct FieldMove {
  const float* from;
  float* to;
  std::uint32_t components;
};

}  // namespace sphlab
