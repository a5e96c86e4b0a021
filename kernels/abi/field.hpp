// Arrays of particles beyond position, velocity and identity, as schemes and formulations declare
// them. Fields belong to the state: reordering, saving, restoring and writing carry every one that
// is declared. Arrays are what a pass hands to those behind it, and are lost with the next
// reordering.
#pragma once

#include <cstdint>

namespace sphlab {

/// Fields that one state may have, the scheme's and the formulation's together.
inline constexpr std::uint32_t most_fields = 8;

/// Arrays that one formulation may have.
inline constexpr std::uint32_t most_arrays = 8;

/// One field of the state, or one array of a formulation. A field begins with what the scenario
/// gives it, else as zero.
struct FieldDescription {
  const char* name;          ///< in saved states, files and checks: "previous-velocity"
  std::uint32_t components;  ///< floats per particle, stored together: 1, 2 or 4
};

/// A field that a reordering moves. Both arrays have particles x components floats.
struct FieldMove {
  const float* from;
  float* to;
  std::uint32_t components;
};

/// A field that a scheme advances by its rate. All have particles x components floats; `to` may be
/// `from`.
struct FieldAdvance {
  const float* from;
  const float* rate;  ///< [unit of the field / s]
  float* to;
  std::uint32_t components;
};

}  // namespace sphlab
