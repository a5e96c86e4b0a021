// A pack that is right until the particles have moved on: then its integrator fails at launch.
#include "tests/test_packs/altered_pack.hpp"

namespace {

constexpr int failure_code = 719;

/// A block of the suite smoke makes 14 steps: one from step 0 on is sound, one from step 30 on is
/// not.
constexpr std::uint32_t last_sound_step = 37;

int until_tired(const void* arguments, const std::uint32_t* tuning, void* stream) {
  const auto& a = *static_cast<const sphlab::IntegrateArguments*>(arguments);
  if (a.clock->steps > last_sound_step) return failure_code;
  return sphlab::test::original_launch(arguments, tuning, stream);
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::KernelPack* const pack =
      sphlab::test::altered_pack(sphlab::test::altered_correct, until_tired);
  return pack;
}
