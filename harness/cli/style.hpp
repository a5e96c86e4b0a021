// Colours, on terminals that show them.
#pragma once

#include <string>

namespace sphlab {

enum class ColorMode { automatic, always, never };

/// Wraps text into terminal colours, or leaves it alone.
class Style {
 public:
  /// Automatic: colours when `descriptor` is a terminal and NO_COLOR is not set.
  Style(ColorMode mode, int descriptor);

  std::string bold(const std::string& text) const { return wrap("1", text); }
  std::string red(const std::string& text) const { return wrap("31", text); }
  std::string green(const std::string& text) const { return wrap("32", text); }
  std::string yellow(const std::string& text) const { return wrap("33", text); }

 private:
  std::string wrap(const char* code, const std::string& text) const;
  bool colored_;
};

}  // namespace sphlab
