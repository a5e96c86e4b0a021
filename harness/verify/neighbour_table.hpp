// The neighbours of one particle, to be found by their number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sphlab {

struct Neighbour {
  std::uint32_t particle;
  double r2;  ///< squared distance [m^2]
  bool listed = false;
};

/// The neighbours of one particle, found by their number without being sorted: of millions of rows
/// sorting would take most of the time. A sparse set: the place of a particle counts only where it
/// is there, so that rows before need not be cleared away.
class NeighbourTable {
 public:
  /// @param particles there are; others, which a damaged row names, are not found.
  explicit NeighbourTable(std::size_t particles) : place_of_(particles) {}

  void clear() { neighbours_.clear(); }
  /// @param particle that it does not hold yet.
  void add(std::uint32_t particle, double r2) {
    if (particle >= place_of_.size()) return;
    place_of_[particle] = static_cast<std::uint32_t>(neighbours_.size());
    neighbours_.push_back({particle, r2});
  }
  /// nullptr: it is not among them.
  Neighbour* find(std::uint32_t particle) {
    if (particle >= place_of_.size()) return nullptr;
    const std::uint32_t place = place_of_[particle];
    const bool is_there = place < neighbours_.size() && neighbours_[place].particle == particle;
    return is_there ? &neighbours_[place] : nullptr;
  }
  const std::vector<Neighbour>& all() const { return neighbours_; }

 private:
  std::vector<Neighbour> neighbours_;
  std::vector<std::uint32_t> place_of_;
};

}  // namespace sphlab
