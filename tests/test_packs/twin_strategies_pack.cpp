// A pack with two strategies of one stage, name, physics, list format and types: par-part-noloop
// with wcsph-lj stands twice in its table.
#include <algorithm>

#include "tests/test_packs/altered_pack.hpp"

namespace {

void add_a_twin(sphlab::KernelPack& pack, std::vector<sphlab::Strategy>& strategies) {
  pack.toolchain = "twin-strategies";
  const auto first = std::find_if(
      strategies.begin(), strategies.end(),
      [](const sphlab::Strategy& strategy) { return sphlab::test::altered_forces.is(strategy); });
  if (first == strategies.end()) std::abort();
  strategies.insert(first, sphlab::Strategy(*first));
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::KernelPack* const pack = sphlab::test::edited_pack(add_a_twin);
  return pack;
}
