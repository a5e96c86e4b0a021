#include "harness/cli/table.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "harness/cli/streams.hpp"
#include "harness/cli/terminal_width.hpp"
#include "harness/cli/wrapping.hpp"

namespace sphlab {
namespace {

constexpr std::size_t between_columns = 2;
/// Least width of a column that is made narrower, so that its cells can be read.
constexpr std::size_t least_width = 12;

std::size_t total_width(const std::vector<std::size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), between_columns * (widths.size() - 1));
}

void remove_trailing_spaces(std::string& line) {
  line.erase(line.find_last_not_of(' ') + 1);
}

}  // namespace

Table::Table(std::vector<std::string> header) : header_(std::move(header)) {
  for (std::string& title : header_) {
    to_the_right_.push_back(title.starts_with('>'));
    may_wrap_.push_back(title.starts_with('~'));
    if (to_the_right_.back() || may_wrap_.back()) title.erase(0, 1);
    widths_.push_back(visible_width(title));
  }
}

void Table::add(std::vector<std::string> cells, std::string below) {
  if (cells.size() != header_.size()) throw std::logic_error("a table row of another width");
  for (std::size_t i = 0; i < cells.size(); ++i) {
    widths_[i] = std::max(widths_[i], visible_width(cells[i]));
  }
  rows_.push_back({std::move(cells), std::move(below)});
}

std::vector<std::size_t> Table::widths_within(std::size_t width) const {
  std::vector<std::size_t> widths = widths_;
  while (total_width(widths) > width) {
    std::size_t* widest = nullptr;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (may_wrap_[i] && widths[i] > least_width && (widest == nullptr || widths[i] > *widest))
        widest = &widths[i];
    }
    if (widest == nullptr) break;
    --*widest;
  }
  return widths;
}

std::string Table::lines(const std::vector<std::string>& cells,
                         const std::vector<std::size_t>& widths) const {
  std::vector<std::vector<std::string>> wrapped;
  std::size_t height = 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    wrapped.push_back(may_wrap_[i] ? wrapped_lines(cells[i], widths[i])
                                   : std::vector<std::string>{cells[i]});
    height = std::max(height, wrapped.back().size());
  }
  std::string text;
  for (std::size_t k = 0; k < height; ++k) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string cell = k < wrapped[i].size() ? wrapped[i][k] : "";
      const std::string padding(widths[i] - std::min(widths[i], visible_width(cell)), ' ');
      if (i > 0) line += std::string(between_columns, ' ');
      line += to_the_right_[i] ? padding + cell : cell + padding;
    }
    remove_trailing_spaces(line);
    text += line + "\n";
  }
  return text;
}

std::string Table::text(const Style& style, std::size_t width) const {
  const std::vector<std::size_t> widths = widths_within(width);
  std::string header = lines(header_, widths);
  header.pop_back();
  std::string text = style.bold(header) + "\n";
  for (const Row& row : rows_) text += lines(row.cells, widths) + row.below;
  return text;
}

std::string Table::text(const Style& style) const {
  return text(style, terminal_width(result_descriptor()));
}

}  // namespace sphlab
