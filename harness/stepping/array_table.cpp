#include "harness/stepping/array_table.hpp"

#include <algorithm>

namespace sphlab {

std::size_t bytes_of(std::span<const ArrayRow> rows, ArrayPlace where, std::size_t least_bytes) {
  std::size_t bytes = 0;
  for (const ArrayRow& row : rows) {
    if (row.shape.where == where) bytes += std::max(row.bytes(), least_bytes);
  }
  return bytes;
}

std::size_t bytes_of(std::span<const ArrayRow> rows, std::size_t least_bytes) {
  return bytes_of(rows, ArrayPlace::loop, least_bytes) +
         bytes_of(rows, ArrayPlace::passes, least_bytes);
}

}  // namespace sphlab
