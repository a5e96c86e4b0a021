// A pack whose every kernel fails at launch, as on a device that is gone.
#include <array>

#include "kernels/abi/kernel_pack.hpp"

namespace {

constexpr int failure_code = 719;

int failing_launch(const sphlab::StageArguments*, const std::uint32_t*, void*) {
  return failure_code;
}

int attributes(const sphlab::StageArguments*, const std::uint32_t*, sphlab::KernelAttributes* out) {
  *out = {nullptr, -1, -1, -1, -1, -1, -1.0f};
  return 0;
}

constexpr sphlab::Strategy strategy(const char* stage, const char* name, const char* physics,
                                    bool reads_list) {
  return {.stage = stage,
          .name = name,
          .physics = physics,
          .list_format = reads_list ? sphlab::default_list_format : "",
          .types = 0,
          .parameters = nullptr,
          .parameter_count = 0,
          .work = {},
          .launch = failing_launch,
          .attributes = attributes};
}

constexpr std::array strategies{
    strategy("hash", "linear", "", false),
    strategy("reorder", "gather", "", false),
    strategy("cells", "lower-bound", "", false),
    strategy("list", "per-particle", "", false),
    strategy("forces", "list-gather", "wcsph-lj", true),
    strategy("forces", "list-gather", "lj-potential", true),
    strategy("time-step", "block-reduce", "", false),
    strategy("predict", "predictor-corrector", "", false),
    strategy("correct", "predictor-corrector", "", false),
};

const char* never_unusable() {
  return nullptr;
}

const char* error_text(int) {
  return "unspecified launch failure (on purpose)";
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::KernelPack pack{
      sphlab::pack_abi_version,
      "failing",
      "no compiler",
      "no compiler",
      "-O0",
      "host",
      "none",
      false,
      false,
      32,
      false,
      strategies.data(),
      strategies.size(),
      never_unusable,
      error_text,
  };
  return &pack;
}
