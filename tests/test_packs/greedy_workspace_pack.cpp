// A pack whose preparations ask for a workspace of a petabyte.
#include "tests/test_packs/altered_pack.hpp"

namespace {

int petabyte(const void*, const std::uint32_t*, std::size_t* bytes) {
  *bytes = std::size_t{1} << 50;
  return 0;
}

void ask_for_a_petabyte(sphlab::KernelPack& pack, std::vector<sphlab::Strategy>& strategies) {
  pack.toolchain = "greedy-workspace";
  for (sphlab::Strategy& strategy : strategies) {
    if (strategy.preparation.name != nullptr) strategy.preparation.workspace = petabyte;
  }
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::KernelPack* const pack = sphlab::test::edited_pack(ask_for_a_petabyte);
  return pack;
}
