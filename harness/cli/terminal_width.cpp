#include "harness/cli/terminal_width.hpp"

#include <sys/ioctl.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace sphlab {
namespace {

constexpr std::size_t usual = 80;
constexpr std::size_t least = 40;
constexpr std::size_t most = 10000;

/// Reads the width from the environment; 0 where it has none.
std::size_t told_width() {
  const char* text = std::getenv("COLUMNS");
  std::size_t width = 0;
  if (text != nullptr) std::from_chars(text, text + std::strlen(text), width);
  return width;
}

}  // namespace

std::size_t terminal_width(int descriptor) {
  winsize size{};
  std::size_t width = ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : told_width();
  if (width == 0) width = usual;
  return std::clamp(width, least, most);
}

}  // namespace sphlab
