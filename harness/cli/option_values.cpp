#include "harness/cli/option_values.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace sphlab {
namespace {

using Units = std::vector<std::pair<const char*, double>>;  ///< in small letters

const Units& time_units() {
  static const Units units{{"", 1}, {"s", 1}, {"min", 60}, {"h", 3600}};
  return units;
}

const Units& byte_units() {
  static const Units units{{"", 1},        {"b", 1},        {"k", 1e3},     {"kb", 1e3},
                           {"m", 1e6},     {"mb", 1e6},     {"g", 1e9},     {"gb", 1e9},
                           {"t", 1e12},    {"tb", 1e12},    {"ki", 0x1p10}, {"kib", 0x1p10},
                           {"mi", 0x1p20}, {"mib", 0x1p20}, {"gi", 0x1p30}, {"gib", 0x1p30},
                           {"ti", 0x1p40}, {"tib", 0x1p40}};
  return units;
}

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small;
}

/// A number and a unit, a blank between them or not. @param wanted for the message.
double with_unit(const std::string& text, const Units& units, const char* wanted) {
  const auto wrong = [&] { return BadValue(fmt::format("must be {}, not '{}'", wanted, text)); };
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, number);
  if (code != std::errc{} || !std::isfinite(number)) throw wrong();
  std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  if (unit.size() > 1 && unit.front() == ' ') unit.remove_prefix(1);
  const auto found = std::find_if(units.begin(), units.end(), [&](const auto& known) {
    return in_small_letters(unit) == known.first;
  });
  if (found == units.end()) throw wrong();
  return number * found->second;
}

}  // namespace

double positive_number(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, number);
  if (code == std::errc{} && rest == end && std::isfinite(number) && number > 0) return number;
  throw BadValue(fmt::format("must be a number above 0, not '{}'", text));
}

double time_with_unit(const std::string& text, double most) {
  const double seconds = with_unit(text, time_units(), "a time such as 90s, 5min or 1h");
  if (seconds > 0 && seconds <= most) return seconds;
  throw BadValue(fmt::format("must be a time above 0 and at most {}s, not '{}'", most, text));
}

std::uint64_t bytes_with_unit(const std::string& text) {
  const double bytes = with_unit(text, byte_units(), "an amount such as 1400000000, 20GB or 4GiB");
  constexpr double most = 0x1p60;  // more than any machine has
  if (bytes >= 1 && bytes <= most) return static_cast<std::uint64_t>(bytes);
  throw BadValue(fmt::format("must be from 1 B to {} TiB, not '{}'", most / 0x1p40, text));
}

double share_with_unit(const std::string& text) {
  if (!text.ends_with('%')) return bounded_number(text, 0.0, 1.0);
  return bounded_number(text.substr(0, text.size() - 1), 0.0, 100.0) / 100;
}

std::string why_no_value(const std::string& text) {
  if (text.find_first_not_of(" \t\n\v\f\r") == std::string::npos)
    return "must not be empty: leave the option out for what is usual";
  if (text.size() > 2 && text.starts_with("--"))
    return fmt::format("needs a value, and '{}' is an option", text);
  return "";
}

}  // namespace sphlab
