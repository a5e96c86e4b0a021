// A pack compiled against headers in which what crosses lies elsewhere: the harness must refuse it
// without reading further than what every version has.
#include "kernels/abi/layout.hpp"

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static sphlab::KernelPack pack{};
  pack.abi_version = sphlab::pack_abi_version;
  pack.layout = sphlab::layout_hash() + 1;
  pack.built_with = "0.0.1";
  return &pack;
}
