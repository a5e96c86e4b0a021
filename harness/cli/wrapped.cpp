#include "harness/cli/wrapped.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace sphlab {
namespace {

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

bool is_control(char byte) {
  return std::iscntrl(static_cast<unsigned char>(byte)) != 0;
}

/// A name in a record may hold anything: nothing of it shall steer the terminal.
std::string without_controls(std::string text) {
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

}  // namespace

std::size_t columns_of(const std::string& text) {
  return text.size() -
         static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

std::string shortened(const std::string& given, std::size_t columns) {
  const std::string text = without_controls(given);
  if (columns_of(text) <= columns) return text;
  std::size_t end = 0;
  for (std::size_t taken = 0; taken + 1 < columns; ++taken) {
    ++end;
    while (end < text.size() && is_continuation(text[end])) ++end;
  }
  return text.substr(0, end) + "…";
}

std::string wrapped(const std::string& text, const std::string& first, const std::string& others) {
  std::string lines;
  std::string line = first;
  bool is_begun = false;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (is_begun && columns_of(line) + 1 + columns_of(word) > prose_columns) {
      lines += line + "\n";
      line = others;
      is_begun = false;
    }
    line += (is_begun ? " " : "") + without_controls(word);
    is_begun = true;
  }
  return lines + line + "\n";
}

}  // namespace sphlab
