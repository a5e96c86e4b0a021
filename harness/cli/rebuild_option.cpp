#include "harness/cli/rebuild_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "harness/cli/option_values.hpp"
#include "harness/error.hpp"
#include "harness/scenarios/json_document.hpp"

namespace sphlab {
namespace {

const std::vector<std::string>& known_keys() {
  static const std::vector<std::string> keys = {"trigger", "interval", "expansion"};
  return keys;
}

[[noreturn]] void refuse(const std::string& text, const std::string& what) {
  throw Error(ExitCode::usage, fmt::format("--life {}: {}", text, what));
}

/// As bounded_number(), with the option and the key in the message.
template <class Number>
Number bounded(const std::string& text, const std::string& key, const std::string& value,
               Number least, Number most) {
  try {
    return bounded_number(value, least, most);
  } catch (const BadValue& wrong) {
    refuse(text, fmt::format("{} {}", key, wrong.what()));
  }
}

nlohmann::json read_value(const std::string& text, const std::string& key,
                          const std::string& value) {
  if (key == "interval") return bounded(text, key, value, 1u, longest_list_interval);
  if (key == "expansion") return bounded(text, key, value, 1.0, largest_list_expansion);
  for (const RebuildTrigger trigger : {RebuildTrigger::interval, RebuildTrigger::displacement}) {
    if (value == trigger_name(trigger)) return value;
  }
  refuse(text, fmt::format("unknown trigger '{}'. {}", value,
                           suggestion(value, {"interval", "displacement"})));
}

void read_pair(const std::string& text, const std::string& pair, nlohmann::json& rebuild) {
  const std::size_t equals = pair.find('=');
  const std::string key = pair.substr(0, equals);
  if (equals == std::string::npos || key.empty())
    refuse(text, "expected key=value, as in interval=5 or trigger=displacement,expansion=1.05");
  if (std::find(known_keys().begin(), known_keys().end(), key) == known_keys().end())
    refuse(text, fmt::format("unknown key '{}'. {}", key, suggestion(key, known_keys())));
  if (rebuild.contains(key)) refuse(text, fmt::format("'{}' is set twice", key));
  rebuild[key] = read_value(text, key, pair.substr(equals + 1));
}

}  // namespace

RebuildPolicy parse_rebuild_policy(const std::string& text) {
  nlohmann::json rebuild = nlohmann::json::object();
  std::istringstream stream(text + ",");
  for (std::string pair; std::getline(stream, pair, ',');) read_pair(text, pair, rebuild);
  try {
    return read_rebuild_policy(rebuild, fmt::format("--life {}: list_life", text));
  } catch (const InputError& wrong) {
    throw Error(ExitCode::usage, wrong.what());
  }
}

}  // namespace sphlab
