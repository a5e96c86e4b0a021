// A pack that is right until the particles have moved on: then its force pass fails at launch.
#include "tests/test_packs/altered_pack.hpp"

namespace {

constexpr int failure_code = 719;

/// A block of the suite smoke makes 14 steps: one from step 0 on is sound, one from step 30 on is
/// not.
constexpr std::uint32_t last_sound_step = 37;

int until_tired(const sphlab::StageArguments* arguments, const std::uint32_t* tuning,
                void* stream) {
  if (arguments->clock->steps > last_sound_step) return failure_code;
  return sphlab::test::original_forces(arguments, tuning, stream);
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::KernelPack* const pack = sphlab::test::altered_pack(until_tired);
  return pack;
}
