// Whether a particle's row says the same in two lists, whatever format each of them is in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/stepping/downloaded_list.hpp"

namespace sphlab {

/// Reads the rows of two lists of one state side by side: what compare_list() has found of a row of
/// the first holds for one of the second that reads the same. One object per thread, for its
/// scratch array. The lists must outlive it.
class RowPair {
 public:
  /// @param known a list that compare_list() has passed. @param list has the arrays of as many
  /// particles.
  RowPair(const DownloadedList& known, const DownloadedList& list);

  /// Number of neighbours in a target's row, where it reads the same in both lists, entry by entry
  /// up to the end of each section, and finds room in the second. Nothing where it does not, or
  /// where the sections of the lists hold other types.
  std::optional<std::uint64_t> entries_if_same(std::uint32_t particle);

 private:
  bool same_section(std::uint32_t particle, std::uint32_t section);

  const DownloadedList& known_;
  const DownloadedList& list_;
  std::uint32_t sections_;
  bool same_sections_;
  std::vector<std::size_t> slots_;  ///< that the row uses of each part
  std::uint64_t entries_ = 0;
};

}  // namespace sphlab
