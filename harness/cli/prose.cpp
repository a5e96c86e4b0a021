#include "harness/cli/prose.hpp"

#include <algorithm>
#include <cctype>

#include "harness/cli/wrapping.hpp"

namespace sphlab {
namespace {

bool is_control(char byte) {
  return std::iscntrl(static_cast<unsigned char>(byte)) != 0;
}

std::string without_controls(std::string text) {
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

}  // namespace

std::string prose(const std::string& text, const std::string& first, std::size_t indent) {
  return wrapped(first + without_controls(text), prose_columns, indent) + "\n";
}

std::string shortened(const std::string& text, std::size_t columns) {
  return cut_to_width(without_controls(text), columns);
}

}  // namespace sphlab
