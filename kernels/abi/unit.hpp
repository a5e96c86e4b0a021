// Units as descriptions and files write them: "kg/m^3", "Pa s", "1/s", "1".
#pragma once

#include <string_view>

namespace sphlab {
namespace detail {

inline constexpr std::string_view unit_symbols[] = {"1", "m",  "s", "kg", "K", "A",
                                                    "N", "Pa", "J", "W",  "V", "mol"};

/// "m", "m^3": a symbol, and its power from 2 to 9 where it is not 1.
constexpr bool is_factor(std::string_view text) {
  const std::size_t caret = text.find('^');
  const std::string_view symbol = text.substr(0, caret);
  if (caret != text.npos) {
    const std::string_view power = text.substr(caret + 1);
    if (power.size() != 1 || power[0] < '2' || power[0] > '9') return false;
  }
  for (const std::string_view known : unit_symbols) {
    if (symbol == known) return true;
  }
  return false;
}

/// Factors with a space between them.
constexpr bool is_product(std::string_view text) {
  while (true) {
    const std::size_t space = text.find(' ');
    if (!is_factor(text.substr(0, space))) return false;
    if (space == text.npos) return true;
    text.remove_prefix(space + 1);
  }
}

}  // namespace detail

/// Whether a text is a unit: factors of SI, and behind one '/' those that divide them.
constexpr bool is_unit(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (!detail::is_product(text.substr(0, slash))) return false;
  if (slash == text.npos) return true;
  std::string_view divisor = text.substr(slash + 1);
  if (divisor.size() > 2 && divisor.front() == '(' && divisor.back() == ')')
    divisor = divisor.substr(1, divisor.size() - 2);
  return detail::is_product(divisor);
}

}  // namespace sphlab
