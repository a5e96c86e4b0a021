#include "harness/verify/checks_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "harness/scenarios/physics.hpp"
#include "harness/verify/gathered.hpp"
#include "harness/verify/parallel_ranges.hpp"
#include "harness/verify/particle_places.hpp"
#include "kernels/abi/particle_type.hpp"

namespace sphlab {
namespace {

/// Place and velocity of a body along one axis by its motion's law, in double precision.
struct BodyAxis {
  double velocity, stroke, frequency;
  double place(double time) const {
    const double s = std::sin(std::numbers::pi * frequency * time);
    return velocity * time + stroke * s * s;
  }
  double speed(double time) const {
    return velocity + stroke * std::numbers::pi * frequency *
                          std::sin(2 * std::numbers::pi * frequency * time);
  }
};

std::array<BodyAxis, 3> axes_of(const BodyMotion& m) {
  return {BodyAxis{m.velocity.x, m.stroke.x, m.frequency},
          BodyAxis{m.velocity.y, m.stroke.y, m.frequency},
          BodyAxis{m.velocity.z, m.stroke.z, m.frequency}};
}

/// Roundings that a body's place may be off, on top of the quanta that it is counted in: one before
/// and one behind the displacement.
double body_off(double value, double expected, double scale, double quantum) {
  const double excess = std::max(0.0, std::abs(value - expected) - quantum);
  return excess == 0 ? 0 : excess / (scale * 0x1p-24 + DBL_MIN);
}

/// The largest deviation in a step, and which number it is of: of equal ones the first.
class LargestInStep {
 public:
  /// @param moment of the step: "midpoint" or "end".
  void take(std::size_t particle, std::string_view quantity, std::string_view moment, double off) {
    if (!largest_.take(particle, off)) return;
    quantity_ = quantity;
    moment_ = moment;
  }
  void merge(const LargestInStep& behind) {
    if (!largest_.merge(behind.largest_)) return;
    quantity_ = behind.quantity_;
    moment_ = behind.moment_;
  }
  Check check(const std::string& name, const ParticleState& state) const {
    const double off = largest_.value();
    Check check{name, off, step_tolerance, off <= step_tolerance, "", norms::rounding};
    if (!check.passed) {
      check.detail = fmt::format("{} at the {} of {} is another", quantity_, moment_,
                                 particle_label(state, largest_.particle()));
    }
    return check;
  }

 private:
  LargestDeviation largest_;
  std::string quantity_, moment_;
};

/// A state inside the step, or its end.
struct Reached {
  const char* name;
  const ParticleState& state;
  const std::vector<AdvancedParticle>& expected;
  double time;
};

void compare_body(LargestInStep& largest, std::size_t i, const DownloadedStep& step,
                  const Reached& reached, const BodyMotion& motion) {
  const std::array<BodyAxis, 3> axes = axes_of(motion);
  const DoubleVector from = oracle_vector(step.begin.position[i]);
  const DoubleVector x = oracle_vector(reached.state.position[i]);
  const DoubleVector v = oracle_vector(reached.state.velocity[i]);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const BodyAxis& law = axes[axis];
    const double moved = law.place(reached.time) - law.place(step.begin_time);
    largest.take(i, "position", reached.name,
                 body_off(x[axis], from[axis] + moved, 0, motion.quantum));
    const double speed = law.speed(reached.time);
    // the phase is rounded to a float: relative to the largest speed, not to this one
    const double fastest =
        std::abs(law.velocity) + std::abs(law.stroke * law.frequency) * std::numbers::pi;
    largest.take(i, "velocity", reached.name, body_off(v[axis], speed, fastest * 8, 0));
  }
}

/// How the densities of a step are judged.
struct DensityRule {
  bool compared = true;
  bool stays = false;       ///< they are those of the beginning
  bool walls_held = false;  ///< those of walls and bodies are at least that at rest
};

/// Density of a wall where it is held; as uncertain as what it would be.
Advanced held(const Advanced& density) {
  return density.value() < 0 ? Advanced{density.from, -density.from} : density;
}

void compare_particle(LargestInStep& largest, std::size_t i, const DownloadedStep& step,
                      const Reached& reached, const BodyMotion& motion, const DensityRule& rule) {
  const AdvancedParticle& expected = reached.expected[i];
  const float4& x = reached.state.position[i];
  const float4& v = reached.state.velocity[i];
  if (rule.compared) {
    Advanced density = rule.stays ? Advanced{step.begin.velocity[i].w, 0} : expected.density;
    if (rule.walls_held && !is_any_fluid(step.begin.identity[i])) density = held(density);
    largest.take(i, "density", reached.name, roundings_off(v.w, density));
  }
  if (type_of(step.begin.identity[i]) == ParticleType::body)
    return compare_body(largest, i, step, reached, motion);
  const float position[] = {x.x, x.y, x.z};
  const float velocity[] = {v.x, v.y, v.z};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    largest.take(i, "position", reached.name,
                 roundings_off(position[axis], expected.position[axis]));
    largest.take(i, "velocity", reached.name,
                 roundings_off(velocity[axis], expected.velocity[axis]));
  }
}

