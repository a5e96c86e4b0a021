// Where a source stands that is to be in nobody's reach.
#pragma once

namespace sphlab {

/// Farther from any particle than a list reaches [m]; its square is finite.
inline constexpr float far_away = 1.0e18f;

}  // namespace sphlab
