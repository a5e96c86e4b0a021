// A name for one of many boards of the same kind: their memories may differ in speed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace sphlab {

/// Writes 8 hex digits, a hash (FNV-1a) of a device's 16-byte UUID: it tells two boards apart, and
/// not which they are. Writes "" for a UUID of zeros, which some virtual devices have.
template <std::size_t size>
void name_board(const void* uuid, char (&name)[size]) {
  static_assert(size > 8, "8 digits and the terminating zero");
  const auto* bytes = static_cast<const unsigned char*>(uuid);
  std::uint32_t hash = 2166136261u;
  unsigned any = 0;
  for (int i = 0; i < 16; ++i) {
    hash = (hash ^ bytes[i]) * 16777619u;
    any |= bytes[i];
  }
  name[0] = 0;
  if (any != 0) std::snprintf(name, size, "%08x", hash);
}

}  // namespace sphlab
