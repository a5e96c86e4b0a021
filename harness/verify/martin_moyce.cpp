#include "harness/verify/martin_moyce.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "harness/verify/fluid_sums.hpp"

namespace sphlab {

namespace {

struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void take(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

// Z at dimensionless time T, or nothing where the run has no sample on both sides of it.
std::optional<double> front_at(const WaterColumn& column, const std::vector<FrontSample>& samples,
                               double time) {
  for (std::size_t k = 1; k < samples.size(); ++k) {
    const double before = column.dimensionless_time(samples[k - 1].time);
    const double after = column.dimensionless_time(samples[k].time);
    if (!(before <= time && time <= after && before < after)) continue;
    const double share = (time - before) / (after - before);
    const double x =
        samples[k - 1].position + share * (samples[k].position - samples[k - 1].position);
    return (x - column.back) / column.width;
  }
  return std::nullopt;
}

}  // namespace

const std::array<FrontReading, 15> martin_moyce_readings{{{0.41, 1.11},
                                                          {0.84, 1.22},
                                                          {1.19, 1.44},
                                                          {1.43, 1.67},
                                                          {1.63, 1.89},
                                                          {1.83, 2.11},
                                                          {1.98, 2.33},
                                                          {2.20, 2.56},
                                                          {2.32, 2.78},
                                                          {2.51, 3.00},
                                                          {2.65, 3.22},
                                                          {2.83, 3.44},
                                                          {2.98, 3.67},
                                                          {3.11, 3.89},
                                                          {3.33, 4.11}}};

double WaterColumn::dimensionless_time(double time) const {
  return time * std::sqrt((scale > 0 ? scale : aspect()) * gravity / width);
}

WaterColumn initial_column(const Scenario& scenario) {
  const ParticleState& state = scenario.initial;
  Extent x, z, walls;
  for (std::size_t i = 0; i < state.size(); ++i) {
    walls.take(state.position[i].x);
    if (type_of(state.identity[i]) != ParticleType::fluid) continue;
    x.take(state.position[i].x);
    z.take(state.position[i].z);
  }
  const float3 g = scenario.wcsph.gravity;
  const double gravity = magnitude({g.x, g.y, g.z});
  if (!(x.low <= x.high) || !(gravity > 0)) {
    throw InputError("scenario '" + scenario.name +
                     "' has no water column that gravity could break");
  }
  const double spacing = scenario.spacing;
  return {x.low - spacing / 2,
          x.high - x.low + spacing,
          z.high - z.low + spacing,
          gravity,
          walls.high,
          0};
}

FrontComparison compare_front(const WaterColumn& column, const std::vector<FrontSample>& samples) {
  FrontComparison comparison{column, {}, 0, 0};
  for (const FrontReading& reading : martin_moyce_readings) {
    const auto run = front_at(column, samples, reading.time);
    const auto delayed = front_at(column, samples, reading.time - gate_delay);
    if (!run || !delayed) continue;
    comparison.points.push_back({reading, *run, *delayed});
    comparison.mean_deviation += std::abs(*run - reading.front);
    comparison.mean_deviation_delayed += std::abs(*delayed - reading.front);
  }
  const auto count = static_cast<double>(std::max<std::size_t>(comparison.points.size(), 1));
  comparison.mean_deviation /= count;
  comparison.mean_deviation_delayed /= count;
  return comparison;
}

FrontReport martin_moyce(Runtime& runtime, const LoadedPack& pack, const Scenario& scenario,
                         const Variant& variant) {
  if (scenario.time_stepping == TimeStepping::none) {
    throw Error(ExitCode::verification,
                "scenario '" + scenario.name + "' does not step: no front to follow");
  }
  const WaterColumn column = initial_column(scenario);
  Simulation simulation(runtime, pack, scenario, variant);
  std::vector<FrontSample> samples;
  // Half a spacing of water stands around the outermost particle.
  const auto sample = [&] {
    const double x = fluid_sums(simulation.download(), scenario.wcsph).front;
    samples.push_back({simulation.run_state().time, x + scenario.spacing / 2});
  };
  sample();
  const double last = martin_moyce_readings.back().time;
  while (column.dimensionless_time(samples.back().time) < last &&
         samples.back().position < column.end - 2 * scenario.spacing) {
    simulation.run_cycles(1);
    simulation.require_going();
    sample();
  }
  WaterColumn as_experiment = column;
  as_experiment.scale = experiment_aspect;
  return {compare_front(column, samples), compare_front(as_experiment, samples), samples};
}

}  // namespace sphlab
