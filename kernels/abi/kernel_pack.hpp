// The one versioned C entry point of a kernel pack, and its description.
//
// A pack is the shared library that one toolchain makes out of kernels/, or that somebody else
// makes out of strategies of his own against the installed headers. The harness opens it with
// dlopen, calls sphlab_kernel_pack(), and refuses it when interface version or layout differ from
// its own. Nothing here owns memory: every pointer in a KernelPack belongs to the pack.
#pragma once

#include <cstdint>

#include "kernels/abi/formulation.hpp"
#include "kernels/abi/step_program.hpp"
#include "kernels/abi/strategy.hpp"

namespace sphlab {

inline constexpr std::uint32_t pack_abi_version = 13;

/// A pack's description. Strings live as long as the library is loaded. The first three
/// members stay where they are in every version: they are read before the rest is believed.
struct KernelPack {
  std::uint32_t abi_version;  ///< pack_abi_version
  std::uint64_t layout;       ///< hash of the layout of what crosses, see layout.hpp
  const char* built_with;     ///< version of the laboratory whose headers it was compiled with
  const char* toolchain;      ///< "nvcc-13.0", "clang-19", "simt-w32", "cpu-gcc-12", ...
  const char* compiler;       ///< the device compiler's full version line
  const char* host_compiler;  ///< the host compiler's full version line
  const char* flags;          ///< the full command line, without file names
  const char* runtime;        ///< "cuda", "hip" or "host": the runtime its pointers belong to
  const char* architectures;  ///< architectures embedded: "sm_90", "gfx90a", "x86-64-v4", ...
  bool fast_math;
  bool fma;
  std::uint32_t warp_width;  ///< 1 where it has no warps (cpu)
  const char* matrix;        ///< the matrix of kernels/matrix.json that it was compiled by
  const Strategy* strategies;
  std::uint32_t strategy_count;
  const SchemeDescription* schemes;
  std::uint32_t scheme_count;
  const FormulationDescription* formulations;
  std::uint32_t formulation_count;
  /// Why the pack cannot run on this machine (a missing instruction set, no device), or nullptr.
  const char* (*unusable)();
  /// Text of an error code returned by a strategy's function, for the last call of this thread.
  const char* (*error_text)(int code);
};

}  // namespace sphlab

/// The entry point's name and type.
extern "C" const sphlab::KernelPack* sphlab_kernel_pack();
