// Lays out tables.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/cli/style.hpp"

namespace sphlab {

/// Columns are as wide as their widest cell; those whose header starts with '>' are set to the
/// right. Where the table is too wide, those whose header starts with '~' become narrower, the
/// widest first, and their cells continue in lines below.
class Table {
 public:
  explicit Table(std::vector<std::string> header);
  /// @param cells as many as the header has. @param below lines under the row, each with its end,
  /// that take no part in the columns.
  void add(std::vector<std::string> cells, std::string below = "");
  bool empty() const { return rows_.empty(); }
  /// @param width in columns; nothing is cut, whatever it is.
  std::string text(const Style& style, std::size_t width) const;
  /// Text as wide as the terminal of the standard output, see terminal_width().
  std::string text(const Style& style) const;

 private:
  struct Row {
    std::vector<std::string> cells;
    std::string below;
  };

  std::vector<std::size_t> widths_within(std::size_t width) const;
  std::string lines(const std::vector<std::string>& cells,
                    const std::vector<std::size_t>& widths) const;

  std::vector<std::string> header_;
  std::vector<bool> to_the_right_;
  std::vector<bool> may_wrap_;
  std::vector<std::size_t> widths_;
  std::vector<Row> rows_;
};

}  // namespace sphlab
