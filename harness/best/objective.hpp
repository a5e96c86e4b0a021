// Names what variants are ranked by.
#pragma once

namespace sphlab {

enum class Objective { time, energy };

/// "time", "energy"
constexpr const char* objective_name(Objective objective) {
  return objective == Objective::time ? "time" : "energy";
}

}  // namespace sphlab
