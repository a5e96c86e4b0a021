// Something on the device has outgrown the room that was made for it.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace sphlab {

/// What was computed since is invalid.
class CapacityExceeded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The list of a particle needs more slots than it has.
class ListOverflow : public CapacityExceeded {
 public:
  /// @param expansion of the list's radius: what is above 1 costs slots, and the message says so.
  ListOverflow(std::uint32_t required, std::uint32_t capacity, double expansion);
  std::uint32_t required;
  std::uint32_t capacity;
};

/// The state has outgrown what a strategy's preparation has measured.
class PreparationOverflow : public CapacityExceeded {
 public:
  using CapacityExceeded::CapacityExceeded;
};

/// A row of cells holds more particles than the entries of a list tell apart: Error(bad_input).
[[noreturn]] void throw_unencodable(const std::string& list_format);

}  // namespace sphlab
