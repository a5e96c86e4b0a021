// Sources around a cell as strategies of a CPU hold them: copied field by field, and gathered into
// SIMD lanes.
#pragma once

#include <vector>

#include "kernels/numerics/lane_access.hpp"
#include "kernels/physics/pair.cuh"

namespace sphlab {

/// Sources around a cell, structure of arrays, padded to whole lane groups. `Fields<T>` holds
/// numbers of type T alone, the coordinates x, y, z first.
template <template <class> class Fields>
class LaneSources {
 public:
  using Particle = Fields<float>;
  using ParticleLanes = Fields<Lanes>;
  static constexpr std::size_t fields = field_count<Particle>;
  static_assert(sizeof(ParticleLanes) == fields * sizeof(Lanes),
                "a Particle holds nothing but numbers");

  void clear() { count_ = 0; }

  void put(std::uint32_t index, const Particle& particle) {
    if (count_ == capacity_) grow();
    const std::array<float, fields> values = fields_of(particle);
    for (std::size_t f = 0; f < fields; ++f) values_[f][count_] = values[f];
    indices_[count_++] = index;
  }

  /// Fills the last lane group with particles out of everyone's reach.
  void pad() {
    Particle far{};
    far.x = 1.0e18f;
    while (count_ % lane_count != 0) put(no_particle, far);
  }

  std::size_t size() const { return count_; }

  /// The particle that source `number` is.
  std::uint32_t index(std::int32_t number) const {
    return indices_[static_cast<std::size_t>(number)];
  }

  /// The numbers of the sources that select() found, ascending; as many as it returned.
  const std::int32_t* selected_numbers() const { return selected_.data(); }

  /// Finds the sources within the radius of a target, itself excepted, and returns how many.
  int select(const ParticleLanes& target, std::uint32_t i, Lanes radius2) {
    int count = 0;
    LanesIndex numbers = lane_numbers();
    for (std::size_t first = 0; first < count_; first += lane_count) {
      const Pair<Lanes> pair = make_pair_distance(
          target.x, target.y, target.z, Lanes::load(&values_[0][first]),
          Lanes::load(&values_[1][first]), Lanes::load(&values_[2][first]), LanesMask{});
      LanesIndex index;
      std::memcpy(&index, &indices_[first], sizeof index);
      const unsigned accepted = lanes_below(pair.r2, radius2) &
                                LaneAccess<Lanes>::bits(index != static_cast<std::int32_t>(i));
      count += store_set_lanes(accepted, numbers, &selected_[static_cast<std::size_t>(count)]);
      numbers += lane_count;
    }
    return count;
  }

  /// The selected sources [first, first + lane_count); lanes beyond the last repeat some source.
  ParticleLanes load(int first) const {
    LanesIndex at;
    std::memcpy(&at, &selected_[static_cast<std::size_t>(first)], sizeof at);
    std::array<Lanes, fields> values;
    for (std::size_t f = 0; f < fields; ++f) values[f] = gather(values_[f].data(), at);
    return std::bit_cast<ParticleLanes>(values);
  }

 private:
  static constexpr std::uint32_t no_particle = 0xffffffffu;

  void grow() {
    capacity_ = capacity_ == 0 ? 1024 : 2 * capacity_;
    for (std::vector<float>& field : values_) field.resize(capacity_);
    indices_.resize(capacity_);
    selected_.resize(capacity_ + lane_count);
  }

  std::size_t count_ = 0;
  std::size_t capacity_ = 0;
  std::array<std::vector<float>, fields> values_;
  std::vector<std::uint32_t> indices_;
  std::vector<std::int32_t>
      selected_;  ///< into the staged sources, stale but legal beyond the last
};

}  // namespace sphlab
