// A pack of another interface version: the harness must refuse it without reading further than what
// every version has.
#include "kernels/abi/kernel_pack.hpp"

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static sphlab::KernelPack pack{};
  pack.abi_version = sphlab::pack_abi_version + 1;
  pack.built_with = "99.0.0";
  return &pack;
}
