// A call of a function of a pack, whose code is not the harness's.
#pragma once

#include <exception>

#include "harness/floating_point_mode.hpp"
#include "harness/pack_work.hpp"
#include "kernels/abi/kernel_pack.hpp"

namespace sphlab {

/// Throws the present exception, which is a pack's, again as an Error that names pack and strategy,
/// with the exit code of PackWork.
[[noreturn]] void throw_of_pack(const KernelPack& pack, const Strategy& strategy);

/// Throws DeviceError that names pack and strategy.
[[noreturn]] void throw_changed_mode(const KernelPack& pack, const Strategy& strategy);

/// Returns what `call` returns, a code. Throws Error(device), or out_of_memory, where it throws,
/// and DeviceError where it leaves this thread in another floating-point mode, which is restored.
template <class Call>
int call_pack(const KernelPack& pack, const Strategy& strategy, const Call& call) {
  note_call(stage_name(strategy), strategy.name);
  const FloatingPointMode mode;
  int code = 0;
  try {
    code = call();
  } catch (...) {
    mode.restore();
    throw_of_pack(pack, strategy);
  }
  note_return();
  if (!mode.is_of_now()) {
    mode.restore();
    throw_changed_mode(pack, strategy);
  }
  return code;
}

}  // namespace sphlab
