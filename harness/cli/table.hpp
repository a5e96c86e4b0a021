// A table for people to read.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/style.hpp"

namespace sphlab {

/// Columns are as wide as their widest cell; those whose header starts with '>' are set to the
/// right.
class Table {
 public:
  explicit Table(std::vector<std::string> header);
  /// @param cells as many as the header has.
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }
  std::string text(const Style& style) const;

 private:
  std::string line(const std::vector<std::string>& cells) const;

  std::vector<std::string> header_;
  std::vector<bool> to_the_right_;
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace sphlab
