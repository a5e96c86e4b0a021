#include "harness/verify/oracle_step.hpp"

#include "harness/error.hpp"
#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

DoubleVector oracle_vector(const float4& v) {
  return {v.x, v.y, v.z};
}

std::vector<AdvancedParticle> oracle_half_step(const ObservedStep& step) {
  auto particles = touched_vector<AdvancedParticle>(step.begin.size());
  const double half = step.dt / 2;
  over_items(particles.size(), [&](std::size_t i) {
    const DoubleVector x = oracle_vector(step.begin.position[i]);
    const DoubleVector v = oracle_vector(step.begin.velocity[i]);
    const DoubleVector a = oracle_vector(step.begin_rate[i]);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      particles[i].position[axis] = {x[axis], half * v[axis]};
      particles[i].velocity[axis] = {v[axis], half * a[axis]};
    }
    particles[i].density = {step.begin.velocity[i].w,
                            half * static_cast<double>(step.begin_rate[i].w)};
  });
  return particles;
}

std::vector<AdvancedParticle> oracle_whole_step(const ObservedStep& step, WayBy way) {
  auto particles = touched_vector<AdvancedParticle>(step.begin.size());
  const bool is_mean = way == WayBy::mean_velocity;
  over_items(particles.size(), [&](std::size_t i) {
    const DoubleVector x = oracle_vector(step.begin.position[i]);
    const DoubleVector v = oracle_vector(step.begin.velocity[i]);
    const DoubleVector a = oracle_vector(step.last_rate[i]);
    AdvancedParticle& end = particles[i];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      end.velocity[axis] = {v[axis], step.dt * a[axis]};
      end.position[axis] = is_mean ? way_of(x[axis], step.dt / 2, v[axis], end.velocity[axis])
                                   : way_of(x[axis], step.dt, 0, end.velocity[axis]);
    }
    end.density = {step.begin.velocity[i].w, step.dt * static_cast<double>(step.last_rate[i].w)};
  });
  return particles;
}

OracleStep oracle_step_of(const std::string& scheme, const ObservedStep& step) {
  return registered_oracle<StepOracle>(
      scheme, "there is no oracle for the integration scheme '" + scheme + "'")(step);
}

}  // namespace sphlab
