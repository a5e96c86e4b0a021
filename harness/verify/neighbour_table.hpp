// The neighbours of one particle, to be found by their number.
#pragma once

#include <algorithm>
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
/// sorting would take most of the time. Open addressing; a row before leaves nothing.
class NeighbourTable {
 public:
  void clear() {
    neighbours_.clear();
    std::fill(places_.begin(), places_.end(), empty);
  }
  /// @param particle that it does not hold yet.
  void add(std::uint32_t particle, double r2) {
    if (2 * (neighbours_.size() + 1) > places_.size()) grow();
    const auto place = static_cast<std::uint32_t>(neighbours_.size());
    neighbours_.push_back({particle, r2});
    place_of(particle) = place;
  }
  /// nullptr: it is not among them.
  Neighbour* find(std::uint32_t particle) {
    const std::uint32_t place = place_of(particle);
    return place == empty ? nullptr : &neighbours_[place];
  }
  const std::vector<Neighbour>& all() const { return neighbours_; }

 private:
  static constexpr std::uint32_t empty = ~0u;

  /// Where a particle's place stands, or is to stand.
  std::uint32_t& place_of(std::uint32_t particle) {
    for (std::size_t at = particle * 0x9e3779b1u >> 8;; ++at) {
      std::uint32_t& place = places_[at & (places_.size() - 1)];
      if (place == empty || neighbours_[place].particle == particle) return place;
    }
  }
  void grow() {
    places_.assign(2 * places_.size(), empty);
    for (std::uint32_t k = 0; k < neighbours_.size(); ++k) place_of(neighbours_[k].particle) = k;
  }

  std::vector<Neighbour> neighbours_;
  std::vector<std::uint32_t> places_ = std::vector<std::uint32_t>(256, empty);  // a power of two
};

}  // namespace sphlab
