// Grains that touch.
#pragma once

#include "tests/mutants/grains.cuh"

namespace sphlab {

struct RightGrains : mutants::GrainsOf<1> {
  static constexpr const char* name = "right-grains";
};

}  // namespace sphlab