LargestInStep compare(const DownloadedStep& step, std::size_t live, const Reached& reached,
                      const BodyMotion& motion, const DensityRule& rule) {
  return merged_over_items<LargestInStep>(live, [&](LargestInStep& largest, std::size_t i) {
    compare_particle(largest, i, step, reached, motion, rule);
  });
}

LargestInStep compare_field(const DownloadedStep& step, std::size_t live, const std::string& name,
                            const std::function<Advanced(std::size_t)>& expected) {
  const std::vector<float>& values = step.end.fields.at(name);
  const std::size_t components = values.size() / step.end.size();
  const std::string field = "field " + name;
  return merged_over_items<LargestInStep>(
      live * components, [&](LargestInStep& largest, std::size_t k) {
        largest.take(k / components, field, "end", roundings_off(values[k], expected(k)));
      });
}

/// Largest of numbers that are at least zero; passes over what is not a number.
struct Largest {
  double value = 0;
  void take(double other) { value = std::max(value, other); }
  void merge(const Largest& others) { take(others.value); }
};

/// Of sound and, where the pairs limit the step, h times the particle's largest rate of approach,
/// which approach_rates_agree() has held against the oracle.
double fastest_signal(const DownloadedStep& step, std::size_t live, const WcsphConstants& c) {
  const double at_rest = std::max(c.sound_speed, c.second_fluid.sound_speed);
  const std::vector<float>& rate = step.begin_approach_rate;
  const double h = c.smoothing_length;
  const auto fastest = merged_over_items<Largest>(live, [&](Largest& largest, std::size_t i) {
    const double sound = at_rest * std::pow(1.0 + step.begin.velocity[i].w, 3);
    largest.take(rate.empty() ? sound : sound + h * rate[i]);
  });
  return fastest.value;
}

double adaptive_step(const DownloadedStep& step, std::size_t live, const WcsphConstants& c) {
  const auto steepest = merged_over_items<Largest>(live, [&](Largest& largest, std::size_t i) {
    largest.take(magnitude(oracle_vector(step.begin_rate[i])));
  });
  const double h = c.smoothing_length;
  return c.courant * std::min(h / fastest_signal(step, live, c), std::sqrt(h / steepest.value));
}

/// Whether a stage, by the name of its samples, is part of a scheme, and none of its passes.
bool is_of_the_scheme(std::string_view stage) {
  return stage == describe(Stage::time_step).timed_as || stage == describe(Stage::advance).timed_as;
}

/// Puts what is there of particles into the order of others, where that is another one.
class IntoOrder {
 public:
  IntoOrder(const std::vector<std::uint32_t>& order, const std::vector<std::uint32_t>& now) {
    if (order != now) from_ = places(order, now);
  }
  template <class Values>
  void put(Values& values, std::size_t components = 1) const {
    if (from_) values = gathered(values, *from_, components);
  }
  void put(ParticleState& state) const {
    if (from_) state = gathered(state, *from_);
  }

 private:
  std::optional<std::vector<std::uint32_t>> from_;
};

/// Steps, and keeps the rates of the step's first forces, in the order of `begin`: those that the
/// scheme takes, to the bit. Forces that are computed again may differ where threads share the
/// pairs of a particle, and by more than the tolerance where terms cancel.
void step_and_keep_first_rates(Simulation& simulation, DownloadedStep& step) {
  bool are_computed = false;
  simulation.marked_step([&](const char* stage) {
    if (are_computed && step.begin_rate.empty() && is_of_the_scheme(stage)) {
      const IntoOrder order(step.begin.identity, simulation.download_identities());
      step.begin_rate = simulation.download_rates();
      step.begin_approach_rate = simulation.download_approach_rates();
      order.put(step.begin_rate);
      order.put(step.begin_approach_rate);
    }
    are_computed = are_computed || std::string_view(stage) == forces_pass;
  });
  if (step.begin_rate.empty())
    throw std::logic_error("no part of a scheme follows the forces of its step");
}

}  // namespace

