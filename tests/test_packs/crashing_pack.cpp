// A pack that is right until the particles have moved on: then its integrator ends the process.
#include <csignal>

#include "tests/test_packs/altered_pack.hpp"

namespace {

/// As of the pack `tiring`: a block of the suite smoke from step 0 on is sound.
constexpr std::uint32_t last_sound_step = 37;

int until_it_crashes(const void* arguments, const std::uint32_t* tuning, void* stream) {
  const auto& a = *static_cast<const sphlab::IntegrateArguments*>(arguments);
  if (a.clock->steps > last_sound_step) std::raise(SIGSEGV);
  return sphlab::test::original_launch(arguments, tuning, stream);
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::KernelPack* const pack =
      sphlab::test::altered_pack(sphlab::test::altered_correct, until_it_crashes);
  return pack;
}
