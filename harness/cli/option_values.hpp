// Reads the text behind an option: one function a type.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace sphlab {

/// Says what is wrong with a value, without the option's name: "must be ..., not 'x'".
struct BadValue : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// Bounds as in a suite (scenarios/suite.schema.json).
inline constexpr std::uint64_t most_steps = 1'000'000'000;
inline constexpr double least_state_time = 0.0001;
inline constexpr double most_state_time = 1000;
/// Largest seed that a record's JSON can hold.
inline constexpr std::uint64_t most_seed = std::numeric_limits<std::int64_t>::max();

/// All of `text` as a number from `least` to `most`, in decimal digits: no sign but '-', no blank,
/// nothing behind it. Throws BadValue.
template <class Number>
Number bounded_number(const std::string& text, Number least, Number most) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, number);
  const bool is_number = code == std::errc{} && rest == end;
  if (is_number && number >= least && number <= most) return number;  // not so of nan
  const char* kind = std::is_integral_v<Number> ? "whole number" : "number";
  throw BadValue(fmt::format("must be a {} from {} to {}, not '{}'", kind, least, most, text));
}

/// A finite number above 0. Throws BadValue.
double positive_number(const std::string& text);

/// Seconds, of a time such as "90", "1.5s", "5min" or "1h": above 0 and at most `most`. Throws
/// BadValue.
double time_with_unit(const std::string& text, double most);

/// Bytes, of an amount such as "1400000000", "20GB" or "1.5GiB": at least 1. Throws BadValue.
std::uint64_t bytes_with_unit(const std::string& text);

/// A share such as "0.001" or "0.1%": from 0 to 1. Throws BadValue.
double share_with_unit(const std::string& text);

/// Why `text` cannot be the value of any option; "" where it can. Empty text, as of a variable that
/// is not set, would read as if the option were not there; an option's name stands behind one whose
/// value was forgotten.
std::string why_no_value(const std::string& text);

}  // namespace sphlab
