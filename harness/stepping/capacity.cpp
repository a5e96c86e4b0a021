#include "harness/stepping/capacity.hpp"

#include <fmt/format.h>

#include "harness/error.hpp"
#include "kernels/abi/list_view.hpp"
#include "kernels/abi/relative_entry.hpp"

namespace sphlab {

ListOverflow::ListOverflow(std::uint32_t required_slots, std::uint32_t available_slots,
                           double expansion)
    : CapacityExceeded(fmt::format(
          "the neighbour list overflows: a particle needs {} slots and has {}; give the "
          "scenario a list.capacity of at least {}{}",
          required_slots, available_slots,
          (required_slots + list_batch - 1) / list_batch * list_batch,
          expansion > 1 ? fmt::format(", or the list_life an expansion below {}", expansion) : "")),
      required(required_slots),
      capacity(available_slots) {}

void throw_unencodable(const std::string& list_format) {
  throw Error(ExitCode::bad_input,
              fmt::format("a list of format '{}' cannot hold its neighbours: a row of three cells "
                          "has more than {} particles; choose a format of 32-bit entries",
                          list_format, most_in_relative_row));
}

}  // namespace sphlab
