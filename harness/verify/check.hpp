// The outcome of one check, and the deviations that most checks are made of.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// One property of a device's result. A check that could not be made has not passed.
struct Check {
  std::string name;
  double value = std::numeric_limits<double>::infinity();  ///< infinite: not a number, or not made
  double tolerance = 0;                                    ///< passed when value <= tolerance
  bool passed = false;
  std::string detail;  ///< what is wrong and where, or what else is worth knowing
};

/// "particle 17 (fluid, id 3)": the index is that of the state.
std::string particle_label(const ParticleState& state, std::size_t particle);

/// Largest of the deviations taken, and which particle has it. What is not a number counts as
/// infinite.
class LargestDeviation {
 public:
  /// @param deviation magnitude of a difference, >= 0.
  void take(std::size_t particle, double deviation);
  double value() const { return value_; }
  std::size_t particle() const { return particle_; }

 private:
  double value_ = 0;
  std::size_t particle_ = 0;
};

/// A check on `deviation` over `scale`, the largest magnitude of the reference. A reference that is
/// zero everywhere must be met exactly; one that is not a number cannot be met.
Check relative_check(const std::string& name, const LargestDeviation& deviation, double scale,
                     double tolerance, const ParticleState& state);

/// A check that the number of `faulty` items is zero. `first` says what is wrong with one of them.
Check none_check(const std::string& name, std::size_t faulty, const std::string& first);

}  // namespace sphlab
