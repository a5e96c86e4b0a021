// The outcome of one check, and the deviations that most checks are made of.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// The particles that a check was made on.
struct CheckedState {
  std::string label;  ///< "initial", "step-500"; "" where none was reached
  std::uint64_t step = 0;
  double time = 0;  ///< simulated [s]
};

/// The state of a run after so many steps, called "step-500".
CheckedState state_after(std::uint64_t steps, double time);

/// Norm of a check's value: a count of what is wrong, or a deviation over this.
namespace norms {
inline constexpr const char* count = "count";
inline constexpr const char* oracle = "oracle";  ///< its largest magnitude
inline constexpr const char* rest_density = "rest density";
inline constexpr const char* slots = "slots";        ///< of a list
inline constexpr const char* rounding = "rounding";  ///< of a float, 2^-24 of it
inline constexpr const char* time_step = "time step";
inline constexpr const char* term = "term";  ///< what a term of the physics does
inline constexpr const char* gravity_impulse = "impulse of gravity";
}  // namespace norms

/// One property of a device's result. A check that could not be made has not passed.
struct Check {
  std::string name;
  double value = std::numeric_limits<double>::infinity();  ///< infinite: not a number, or not made
  double tolerance = 0;                                    ///< passed when value <= tolerance
  bool passed = false;
  std::string detail;     ///< what is wrong and where, or what else is worth knowing
  std::string norm = {};  ///< what the value counts or is relative to; "" where nothing tells
  CheckedState state = {};
};

/// "particle 17 (fluid, id 3)": the index is that of the state.
std::string particle_label(const ParticleState& state, std::size_t particle);

/// Largest of the deviations taken, and which particle has it. What is not a number counts as
/// infinite.
class LargestDeviation {
 public:
  /// Whether it is the largest now: of equal ones the first remains.
  /// @param deviation magnitude of a difference, >= 0.
  bool take(std::size_t particle, double deviation) {
    if (std::isnan(deviation)) deviation = std::numeric_limits<double>::infinity();
    if (deviation <= value_) return false;
    value_ = deviation;
    particle_ = particle;
    return true;
  }
  /// The same of those taken there. @param behind of particles behind those taken here.
  bool merge(const LargestDeviation& behind) { return take(behind.particle_, behind.value_); }
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
