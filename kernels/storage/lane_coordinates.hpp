// Coordinates and types of all particles in arrays, so that a group of SIMD lanes is one load of
// consecutive particles.
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/numerics/lane_access.hpp"
#include "kernels/physics/pair.cuh"

namespace sphlab {

/// In memory that is not owned, readable at first: the coordinates of all particles, and their type
/// masks, in arrays.
class LaneCoordinates {
 public:
  static constexpr std::size_t floats(std::size_t particles) { return 4 * padded(particles); }

  LaneCoordinates(float* memory, std::size_t particles)
      : stride_(padded(particles)), memory_(memory) {}

  /// Copies particles [first, last).
  template <class Arguments>
  void fill(const Arguments& a, std::uint32_t first, std::uint32_t last) const {
    for (std::uint32_t i = first; i < last; ++i) {
      const float4 r = position(a, i);
      axis(0)[i] = r.x;
      axis(1)[i] = r.y;
      axis(2)[i] = r.z;
    }
  }
  template <class Arguments>
  void fill_types(const Arguments& a, std::uint32_t first, std::uint32_t last) const {
    for (std::uint32_t i = first; i < last; ++i)
      types()[i] = static_cast<std::int32_t>(mask_of(type_of(a, i)));
  }

  /// A coordinate of particles [first, first + lane_count).
  Lanes coordinate(std::size_t number, std::uint32_t first) const {
    return Lanes::load(axis(number) + first);
  }
  /// A bit for each of them that is of one of these types.
  unsigned of_types(std::uint32_t first, TypeMask wanted) const {
    const auto masks = LaneAccess<Lanes>::load(types() + first);
    return LaneAccess<Lanes>::bits((masks & static_cast<std::int32_t>(wanted)) != 0);
  }
  TypeMask type(std::uint32_t i) const { return static_cast<TypeMask>(types()[i]); }

 private:
  float* axis(std::size_t number) const { return memory_ + stride_ * number; }
  std::int32_t* types() const { return reinterpret_cast<std::int32_t*>(memory_ + stride_ * 3); }

  std::size_t stride_;
  float* memory_;
};

}  // namespace sphlab
