#include "harness/cli/help_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "harness/cli/terminal_width.hpp"
#include "harness/cli/wrapping.hpp"

namespace sphlab {
namespace {

/// Columns of prose at most: longer lines are hard to read.
constexpr std::size_t widest = 100;
constexpr std::size_t description_column = 28;

}  // namespace

HelpLayout::HelpLayout() : width_(std::min(terminal_width(STDOUT_FILENO), widest)) {}

std::string HelpLayout::row(const std::string& left, const std::string& right) const {
  const std::string indent(description_column, ' ');
  std::string text = "  " + left;
  const bool fits = visible_width(text) < description_column;
  text += fits ? std::string(description_column - visible_width(text), ' ') : "\n" + indent;
  const std::size_t room = std::max<std::size_t>(width_ - description_column, 1);
  return text + fmt::format("{}\n", fmt::join(wrapped_lines(right, room), "\n" + indent));
}

std::string HelpLayout::make_option(const CLI::Option* option, bool is_positional) const {
  return row(make_option_name(option, is_positional) + make_option_opts(option),
             make_option_desc(option));
}

std::string HelpLayout::make_subcommand(const CLI::App* command) const {
  return row(command->get_display_name(), command->get_description());
}

std::string HelpLayout::make_description(const CLI::App* command) const {
  const std::string description = command->get_description();
  return description.empty() ? "" : wrapped(description, width_) + "\n";
}

std::string HelpLayout::make_footer(const CLI::App* command) const {
  std::istringstream lines(command->get_footer());
  std::string text;
  std::string prose;
  const auto end_prose = [&] {
    if (!prose.empty()) text += wrapped(prose, width_) + "\n";
    prose.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.front() != ' ') {
      prose += (prose.empty() ? "" : " ") + line;
      continue;
    }
    end_prose();
    text += line + "\n";
  }
  end_prose();
  return text;
}

}  // namespace sphlab
