#include "harness/records/energy_summary.hpp"

#include <numeric>
#include <vector>

#include "harness/records/student_interval.hpp"

namespace sphlab {
namespace {

template <class Value>
double sum(const std::vector<Value>& values) {
  return static_cast<double>(std::accumulate(values.begin(), values.end(), Value{0}));
}

}  // namespace

std::vector<double> joules_per_step(const Record::EnergySamples& samples) {
  std::vector<double> joules;
  for (std::size_t run = 0; run < samples.joules.size(); ++run)
    joules.push_back(samples.joules[run] / static_cast<double>(samples.steps[run]));
  return joules;
}

double energy_resolution(const Record::EnergySamples& samples) {
  double mean = 0;
  for (std::size_t run = 0; run < samples.joules.size(); ++run) {
    mean += samples.resolution_j[run] / static_cast<double>(samples.steps[run]) /
            static_cast<double>(samples.joules.size());
  }
  return mean;
}

Record::Energy summarise_energy(const std::string& counter, const Record::EnergySamples& samples,
                                std::uint64_t particles, std::optional<double> idle_power_w) {
  const MeanInterval of_step = student_interval(joules_per_step(samples));
  const double either_side = of_step.half_width + energy_resolution(samples);
  Record::Energy energy;
  energy.counter = counter;
  energy.joules_per_step = of_step.mean;
  energy.low_j = of_step.mean - either_side;
  energy.high_j = of_step.mean + either_side;
  energy.joules_per_million_particle_steps = 1e6 * of_step.mean / static_cast<double>(particles);
  energy.power_w = sum(samples.joules) / sum(samples.time_s);
  energy.step_s = sum(samples.time_s) / sum(samples.steps);
  energy.idle_power_w = idle_power_w;
  energy.samples = samples;
  return energy;
}

}  // namespace sphlab
