#include "harness/records/verification.hpp"

#include <fmt/format.h>

#include <algorithm>
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

json rounded(double value, int digits) {
  if (!std::isfinite(value)) return nullptr;
  return json::parse(fmt::format("{:.{}g}", value, digits));
}

/// Six digits are more than a figure shows, and a third of what a double takes.
json rounded(double value) {
  return rounded(value, 6);
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

/// Four digits of a number, or all where four would stand on the other side of a bound.
template <class Side>
json few_digits(double number, const Side& side) {
  json few = rounded(number, 4);
  return few.is_null() || side(few.get<double>()) == side(number) ? few : json(number);
}

/// Some follow from what a variant computed, and differ in their last digits alone.
json tolerance_of(const Verification::Check& check) {
  return few_digits(check.tolerance, [&](double bound) { return check.value <= bound; });
}

json value_of(const Verification::Check& check) {
  const json tolerance = tolerance_of(check);
  const double bound = tolerance.is_null() ? check.tolerance : tolerance.get<double>();
  return few_digits(check.value, [&](double value) { return value <= bound; });
}

/// Whether a check that is read has passed: without a value it has not.
bool has_passed(const Verification::Check& check) {
  return check.passed && std::isfinite(check.value);
}

/// The checks of one state that stand in one line: no name is there twice.
using Row = std::vector<const Verification::Check*>;

bool belongs_to(const Row& row, const Verification::Check& check) {
  return row.front()->state == check.state &&
         std::none_of(row.begin(), row.end(),
                      [&](const auto* one) { return one->name == check.name; });
}

std::vector<Row> rows_of(const std::vector<Verification::Check>& checks) {
  std::vector<Row> rows;
  for (const Verification::Check& check : checks) {
    if (rows.empty() || !belongs_to(rows.back(), check)) rows.emplace_back();
    rows.back().push_back(&check);
  }
  return rows;
}

/// Checks of a row, which those of many variants may share.
json checks_of(const Row& row) {
  json all = json::array();
  for (const Verification::Check* check : row) {
    all.push_back(
        {{"check", check->name}, {"tolerance", tolerance_of(*check)}, {"norm", check->norm}});
  }
  return all;
}

json line_of(json line, const Row& row) {
  json values = json::array();
  json failed = json::array();
  for (const Verification::Check* check : row) {
    values.push_back(value_of(*check));
    if (!has_passed(*check)) failed.push_back({{"check", check->name}, {"detail", check->detail}});
  }
  line["values"] = std::move(values);
  if (!failed.empty()) line["failed"] = std::move(failed);
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

json line_of(json line, const Verification::Curve& curve) {
  require_one_length(curve.series, curve.name);
  require_one_length(curve.reference, curve.name);
  line["curve"] = curve.name;
  line["series"] = rounded(curve.series);
  if (!curve.reference.empty()) line["reference"] = rounded(curve.reference);
  json constants = json::object();
  for (const auto& [name, value] : curve.constants) constants[name] = rounded(value);
  line["constants"] = std::move(constants);
  return line;
}

}  // namespace

VerificationText::VerificationText(const RecordingSetup& setup, const std::string& recorded_at)
    : session_(session_json(setup, recorded_at)) {}

json VerificationText::line_of_case(const Verification& verification,
                                    const std::optional<Verification::State>& state,
                                    const json& checks) {
  const std::string id = parts_.refer(
      "case",
      {{"session", parts_.refer("session", session_)},
       {"toolchain", parts_.refer("toolchain", to_json(verification.toolchain))},
       {"scenario", parts_.refer("scenario", without_state(to_json(verification.scenario)))},
       {"physics", verification.physics},
       {"state", state_of(state)},
       {"checks", checks}});
  return {{"case", id}, {"variant", verification.variant}};
}

std::string VerificationText::lines_of(const Verification& verification) {
  std::string lines;
  if (!std::exchange(has_first_line_, true)) lines = first_line();
  for (const Row& row : rows_of(verification.checks)) {
    const std::string checks = parts_.refer("checks", checks_of(row));
    const json line = line_of(line_of_case(verification, row.front()->state, checks), row);
    lines += parts_.due() + line.dump() + "\n";
  }
  for (const Verification::Curve& curve : verification.curves) {
    const json line = line_of(line_of_case(verification, std::nullopt, nullptr), curve);
    lines += parts_.due() + line.dump() + "\n";
  }
  return lines;
}

}  // namespace sphlab
