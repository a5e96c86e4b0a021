// A pack that is right and slow: its force pass runs twice.
#include "tests/test_packs/altered_pack.hpp"

namespace {

int twice(const sphlab::StageArguments* arguments, const std::uint32_t* tuning, void* stream) {
  const int code = sphlab::test::original_forces(arguments, tuning, stream);
  return code != 0 ? code : sphlab::test::original_forces(arguments, tuning, stream);
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::KernelPack* const pack = sphlab::test::altered_pack(twice);
  return pack;
}
