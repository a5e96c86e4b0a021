// Grains whose dashpot drives them.
#pragma once

#include "tests/mutants/grains.cuh"

namespace sphlab {

struct DashpotOfTheWrongSign : mutants::GrainsOf<-1> {
  static constexpr const char* name = "dashpot-of-the-wrong-sign";
};

}  // namespace sphlab
