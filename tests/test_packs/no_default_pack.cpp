// A pack with several list builders, none of which it declares as the default.
#include "tests/test_packs/altered_pack.hpp"

namespace {

void declare_no_builder(sphlab::KernelPack& pack, std::vector<sphlab::Strategy>& strategies) {
  pack.toolchain = "no-default";
  for (sphlab::Strategy& strategy : strategies) {
    if (strategy.stage == sphlab::Stage::list) strategy.is_default = false;
  }
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::KernelPack* const pack = sphlab::test::edited_pack(declare_no_builder);
  return pack;
}
