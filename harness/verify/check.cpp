#include "harness/verify/check.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sphlab {

CheckedState state_after(std::uint64_t steps, double time) {
  return {fmt::format("step-{}", steps), steps, time};
}

std::string particle_label(const ParticleState& state, std::size_t particle) {
  const std::uint32_t identity = state.identity[particle];
  const std::size_t index = state.excerpted.empty() ? particle : state.excerpted[particle];
  return fmt::format("particle {} ({}, id {})", index, type_name(type_of(identity)),
                     id_of(identity));
}

Check relative_check(const std::string& name, const LargestDeviation& deviation, double scale,
                     double tolerance, const ParticleState& state) {
  Check check{name, std::numeric_limits<double>::infinity(), tolerance, false, "", norms::oracle};
  if (!std::isfinite(scale)) {
    check.detail = "the oracle's own result is not finite";
    return check;
  }
  if (deviation.value() == 0) {
    check.value = 0;
  } else if (scale > 0) {
    check.value = deviation.value() / scale;
  }
  check.passed = check.value <= tolerance;
  if (check.value > 0) {
    check.detail =
        fmt::format("largest at {}: off by {:.3g}, largest magnitude {:.3g}",
                    particle_label(state, deviation.particle()), deviation.value(), scale);
  }
  return check;
}

Check none_check(const std::string& name, std::size_t faulty, const std::string& first) {
  return {name,        static_cast<double>(faulty), 0,
          faulty == 0, faulty == 0 ? "" : first,    norms::count};
}

}  // namespace sphlab
