// A pack whose forces are wrong: twice what they are to be.
#include "tests/test_packs/altered_pack.hpp"

namespace {

int doubled_forces(const void* arguments, const std::uint32_t* tuning, void* stream) {
  const int code = sphlab::test::original_launch(arguments, tuning, stream);
  const auto& a = *static_cast<const sphlab::ForceArguments*>(arguments);
  for (std::uint32_t i = 0; i < a.particles; ++i) {
    a.rate[i].x *= 2;
    a.rate[i].y *= 2;
    a.rate[i].z *= 2;
  }
  return code;
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::KernelPack* const pack =
      sphlab::test::altered_pack(sphlab::test::altered_forces, doubled_forces);
  return pack;
}
