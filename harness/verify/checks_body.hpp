// A check of bodies with a prescribed motion.
#pragma once

#include "harness/verify/check.hpp"

namespace sphlab {

/// Every body particle is where it was in `initial`, moved by the same vector as the others of the
/// body, to the last bit: a body keeps its shape however long it moves.
/// @param state any order. @param initial with the same ids.
Check body_rigid(const ParticleState& state, const ParticleState& initial);

}  // namespace sphlab
