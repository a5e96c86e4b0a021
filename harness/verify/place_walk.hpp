// Finds the places, in an order of cells or of cuboids of cells, of particles one after the other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sphlab {

/// The place of the order that holds a particle below begin.back(). @param begin the first particle
/// of each place, rising from 0, and the end.
inline std::size_t place_of(const std::vector<std::uint32_t>& begin, std::size_t particle) {
  return static_cast<std::size_t>(std::upper_bound(begin.begin(), begin.end(), particle) -
                                  begin.begin()) -
         1;
}

/// Searches for the place of a first particle, and walks on to those of the ones behind it: a
/// search for each would take a second for millions.
class PlaceWalk {
 public:
  /// @param begin as above; outlives the walk.
  PlaceWalk(const std::vector<std::uint32_t>& begin, std::size_t first)
      : begin_(begin), place_(place_of(begin, first)) {}

  /// The place of a particle below begin.back(), which none asked for before stands behind.
  std::size_t operator()(std::size_t particle) {
    while (begin_[place_ + 1] <= particle) ++place_;
    return place_;
  }

 private:
  const std::vector<std::uint32_t>& begin_;
  std::size_t place_;
};

}  // namespace sphlab
