// Errors of runs that have outgrown what was allocated or launched for them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/abi/grid.hpp"
#include "kernels/abi/list_format.hpp"

namespace sphlab {

/// Something has outgrown its capacity; what was computed since is invalid.
class CapacityExceeded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A part of a list: the second of a split one, which a third and a fourth type fill, or the first,
/// which stands for all parts of a list that is not split.
enum class ListPart { first, second };

/// The slots per particle of a part of a list.
struct ListSlotsNeeded {
  ListPart part;
  std::uint32_t required;  ///< most that any particle has needed so far
  std::uint32_t capacity;  ///< of each particle

  bool fit() const { return required <= capacity; }
};

/// The list of a particle needs more slots than it has.
class ListOverflow : public CapacityExceeded {
 public:
  /// @param expansion of the list's radius: what is above 1 costs slots, and the message says so.
  ListOverflow(const ListSlotsNeeded& slots, double expansion);
  std::uint32_t required;
  std::uint32_t capacity;
};

/// The state has outgrown what a strategy's preparation has measured.
class PreparationOverflow : public CapacityExceeded {
 public:
  using CapacityExceeded::CapacityExceeded;
};

/// A row of three cells, or a cell, holds more particles than the entries of a list tell apart.
class EntryOverflow : public CapacityExceeded {
 public:
  /// @param fullest particles of the fullest row or cell at the last sort; the one that was too
  /// full may have been there before.
  EntryOverflow(const std::string& list_format, ListEntry entry, std::uint32_t fullest);
};

/// Counts the particles of the fullest row of three cells, or of the fullest cell, which the
/// entries must tell apart. @param cell_begin where each cell of the grid, in the linear order,
/// begins, and the last ends.
std::uint32_t fullest_of_entries(ListEntry entry, const Grid& grid,
                                 const std::vector<std::uint32_t>& cell_begin);

}  // namespace sphlab
