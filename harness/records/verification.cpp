#include "harness/records/verification.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "harness/error.hpp"
#include "harness/records/optional_json.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// Which state a check was made in stands beside its value.
json without_state(json scenario) {
  scenario.erase("state");
  return scenario;
}

/// Six digits are more than a figure shows, and a third of what a double takes.
json rounded(double value) {
  if (!std::isfinite(value)) return nullptr;
  return json::parse(fmt::format("{:.6g}", value));
}

json rounded(const std::map<std::string, std::vector<double>>& series) {
  json all = json::object();
  for (const auto& [name, values] : series) {
    json numbers = json::array();
    for (const double value : values) numbers.push_back(rounded(value));
    all[name] = std::move(numbers);
  }
  return all;
}

json state_of(const std::optional<Verification::State>& state) {
  if (!state) return nullptr;
  return {
      {"label", state->label}, {"step", state->step}, {"time_s", finite_or_null(state->time_s)}};
}

std::string first_line() {
  return json{{"kind", "verification"}, {"schema_version", verification_schema_version}}.dump() +
         "\n";
}

json line_of(const std::string& contender, const Verification::Check& check) {
  json line = {{"contender", contender},
               {"check", check.name},
               {"value", finite_or_null(check.value)},
               {"tolerance", finite_or_null(check.tolerance)},
               {"norm", check.norm},
               {"passed", check.passed}};
  if (!check.passed) line["detail"] = check.detail;
  return line;
}

void require_one_length(const std::map<std::string, std::vector<double>>& series,
                        const std::string& curve) {
  for (const auto& [name, values] : series) {
    if (values.size() == series.begin()->second.size()) continue;
    throw Error(ExitCode::failure,
                fmt::format("the arrays of the curve '{}' differ in length", curve));
  }
}

json line_of(const std::string& contender, const Verification::Curve& curve) {
  require_one_length(curve.series, curve.name);
  require_one_length(curve.reference, curve.name);
  json line = {{"contender", contender}, {"curve", curve.name}, {"series", rounded(curve.series)}};
  if (!curve.reference.empty()) line["reference"] = rounded(curve.reference);
  json constants = json::object();
  for (const auto& [name, value] : curve.constants) constants[name] = rounded(value);
  line["constants"] = std::move(constants);
  return line;
}

}  // namespace

VerificationText::VerificationText(const RecordingSetup& setup, const std::string& recorded_at)
    : session_(session_json(setup, recorded_at)) {}

std::string VerificationText::refer_to(const Verification& verification,
                                       const std::optional<Verification::State>& state) {
  return parts_.refer(
      "contender",
      {{"session", parts_.refer("session", session_)},
       {"toolchain", parts_.refer("toolchain", to_json(verification.toolchain))},
       {"scenario", parts_.refer("scenario", without_state(to_json(verification.scenario)))},
       {"physics", verification.physics},
       {"variant", verification.variant},
       {"state", state_of(state)}});
}

std::string VerificationText::lines_of(const Verification& verification) {
  std::string lines;
  if (!std::exchange(has_first_line_, true)) lines = first_line();
  const auto add = [&](const auto& content, const std::optional<Verification::State>& state) {
    const json line = line_of(refer_to(verification, state), content);
    lines += parts_.due() + line.dump() + "\n";
  };
  for (const Verification::Check& check : verification.checks) add(check, check.state);
  for (const Verification::Curve& curve : verification.curves) add(curve, std::nullopt);
  return lines;
}

}  // namespace sphlab
