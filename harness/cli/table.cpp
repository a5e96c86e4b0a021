#include "harness/cli/table.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace sphlab {
namespace {

/// Columns that a cell takes on a terminal: colour codes and UTF-8 continuation bytes take none.
std::size_t visible_width(const std::string& cell) {
  std::size_t width = 0;
  bool in_code = false;
  for (const char character : cell) {
    if (character == '\033') in_code = true;
    const bool is_continuation = (static_cast<unsigned char>(character) & 0xc0) == 0x80;
    if (!in_code && !is_continuation) ++width;
    if (in_code && character == 'm') in_code = false;
  }
  return width;
}

}  // namespace

Table::Table(std::vector<std::string> header) : header_(std::move(header)) {
  for (std::string& title : header_) {
    to_the_right_.push_back(title.starts_with('>'));
    if (to_the_right_.back()) title.erase(0, 1);
    widths_.push_back(visible_width(title));
  }
}

void Table::add(std::vector<std::string> cells) {
  if (cells.size() != header_.size()) throw std::logic_error("a table row of another width");
  for (std::size_t i = 0; i < cells.size(); ++i) {
    widths_[i] = std::max(widths_[i], visible_width(cells[i]));
  }
  rows_.push_back(std::move(cells));
}

std::string Table::line(const std::vector<std::string>& cells) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string padding(widths_[i] - visible_width(cells[i]), ' ');
    const bool is_last = i + 1 == cells.size();
    if (to_the_right_[i]) {
      text += padding + cells[i];
    } else {
      text += cells[i] + (is_last ? "" : padding);
    }
    text += is_last ? "\n" : "  ";
  }
  return text;
}

std::string Table::text(const Style& style) const {
  std::string header = line(header_);
  header.pop_back();
  std::string text = style.bold(header) + "\n";
  for (const auto& row : rows_) text += line(row);
  return text;
}

}  // namespace sphlab
