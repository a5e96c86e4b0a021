#include "harness/cli/overrides.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "harness/error.hpp"

namespace sphlab {
namespace {

double parse_number(const std::string& pair, std::size_t begin) {
  double value = 0;
  const char* end = pair.data() + pair.size();
  const auto [rest, code] = std::from_chars(pair.data() + begin, end, value);
  if (code != std::errc{} || rest != end || !std::isfinite(value)) {
    throw Error(ExitCode::usage,
                fmt::format("--set {}: '{}' is not a number", pair, pair.substr(begin)));
  }
  return value;
}

}  // namespace

std::map<std::string, double> parse_overrides(const std::vector<std::string>& pairs) {
  std::map<std::string, double> overrides;
  for (const std::string& pair : pairs) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw Error(ExitCode::usage,
                  fmt::format("--set {}: expected key=value, as in particles_per_height=80", pair));
    }
    const std::string key = pair.substr(0, equals);
    if (!overrides.emplace(key, parse_number(pair, equals + 1)).second) {
      throw Error(ExitCode::usage, fmt::format("--set {}: '{}' is set twice", pair, key));
    }
  }
  return overrides;
}

}  // namespace sphlab
