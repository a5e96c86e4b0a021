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

std::vector<std::string> clauses_of(const std::string& text) {
  std::vector<std::string> clauses;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find_first_of(".:;", end)) != std::string::npos; ++end) {
    if (end + 1 < text.size() && text[end + 1] != ' ') continue;
    clauses.push_back(text.substr(begin, end - begin));
    begin = std::min(end + 2, text.size());
  }
  if (begin < text.size() || clauses.empty()) clauses.push_back(text.substr(begin));
  return clauses;
}

}  // namespace sphlab
