#include "harness/cli/style.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

namespace sphlab {
namespace {

/// https://no-color.org: set and not empty.
bool colors_are_unwanted() {
  const char* no_color = std::getenv("NO_COLOR");
  return no_color != nullptr && *no_color != '\0';
}

}  // namespace

Style::Style(ColorMode mode, int descriptor)
    : colored_(mode == ColorMode::always || (mode == ColorMode::automatic &&
                                             isatty(descriptor) != 0 && !colors_are_unwanted())) {}

std::string Style::wrap(const char* code, const std::string& text) const {
  return colored_ ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
}

}  // namespace sphlab
