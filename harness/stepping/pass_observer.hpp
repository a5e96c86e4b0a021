// Observes the passes of a formulation one by one.
#pragma once

#include <functional>

#include "kernels/abi/formulation.hpp"

namespace sphlab {

/// When a pass is observed: before it is enqueued, or after.
enum class PassMoment { before, after };
using PassObserver = std::function<void(const PassDescription& pass, PassMoment moment)>;

/// Observes nothing.
inline void unobserved(const PassDescription&, PassMoment) {}

}  // namespace sphlab
