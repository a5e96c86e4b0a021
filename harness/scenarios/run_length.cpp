#include "harness/scenarios/run_length.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "harness/scenarios/scenario.hpp"

namespace sphlab {

double longest_step(const Scenario& scenario) {
  if (scenario.time_stepping == TimeStepping::none) return 0;
  if (scenario.time_stepping == TimeStepping::fixed) return scenario.fixed_dt;
  const WcsphConstants& c = scenario.wcsph;
  const double speed = std::max(c.sound_speed, c.second_fluid.sound_speed);
  return speed > 0 ? static_cast<double>(c.courant) * c.smoothing_length / speed : 0;
}

double least_step(const Scenario& scenario) {
  constexpr double collapsed = 1e-3;
  return scenario.time_stepping == TimeStepping::adaptive ? collapsed * longest_step(scenario) : 0;
}

std::optional<std::string> too_many_steps(const Scenario& scenario, double seconds) {
  const double step = longest_step(scenario);
  if (!(step > 0) || seconds / step <= longest_run_steps) return std::nullopt;
  const bool fixed = scenario.time_stepping == TimeStepping::fixed;
  return fmt::format(
      "to {:.3g} s it would take {:.2g} steps more: none is longer than {:.3g} s, by {}, and a run "
      "has at most {:.0e}. End earlier, or take longer steps: {}",
      seconds, std::min(seconds / step, std::numeric_limits<double>::max()), step,
      fixed ? "time_stepping.dt" : "time_stepping.courant and the speed of sound",
      longest_run_steps,
      fixed ? "another dt" : "a coarser resolution, slower sound or a larger courant");
}

}  // namespace sphlab
