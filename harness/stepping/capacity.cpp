#include "harness/stepping/capacity.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/abi/cell_entry.hpp"
#include "kernels/abi/list_view.hpp"
#include "kernels/abi/relative_entry.hpp"

namespace sphlab {
namespace {

std::string message_of(const std::string& list_format, ListEntry entry, std::uint32_t fullest) {
  const bool in_row = entry == ListEntry::in_row;
  const std::uint32_t most = in_row ? most_in_relative_row : most_in_entry_cell;
  return fmt::format(
      "a list of format '{}' cannot hold its neighbours: its entries tell {} particles of {} "
      "apart, "
      "and {}; choose a format of 32-bit entries",
      list_format, most, in_row ? "a row of three cells" : "a cell",
      fullest > most ? fmt::format("the fullest has {}", fullest) : "there were more in one");
}

}  // namespace

ListOverflow::ListOverflow(const ListSlotsNeeded& slots, double expansion)
    : CapacityExceeded(fmt::format(
          "the neighbour list overflows: a particle needs {} slots{} and has {}; give the "
          "scenario a list.{} of at least {}{}",
          slots.required,
          slots.part == ListPart::second ? " for neighbours of a third and a fourth type" : "",
          slots.capacity, slots.part == ListPart::second ? "second_capacity" : "capacity",
          (slots.required + list_batch - 1) / list_batch * list_batch,
          expansion > 1 ? fmt::format(", or the list_life an expansion below {}", expansion) : "")),
      required(slots.required),
      capacity(slots.capacity) {}

EntryOverflow::EntryOverflow(const std::string& list_format, ListEntry entry, std::uint32_t fullest)
    : CapacityExceeded(message_of(list_format, entry, fullest)) {}

std::uint32_t fullest_of_entries(ListEntry entry, const Grid& grid,
                                 const std::vector<std::uint32_t>& cell_begin) {
  const std::uint32_t side = entry == ListEntry::in_row ? 1 : 0;  // cells on either side
  std::uint32_t fullest = 0;
  for (std::uint32_t key = 0; key < grid.count; ++key) {
    const std::uint32_t x = key % grid.cells.x;
    const std::uint32_t first = key - std::min(side, x);
    const std::uint32_t last = key + std::min(side, grid.cells.x - 1 - x);
    fullest = std::max(fullest, cell_begin[last + 1] - cell_begin[first]);
  }
  return fullest;
}

}  // namespace sphlab
