// A table of arrays: what a run allocates, and where.
#pragma once

#include <cstddef>
#include <span>

namespace sphlab {

/// The device on which an array lies.
enum class ArrayPlace {
  loop,    ///< the loop's
  passes,  ///< the passes', where it is another
};

/// Name, length and place of an array of any type.
struct ArrayShape {
  const char* name;   ///< in messages: "positions"
  std::size_t count;  ///< elements
  ArrayPlace where = ArrayPlace::loop;
  bool begins_as_zero = false;  ///< at each restore
};

/// An array of a table.
struct ArrayRow {
  ArrayShape shape;
  std::size_t element;  ///< bytes of one

  std::size_t bytes() const { return shape.count * element; }
};

/// Bytes of those arrays of a table that lie in one place. @param least_bytes that each takes.
std::size_t bytes_of(std::span<const ArrayRow> rows, ArrayPlace where, std::size_t least_bytes = 0);

/// Bytes of all arrays of a table.
std::size_t bytes_of(std::span<const ArrayRow> rows, std::size_t least_bytes = 0);

}  // namespace sphlab
