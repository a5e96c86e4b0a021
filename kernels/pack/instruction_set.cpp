// A CPU pack is compiled for one instruction set, and says so before an illegal instruction does.
#include "kernels/strategy/registry.hpp"

namespace sphlab {

const char* pack_unusable() {
#if defined(__AVX512F__)
  if (!__builtin_cpu_supports("avx512f"))
    return "it was compiled for AVX-512, which this CPU does not have";
#endif
#if defined(__AVX2__)
  if (!__builtin_cpu_supports("avx2"))
    return "it was compiled for AVX2, which this CPU does not have";
#endif
  return nullptr;
}

}  // namespace sphlab
