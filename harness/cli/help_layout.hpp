// Lays out --help.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace sphlab {

/// Help within the terminal's width: descriptions stand in a column of their own and are wrapped.
/// In a footer, lines that begin with a space stay as they are; others are prose, and wrapped.
class HelpLayout : public CLI::Formatter {
 public:
  HelpLayout();
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_description(const CLI::App* command) const override;
  std::string make_footer(const CLI::App* command) const override;

 private:
  std::string row(const std::string& left, const std::string& right) const;
  std::size_t width_;
};

}  // namespace sphlab
