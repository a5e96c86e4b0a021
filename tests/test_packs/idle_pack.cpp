// A pack that is fast and wrong: its force pass does nothing.
#include "tests/test_packs/altered_pack.hpp"

namespace {

int nothing(const void*, const std::uint32_t*, void*) {
  return 0;
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::KernelPack* const pack =
      sphlab::test::altered_pack(sphlab::test::altered_forces, nothing);
  return pack;
}
