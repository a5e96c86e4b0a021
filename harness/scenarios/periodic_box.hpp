// Boxes that are periodic along some of their axes.
#pragma once

#include <string>
#include <vector>

#include "harness/scenarios/quantity.hpp"
#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// Periods of a box from the origin on that is `extent` wide [m] and periodic along `axes`, such as
/// "xz": as ParticleState::period. Throws InputError naming `source` where single precision has no
/// such number.
float3 periods(const std::string& axes, const Vector& extent, const std::string& source);

/// The image of a position that is in the box, which may have left it by less than a period.
float4 in_box(float4 position, const float3& period);

/// The positions of a state, and behind them those of the images within `reach` of its box [m].
std::vector<float4> with_images(const ParticleState& state, double reach);

/// Fits a grid to a box: along a periodic axis it begins at 0, and its cells divide the period, of
/// which the last takes what is left. Others stay as they are.
/// @param radius within which pairs are searched [m].
/// Throws InputError naming `source` where a period holds no three cells: particles would see a
/// source twice.
Grid fitted_to_box(Grid grid, const float3& period, double radius, const std::string& source);

}  // namespace sphlab
