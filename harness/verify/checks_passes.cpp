#include "harness/verify/checks_passes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>

#include "harness/verify/comparison.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

/// A check that cannot be made, which says why.
Check not_made(const std::string& name, const std::string& why) {
  Check check;
  check.name = name;
  check.norm = norms::oracle;
  check.detail = why;
  return check;
}

Check quantity_agrees(const std::string& name, const ParticleState& state,
                      const JudgedParticles& judged, std::uint32_t components,
                      const std::vector<float>& device, const OracleQuantity& oracle) {
  const std::size_t live = judged.live();
  if (device.size() < live * components || oracle.values.size() < live * components) {
    return not_made(name, fmt::format("{} numbers of the device and {} of the oracle for {} "
                                      "particles with {} each",
                                      device.size(), oracle.values.size(), live, components));
  }
  const auto found =
      merged_over_items<Comparison>(judged.count(), [&](Comparison& all, std::size_t number) {
        const std::size_t i = judged[number];
        const double allowed = oracle.uncertainty.empty() ? 0 : oracle.uncertainty[i];
        for (std::size_t k = components * i; k < components * (i + 1); ++k) {
          const double off = std::abs(device[k] - oracle.values[k]);
          all.take(i, larger(off - allowed, 0), std::abs(oracle.values[k]));
        }
      });
  return relative_check(name, found.deviation, found.scale, rate_tolerance, state);
}

/// What of one kind a pass declares, has written and should have written.
struct Kind {
  std::uint32_t written;  ///< bits
  std::span<const FieldDescription> declared;
  const ParticleFields& device;
  const std::map<std::string, OracleQuantity>& oracle;
};

std::string label_of(const ObservedPass& observed) {
  const char* stage = observed.pass.name;
  return observed.time == 0 ? stage : fmt::format("{} {}", stage, observed.time);
}

void check_kind(const ObservedPass& observed, const JudgedParticles& judged, const Kind& kind,
                std::vector<Check>& checks) {
  for (std::size_t k = 0; k < kind.declared.size(); ++k) {
    if ((kind.written >> k & 1) == 0) continue;
    const FieldDescription& each = kind.declared[k];
    const std::string name = fmt::format("{}: {}", label_of(observed), each.name);
    const auto expected = kind.oracle.find(each.name);
    checks.push_back(expected == kind.oracle.end()
                         ? not_made(name, "the pass writes it, and its oracle does not tell it")
                         : quantity_agrees(name, observed.before, judged, each.components,
                                           kind.device.at(each.name), expected->second));
  }
}

}  // namespace

std::vector<Check> quantities_agree(const ObservedPass& observed, const JudgedParticles& judged,
                                    const FormulationDescription& formulation,
                                    const OracleQuantities& oracle) {
  const std::span arrays(formulation.arrays, formulation.array_count);
  const std::span fields(formulation.fields, formulation.field_count);
  const PassDescription& pass = observed.pass;
  std::vector<Check> checks;
  check_kind(observed, judged, {pass.arrays, arrays, observed.arrays, oracle.arrays}, checks);
  check_kind(observed, judged, {pass.rates, fields, observed.rates, oracle.rates}, checks);
  check_kind(observed, judged, {pass.fields, fields, observed.fields, oracle.fields}, checks);
  return checks;
}

Check repetitions_end(const std::vector<RepetitionError>& errors, const Repetition& device,
                      const RepetitionLimits& limits) {
  const char* name = "repetitions";
  if (errors.size() != device.times || errors.empty()) {
    return none_check(name, 1,
                      fmt::format("{} repetitions were seen, and the device has counted {}",
                                  errors.size(), device.times));
  }
  for (std::size_t time = limits.least; time < errors.size(); ++time) {
    const RepetitionError& error = errors[time - 1];
    if (error.value + error.uncertainty < (1 - rate_tolerance) * limits.error) {
      return none_check(name, 1,
                        fmt::format("the error after {} was {:g}, which is small enough, and there "
                                    "were {}",
                                    time, error.value, errors.size()));
    }
  }
  const RepetitionError& last = errors.back();
  const bool small = last.value - last.uncertainty <= (1 + rate_tolerance) * limits.error;
  const bool enough = errors.size() >= limits.least && (small || errors.size() == limits.most);
  if (!enough) {
    return none_check(
        name, 1,
        fmt::format("they ended after {} of {} to {}, with the error {:g} and the "
                    "limit {:g}",
                    errors.size(), limits.least, limits.most, last.value, limits.error));
  }
  const double off = larger(std::abs(device.last_error - last.value) - last.uncertainty, 0);
  const double scale = std::max(std::abs(last.value), static_cast<double>(limits.error));
  Check check{name, scale > 0 ? off / scale : off, rate_tolerance, false, "", norms::oracle};
  check.passed = check.value <= check.tolerance;
  if (!check.passed) {
    check.detail = fmt::format("the device has found the error {:g}, the oracle {:g}",
                               device.last_error, last.value);
  }
  return check;
}

}  // namespace sphlab
