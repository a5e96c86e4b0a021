// A check of Newton's second law over a run: gravity and the walls explain the fluid's momentum.
#pragma once

#include "harness/verify/check.hpp"
#include "harness/verify/double_vector.hpp"

namespace sphlab {

/// The fluid's momentum over a run: its change, and the impulses. Forces between fluid particles
/// cancel.
struct MomentumBalance {
  DoubleVector change{};           ///< momentum at the end less that at the start [kg m/s]
  DoubleVector gravity_impulse{};  ///< mass * g * time [kg m/s]
  DoubleVector wall_impulse{};     ///< of the walls on the fluid [kg m/s]
};

/// Residual of the balance over the impulse of gravity. Rounding leaves 2e-6 after a thousand steps
/// of still water: of the velocities, and of positions near the walls, whose force is steep. A pair
/// force that is not antisymmetric, a wall force that is not the oracle's, or a step that was not
/// integrated shows well above.
inline constexpr double momentum_tolerance = 2e-5;

/// |change - gravity_impulse - wall_impulse| over |gravity_impulse|; not a number where both are
/// zero.
double relative_residual(const MomentumBalance& balance);

/// |change - gravity_impulse - wall_impulse| within momentum_tolerance of |gravity_impulse|. Does
/// not pass without gravity, for want of a scale.
Check momentum_balanced(const MomentumBalance& balance);

}  // namespace sphlab
