#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/oracle_step.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

constexpr const char* field = "previous-velocity";

float4 previous(const std::vector<float>& values, std::size_t i) {
  return {values[4 * i], values[4 * i + 1], values[4 * i + 2], values[4 * i + 3]};
}

void put(std::vector<float>& values, std::size_t i, const float4& v) {
  values[4 * i] = v.x;
  values[4 * i + 1] = v.y;
  values[4 * i + 2] = v.z;
  values[4 * i + 3] = v.w;
}

// Paper D, equations A.7a and, in every n-th step, A.7b.
OracleStep verlet_step(const ObservedStep& step) {
  const bool euler = step.steps % step.euler_interval == 0;
  const std::vector<float>& before = step.begin.fields.at(field);
  OracleStep oracle;
  resize_touched(oracle.end, step.begin.size());
  std::vector<float>& now = oracle.fields[field];
  resize_touched(now, 4 * step.begin.size());
  over_items(step.begin.size(), [&](std::size_t i) {
    const float4 v = step.begin.velocity[i];
    const float4 from = euler ? v : previous(before, i);
    const float4 rate = step.last_rate[i];
    const double span = euler ? step.dt : 2 * step.dt;
    const DoubleVector x = oracle_vector(step.begin.position[i]);
    AdvancedParticle& end = oracle.end[i];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double a = oracle_vector(rate)[axis];
      end.velocity[axis] = {oracle_vector(from)[axis], span * a};
      end.position[axis] = way_of(x[axis], step.dt, 0, {oracle_vector(v)[axis], step.dt / 2 * a});
    }
    end.density = {from.w, span * static_cast<double>(rate.w)};
    put(now, i, v);
  });
  return oracle;
}

const RegisterOracle<StepOracle> verlet("verlet", verlet_step);

}  // namespace
}  // namespace sphlab
