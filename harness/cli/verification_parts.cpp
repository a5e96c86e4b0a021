#include "harness/cli/verification_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include "harness/verify/checks_momentum.hpp"

namespace sphlab {
namespace {

/// Most points of a series: a figure shows no more apart.
constexpr std::size_t most_points = 40;

/// Keeps the first of `samples`, every n-th behind it, and the last.
template <class Sample>
std::vector<Sample> thinned(const std::vector<Sample>& samples) {
  const std::size_t stride = (samples.size() + most_points - 1) / most_points;
  std::vector<Sample> chosen;
  for (std::size_t i = 0; i < samples.size(); i += stride) chosen.push_back(samples[i]);
  if (stride > 0 && (samples.size() - 1) % stride != 0) chosen.push_back(samples.back());
  return chosen;
}

/// Name without the label of the state.
std::string without_label(const std::string& name, const std::string& label) {
  const std::string end = " (" + label + ")";
  return name.ends_with(end) ? name.substr(0, name.size() - end.size()) : name;
}

}  // namespace

Verification::Check check_for_file(const Check& check) {
  Verification::Check one;
  one.name = without_label(check.name, check.state.label);
  if (!check.state.label.empty())
    one.state = {check.state.label, check.state.step, check.state.time};
  one.value = check.value;
  one.tolerance = check.tolerance;
  if (!check.norm.empty()) one.norm = check.norm;
  one.passed = check.passed;
  one.detail = check.detail;
  return one;
}

Verification::Curve still_water_curve(const StillWaterReport& report) {
  Verification::Curve curve;
  curve.name = "still water";
  auto& series = curve.series;
  for (const StillWaterSample& sample : thinned(report.samples)) {
    series["step"].push_back(static_cast<double>(sample.step));
    series["time_s"].push_back(sample.time);
    series["momentum_kg_m_s"].push_back(magnitude(sample.sums.momentum));
    series["residual"].push_back(sample.residual);
    series["kinetic_j"].push_back(sample.sums.kinetic_energy);
    series["potential_j"].push_back(sample.sums.potential_energy - report.start.potential_energy);
    series["compressive_j"].push_back(sample.sums.compressive_energy -
                                      report.start.compressive_energy);
  }
  curve.constants = {{"mass_kg", report.start.mass},
                     {"tolerance", momentum_tolerance},
                     {"kinetic_j", report.start.kinetic_energy},
                     {"potential_j", report.start.potential_energy},
                     {"compressive_j", report.start.compressive_energy}};
  return curve;
}

Verification::Curve front_curve(const FrontReport& report) {
  const FrontComparison& own = report.own_scale;
  const FrontComparison& literal = report.experiment_scale;
  Verification::Curve curve;
  curve.name = "front";
  for (const FrontSample& sample : thinned(report.samples)) {
    curve.series["time_s"].push_back(sample.time);
    curve.series["t_own"].push_back(own.column.dimensionless_time(sample.time));
    curve.series["t_experiment"].push_back(literal.column.dimensionless_time(sample.time));
    curve.series["z"].push_back((sample.position - own.column.back) / own.column.width);
  }
  for (const FrontReading& reading : martin_moyce_readings) {
    curve.reference["t"].push_back(reading.time);
    curve.reference["z"].push_back(reading.front);
  }
  curve.constants = {{"width_m", own.column.width},
                     {"aspect", own.column.aspect()},
                     {"gate_delay", gate_delay},
                     {"deviation_own", own.mean_deviation},
                     {"deviation_own_delayed", own.mean_deviation_delayed},
                     {"deviation_experiment", literal.mean_deviation},
                     {"deviation_experiment_delayed", literal.mean_deviation_delayed}};
  return curve;
}

}  // namespace sphlab
