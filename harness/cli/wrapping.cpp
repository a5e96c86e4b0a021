#include "harness/cli/wrapping.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace sphlab {
namespace {

constexpr const char* color_off = "\033[0m";

bool is_continuation(char character) {
  return (static_cast<unsigned char>(character) & 0xc0) == 0x80;
}

/// Bytes of the symbol at `at`, which is one column, or none of a colour code.
std::size_t length_of_symbol(const std::string& text, std::size_t at) {
  std::size_t end = at + 1;
  if (text[at] == '\033') {
    while (end < text.size() && text[end - 1] != 'm') ++end;
    return end - at;
  }
  while (end < text.size() && is_continuation(text[end])) ++end;
  return end - at;
}

/// Calls use(symbol) with each of them, in their order.
template <class Use>
void for_each_symbol(const std::string& text, const Use& use) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = length_of_symbol(text, at);
    use(text.substr(at, length));
    at += length;
  }
}

bool is_color(const std::string& symbol) {
  return symbol.front() == '\033';
}

/// Builds the lines of one text.
class Wrapper {
 public:
  Wrapper(const std::string& text, std::size_t width, std::size_t indent)
      : text_(text), width_(width), indent_(indent) {}

  std::vector<std::string> lines() {
    for_each_symbol(text_, [&](const std::string& symbol) {
      if (symbol == "\n") {
        end_line(line_.size());
      } else if (is_color(symbol)) {
        add_color(symbol);
      } else {
        add(symbol);
      }
    });
    if (!line_.empty() || lines_.empty()) end_line(line_.size());
    return lines_;
  }

 private:
  void add_color(const std::string& code) {
    line_ += code;
    color_ = code == color_off ? "" : code;
  }

  void add(const std::string& symbol) {
    if (symbol == " " && columns_ >= room()) return end_line(line_.size());
    // what was behind a break may be longer than the next line, which is indented
    while (columns_ >= room()) end_line(break_ > 0 ? break_ : bytes_of(room()));
    if (symbol == " " && columns_ == 0 && !lines_.empty()) return;
    append(symbol);
  }

  /// Notes where the line may be broken: not within the spaces that it begins with.
  void append(const std::string& symbol) {
    const bool is_space = symbol == " ";
    const bool may_break =
        is_space ? line_.find_first_not_of(' ') != std::string::npos
                 : !break_is_space_ && std::string_view("+,/|").find(symbol) != std::string::npos;
    line_ += symbol;
    ++columns_;
    if (!may_break) return;
    break_ = line_.size();
    break_is_space_ = is_space;
  }

  std::size_t room() const {
    const std::size_t indent = lines_.empty() ? 0 : indent_;
    return width_ > indent ? width_ - indent : 1;
  }

  /// Of the first so many columns of the line.
  std::size_t bytes_of(std::size_t columns) const {
    std::size_t at = 0;
    for (std::size_t seen = 0; at < line_.size(); at += length_of_symbol(line_, at)) {
      if (line_[at] != '\033' && ++seen > columns) break;
    }
    return at;
  }

  /// @param bytes of line_ that stay; the rest begins the next line.
  void end_line(std::size_t bytes) {
    std::string rest = line_.substr(bytes);
    line_.resize(bytes);
    while (line_.ends_with(' ')) line_.pop_back();
    if (!color_.empty()) line_ += color_off;
    lines_.push_back(std::string(lines_.empty() ? 0 : indent_, ' ') + line_);
    line_ = color_;
    columns_ = 0;
    break_ = 0;
    break_is_space_ = false;
    for_each_symbol(rest, [&](const std::string& symbol) {
      is_color(symbol) ? add_color(symbol) : append(symbol);
    });
  }

  const std::string& text_;
  std::size_t width_;
  std::size_t indent_;
  std::vector<std::string> lines_;
  std::string line_;
  std::string color_;        ///< that is on; "": none
  std::size_t columns_ = 0;  ///< of line_
  std::size_t break_ = 0;    ///< bytes of line_ up to where it may be broken; 0: nowhere
  bool break_is_space_ = false;
};

}  // namespace

std::size_t visible_width(const std::string& text) {
  std::size_t width = 0;
  for_each_symbol(text, [&](const std::string& symbol) { width += is_color(symbol) ? 0 : 1; });
  return width;
}

std::vector<std::string> wrapped_lines(const std::string& text, std::size_t width,
                                       std::size_t indent) {
  return Wrapper(text, width, indent).lines();
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  return fmt::format("{}", fmt::join(wrapped_lines(text, width, indent), "\n"));
}

std::string cut_to_width(const std::string& text, std::size_t width) {
  if (visible_width(text) <= width) return text;
  std::size_t end = 0;
  for (std::size_t columns = 1; columns < width; ++columns) end += length_of_symbol(text, end);
  return text.substr(0, end) + "…";
}

}  // namespace sphlab
