#include "harness/stepping/pack_call.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <new>
#include <string>

#include "harness/error.hpp"
#include "harness/runtimes/runtime.hpp"

namespace sphlab {
namespace {

std::string name_of(const KernelPack& pack, const Strategy& strategy) {
  return fmt::format("{}/{} of pack {}", stage_name(strategy), strategy.name, pack.toolchain);
}

}  // namespace

void throw_of_pack(const KernelPack& pack, const Strategy& strategy) {
  const auto fail = [&](ExitCode code, const std::string& what) {
    const int wanted = pack_work().exit_code;  // of the side of a duel that it is
    if (wanted != 0 && code == ExitCode::device)
      throw Error(static_cast<ExitCode>(wanted), pack_work_text("threw an exception", what));
    throw Error(code,
                fmt::format("{}: its code threw an exception: {}", name_of(pack, strategy), what));
  };
  try {
    throw;
  } catch (const abi::__forced_unwind&) {  // the end of a thread, which must go on
    throw;
  } catch (const std::bad_alloc& exception) {
    fail(ExitCode::out_of_memory, exception.what());
  } catch (const std::exception& exception) {
    fail(ExitCode::device, exception.what());
  } catch (...) {
    fail(ExitCode::device, "one that is no std::exception");
  }
  std::terminate();
}

void throw_changed_mode(const KernelPack& pack, const Strategy& strategy) {
  throw DeviceError(fmt::format(
      "{}: its code has changed how the calling thread computes (rounding, denormals) and not "
      "restored it",
      name_of(pack, strategy)));
}

}  // namespace sphlab
