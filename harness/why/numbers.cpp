#include "harness/why/numbers.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace sphlab {
namespace {

/// Three digits, more before the point where there are more.
std::string three_digits(double value) {
  const double size = std::abs(value);
  const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return fmt::format("{:.{}f}", value, decimals);
}

struct TimeUnit {
  const char* name;
  double seconds;
};
constexpr std::array time_units = {TimeUnit{"s", 1}, TimeUnit{"ms", 1e-3}};

}  // namespace

std::string grouped(double count) {
  std::string digits = fmt::format("{:.0f}", count);
  for (std::size_t end = digits.size(); end > 3;) {
    end -= 3;
    if (digits[end - 1] != '-') digits.insert(end, ",");
  }
  return digits;
}

std::string percent_text(double share) {
  const double percent = 100 * share;
  return percent > 0 && percent < 0.5 ? "below 1 %" : fmt::format("{:.0f} %", percent);
}

std::string time_text(double seconds) {
  for (const TimeUnit& unit : time_units) {
    if (std::abs(seconds) >= unit.seconds)
      return fmt::format("{} {}", three_digits(seconds / unit.seconds), unit.name);
  }
  return fmt::format("{} µs", three_digits(seconds * 1e6));
}

std::string ratio_text(double ratio) {
  return fmt::format("{:.{}f}", ratio, ratio < 2 ? 2 : 1);
}

std::string scaled_text(double count) {
  constexpr std::array prefixes = {"", " k", " M", " G", " T"};
  std::size_t k = 0;
  for (; count >= 1000 && k + 1 < prefixes.size(); ++k) count /= 1000;
  return three_digits(count) + prefixes[k];
}

}  // namespace sphlab
