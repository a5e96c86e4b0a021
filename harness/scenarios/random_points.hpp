// Uniformly random points that are the same on every platform.
#pragma once

#include <cstdint>
#include <random>

#include "kernels/abi/vector_types.hpp"

namespace sphlab {

/// Draws points in the cube [0, side)^3: std::mt19937_64, one draw per coordinate in the order x,
/// y, z, the upper 24 bits of a draw as a fraction of 1, multiplied by `side` in double precision
/// and rounded to float. (std::uniform_real_distribution is not the same on every platform, and may
/// return its upper bound.)
class RandomPoints {
 public:
  /// @param side of the cube [m], above 0.
  RandomPoints(std::uint64_t seed, double side);
  float3 next();

 private:
  float coordinate();

  std::mt19937_64 engine_;
  double side_;
  float largest_;  ///< the largest float below side
};

}  // namespace sphlab