double roundings_off(float value, const Advanced& expected) {
  const double difference = std::abs(static_cast<double>(value) - expected.value());
  if (difference == 0) return 0;
  const double scale =
      std::abs(expected.from) + std::max(std::abs(expected.change), expected.terms);
  // the smallest normal float: what lies below may be flushed to zero
  const double off = difference / (0x1p-24 * scale + FLT_MIN);
  return std::isfinite(off) ? off : std::numeric_limits<double>::infinity();
}

void make_step(Simulation& simulation, const Scenario& scenario, const ParticleState& state,
               double time, std::uint64_t steps, DownloadedStep& step) {
  step.begin_time = time;
  step.steps = steps;
  simulation.restore(state, time, steps);
  simulation.rebuild();
  simulation.forces();
  simulation.download(step.begin);
  step.begin_rate.clear();
  if (scenario.time_stepping == TimeStepping::none)
    throw Error(ExitCode::verification, "scenario '" + scenario.name + "' has no steps to verify");
  step_and_keep_first_rates(simulation, step);
  simulation.download(step.end);
  simulation.download_last_force_state(step.midpoint);
  step.last_rate = simulation.download_rates();
  step.last_field_rates = simulation.download_field_rates();
  step.run = simulation.run_state();
  const IntoOrder order(step.begin.identity, step.end.identity);
  order.put(step.end);
  order.put(step.midpoint);
  order.put(step.last_rate);
  for (auto& [name, rates] : step.last_field_rates)
    order.put(rates, rates.size() / step.begin.size());
}

Check step_agrees(const DownloadedStep& step, std::size_t live, const Scenario& scenario,
                  std::uint32_t euler_interval, bool integrates_density) {
  const OracleStep oracle = oracle_step_of(
      scenario.scheme, {step.begin, step.begin_rate, step.midpoint, step.last_rate, step.run.dt,
                        step.steps, euler_interval, step.last_field_rates});
  LargestInStep largest;
  const BodyMotion& motion = scenario.wcsph.body;
  const bool walls_held = scenario.wcsph.holds_wall_density != 0;
  if (!oracle.midpoint.empty()) {
    const double time = step.begin_time + step.run.dt / 2;
    // a pass that computes the density has done so at the midpoint, too
    largest.merge(compare(step, live, {"midpoint", step.midpoint, oracle.midpoint, time}, motion,
                          {integrates_density, false, walls_held}));
  }
  const double time = step.begin_time + step.run.dt;
  largest.merge(compare(step, live, {"end", step.end, oracle.end, time}, motion,
                        {true, !integrates_density, walls_held}));
  for (const auto& [name, expected] : oracle.fields)
    largest.merge(compare_field(step, live, name, [&, &expected = expected](std::size_t k) {
      return Advanced{expected[k], 0};
    }));
  for (const auto& [name, expected] : oracle.advanced_fields)
    largest.merge(compare_field(step, live, name,
                                [&, &expected = expected](std::size_t k) { return expected[k]; }));
  return largest.check(fmt::format("step {} of {}", step.steps, scenario.scheme), step.begin);
}

Check clock_agrees(const DownloadedStep& step, std::size_t live, const Scenario& scenario) {
  const double expected = scenario.time_stepping == TimeStepping::fixed
                              ? scenario.fixed_dt
                              : adaptive_step(step, live, scenario.wcsph);
  const double off = std::abs(step.run.dt - expected) / expected;
  const bool counted = step.run.steps == step.steps + 1;
  const bool timed = step.run.time == step.begin_time + step.run.dt;
  constexpr double tolerance = 2e-6;  // powers and roots of floats
  Check check{fmt::format("clock of step {}", step.steps), off, tolerance,
              off <= tolerance && counted && timed,        "",  norms::time_step};
  if (!check.passed) {
    check.detail = fmt::format("dt {:.9g} s, not {:.9g} s; time {:.9g} s and {} steps after it",
                               step.run.dt, expected, step.run.time, step.run.steps);
  }
  return check;
}

}  // namespace sphlab
